// What a parser tells, as OpenAI's interface streams it: objects of the kind chat.completion.chunk.
//
// It is made for clients as they are. Some lose a call without a role before it, others take a name in two pieces for
// two calls, others run a call although the message was cut off; what is written here, all of them read alike.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/event.hpp>

namespace toolcall {

enum class arguments_as : std::uint8_t {
  stream,    // as they are told. A call that breaks after it has begun stays there with arguments that are not closed
  complete,  // a call is one delta, written when it is complete. What breaks is never seen
};

// The chunks of one message. A value: it may be copied in mid-stream. It keeps nothing of what it has written, and with
// arguments_as::complete the arguments of the open call.
class openai_writer {
 public:
  // What is the same in every chunk; bytes that are not UTF-8 become U+FFFD.
  struct settings {
    std::string id;            // of the message, such as "chatcmpl-1"
    std::string model;         // its name
    std::int64_t created = 0;  // seconds since 1970 began, UTC
    arguments_as arguments = arguments_as::stream;
  };
  explicit openai_writer(settings how);

  // The chunks for these events, which are what one call of parser::feed or parser::finish told, in their order. Each
  // is a JSON object without a line end. The first call also gives the chunk with the role, if there is no event too.
  std::vector<std::string> write(std::span<const event> events);

  // The last chunk, when all events are written. Its finish reason is in OpenAI's words: "tool_calls" where the model
  // came to its end and there is a complete or an invalid call, "stop" where there is none, "length" where the text was
  // cut off. What is neither ("content_filter") is left as it is. "data: [DONE]" is for who sends the chunks.
  std::vector<std::string> finish(std::string_view finish_reason = "stop");

 private:
  void add(std::vector<std::string>& to, const std::string& delta, std::string_view finish_reason = {}) const;
  void begin(std::vector<std::string>& to);
  void begin_call(std::vector<std::string>& to, const event& e);
  void end_call(std::vector<std::string>& to);

  std::string head_;  // a chunk up to its delta
  arguments_as mode_;
  bool begun_ = false;
  bool finished_ = false;
  bool called_ = false;
  std::int64_t calls_ = 0;             // written, or begun to be; the open one is the last of them
  std::string id_, name_, arguments_;  // of the open call, where it is written when it is complete
};

}  // namespace toolcall
