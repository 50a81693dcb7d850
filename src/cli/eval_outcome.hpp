// What became of an output, and whose doing it is.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toolcall/message.hpp>

#include "cli/eval_expected.hpp"

namespace toolcall::cli {

enum class outcome : std::uint8_t {
  right,      // the calls that were expected, read as they stand; or none, where none was
  repaired,   // the same, and at least one needed a repair
  wrong,      // the model wrote other calls, or none
  lost,       // the text has the calls, and they were not read, or were changed
  truncated,  // the text was cut off
  unasked,    // there is a call where none was expected
};

// In JSON.
constexpr std::string_view to_string(outcome value) noexcept {
  switch (value) {
    case outcome::right:
      return "right_as_written";
    case outcome::repaired:
      return "right_after_repair";
    case outcome::wrong:
      return "wrong_by_model";
    case outcome::lost:
      return "lost_by_parser";
    case outcome::truncated:
      return "truncated";
    case outcome::unasked:
      return "called_unasked";
  }
  return {};
}

inline constexpr std::size_t outcome_count = 6;

struct outcome_counts {
  std::array<std::uint64_t, outcome_count> of{};
  void add(outcome one) { ++of[static_cast<std::size_t>(one)]; }
  std::uint64_t all() const;
};

// `text`: all that the model wrote.
outcome judged(const expectation& right, const message& m, std::string_view text);

// Of the calls that another parser made of a text, where `own` is what became of it here.
outcome judged(const expectation& right, const std::vector<tool_call>& calls, outcome own);

// An output, and what became of it by each parser.
struct judged_output {
  std::string id;  // as JSON
  std::string model;
  std::uint64_t line;
  std::vector<outcome> by;  // this library, then the others
};

struct evaluation {
  std::vector<std::string> parsers;  // their names, this library first
  std::vector<outcome_counts> totals;
  std::map<std::string, outcome_counts> models, dialects, labels;
  std::vector<judged_output> not_right;
  std::uint64_t outputs = 0;

  void add(judged_output one, const message& m);

  std::string to_table() const;
  std::string to_json() const;
  std::string to_html() const;
};

}  // namespace toolcall::cli
