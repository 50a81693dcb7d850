// A name without the quotes that are stuck to it.

#pragma once

#include <algorithm>
#include <string_view>

namespace toolcall {

// Straight quotes, and those of print; blanks around them as well, if `blanks` says which. All of `name` where it is
// nothing else.
inline std::string_view without_quotes(std::string_view name, std::string_view blanks = {}) {
  constexpr std::string_view marks[] = {"\"",     "'",      "`",      "\u201C", "\u201D", "\u201E", "\u201F",
                                        "\u2018", "\u2019", "\u201A", "\u00AB", "\u00BB", "\uFF02", "\uFF07"};
  std::string_view rest = name;
  const auto taken_off = [&](bool front) {
    if (rest.empty()) return false;
    const bool blank = blanks.find(front ? rest.front() : rest.back()) != blanks.npos;
    const auto stands = [&](std::string_view mark) { return front ? rest.starts_with(mark) : rest.ends_with(mark); };
    const auto* const mark = std::find_if(std::begin(marks), std::end(marks), stands);
    if (!blank && mark == std::end(marks)) return false;
    const std::size_t size = blank ? 1 : mark->size();
    front ? rest.remove_prefix(size) : rest.remove_suffix(size);
    return true;
  };
  while (taken_off(true)) {
  }
  while (taken_off(false)) {
  }
  return rest.empty() ? name : rest;
}

}  // namespace toolcall
