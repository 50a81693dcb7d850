// Finds out what server the upstream is, and how its prompts end.

#pragma once

#include <functional>

#include "serve/state.hpp"

namespace toolcall::serve {

// Whether something is still to be found out.
bool is_unknown(const server_state& shared);

// Asks one path after the other that only one kind of server has, and notes the profile that fits, or generic where
// none does; then for the template, where the profile says that the server tells it. Where the upstream cannot be
// reached, or is not ready, both stay unknown. Then calls `done`.
void detect_profile(event_loop& loop, server_state& shared, std::function<void()> done);

}  // namespace toolcall::serve
