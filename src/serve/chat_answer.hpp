// The answer to a request of the chat interface.

#pragma once

#include <memory>

#include <toolcall/completion_rewriter.hpp>

#include "serve/answer.hpp"

namespace toolcall::serve {

// Throws setup_error as completion_rewriter does.
std::unique_ptr<answer> make_chat_answer(completion_rewriter::settings how);

}  // namespace toolcall::serve
