// What a parser emits, as OpenAI's interface streams it: objects of the kind chat.completion.chunk.
//
// It is made for the clients that exist. Some lose a call without a role before it, others take a name in two pieces
// for two calls, others run a call although the message was cut off. All of them read these chunks alike.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/event.hpp>

namespace toolcall {

namespace events {
class openai_deltas;
}

enum class arguments_as : std::uint8_t {
  automatic,  // what the client's interface can bear: see arguments_for
  stream,  // as they are emitted. A call that breaks after it has begun stays there with arguments that are not closed
  complete,  // a call is one delta, written when it is complete. What breaks is never seen
};

// As the flag --arguments has it.
constexpr std::string_view to_string(arguments_as value) noexcept {
  switch (value) {
    case arguments_as::automatic:
      return "auto";
    case arguments_as::stream:
      return "stream";
    case arguments_as::complete:
      return "complete";
  }
  return {};
}

// What `wanted` is in an interface. One that marks a call's end (Responses, Messages) shows a call that broke off as
// one that is open, so its calls are streamed. A chunk of the chat interface has no such mark: clients take what is
// there when the message ends for the call, some of them after they have closed its JSON, so its calls come whole.
constexpr arguments_as arguments_for(arguments_as wanted, bool marks_end_of_calls) noexcept {
  if (wanted != arguments_as::automatic) return wanted;
  return marks_end_of_calls ? arguments_as::stream : arguments_as::complete;
}

// The chunks of one message. A value: it may be copied in mid-stream. It keeps nothing of what it has written, and with
// arguments_as::complete the arguments of the open call.
class openai_writer {
 public:
  // What is the same in every chunk; bytes that are not UTF-8 become U+FFFD.
  struct settings {
    std::string id;            // of the message, such as "chatcmpl-1"
    std::string model;         // its name
    std::int64_t created = 0;  // seconds since 1970 began, UTC
    arguments_as arguments = arguments_as::automatic;
  };
  explicit openai_writer(settings how);
  openai_writer(const openai_writer& other);
  openai_writer(openai_writer&& other) noexcept;
  openai_writer& operator=(const openai_writer& other);
  openai_writer& operator=(openai_writer&& other) noexcept;
  ~openai_writer();

  // The chunks for these events, which are what one call of parser::feed or parser::finish emitted, in their order.
  // Each is a JSON object without a line end. The first call also gives the chunk with the role, even if there
  // are no events. A call that needs confirmation is written as one that broke off: the host that confirms it makes
  // its chunk.
  std::vector<std::string> write(std::span<const event> events);

  // The last chunk, when all events are written. Its finish reason is in OpenAI's words: "tool_calls" where the model
  // came to its end and there is a complete or an invalid call, "stop" without such a call, "length" where the text was
  // cut off. What is neither ("content_filter") is left as it is. Whoever sends the chunks adds "data: [DONE]".
  std::vector<std::string> finish(std::string_view finish_reason = "stop");

 private:
  void add(std::vector<std::string>& to, std::string_view delta, std::string_view finish_reason) const;

  std::string head_;  // a chunk up to its delta
  std::unique_ptr<events::openai_deltas> deltas_;
};

}  // namespace toolcall
