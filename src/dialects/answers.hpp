// What a server sent in place of a model's text: spec/shapes/answer.md.

#pragma once

#include <string_view>

namespace toolcall::events {

// Whether what a message begins with, blanks aside, may still be the beginning of what that page looks for.
bool may_begin_answer(std::string_view head);

// The label of what a message with this head is; empty if it is not one.
std::string_view answer_label(std::string_view head);

}  // namespace toolcall::events
