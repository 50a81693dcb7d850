// A text as it was read, and where two readings differ.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/message.hpp>
#include <toolcall/report.hpp>
#include <toolcall/tools.hpp>

#include "reports/redactor.hpp"

namespace toolcall::reports {

struct reading {
  message found;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> names, keys;  // bytes of the text
  std::vector<std::string> trace;                                    // lines
};

reading read(std::string_view text, const dialect& which, const tools& declared, std::string_view finish_reason);

// The words of keys, and of names if these stay, as they stand in the text and as they were read.
void add_read_words(const reading& of, std::string_view text, bool names, word_set& to);

struct difference {
  std::string what;  // for a sentence
  std::uint64_t begin, end;
};

// The first difference that is more than other words. `by` made one text of the other.
std::optional<difference> difference_of(const message& was, const message& is, redactor& by);

}  // namespace toolcall::reports
