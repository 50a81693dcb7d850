// JSON as JavaScript and Python would write it.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolcall::typing {

// Rewrites what every reader would take for the same value: quotes of the other kind, bare keys, True, False and None,
// comments, a comma before a closer, control characters in a string. The result still has to be read strictly; nothing
// means that the text has something else in it.
std::optional<std::string> relaxed(std::string_view text);

}  // namespace toolcall::typing
