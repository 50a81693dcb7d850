// Bytes of a model's text as something that a terminal or a page can show and that cannot act on it.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolcall::cli {

struct shown {
  std::size_t bytes;      // of the text, at least one
  std::string as;         // itself, or what stands for it
  std::size_t columns;    // on a terminal
  bool replaced = false;  // it is not itself
};

// The next character of a text that is not empty. A control character becomes its picture; what is ill-formed, is no
// control of ASCII, turns the direction of writing or cannot be seen at all becomes an escape.
shown next_shown(std::string_view text);

// All of a text so.
std::string visible(std::string_view text);

}  // namespace toolcall::cli
