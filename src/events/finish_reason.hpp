// Why a text ended, in the words of any server.

#pragma once

#include <cstdint>
#include <string_view>

namespace toolcall::events {

enum class ending : std::uint8_t {
  natural,  // the model was done: "stop", "end_turn", "eos"; also where nothing is said
  length,   // it was cut off: "length", "max_tokens"
  other,    // "content_filter", "tool_calls" and what is not known
};

ending ending_of(std::string_view finish_reason);

}  // namespace toolcall::events
