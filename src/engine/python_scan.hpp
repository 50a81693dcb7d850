// Reading over a Python literal byte by byte: which byte begins one, and where a string or a container ends.
//
// As with JSON, brackets are counted and not matched by kind, and what stands in them is for src/typing to read. Three
// quotes open a string that three of them close, so after two of them the next byte decides.

#pragma once

#include <cstdint>

#include "text/ascii.hpp"

namespace toolcall::engine {

// A number, or a word: True and None, and those that Python would not know.
constexpr bool is_python_scalar(char c) {
  const char l = ascii::lower(c);
  return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '+' || c == '-' || c == '.';
}
constexpr bool opens_python(char c) {
  return c == '{' || c == '[' || c == '(';
}
constexpr bool closes_python(char c) {
  return c == '}' || c == ']' || c == ')';
}
constexpr bool quotes_python(char c) {
  return c == '"' || c == '\'';
}

// What is open where reading stopped.
class python_place {
 public:
  enum class ending : std::uint8_t { unfinished, ended_before, ended_after };

  // Whether the value has ended, before this byte or after it. The first byte opens a string or a container.
  ending read(char c) {
    if (quote_ != 0 && in_string(c)) return quote_ == 0 && depth_ == 0 ? ending::ended_after : ending::unfinished;
    if (quote_ != 0) {  // the string was empty, and has ended before
      quote_ = 0;
      if (depth_ == 0) return ending::ended_before;
    }
    if (quotes_python(c)) {
      quote_ = c;
      is_ = string::begun;
    }
    if (opens_python(c)) ++depth_;
    return closes_python(c) && --depth_ == 0 ? ending::ended_after : ending::unfinished;
  }

 private:
  enum class string : std::uint8_t { begun, doubled, single, triple };

  // False: the byte is not part of the string.
  bool in_string(char c) {
    if (is_ == string::begun && c == quote_) return is_ = string::doubled, true;
    if (is_ == string::doubled) {
      closing_ = 0;
      return is_ = string::triple, c == quote_;
    }
    if (is_ == string::begun) is_ = string::single;
    if (escaped_ || c == '\\') {
      escaped_ = !escaped_;
      closing_ = 0;
      return true;
    }
    closing_ = c == quote_ ? closing_ + 1 : 0;
    if (closing_ == (is_ == string::triple ? 3 : 1)) quote_ = 0, closing_ = 0;
    return true;
  }

  std::uint32_t depth_ = 0;
  string is_ = string::begun;
  std::uint8_t closing_ = 0;  // quotes in a row
  char quote_ = 0;            // of the string that is open
  bool escaped_ = false;      // after a backslash
};

}  // namespace toolcall::engine
