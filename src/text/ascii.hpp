// Letters and digits as protocols and markers have them: ASCII, whatever the locale.

#pragma once

#include <string>
#include <string_view>

namespace toolcall::ascii {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
// Whether it holds nothing but blanks and line breaks.
inline bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}
// What a hexadecimal digit says, or -1.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  return lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10 : -1;
}

inline std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

// A name without letter case and separators.
inline std::string folded(std::string_view name) {
  std::string out = lowered(name);
  std::erase_if(out, [](char c) { return std::string_view("_-. \t\r\n").find(c) != std::string_view::npos; });
  return out;
}

}  // namespace toolcall::ascii
