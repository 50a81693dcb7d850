#include "constraints/writers.hpp"

namespace toolcall::constraints {

std::string in_quotes(std::string_view text, std::string_view control) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string made = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (made += '\\') += c;
    else if (c == '\n')
      made += "\\n";
    else if (byte < 0x20 || byte == 0x7F)
      ((made += control) += digits[byte >> 4U]) += digits[byte & 15U];
    else
      made += c;
  }
  return made + '"';
}

std::string quantifier(std::size_t least, std::size_t most) {
  if (least == 0 && most == 1) return "?";
  if (most == unbounded && least < 2) return least == 0 ? "*" : "+";
  return "{" + std::to_string(least) + "," + (most == unbounded ? "" : std::to_string(most)) + "}";
}

}  // namespace toolcall::constraints
