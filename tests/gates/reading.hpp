// A text read to its end: the message, and the places of its values in the text.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

#include "spec/example.hpp"

namespace toolcall::tests {

message read_all(const example& of, const dialect& which, std::string_view text, std::string_view reason);

// A part of a call in the text.
struct written_value {
  std::string name;  // of the field; of the rule that cut the value out: invoke_field.parameter
  std::uint64_t begin = 0, end = 0;
};

// Gathered from the trace. It is for diagnostic bytes in the text, not for judging what was read. It must outlive the
// parsers that report to it, and must not move.
class value_places {
 public:
  trace_sink sink() { return {&value_places::take, this}; }

  // Each field of the calls, with the bytes that it was read from.
  const std::vector<written_value>& fields() const { return fields_; }
  // Each value as a rule cut it out: of a value in parts, its parts.
  const std::vector<written_value>& cut_out() const { return cut_out_; }
  // The field of this name in a call, or null.
  const written_value* find(const tool_call& of, std::string_view name) const;

  struct mark {
    std::size_t fields, cut_out;
  };
  mark here() const { return {fields_.size(), cut_out_.size()}; }
  // Forgets what came since: a copy of a parser reports to the same object.
  void back_to(mark then);

 private:
  static void take(void* self, const trace_entry& entry);

  std::vector<written_value> fields_, cut_out_;
};

}  // namespace toolcall::tests
