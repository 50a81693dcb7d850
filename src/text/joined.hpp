// Words as one text.

#pragma once

#include <string>
#include <string_view>

namespace toolcall {

// With `between` between them.
template <typename Words>
std::string joined(const Words& words, std::string_view between) {
  std::string all;
  for (const auto& word : words) (all += all.empty() ? std::string_view() : between) += word;
  return all;
}

}  // namespace toolcall
