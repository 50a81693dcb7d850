// The words that mean something to a reader of calls.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/redactor.hpp"

namespace toolcall::reports {

// The words of all marks of all dialects, and those that are values by themselves.
word_set words_of_marks();

// What of `text` may stay where other words would be read otherwise, one set after the other: its shortest words, each
// of those that are spelled nearly like one that stays, all of both.
std::vector<std::vector<std::string>> words_near(std::string_view text, const word_set& stay);

}  // namespace toolcall::reports
