// Finds out what server the upstream is.

#pragma once

#include <functional>

#include "serve/state.hpp"

namespace toolcall::serve {

// Asks one path after the other that only one kind of server has, and notes the profile that fits, or generic where
// none does. Where the upstream cannot be reached it stays unknown. Then calls `done`.
void detect_profile(event_loop& loop, server_state& shared, std::function<void()> done);

}  // namespace toolcall::serve
