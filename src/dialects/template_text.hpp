// What a chat template may write, without running it.

#pragma once

#include <string>
#include <string_view>

namespace toolcall::events {

// The texts of a template in Jinja's or Go's language, one after the other. Where something is computed stands a NUL;
// so does one around a text of a statement, since it is not known where it is written. A variable that is set to a text
// is that text from there on.
std::string written_text(std::string_view source);

}  // namespace toolcall::events
