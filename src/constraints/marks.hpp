// What of a text is a mark.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "text/ascii.hpp"

namespace toolcall::constraints {

constexpr std::string_view blanks = " \n\t\r";

inline std::string without_blanks_after(std::string text) {
  text.erase(text.find_last_not_of(blanks) + 1);
  return text;
}

// A text of blanks stays as it is: then they are the mark.
inline std::string without_blanks_before(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == text.npos ? text : text.substr(begin);
}

// Words are text; a mark has something else.
inline bool is_mark(const std::string& text) {
  constexpr std::string_view of_words = "_-. \n\t\r";
  return text.size() >= 2 && std::any_of(text.begin(), text.end(), [&](char c) {
           const bool is_word = ascii::is_letter(c) || ascii::is_digit(c) || of_words.find(c) != of_words.npos;
           return static_cast<unsigned char>(c) >= 0x80 || !is_word;
         });
}

}  // namespace toolcall::constraints
