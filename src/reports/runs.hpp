// Runs of letters and digits, and the words in them.
//
// A letter may be written as an escape of JSON or Python, \u00e9 or \xe9, and is the same letter. The byte behind any
// other backslash belongs to its escape.

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/letters.hpp"

namespace toolcall::reports {

struct unit {
  char32_t point;
  std::size_t begin, size;  // bytes of the text
  bool escaped;
};

using run = std::vector<unit>;
using part = std::span<const unit>;

void each_run(std::string_view text, const std::function<void(const run&)>& visit);

// The stretches of letters and those of digits of a run.
std::vector<part> groups_of(part of);
// Of letters: readFile is two words.
std::vector<part> words_of(part letters);
// In lower letters, as UTF-8.
std::string folded(part of);

}  // namespace toolcall::reports
