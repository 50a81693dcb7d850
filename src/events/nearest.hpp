// Which of the known names was most likely meant. It is only ever said, and never acted upon.

#pragma once

#include <string_view>
#include <vector>

namespace toolcall::events {

// The first of the nearest, or nothing where none is near. Letter case and the signs between words do not count, and a
// name that lacks the words before or behind is near.
std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& known);

}  // namespace toolcall::events
