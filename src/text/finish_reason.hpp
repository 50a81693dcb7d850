// Why a text ended, in the words of any server. OpenAI says "length", Anthropic "max_tokens", others write them large
// or longer.
//
// All of it is in this header, because grammarc asks for the words too and is not linked with the library.

#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "text/ascii.hpp"

namespace toolcall::events {

enum class ending : std::uint8_t {
  natural,  // the model was done: "stop", "end_turn", "eos"; also where nothing is said
  length,   // it was cut off: "length", "max_tokens"
  other,    // it was broken off by something else: "content_filter", "error"; or the word is not known
};

struct known_reason {
  std::string_view word;
  ending means;
  bool by_filter = false;  // the text was ended for what it says
};

inline constexpr known_reason finish_reasons[] = {
    {"stop", ending::natural},
    {"eos", ending::natural},
    {"eos_token", ending::natural},
    {"end_turn", ending::natural},
    {"tool_use", ending::natural},
    {"stop_sequence", ending::natural},
    {"tool_calls", ending::natural},
    {"function_call", ending::natural},
    {"tool_call", ending::natural},
    {"complete", ending::natural},
    {"completed", ending::natural},
    {"length", ending::length},
    {"max_tokens", ending::length},
    {"max_output_tokens", ending::length},
    {"model_length", ending::length},
    {"model_context_window_exceeded", ending::length},
    {"content_filter", ending::other, true},
    {"safety", ending::other, true},
    {"recitation", ending::other, true},
    {"refusal", ending::other, true},
    {"abort", ending::other},
    {"aborted", ending::other},
    {"cancel", ending::other},
    {"cancelled", ending::other},
    {"canceled", ending::other},
    {"incomplete", ending::other},
    {"timeout", ending::other},
    {"error", ending::other},
    {"time_limit", ending::other},
    {"network_error", ending::other},
    {"sensitive", ending::other, true},
    {"insufficient_system_resource", ending::other},
    {"blocklist", ending::other, true},
    {"prohibited_content", ending::other, true},
    {"spii", ending::other, true},
    {"malformed_function_call", ending::other},
};

// In any letter case, with any separators: MAX_TOKENS, max-tokens and maxTokens are one word.
inline const known_reason* find_reason(std::string_view finish_reason) {
  const auto found = std::find_if(
      std::begin(finish_reasons), std::end(finish_reasons),
      [word = ascii::folded(finish_reason)](const auto& each) { return ascii::folded(each.word) == word; });
  return found == std::end(finish_reasons) ? nullptr : found;
}

inline bool is_filter_reason(std::string_view finish_reason) {
  const known_reason* const found = find_reason(finish_reason);
  return found != nullptr && found->by_filter;
}

inline ending ending_of(std::string_view finish_reason) {
  if (finish_reason.empty()) return ending::natural;
  const known_reason* const found = find_reason(finish_reason);
  return found == nullptr ? ending::other : found->means;
}

// Whether the model had more to say. A word that is not known does not show that.
inline bool is_broken_off(std::string_view finish_reason) {
  const known_reason* const found = find_reason(finish_reason);
  return found != nullptr && found->means != ending::natural;
}

// Whether a page's example may name it. A parser takes any reason; in an example a word that is not known is a mistake.
inline bool is_known_reason(std::string_view finish_reason) {
  return find_reason(finish_reason) != nullptr;
}

inline std::string known_reasons() {
  std::string list;
  for (const known_reason& each : finish_reasons) list += (list.empty() ? "" : ", ") + std::string(each.word);
  return list;
}

// The finish reason of a message: a text that ended with calls ended because of them.
inline std::string message_reason(std::string_view given, bool called) {
  return given == "stop" && called ? "tool_calls" : std::string(given);
}

}  // namespace toolcall::events
