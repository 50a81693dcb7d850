// JSON as models write it: strict, or repaired.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "typing/json.hpp"
#include "typing/repair.hpp"

namespace toolcall::typing {

// The text as strict JSON, its defects repaired where that is safe (repair.hpp), else nothing: a raw text need be no
// JSON.
std::optional<std::string> as_strict_json(std::string_view text);

// The text with its escapes read as those of a JSON string, if it has quotes and all of them are escaped: JSON that was
// escaped once more than it should be, without the quotes around it.
std::optional<std::string> with_quotes_unescaped(std::string_view text);

// JSON that may hold halves of surrogate pairs, with U+FFFD in their place.
std::string with_whole_pairs(std::string json);

// Reads what a model wrote as JSON: strictly, else repaired (repair.hpp). Where it is not strict, `rewritten` keeps the
// text that the document views. False: it cannot be read.
bool read_loose_json(std::string_view text, json::document& doc, std::string& rewritten);
// Likewise, and says what was repaired. With `words`, words without quotes are read too: where they stand is noted.
struct loose_reading {
  repair_list repairs;
  std::vector<std::size_t> words;  // in `rewritten`
  std::vector<respelled_number> numbers;
};
bool read_loose_json(std::string_view text, json::document& doc, std::string& rewritten, loose_reading& how,
                     bool words = false);

}  // namespace toolcall::typing
