// JSON as JavaScript and Python would write it.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "typing/json.hpp"
#include "typing/repair.hpp"

namespace toolcall::typing {

// The text as strict JSON, its slips repaired where that is safe (repair.hpp), else nothing: a raw text need be no
// JSON.
std::optional<std::string> relaxed(std::string_view text);

// The JSON of a Python literal: strings of either quote, in threes too, with Python's escapes; signs and points of
// numbers; tuples, which are arrays. Strict JSON, or nothing where there is something else in the text.
std::optional<std::string> python_as_json(std::string_view text);

// JSON that may hold halves of surrogate pairs, with U+FFFD in their place.
std::string with_whole_pairs(std::string json);

// Reads what a model wrote as JSON: strictly, else repaired (repair.hpp). Where it is not strict, `respelled` keeps the
// text that the document views. False: it cannot be read.
bool read_loosely(std::string_view text, json::document& doc, std::string& respelled);
// Likewise, and says what was repaired. With `words`, words without quotes are read too: where they stand is noted.
struct loose_reading {
  repair_list repairs;
  std::vector<std::size_t> words;  // in `respelled`
};
bool read_loosely(std::string_view text, json::document& doc, std::string& respelled, loose_reading& how,
                  bool words = false);

}  // namespace toolcall::typing
