// What is a mark in the bytes between the parts of a call.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/vocabulary.hpp"

namespace toolcall::grammarc {

// Tags from their < to their > or to what they name, keys of JSON with their quotes, and other words that have a letter
// and a sign. Punctuation alone, and words that any prose has, are not marks. A word that names a tool ends before the
// name.
std::vector<std::string> marks_in(std::string_view markup, const name_index& tools);

}  // namespace toolcall::grammarc
