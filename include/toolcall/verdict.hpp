// One word for a message: whether it has calls, and what became of those that it should have.
//
// It says nothing that the message does not: it is the statuses of its calls, the labels of its diagnostics and its
// finish reason, put together for a program that has to decide what to do next.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <toolcall/message.hpp>

namespace toolcall {

// Where several fit, the last of them stands.
enum class verdict_kind : std::uint8_t {
  without_call,       // text alone
  mentioned,          // there are calls in the text that are meant to be text, and a diagnostic reports one
  call,               // all calls were read as they stand
  call_with_repairs,  // likewise, but at least one of them was repaired
  leaked_call,        // a call was meant, but does not count: refused, broken, or not read for a reason that is said
  truncated,          // the text was cut off, in a call or before there was one
  made_up_result,     // the model went on as a tool or as another speaker; nothing from there on counts
};

// "no_call", "mentioned" and so on.
constexpr std::string_view to_string(verdict_kind value) noexcept {
  switch (value) {
    case verdict_kind::without_call:
      return "no_call";
    case verdict_kind::mentioned:
      return "mentioned";
    case verdict_kind::call:
      return "call";
    case verdict_kind::call_with_repairs:
      return "call_with_repairs";
    case verdict_kind::leaked_call:
      return "leaked_call";
    case verdict_kind::truncated:
      return "truncated";
    case verdict_kind::made_up_result:
      return "made_up_result";
  }
  return {};
}

struct verdict {
  verdict_kind kind = verdict_kind::without_call;
  std::string message;  // one sentence
};

// Of a message whose text has ended. Time proportional to its calls and diagnostics.
[[nodiscard]] verdict verdict_on(const message& m);

// Of a message as to_json(message) gives it, and other languages hand it around: its finish_reason, tool_calls and what
// stands under toolcall. Throws setup_error, with a JSON Pointer, for what is no such JSON.
[[nodiscard]] verdict verdict_on_json(std::string_view message);

// {"verdict": "call", "message": "There is a call of ping."}, on one line.
[[nodiscard]] std::string to_json(const verdict& v);

}  // namespace toolcall
