// JSON as JavaScript and Python would write it.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "typing/json.hpp"

namespace toolcall::typing {

// Rewrites what every reader would take for the same value: quotes of the other kind, bare keys, True, False and None,
// comments, a comma before a closer, control characters in a string. The result still has to be read strictly; nothing
// means that the text has something else in it.
std::optional<std::string> relaxed(std::string_view text);

// The JSON of a Python literal: strings of either quote, in threes too, with Python's escapes; signs and points of
// numbers; tuples, which are arrays. Strict JSON, or nothing where there is something else in the text.
std::optional<std::string> python_as_json(std::string_view text);

// JSON that may hold halves of surrogate pairs, with U+FFFD in their place.
std::string with_whole_pairs(std::string json);

// Reads what a model wrote as JSON: strictly, else with its strings respelled (string_body.hpp), else relaxed. Where it
// is not strict, `respelled` keeps the text that the document views. False: it is none of these.
bool read_loosely(std::string_view text, json::document& doc, std::string& respelled);

}  // namespace toolcall::typing
