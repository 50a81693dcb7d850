// Formats by their RFCs, byte by byte: most wrong texts fail at one of their first bytes, and no byte is read twice.

#include "typing/format.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include <re2/re2.h>

#include "text/ascii.hpp"
#include "typing/pattern.hpp"

namespace toolcall::typing {
namespace {

using ascii::is_digit;
using ascii::is_letter;

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_one_of(char c, std::string_view set) {
  return set.find(c) != set.npos;
}

// A text that is taken from its start.
struct taking {
  std::string_view rest;

  bool done() const { return rest.empty(); }
  bool byte(std::string_view set) {
    if (rest.empty() || !is_one_of(rest[0], set)) return false;
    rest.remove_prefix(1);
    return true;
  }
  // A number of exactly `count` digits, or -1.
  int digits(std::size_t count) {
    if (rest.size() < count) return -1;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_digit(rest[i])) return -1;
      value = value * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(count);
    return value;
  }
  bool some_digits() {
    const std::size_t before = rest.size();
    while (!rest.empty() && is_digit(rest[0])) rest.remove_prefix(1);
    return rest.size() != before;
  }
};

bool take_date(taking& t) {
  const int year = t.digits(4);
  if (year < 0 || !t.byte("-")) return false;
  const int month = t.digits(2);
  if (month < 1 || month > 12 || !t.byte("-")) return false;
  const int day = t.digits(2);
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day >= 1 && day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool take_offset(taking& t, int& minutes) {
  minutes = 0;
  if (t.byte("Zz")) return true;
  const bool east = t.rest.starts_with('+');
  if (!t.byte("+-")) return false;
  const int hour = t.digits(2);
  if (hour < 0 || hour > 23 || !t.byte(":")) return false;
  const int minute = t.digits(2);
  minutes = (hour * 60 + minute) * (east ? 1 : -1);
  return minute >= 0 && minute <= 59;
}

// A leap second is one only at the end of a day of UTC.
bool take_time(taking& t) {
  const int hour = t.digits(2);
  if (hour < 0 || hour > 23 || !t.byte(":")) return false;
  const int minute = t.digits(2);
  if (minute < 0 || minute > 59 || !t.byte(":")) return false;
  const int second = t.digits(2);
  if (second < 0 || second > 60) return false;
  if (t.byte(".") && !t.some_digits()) return false;
  int offset = 0;
  if (!take_offset(t, offset)) return false;
  return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439;
}

bool is_date(std::string_view text) {
  taking t{text};
  return take_date(t) && t.done();
}
bool is_time(std::string_view text) {
  taking t{text};
  return take_time(t) && t.done();
}
bool is_date_time(std::string_view text) {
  taking t{text};
  return take_date(t) && t.byte("Tt") && take_time(t) && t.done();
}

// Parts in their order, each at most once; at least one. Days do not stand for hours, and weeks stand alone.
bool take_parts(taking& t, std::string_view units) {
  bool any = false;
  while (!t.done() && is_digit(t.rest[0])) {
    t.some_digits();
    if (t.done()) return false;
    const std::size_t unit = units.find(t.rest[0]);
    if (unit == units.npos) return false;
    units.remove_prefix(unit + 1);
    t.rest.remove_prefix(1);
    any = true;
  }
  return any;
}
bool is_duration(std::string_view text) {
  taking t{text};
  if (!t.byte("P")) return false;
  if (text.ends_with('W')) return take_parts(t, "W") && t.done();
  const bool days = take_parts(t, "YMD");
  if (t.done()) return days;
  return t.byte("T") && take_parts(t, "HMS") && t.done();
}

bool is_ipv4(std::string_view text) {
  taking t{text};
  for (int part = 0; part < 4; ++part) {
    if (part != 0 && !t.byte(".")) return false;
    std::size_t length = 0;
    while (length < t.rest.size() && is_digit(t.rest[length])) ++length;
    if (length == 0 || length > 3 || (length > 1 && t.rest[0] == '0') || t.digits(length) > 255) return false;
  }
  return t.done();
}

// Groups of up to four hexadecimal digits; how many, or -1.
int ipv6_groups(std::string_view text, bool last) {
  int groups = 0;
  while (!text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view group = text.substr(0, colon);
    if (last && colon == text.size() && group.find('.') != group.npos) return is_ipv4(group) ? groups + 2 : -1;
    if (group.empty() || group.size() > 4 || !std::all_of(group.begin(), group.end(), is_hex)) return -1;
    ++groups;
    if (colon + 1 == text.size()) return -1;
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  return groups;
}
bool is_ipv6(std::string_view text) {
  if (text.size() > 45) return false;
  const std::size_t gap = text.find("::");
  if (gap == text.npos) return ipv6_groups(text, true) == 8;
  const int before = ipv6_groups(text.substr(0, gap), false), after = ipv6_groups(text.substr(gap + 2), true);
  return before >= 0 && after >= 0 && before + after < 8;
}

bool is_hostname(std::string_view text) {
  if (text.size() > 253) return false;
  for (bool more = true; more;) {
    const std::size_t dot = text.find('.');
    const std::string_view label = text.substr(0, dot);
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-') return false;
    const auto is_part = [](char c) { return is_letter(c) || is_digit(c) || c == '-'; };
    if (!std::all_of(label.begin(), label.end(), is_part)) return false;
    more = dot != text.npos;
    if (more) text.remove_prefix(dot + 1);
  }
  return true;
}

// Something, an @, and the name or the address of a host. What stands before it may be anything in quotes.
bool is_email(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == text.npos || at == 0) return false;
  const std::string_view local = text.substr(0, at), host = text.substr(at + 1);
  if (host.starts_with("[IPv6:") && host.ends_with(']')) {
    if (!is_ipv6(host.substr(6, host.size() - 7))) return false;
  } else if (host.starts_with('[') && host.ends_with(']')) {
    if (!is_ipv4(host.substr(1, host.size() - 2))) return false;
  } else if (!is_hostname(host)) {
    return false;
  }
  if (local.size() > 2 && local.front() == '"' && local.back() == '"') return true;
  if (local.front() == '.' || local.back() == '.' || local.find("..") != local.npos) return false;
  return std::all_of(local.begin(), local.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || is_one_of(c, ".!#$%&'*+/=?^_`{|}~-"); });
}

// What may stand in a URI, in the parts where it may.
bool is_uri_text(std::string_view text, std::string_view extra) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size() || !is_hex(text[i + 1]) || !is_hex(text[i + 2])) return false;
      i += 2;
    } else if (!is_letter(text[i]) && !is_digit(text[i]) && !is_one_of(text[i], "-._~!$&'()*+,;=:@") &&
               !is_one_of(text[i], extra)) {
      return false;
    }
  }
  return true;
}

bool is_authority(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at != text.npos) {
    if (!is_uri_text(text.substr(0, at), "")) return false;
    text.remove_prefix(at + 1);
  }
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos || !is_ipv6(text.substr(1, end - 1))) return false;
    text.remove_prefix(end + 1);
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    if (!is_uri_text(text.substr(0, colon), "") || text.substr(0, colon).find('@') != text.npos) return false;
    text.remove_prefix(colon);
  }
  if (text.empty()) return true;
  return text.front() == ':' && std::all_of(text.begin() + 1, text.end(), is_digit);
}

// Everything after the scheme.
bool is_hierarchy(std::string_view text) {
  const std::size_t hash = text.find('#');
  if (hash != text.npos && !is_uri_text(text.substr(hash + 1), "/?")) return false;
  text = text.substr(0, hash);
  const std::size_t query = text.find('?');
  if (query != text.npos && !is_uri_text(text.substr(query + 1), "/?")) return false;
  text = text.substr(0, query);
  if (text.starts_with("//")) {
    const std::size_t path = std::min(text.find('/', 2), text.size());
    if (!is_authority(text.substr(2, path - 2))) return false;
    text.remove_prefix(path);
  }
  return is_uri_text(text, "/");
}

// The length of the scheme with its colon, 0 if missing.
std::size_t scheme_length(std::string_view text) {
  const std::size_t colon = text.find_first_of(":/?#");
  if (colon == text.npos || text[colon] != ':' || !is_letter(text[0])) return 0;
  const auto is_part = [](char c) { return is_letter(c) || is_digit(c) || is_one_of(c, "+-."); };
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), is_part) ? colon + 1 : 0;
}
bool is_uri(std::string_view text) {
  const std::size_t scheme = scheme_length(text);
  return scheme != 0 && is_hierarchy(text.substr(scheme));
}
bool is_uri_reference(std::string_view text) {
  if (const std::size_t scheme = scheme_length(text)) return is_hierarchy(text.substr(scheme));
  // Without a scheme the first step of a path has no colon.
  const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
  return text.substr(0, end).find(':') == text.npos && is_hierarchy(text);
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < 36; ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

bool is_pointer(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() != '/') return false;
  for (std::size_t i = text.find('~'); i != text.npos; i = text.find('~', i + 1)) {
    if (i + 1 == text.size() || !is_one_of(text[i + 1], "01")) return false;
  }
  return true;
}
bool is_relative_pointer(std::string_view text) {
  taking t{text};
  const bool zero = text.starts_with('0');
  if (!t.some_digits() || (zero && text.size() - t.rest.size() > 1)) return false;
  return t.rest == "#" || is_pointer(t.rest);
}

// Only what no engine would take is refused: RE2 does not know all of ECMAScript's syntax.
bool is_regex(std::string_view text) {
  if (text.size() > 1000) return true;
  re2::RE2::Options options;
  options.set_log_errors(false);
  const re2::RE2 tried(in_re2_syntax(text), options);
  switch (tried.error_code()) {
    case re2::RE2::ErrorMissingBracket:
    case re2::RE2::ErrorMissingParen:
    case re2::RE2::ErrorUnexpectedParen:
    case re2::RE2::ErrorTrailingBackslash:
    case re2::RE2::ErrorRepeatArgument:
    case re2::RE2::ErrorRepeatOp:
    case re2::RE2::ErrorBadCharRange:
      return false;
    default:
      return true;
  }
}

constexpr format formats[] = {
    {"date", is_date, "2024-05-31"},
    {"time", is_time, "14:30:00Z"},
    {"date-time", is_date_time, "2024-05-31T14:30:00Z"},
    {"duration", is_duration, "P3DT12H"},
    {"email", is_email, "name@example.com"},
    {"hostname", is_hostname, "example.com"},
    {"ipv4", is_ipv4, "192.0.2.1"},
    {"ipv6", is_ipv6, "2001:db8::1"},
    {"uri", is_uri, "https://example.com/a"},
    {"uri-reference", is_uri_reference, "../a?b=c"},
    {"uuid", is_uuid, "123e4567-e89b-12d3-a456-426614174000"},
    {"json-pointer", is_pointer, "/a/0"},
    {"relative-json-pointer", is_relative_pointer, "1/a"},
    {"regex", is_regex, "^[a-z]+$"},
};

}  // namespace

const format* format_named(std::string_view name) {
  const auto found =
      std::find_if(std::begin(formats), std::end(formats), [&](const format& f) { return f.name == name; });
  return found == std::end(formats) ? nullptr : &*found;
}

}  // namespace toolcall::typing
