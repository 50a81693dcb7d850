// The words of an enumeration, which its to_string says. Its values count from 0, and beyond the last one to_string
// says nothing: so a list of the values, or of the words, is kept nowhere else.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall {

template <typename Enum>
constexpr std::size_t count_of_words() {
  std::size_t count = 0;
  while (!to_string(static_cast<Enum>(count)).empty()) ++count;
  return count;
}

template <typename Enum>
constexpr std::optional<Enum> value_of(std::string_view word) {
  for (std::size_t i = 0; i < count_of_words<Enum>(); ++i)
    if (to_string(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  return std::nullopt;
}

template <typename Enum>
std::vector<std::string> words_of() {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count_of_words<Enum>(); ++i) all.emplace_back(to_string(static_cast<Enum>(i)));
  return all;
}

// "a|b|c"; of all values, or of the first of them.
template <typename Enum, std::size_t count = count_of_words<Enum>()>
struct joined_words {
  static constexpr std::size_t size = [] {
    std::size_t all = count - 1;
    for (std::size_t i = 0; i < count; ++i) all += to_string(static_cast<Enum>(i)).size();
    return all;
  }();
  static constexpr std::array<char, size> bytes = [] {
    std::array<char, size> all{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) all[at++] = '|';
      for (const char c : to_string(static_cast<Enum>(i))) all[at++] = c;
    }
    return all;
  }();
  static constexpr std::string_view text{bytes.data(), size};
};

}  // namespace toolcall
