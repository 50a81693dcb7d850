// What the correction says of one call: a line for each of its problems.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/message.hpp>
#include <toolcall/tools.hpp>

namespace toolcall::events {

// A call of the text that cannot be executed.
struct rejected_call {
  std::string_view name;
  std::string_view label;  // why it is not a call; empty for one that is surfaced
  std::uint64_t begin = 0, end = 0;
  std::int64_t call = no_call;  // its index in message::calls
  bool refused = false;
  bool unknown = false;  // no tool has its name
};

// The same problem is said once, and no more than the first few. `text` is the model's, or empty.
std::vector<std::string> lines_about(const rejected_call& of, const message& m, const tools& declared,
                                     std::string_view text);

// A name for a line: as it stands where it could be a tool's, quoted where it could not, cut short.
std::string shown_name(std::string_view name);

}  // namespace toolcall::events
