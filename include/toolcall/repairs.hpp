// What was repaired in the calls of a message, beside what exact reading alone gives: for a host that shows a call to
// somebody, or decides by rules of its own, before it is made.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

namespace toolcall {

// A recovery that a call needed.
struct repair {
  std::string label;    // a heading of spec/recovery.md
  std::string message;  // one sentence
  std::string pointer;  // into the call's arguments, if it concerns a value
  std::uint64_t begin = 0, end = 0;
  std::string before;                  // the bytes there, as the model wrote them; none where something is missing
  std::optional<std::string> after{};  // what was read in their place, where the label says that it is the tool's name
};

// What stands at the place of a call where nothing is repaired.
struct exact_reading {
  std::optional<call_status> status{};  // of the call; without one it is text
  std::string name, arguments;          // of a call that is complete or invalid
  std::uint64_t begin = 0, end = 0;     // its bytes, or those of the repaired call
  std::string label;                    // why there is no call, if that is known: a heading of spec/recovery.md,
  std::string message;                  // and one sentence in any case
};

struct repaired_call {
  std::int64_t call = no_call;  // its index in message::calls; no_call if it is incomplete
  std::string id, name, arguments;
  call_status status = call_status::complete;
  std::string dialect;
  std::uint64_t begin = 0, end = 0;
  std::string written{};  // these bytes, as the model wrote them
  exact_reading exact{};
  std::vector<repair> repairs{};  // in the order of the text
};

// Each call of a message that needed a recovery: complete, invalid, incomplete, or to be confirmed; in the order of the
// text. Not one that exact reading gives as well, as a call of another dialect, unless it is to be confirmed. `text` is
// what the message was read from, with these dialects, tools, options and prefill. It is read once more, with
// policy::native_only, if there is such a call. Throws setup_error as parser does.
[[nodiscard]] std::vector<repaired_call> repairs_of(std::string_view text, const message& read,
                                                    const dialect& which = dialect::automatic(),
                                                    const tools& declared = {}, const options& how = {},
                                                    std::string_view prefill = {});

// As one JSON object (docs/message.md).
[[nodiscard]] std::string to_json(const repaired_call& c);
// The message as to_json(message) gives it, with the list under toolcall.repairs.
[[nodiscard]] std::string to_json(const message& m, std::span<const repaired_call> repairs);

}  // namespace toolcall
