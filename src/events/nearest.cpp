// The distance of two names is how many letters have to be put in, taken out, replaced, or swapped with the next one
// (optimal string alignment). One row at a time is kept, and the two before it.

#include "events/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "ascii.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t longest = 64;     // of names that are compared
constexpr std::size_t least_words = 4;  // bytes of a name that may be a part of another

std::string folded(std::string_view name) {
  std::string made;
  for (const char c : name) {
    const bool separator = std::string_view("-_. :/").find(c) != std::string_view::npos;
    if (separator && (made.empty() || made.back() == '_')) continue;
    made += separator ? '_' : ascii::lower(c);
  }
  return made;
}

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

// "weather" and "get_weather", "get_weather" and "server_get_weather".
bool is_part(const std::string& less, const std::string& more) {
  if (less.size() < least_words || less.size() >= more.size()) return false;
  const auto words = '_' + more + '_';
  return words.find('_' + less + '_') != words.npos;
}

}  // namespace

std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& known) {
  if (wrong.empty() || wrong.size() > longest) return {};
  const std::string asked = folded(wrong);
  std::string_view best;
  std::size_t least = longest;
  for (const std::string_view name : known) {
    if (name.size() > longest) continue;
    const std::string other = folded(name);
    const bool part = is_part(asked, other) || is_part(other, asked);
    const std::size_t far = part ? 1 : distance(asked, other);
    const std::size_t allowed = std::max(asked.size(), other.size()) / 3;
    if (far > std::max<std::size_t>(allowed, 1) || far >= least || far >= other.size()) continue;
    best = name;
    least = far;
  }
  return best;
}

}  // namespace toolcall::events
