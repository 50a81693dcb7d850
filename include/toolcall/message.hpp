// A message: all events of a stream, put together.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/event.hpp>

namespace toolcall {

struct tool_call {
  std::string id;
  std::string name;
  std::string arguments;  // one compact JSON object; bytes that are not UTF-8 stay in it as the model wrote them
  call_status status = call_status::complete;
  std::string dialect;
  std::uint64_t begin = 0, end = 0;  // bytes of the stream
  std::vector<std::string> repairs;  // the labels of the recoveries it needed
  call_channel channel = call_channel::text;
  call_evidence evidence = call_evidence::exact;
};

// Something that looks like a call and is not one: truncated, broken or not acceptable.
struct failed_call {
  std::string name;                  // empty if it broke before its name was complete
  std::string label;                 // why
  std::uint64_t begin = 0, end = 0;  // bytes of the stream
  std::string dialect{};             // by whose page it began
  std::string arguments{};  // of one that was cut off or broke, the beginning of its JSON as far as it was emitted: to
                            // be shown, and not to be executed
};

struct diagnostic {
  std::string label;
  std::string message;  // one sentence
  std::uint64_t begin = 0, end = 0;
  std::int64_t call = no_call;  // index in message::calls; no_call if it concerns none of them
  std::string pointer;          // into the call's arguments
  bool recovery = false;
  typing_level level = typing_level::exact;  // of a conversion,
  std::string code{};                        // and what was done or is wrong (spec/typing.md)
};

enum class message_part : std::uint8_t { text, reasoning, markup, call, refused };

// "text", "reasoning", "markup", "call" or "refused".
constexpr std::string_view to_string(message_part value) noexcept {
  switch (value) {
    case message_part::text:
      return "text";
    case message_part::reasoning:
      return "reasoning";
    case message_part::markup:
      return "markup";
    case message_part::call:
      return "call";
    case message_part::refused:
      return "refused";
  }
  return {};
}

struct part_span {
  message_part part;
  std::uint64_t begin, end;
};

struct message {
  std::string content;           // byte-exact; markup and reasoning removed
  std::string reasoning;         // byte-exact
  std::vector<tool_call> calls;  // complete and invalid ones, and those to confirm, in the order of the text
  std::vector<failed_call> incomplete;
  std::vector<failed_call> refused;
  std::vector<diagnostic> diagnostics;
  std::vector<part_span> spans;    // disjoint, ordered, and they cover the text: no byte is lost
  std::optional<std::string> raw;  // the text as it was fed, with options::keep_raw
  std::string finish_reason;       // as given to finish(), "tool_calls" where that was "stop" and there are calls

  // Whether anything needed a recovery: what a strict host checks.
  [[nodiscard]] bool recovered() const;

  // The host's answer to a call that needs confirmation: it is complete, or it is refused with the label "denied", and
  // no longer one of the calls. False if no call with this id needs it. Of a message without calls the finish reason
  // "tool_calls" becomes "stop".
  bool confirm(std::string_view id);
  bool deny(std::string_view id);

  // Adds an event.
  void add(const event& e);

 private:
  struct open_call {
    tool_call call;
    std::int64_t index = no_call;          // as events count
    std::vector<std::size_t> diagnostics;  // those that wait for its number
    std::vector<std::string> repairs;
  };
  void open(std::int64_t index);
  void add_span(message_part what, std::uint64_t begin, std::uint64_t end);
  void add_diagnostic(const event& e);
  void end_call(const event& e);
  void fail_call(const event& e);
  std::size_t waiting(std::string_view id) const;

  open_call open_;
  std::vector<std::int64_t> indices_;  // of calls, as events count
};

// The message as one JSON object (docs/message.md). Bytes that are not UTF-8 become U+FFFD, and the diagnostic
// invalid_utf8 says where.
[[nodiscard]] std::string to_json(const message& m);
// An event as one JSON object, without a line end.
[[nodiscard]] std::string to_json(const event& e);

}  // namespace toolcall
