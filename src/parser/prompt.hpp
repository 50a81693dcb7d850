// The prompt's tail: what of it belongs to the message that the model goes on with.

#pragma once

#include <string_view>

#include <toolcall/parser.hpp>
#include <toolcall/tools.hpp>

#include "dialects/compiled_dialects.hpp"

namespace toolcall::events {

// The end of the tail that the message is read from: a call, reasoning or quotation that the tail leaves open, the
// opener that it breaks off in, or what a dialect's page says that the prompt may end with. Otherwise it is empty: all
// of the tail belongs to earlier turns, and the message begins after it.
std::string_view message_in_prompt(std::string_view tail, const compiled_dialects& dialects, const tools& declared,
                                   const options& how);

}  // namespace toolcall::events
