// What the head of a message may show: that a server sent it in place of a model's text, or that a call lacks its
// beginning. The rules are those of spec/shapes/message_head.md.

#pragma once

#include <string_view>

#include "dialects/compiled_dialects.hpp"

namespace toolcall::events {

// Whether what a message begins with, blanks aside, may still become a head that one of these rules reads.
bool may_become_known_head(std::string_view head);

// The label of the rule that reads this head; without a name if none does.
label_meaning label_of_head(std::string_view head);

}  // namespace toolcall::events
