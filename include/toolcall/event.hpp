// What a parser emits, piece by piece, in the order of the text.

#pragma once

#include <cstdint>
#include <string_view>

#include <toolcall/typing_level.hpp>

namespace toolcall {

enum class event_type : std::uint8_t {
  text,             // visible text: `text`
  reasoning,        // reasoning: `text`
  markup,           // bytes outside of calls that are neither: markers, blanks between calls
  call_begin,       // a call: `name`, `id`, `dialect`
  arguments,        // the next piece of the call's arguments: `text`; the pieces join to one compact JSON object. Of a
                    // call that needs confirmation the last brace is not emitted
  call_end,         // the call is complete: `status`
  call_incomplete,  // the call was truncated, or cannot be read (`status`): `label` says why; what was emitted is no
                    // call, and nothing in its arguments is closed that the text left open
  call_refused,     // shaped like a call, but not acceptable: `name`, `label`; nothing else is emitted for it
  diagnostic,       // `label`, `text` (one sentence), `pointer`
};

// The word of an event in JSON, such as "call_begin".
constexpr std::string_view to_string(event_type value) noexcept {
  switch (value) {
    case event_type::text:
      return "text";
    case event_type::reasoning:
      return "reasoning";
    case event_type::markup:
      return "markup";
    case event_type::call_begin:
      return "call_begin";
    case event_type::arguments:
      return "arguments";
    case event_type::call_end:
      return "call_end";
    case event_type::call_incomplete:
      return "call_incomplete";
    case event_type::call_refused:
      return "call_refused";
    case event_type::diagnostic:
      return "diagnostic";
  }
  return {};
}

enum class call_status : std::uint8_t {
  complete,            // emitted whole, and the arguments fit the schema
  invalid,             // emitted whole, but the arguments violate the schema: diagnostics say how
  incomplete,          // truncated or broken after it began; not to be executed
  refused,             // shaped like a call, but not acceptable
  needs_confirmation,  // complete, but only the host can say whether it is made (policy::confirm)
};

// The word of a status in JSON, such as "complete".
constexpr std::string_view to_string(call_status value) noexcept {
  switch (value) {
    case call_status::complete:
      return "complete";
    case call_status::invalid:
      return "invalid";
    case call_status::incomplete:
      return "incomplete";
    case call_status::refused:
      return "refused";
    case call_status::needs_confirmation:
      return "needs_confirmation";
  }
  return {};
}

inline constexpr std::int64_t no_call = -1;

// The views of an event are valid until the next call of a non-const member of its parser.
struct event {
  event_type type = event_type::text;
  call_status status = call_status::complete;  // call_end, call_incomplete, call_refused
  std::int64_t call = no_call;                 // which call of the stream, from 0; failed ones are counted as well
  std::uint64_t begin = 0;                     // the bytes of the stream that this stands for,
  std::uint64_t end = 0;                       // [begin, end), counted from the first byte fed
  std::string_view text;                       // text, reasoning, arguments, diagnostic
  std::string_view name;                       // call_begin, call_incomplete, call_refused
  std::string_view id;                         // call_begin
  std::string_view dialect;                    // call_begin, call_refused, call_incomplete
  std::string_view label;                      // diagnostic, call_incomplete, call_refused
  std::string_view pointer;                    // diagnostic: a JSON Pointer (RFC 6901) into the call's arguments
  bool recovery = false;                       // diagnostic: the text was read other than as it stood
  typing_level level = typing_level::exact;    // diagnostic of a conversion: how sure it is,
  std::string_view code;                       // and what was done or is wrong: a word of spec/typing.md
};

}  // namespace toolcall
