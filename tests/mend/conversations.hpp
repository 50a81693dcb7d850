// Conversations in short, and what is checked of each that was mended.

#pragma once

#include <string>
#include <vector>

#include <toolcall/mend.hpp>

#include "catch.hpp"
#include "mend/pairing_check.hpp"

namespace mend_test {

using toolcall::mended_transcript;
using toolcall::transcript_format;

inline mended_transcript mended(const std::string& text, transcript_format format = transcript_format::automatic) {
  static const toolcall::tools declared = toolcall::tools::from_json(
      R"([{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}},)"
      R"({"name": "ping", "parameters": {"type": "object", "properties": {}}}])");
  return toolcall::mend(text, declared, toolcall::dialect::automatic(), format);
}

// The codes of the changes, in order, with their pointers.
inline std::string changes_of(const mended_transcript& made) {
  std::string all;
  for (const toolcall::transcript_change& each : made.changes)
    all += (all.empty() ? "" : " ") + each.code + (each.made ? "" : "?") + "@" + each.pointer;
  return all;
}

// A conversation of OpenAI's with these messages of the assistant and the tools in it.
inline std::string chat(const std::string& middle) {
  return R"([{"role": "user", "content": "Hi"}, )" + middle + R"(, {"role": "user", "content": "Bye"}])";
}

inline void check_chat(const std::string& middle, const std::string& changes, const std::string& expected) {
  INFO(middle);
  const mended_transcript made = mended(chat(middle), transcript_format::openai);
  CHECK(changes_of(made) == changes);
  CHECK(made.json == chat(expected));
  CHECK(problems_of_chat(json::parse(made.json)) == std::vector<std::string>());
  CHECK_FALSE(mended(made.json, transcript_format::openai).changed());
}

inline std::string called(const std::string& id, const std::string& arguments = "{}") {
  return R"({"id": ")" + id + R"(", "type": "function", "function": {"name": "ping", "arguments": ")" + arguments +
         R"("}})";
}
inline std::string asked(const std::string& calls) {
  return R"({"role": "assistant", "content": null, "tool_calls": [)" + calls + "]}";
}
inline std::string answered(const std::string& id, const std::string& content = "ok") {
  return R"({"role": "tool", "tool_call_id": ")" + id + R"(", "content": ")" + content + R"("})";
}

inline constexpr const char* none = "No result was recorded for this call.";
inline constexpr const char* first_id = "call_rUyMNAmnOSYXxNfnwaIJg5yO";

}  // namespace mend_test
