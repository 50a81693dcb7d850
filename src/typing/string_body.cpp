// See string_body.hpp. What waits is at most two escapes; everything else is spelled byte by byte.

#include "typing/string_body.hpp"

#include <algorithm>

#include "typing/json.hpp"
#include "typing/spell.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t one_escape = 6;  // \u and four digits

// The first half of a surrogate pair, \uD800 to \uDBFF, and the second, \uDC00 to \uDFFF.
bool is_first_half(std::string_view escape) {
  const int unit = json::unit_at(escape, 2);
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_second_half(std::string_view escape) {
  const int unit = json::unit_at(escape, 2);
  return unit >= 0xDC00 && unit < 0xE000;
}

}  // namespace

void string_body::add(std::string& out, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (!escape_.empty()) {
      escape(out, bytes[at++]);
      continue;
    }
    const std::size_t clean = std::min(bytes.find('\\', at), bytes.size());
    const std::size_t before = out.size();
    std::string_view piece = bytes.substr(at, clean - at);
    if (piece.starts_with('"')) piece.remove_prefix(1);
    if (piece.ends_with('"')) piece.remove_suffix(1);
    append_json_string_body(out, piece);
    repaired_ = repaired_ || out.size() - before != piece.size();
    if (clean < bytes.size()) escape_ = '\\';
    at = clean + 1;
  }
}

void string_body::escape(std::string& out, char c) {
  const std::size_t place = escape_.size() % one_escape;  // in the last escape
  const bool expected = place == 0 ? c == '\\' : place == 1 ? escape_.size() == 1 || c == 'u' : json::hex_value(c) >= 0;
  if (!expected && escape_.size() >= one_escape) return half_a_pair(out, escape_.substr(one_escape) + c);
  escape_ += c;
  if (!expected) return give_up(out);
  if (escape_.size() > 2 || c == 'u') {
    if (escape_.size() % one_escape == 0) unicode(out);
  } else if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
    give_up(out);
  } else {
    out += escape_;
    escape_.clear();
  }
}

// An escape of four digits is complete, or the second of a pair.
void string_body::unicode(std::string& out) {
  const std::string_view first = std::string_view(escape_).substr(0, one_escape);
  if (escape_.size() > one_escape) {
    const std::string_view second = std::string_view(escape_).substr(one_escape);
    if (!is_second_half(second)) return half_a_pair(out, second);
  } else if (is_first_half(first)) {
    return;  // its other half has to follow
  } else if (is_second_half(first)) {
    return half_a_pair(out, {});
  }
  out += escape_;
  escape_.clear();
}

void string_body::half_a_pair(std::string& out, std::string_view rest) {
  const std::string again(rest);
  escape_.clear();
  repaired_ = true;
  out += "\\ufffd";
  add(out, again);
}

// The backslash begins no escape: it is one, and what stands behind it is read anew.
void string_body::give_up(std::string& out) {
  const std::string rest = escape_.substr(1);
  escape_.clear();
  repaired_ = true;
  out += "\\\\";
  add(out, rest);
}

void string_body::end(std::string& out) {
  while (!escape_.empty()) escape_.size() >= one_escape ? half_a_pair(out, escape_.substr(one_escape)) : give_up(out);
}

}  // namespace toolcall::typing
