// The parts of a list that a sign separates.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace toolcall {

// visit(part) for each, also for empty ones, so at least once.
template <typename Visit>
void each_part(std::string_view list, char separator, const Visit& visit) {
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t end = std::min(list.find(separator, from), list.size());
    visit(list.substr(from, end - from));
    from = end + 1;
  }
}

inline std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  each_part(list, separator, [&](std::string_view part) { parts.push_back(part); });
  return parts;
}

}  // namespace toolcall
