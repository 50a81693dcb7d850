// Finish reasons by their meaning. OpenAI says "length", Anthropic "max_tokens", others write them large or longer.

#include "events/finish_reason.hpp"

#include <algorithm>
#include <iterator>

#include "ascii.hpp"

namespace toolcall::events {

ending ending_of(std::string_view finish_reason) {
  static constexpr std::string_view natural[] = {"",         "stop",          "eos",        "eos_token",    "end_turn",
                                                 "tool_use", "stop_sequence", "tool_calls", "function_call"};
  static constexpr std::string_view length[] = {"length", "max_tokens", "max_output_tokens", "model_length"};
  const auto is_one = [lower = ascii::lowered(finish_reason)](const auto& words) {
    return std::find(std::begin(words), std::end(words), lower) != std::end(words);
  };
  return is_one(natural) ? ending::natural : is_one(length) ? ending::length : ending::other;
}

}  // namespace toolcall::events
