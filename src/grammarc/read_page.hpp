// From the bytes of a page to its tree. Nothing here throws for what stands on a page: whatever is wrong becomes a
// problem that names the file, the line and the rule, says what stands there and what is allowed.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

struct problem {
  std::string file;
  std::size_t line = 0;
  std::string rule;  // empty where the problem is not in a rule
  std::string what;
  // Where that is written which makes it wrong, if it is known: a rule may be given it, or call it.
  struct source {
    std::string file;
    std::size_t line = 0;
    std::string rule, shown;
  };
  std::optional<source> because{};
};

// A recovery's diagnostic, declared by a heading of spec/recovery.md.
struct label {
  std::string name;
  std::string message;  // the first sentence under the heading
  // reported, incomplete, by finish reason, without fields, held, refused; or internal: no rule's own
  std::string consequence;
  bool concerns_field = false;    // its diagnostic points at the field before it
  std::string evidence{};         // what shows that there is a call which needs it: a word of call_evidence, or nothing
  bool concerns_no_call = false;  // no call can need it
  std::size_t line = 0;
};

// A problem as a line: file, line, rule and what is to be done.
std::string line_of(const problem& wrong);

page read_page(std::string_view file_name, std::string_view content, std::vector<problem>& problems);

std::vector<label> read_labels(std::string_view file_name, std::string_view content, std::vector<problem>& problems);

}  // namespace toolcall::grammarc
