// JSON for people.

#pragma once

#include <string>
#include <string_view>

namespace toolcall::cli {

// The same JSON over several lines, two blanks for each level, without a line end after it; with colours as a terminal
// has them. The text must be JSON without blanks between its tokens.
std::string pretty(std::string_view json, bool colours);

}  // namespace toolcall::cli
