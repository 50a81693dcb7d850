// What a page's front matter says of its calls.

#pragma once

#include <string_view>

namespace toolcall::events {

// What becomes of fields that stand in a call twice.
enum class repetition : unsigned char {
  first,     // told as they come: the first counts
  gathered,  // told whole: an array takes all of them, else the first counts
  joined,    // likewise, and strings are the lines of one
};

struct dialect_traits {
  std::string_view name;
  repetition repeats = repetition::first;
  bool whole() const { return repeats != repetition::first; }  // a call is told when it is complete
};

}  // namespace toolcall::events
