// Python literals, which some dialects have for values.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolcall::typing {

// The JSON of a Python literal: strings of either quote, in threes too, with Python's escapes; signs and points of
// numbers; tuples and sets, which are arrays. Strict JSON, or nothing where there is something else in the text.
std::optional<std::string> python_as_json(std::string_view text);

// Whether what is no literal is a damaged one: it begins with a quote, or with a bracket and its brackets and quotes do
// not match. Else it is text, such as a bare word, or a list of them.
bool is_torn_python(std::string_view text);

// The same of a literal in which there is a tuple or a set; nothing of any other.
std::optional<std::string> with_python_sequences(std::string_view text);

}  // namespace toolcall::typing
