// A transcript that providers refuse, made one that they accept: calls that stand in the text become calls, results
// find their calls, and each call has one result.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

enum class transcript_format : std::uint8_t {
  automatic,  // what the members of the messages show; openai where they are the same in all
  openai,     // messages of the chat completions
  responses,  // input items of the Responses
  anthropic,  // Messages
};

// As the flag --format has it.
constexpr std::string_view to_string(transcript_format value) noexcept {
  switch (value) {
    case transcript_format::automatic:
      return "auto";
    case transcript_format::openai:
      return "openai";
    case transcript_format::responses:
      return "responses";
    case transcript_format::anthropic:
      return "anthropic";
  }
  return {};
}

struct transcript_change {
  std::string code;     // what it is, such as leaked_call (docs/mend.md lists all)
  std::string pointer;  // a JSON Pointer into what was given; empty: all of it
  std::string message;  // one sentence
  bool made = true;     // false: found, and left as it was
};

struct mended_transcript {
  std::string json;          // the whole document; byte for byte what was given where nothing had to be changed
  transcript_format format;  // never automatic
  std::vector<transcript_change> changes;

  // Whether json is another text than what was given.
  [[nodiscard]] bool changed() const;
};

// `json` is a list of messages, or a request that has one under messages or input. Afterwards, in
//   openai     the ids of an assistant message's calls differ, and each is answered by one tool message before the next
//              message of another role;
//   anthropic  the ids of all calls differ, and their results stand first in the very next user message, one each;
//   responses  the ids of all calls differ, and each has one output, which stands behind it. Where the request goes on
//              from what the server keeps, outputs of calls that are not in it stay.
// Arguments are JSON objects, but for those of openai and responses that cannot be read and stay as they are. Mending
// what was mended changes nothing.
//
// `which` are the dialects of the calls in the text. `declared` are the tools of the request; where none are given,
// those that the request itself has. It depends only on its arguments. Views nothing of them afterwards.
//
// Throws setup_error, with a JSON Pointer, for what is no transcript: no UTF-8, no JSON, no list of objects with roles
// or types, members of two formats where none is said.
[[nodiscard]] mended_transcript mend(std::string_view json, const tools& declared = {},
                                     const dialect& which = dialect::automatic(),
                                     transcript_format format = transcript_format::automatic);

// {"format": …, "changed": …, "changes": [{"code", "pointer", "message", "made"}], "transcript": …}, on one line but
// for the transcript, which is as it stands in json.
[[nodiscard]] std::string to_json(const mended_transcript& mended);
// The changes alone, as they stand there.
[[nodiscard]] std::string to_json(const std::vector<transcript_change>& changes);

}  // namespace toolcall
