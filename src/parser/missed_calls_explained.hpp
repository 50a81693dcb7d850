// Why a message has no call: what was noted in it, read again under the one condition that would make a call of it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

#include "dialects/compiled_dialects.hpp"
#include "parser/missed_calls.hpp"

namespace toolcall::events {

// How the message was read.
struct read_context {
  const compiled_dialects* dialects;
  const tools* offered;
  const options* how;
  std::string_view reason;
};

// A diagnostic of the message as a whole.
struct message_diagnostic {
  std::string_view label;
  std::string message;       // empty: what the label says
  std::uint64_t begin, end;  // in the stream, as missed_calls has it
};

// Each label once, in the order of the text.
std::vector<message_diagnostic> explain_missed_calls(const missed_calls& missed, const read_context& context);

}  // namespace toolcall::events
