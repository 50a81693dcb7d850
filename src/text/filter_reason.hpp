// Finish reasons of a text that was ended for what it says, and not for how long it is or because something failed.

#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "text/ascii.hpp"

namespace toolcall::events {

inline constexpr std::string_view filter_reasons[] = {"content_filter", "safety",    "recitation",         "refusal",
                                                      "sensitive",      "blocklist", "prohibited_content", "spii"};

// In any letter case, with any separators.
inline bool is_filter_reason(std::string_view finish_reason) {
  return std::any_of(std::begin(filter_reasons), std::end(filter_reasons),
                     [word = ascii::folded(finish_reason)](auto each) { return ascii::folded(each) == word; });
}

}  // namespace toolcall::events
