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

// Where a call stands.
enum class call_channel : std::uint8_t {
  text,       // in the visible text
  reasoning,  // in the reasoning, which it ends
  upstream,   // in no text: the server has read it (completion_rewriter.hpp)
};

// The word of a channel in JSON.
constexpr std::string_view to_string(call_channel value) noexcept {
  switch (value) {
    case call_channel::text:
      return "text";
    case call_channel::reasoning:
      return "reasoning";
    case call_channel::upstream:
      return "upstream";
  }
  return {};
}

// What shows that it is a call. Where several fit, the last of them stands.
enum class call_evidence : std::uint8_t {
  exact,           // it is written as its dialect's page says; values in it may have been repaired
  damaged_marks,   // its marks, or those around it, had to be repaired
  general_reader,  // it is written as by no dialect in use (policy::evidence)
  forced_choice,   // nothing but the tool choice, for it is JSON without marks
};

// The word of an evidence in JSON, in spec/recovery.md and in policy::confirm.
constexpr std::string_view to_string(call_evidence value) noexcept {
  switch (value) {
    case call_evidence::exact:
      return "exact";
    case call_evidence::damaged_marks:
      return "damaged_marks";
    case call_evidence::general_reader:
      return "general_reader";
    case call_evidence::forced_choice:
      return "forced_choice";
  }
  return {};
}

inline constexpr std::int64_t no_call = -1;

// The views of an event are valid until the next call of a non-const member of its parser.
struct event {
  event_type type = event_type::text;
  call_status status = call_status::complete;     // call_end, call_incomplete, call_refused
  std::int64_t call = no_call;                    // which call of the stream, from 0; failed ones are counted as well
  std::uint64_t begin = 0;                        // the bytes of the stream that this stands for,
  std::uint64_t end = 0;                          // [begin, end), counted from the first byte fed
  std::string_view text;                          // text, reasoning, arguments, diagnostic
  std::string_view name;                          // call_begin, call_incomplete, call_refused
  std::string_view id;                            // call_begin
  std::string_view dialect;                       // call_begin, call_refused, call_incomplete
  std::string_view label;                         // diagnostic, call_incomplete, call_refused; call_end: the recovery
                                                  // around it because of which it waits, or has its evidence
  std::string_view pointer;                       // diagnostic: a JSON Pointer (RFC 6901) into the call's arguments
  bool recovery = false;                          // diagnostic: the text was read other than as it stood
  typing_level level = typing_level::exact;       // diagnostic of a conversion: how sure it is,
  std::string_view code;                          // and what was done or is wrong: a word of spec/typing.md
  call_channel channel = call_channel::text;      // call_end; of the server's own calls however they end
  call_evidence evidence = call_evidence::exact;  // call_end
};

}  // namespace toolcall
