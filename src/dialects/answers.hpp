// What a server sent in place of a model's text: spec/shapes/answer.md.

#pragma once

#include <string_view>

namespace toolcall::events {

// Whether a message may be an answer that begins with this byte, blanks aside.
bool may_begin_answer(char first);

// The label of what a message with this head is; empty if it is not one.
std::string_view answer_label(std::string_view head);

}  // namespace toolcall::events
