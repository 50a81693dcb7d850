// Requests of other interfaces as requests of the chat interface.

#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "serve/answer.hpp"
#include "serve/chat_request.hpp"

namespace toolcall::serve {

// What a client calls a tool that has another name, or is of another kind, in the chat interface.
struct tool_origin {
  std::string name, space;  // empty: it is in no namespace
  bool custom = false;      // takes text, not JSON
};

struct translated_request {
  request_json chat;
  request_json given;                          // as it came
  std::map<std::string, tool_origin> origins;  // of tools that differ, by their name upstream
};

// POST /v1/responses (platform.openai.com/docs/api-reference/responses).
std::variant<refusal, translated_request> read_responses_request(std::string_view body);
std::unique_ptr<answer> make_responses_answer(completion_rewriter::settings how, translated_request asked);

// POST /v1/messages (docs.anthropic.com/en/api/messages).
std::variant<refusal, translated_request> read_messages_request(std::string_view body);
std::unique_ptr<answer> make_messages_answer(completion_rewriter::settings how, translated_request asked);

}  // namespace toolcall::serve
