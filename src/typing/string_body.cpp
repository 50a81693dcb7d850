// See string_body.hpp. What waits is at most two escapes, or the start of a path; everything else is spelled byte by
// byte.

#include "typing/string_body.hpp"

#include <algorithm>
#include <utility>

#include "text/ascii.hpp"
#include "typing/json.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t one_escape = 6;  // \u and four digits
constexpr std::size_t longest_path = 260;
constexpr std::string_view escapes = "\"\\/bfnrt";

enum class path_evidence : unsigned char { open, path, other };

// What the escape at the start of `text` says of a string that begins like a path.
path_evidence evidence_of_escape(std::string_view text) {
  if (text.size() < 2) return path_evidence::open;
  if (text[1] == 'u') {
    for (std::size_t at = 2; at < one_escape; ++at) {
      if (at == text.size()) return path_evidence::open;
      if (ascii::hex_value(text[at]) < 0) return path_evidence::path;
    }
    return path_evidence::other;
  }
  if (std::string_view("\"\\/").find(text[1]) != text.npos) return path_evidence::other;
  return escapes.find(text[1]) == escapes.npos ? path_evidence::path : path_evidence::open;
}

// Looks at the first bytes only, so that it does not matter how many there are.
path_evidence evidence_of(std::string_view start) {
  if (start.starts_with('"')) start.remove_prefix(1);
  const bool long_enough = start.size() >= longest_path;
  start = start.substr(0, longest_path);
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (!start.empty() && !letter(start[0])) return path_evidence::other;
  if (start.size() > 1 && start[1] != ':') return path_evidence::other;
  if (start.size() > 2 && start[2] != '\\') return path_evidence::other;
  for (std::size_t at = 2; at < start.size(); at = std::min(start.find('\\', at + 2), start.size())) {
    const path_evidence is = evidence_of_escape(start.substr(at));
    if (is != path_evidence::open) return is;
  }
  return long_enough ? path_evidence::other : path_evidence::open;
}

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
  if (path_ == path::open && start_.empty() && evidence_of(bytes) == path_evidence::other) path_ = path::none;
  if (path_ != path::open) return spell(out, bytes);
  start_ += bytes;
  const path_evidence is = evidence_of(start_);
  if (is != path_evidence::open) decide(out, is == path_evidence::path ? path::literal : path::none);
}

void string_body::decide(std::string& out, path is) {
  path_ = is;
  const std::string start = std::move(start_);
  start_.clear();
  spell(out, start);
}

// Plain bytes are copied as they stand. A quote waits for the byte after it.
void string_body::spell(std::string& out, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (!escape_.empty()) {
      escape(out, before_ = bytes[at++]);
      continue;
    }
    if (quote_) inner_quote(out, bytes[at]);
    const bool is_first = !std::exchange(begun_, true);
    if (is_first && bytes[at] == '"') {
      ++at;
      continue;
    }
    const std::size_t plain = plain_json_bytes(bytes.substr(at));
    out.append(bytes, at, plain);
    if (plain > 0) before_ = bytes[at + plain - 1];
    at += plain;
    if (at < bytes.size()) odd(out, bytes[at++]);
  }
}

// A quote, a backslash or a control character.
void string_body::odd(std::string& out, char c) {
  if (c == '"') {
    quote_ = true;
  } else if (c == '\\') {
    escape_ = c;
  } else {
    append_json_string_body(out, {&c, 1});
    control_ = true;
    before_ = c;
  }
}

// The rule is that of repair_quotes.hpp.
void string_body::inner_quote(std::string& out, char next) {
  quote_ = false;
  pairs_.add(before_, next);
  before_ = '"';
  out += "\\\"";
}

void string_body::escape(std::string& out, char c) {
  const std::size_t place = escape_.size() % one_escape;  // in the last escape
  const bool expected = place == 0   ? c == '\\'
                        : place == 1 ? escape_.size() == 1 || c == 'u'
                                     : ascii::hex_value(c) >= 0;
  if (!expected && escape_.size() >= one_escape) return half_a_pair(out, escape_.substr(one_escape) + c);
  escape_ += c;
  if (!expected || (path_ == path::literal && place == 1 && c != '"' && c != '\\')) return give_up(out);
  if (escape_.size() > 2 || c == 'u') {
    if (escape_.size() % one_escape == 0) unicode(out);
  } else if (c == '\'') {
    apostrophe(out);
  } else if (escapes.find(c) == escapes.npos) {
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
  half_pair_ = true;
  out += "\\ufffd";
  spell(out, again);
}

// Other languages have this escape, so its backslash is no part of the text's.
void string_body::apostrophe(std::string& out) {
  escape_.clear();
  bad_escape_ = true;
  out += '\'';
}

// The backslash begins no escape: it is one, and what follows it is read anew.
void string_body::give_up(std::string& out) {
  const std::string rest = escape_.substr(1);
  escape_.clear();
  bad_escape_ = true;
  out += "\\\\";
  spell(out, rest);
}

void string_body::end(std::string& out) {
  if (path_ == path::open) decide(out, path::none);
  begun_ = true;
  while (!escape_.empty()) escape_.size() >= one_escape ? half_a_pair(out, escape_.substr(one_escape)) : give_up(out);
}

}  // namespace toolcall::typing
