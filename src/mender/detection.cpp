// Each format has members that the others lack. A message that has none of them is the same in all, so it says nothing.

#include "mender/detection.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include <toolcall/error.hpp>

#include "mender/object_edit.hpp"

namespace toolcall::mender {

using typing::json::document;

namespace {

bool is_among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

transcript_format of_part(std::string_view type) {
  if (is_among(type, {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"}))
    return transcript_format::anthropic;
  if (is_among(type, {"input_text", "output_text", "input_image", "input_file"})) return transcript_format::responses;
  if (is_among(type, {"image_url", "input_audio"})) return transcript_format::openai;
  return transcript_format::automatic;
}

transcript_format of_item(const document& in, std::uint32_t item) {
  const auto has = [&](std::string_view key) { return in.member(item, key) != 0; };
  if (is_among(member_text(in, item, "role"), {"tool", "function"}) || has("tool_calls") || has("function_call"))
    return transcript_format::openai;
  if (!member_text(in, item, "type").empty()) return transcript_format::responses;
  const std::uint32_t content = in.member(item, "content");
  if (!is_list(in, content)) return transcript_format::automatic;
  for (const std::uint32_t each : items_of(in, content))
    if (const auto found = of_part(member_text(in, each, "type")); found != transcript_format::automatic) return found;
  return transcript_format::automatic;
}

std::string name_of(transcript_format format) {
  return format == transcript_format::openai      ? "OpenAI's chat completions"
         : format == transcript_format::responses ? "OpenAI's Responses"
                                                  : "Anthropic's Messages";
}

// Members that only one kind of request has.
transcript_format of_request(const document& in, std::uint32_t request) {
  if (!is_object(in, request)) return transcript_format::automatic;
  if (in.member(request, "messages") == 0) return transcript_format::responses;
  for (const char* const key : {"system", "anthropic_version", "stop_sequences"})
    if (in.member(request, key) != 0) return transcript_format::anthropic;
  return transcript_format::automatic;
}

}  // namespace

transcript_format detected(const document& in, std::uint32_t request, std::uint32_t list, const std::string& pointer) {
  transcript_format found = of_request(in, request);
  std::string place;
  std::size_t i = 0;
  for (const std::uint32_t item : items_of(in, list)) {
    const std::string here = pointer + "/" + std::to_string(i++);
    const transcript_format shown = is_object(in, item) ? of_item(in, item) : transcript_format::automatic;
    if (shown == transcript_format::automatic || shown == found) continue;
    if (found != transcript_format::automatic)
      throw setup_error(here, "is of " + name_of(shown) + ", and " + (place.empty() ? "the request" : place) + " of " +
                                  name_of(found) + "; say which is meant: openai, responses or anthropic");
    found = shown;
    place = here;
  }
  return found == transcript_format::automatic ? transcript_format::openai : found;
}

}  // namespace toolcall::mender
