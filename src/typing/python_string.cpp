// Python's escapes are rewritten as JSON's, where JSON has them, and what they mean is then read once, so that two
// halves of a surrogate pair find each other. A line break in a string is one, whatever its quotes.

#include "typing/python_string.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "typing/json.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::typing {
namespace {

// The value of up to `most` digits of a base, or -1 where there are fewer than `least`. Moves `at` after them.
long number_at(std::string_view text, std::size_t& at, unsigned base, std::size_t least, std::size_t most) {
  long value = 0;
  std::size_t digits = 0;
  for (; digits < most && at + digits < text.size(); ++digits) {
    const int digit = ascii::hex_value(text[at + digits]);
    if (digit < 0 || digit >= static_cast<int>(base)) break;
    value = value * static_cast<long>(base) + digit;
  }
  if (digits < least) return -1;
  at += digits;
  return value;
}

void append_unit(std::string& body, long unit) {
  constexpr char digits[] = "0123456789abcdef";
  body += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) body += digits[(unit >> shift) & 15];
}

// A code point as JSON's escapes. False: there is no such code point.
bool append_code_point(std::string& body, long point) {
  if (point < 0 || point > 0x10FFFF) return false;
  if (point < 0x10000) return append_unit(body, point), true;
  append_unit(body, 0xD800 + ((point - 0x10000) >> 10));
  append_unit(body, 0xDC00 + ((point - 0x10000) & 0x3FF));
  return true;
}

bool numbered_escape(std::string_view text, std::size_t& at, std::string& body) {
  std::size_t digits = at + 1;
  long point = -1;
  switch (text[at]) {
    case 'x':
      point = number_at(text, digits, 16, 2, 2);
      break;
    case 'u':
      point = number_at(text, digits, 16, 4, 4);
      break;
    case 'U':
      point = number_at(text, digits, 16, 8, 8);
      break;
    default:
      point = number_at(text, --digits, 8, 1, 3);
  }
  if (!append_code_point(body, point)) return false;
  at = digits;
  return true;
}

// From after the backslash. What is not an escape in Python either keeps its backslash.
void escape(std::string_view text, std::size_t& at, std::string& body) {
  constexpr std::string_view named = "abfnrtv\\'\"\n";
  constexpr std::string_view meanings[] = {"\\u0007", "\\b",  "\\f", "\\n",  "\\r", "\\t",
                                           "\\u000b", "\\\\", "'",   "\\\"", ""};
  if (const std::size_t name = named.find(text[at]); name != named.npos) {
    body += meanings[name];
    ++at;
  } else if (!numbered_escape(text, at, body)) {
    body += "\\\\";
  }
}

// N{EM DASH}: it means a character, and only the table of their names says which.
bool names_a_character(std::string_view escape) {
  if (!escape.starts_with("N{")) return false;
  const std::size_t end =
      escape.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789- ", 2);
  return end != escape.npos && end > 2 && escape[end] == '}';
}

}  // namespace

bool take_python_string(std::string_view text, std::size_t& at, std::string& out) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool triple = text.substr(at, 3) == three;
  std::size_t i = at + (triple ? 3 : 1);
  std::string body, meant;
  while (i < text.size()) {
    const char c = text[i];
    if (c == quote && (!triple || text.substr(i, 3) == three)) {
      json::append_unescaped(meant, body);
      append_json_string(out, meant);
      at = i + (triple ? 3 : 1);
      return true;
    }
    if (c == '\\' && i + 1 < text.size()) {
      if (names_a_character(text.substr(i + 1))) return false;
      escape(text, ++i, body);
      continue;
    }
    append_json_string_body(body, text.substr(i, 1));
    ++i;
  }
  return false;
}

}  // namespace toolcall::typing
