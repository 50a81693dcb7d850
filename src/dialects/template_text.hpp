// What a chat template may write, without running it.

#pragma once

#include <string>
#include <string_view>

namespace toolcall::events {

// The texts of a template in Jinja's or Go's language, one after the other. Where something is computed stands a NUL;
// so does one around a text of a statement, since it is not known where it is written. A variable that is set to a text
// is that text from there on. Where the list of tools is printed stands `listed`, in place of all that a loop over it
// writes: it is what the model reads, and not what it writes. Where a loop over the messages begins, and where it ends,
// stands `turns`: what is written outside is said to the model, and may be an example that no turn looks like.
std::string written_text(std::string_view source);

constexpr char computed = '\0', listed = '\1', turns = '\2';

}  // namespace toolcall::events
