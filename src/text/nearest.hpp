// Which of the known names was most likely meant. It is only ever said, and never acted upon.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "text/ascii.hpp"
#include "text/edit_distance.hpp"

namespace toolcall {

namespace nearness {

constexpr std::size_t longest = 64;    // bytes of names that are compared
constexpr std::size_t least_part = 4;  // bytes of a name that may be a part of another

inline std::string folded(std::string_view name) {
  std::string made;
  for (const char c : name) {
    const bool separator = std::string_view("-_. :/").find(c) != std::string_view::npos;
    if (separator && (made.empty() || made.back() == '_')) continue;
    made += separator ? '_' : ascii::lower(c);
  }
  return made;
}

// "weather" and "get_weather", "get_weather" and "server_get_weather", "fahr" and "fahrenheit".
inline bool is_part(const std::string& less, const std::string& more) {
  if (less.size() < least_part || less.size() >= more.size()) return false;
  return more.starts_with(less) || ('_' + more + '_').find('_' + less + '_') != std::string::npos;
}

// How far two names may be apart that are near: a third of the longer one may differ.
inline std::size_t allowed(std::size_t one, std::size_t other) {
  return std::max<std::size_t>(1, std::max(one, other) / 3);
}

}  // namespace nearness

// The first of the nearest, or nothing where none is near: at most a third of the name may differ. Letter case and the
// signs between words do not count, and a name of which only the beginning or some of the words are there is near.
inline std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& known) {
  if (wrong.empty() || wrong.size() > nearness::longest) return {};
  const std::string asked = nearness::folded(wrong);
  std::string_view best;
  std::size_t least = nearness::longest;
  for (const std::string_view name : known) {
    if (name.size() > nearness::longest) continue;
    const std::string other = nearness::folded(name);
    const bool part = nearness::is_part(asked, other) || nearness::is_part(other, asked);
    const std::size_t far = part ? 1 : edit_distance(asked, other);
    if (far > nearness::allowed(asked.size(), other.size()) || far >= least || far >= other.size()) continue;
    best = name;
    least = far;
  }
  return best;
}

}  // namespace toolcall
