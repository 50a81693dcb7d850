// Keeps a few attempts of many. The one idea: how far an attempt came says how much it was meant.

#include "interpreter/failures.hpp"

#include <algorithm>
#include <iterator>

namespace toolcall::interpreter {

void attempts::add(std::size_t begin, const failures& farthest) {
  if (farthest.at() < begin + least_bytes || farthest.at() <= covered_) return;
  covered_ = farthest.at();
  ++found;
  all.push_back({begin, farthest});
  if (all.size() <= kept) return;
  const auto reach = [](const attempt& each) { return each.farthest.at() - each.begin; };
  all.erase(std::prev(std::min_element(all.rbegin(), all.rend(), [&](const attempt& a, const attempt& b) {
                        return reach(a) < reach(b);
                      }).base()));
}

}  // namespace toolcall::interpreter
