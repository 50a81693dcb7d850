// A Python string to a JSON string.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolcall::typing {

// Reads the string whose opening quote stands at `at`, appends it to `out` as JSON, and moves `at` after it. False: it
// is not closed, or an escape in it names a character.
bool take_python_string(std::string_view text, std::size_t& at, std::string& out);

}  // namespace toolcall::typing
