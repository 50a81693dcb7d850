// Which bytes of a message's text are quoted: in a code fence, between backticks, in a line that begins with >,
// or in code that is indented between two paragraphs.

#pragma once

#include <string_view>
#include <vector>

#include <toolcall/message.hpp>

namespace toolcall::tests {

// By byte. Calls are skipped. A backtick without a closing one on its line quotes nothing.
std::vector<bool> quoted_bytes(std::string_view text, const message& of);

}  // namespace toolcall::tests
