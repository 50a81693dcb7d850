// Requests of other interfaces as requests of the chat interface.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

// Why a request is no request: a member, such as messages[2].content, and what it must be.
refusal wrong_member(std::string member, std::string_view must_be);
// The place of an item in a list, in these words.
std::string item_of(const std::string& list, std::size_t at);
// Whether `of` is text, or a list of objects.
bool is_content(const request_json& of);
// The first of these members that is no string, or empty.
std::optional<refusal> lacks(const request_json& of, std::initializer_list<const char*> members,
                             const std::string& place);

// POST /v1/responses (platform.openai.com/docs/api-reference/responses).
std::variant<refusal, translated_request> read_responses_request(std::string_view body);
std::unique_ptr<answer> make_responses_answer(completion_rewriter::settings how, translated_request asked);

// POST /v1/messages (docs.anthropic.com/en/api/messages).
std::variant<refusal, translated_request> read_messages_request(std::string_view body);
std::unique_ptr<answer> make_messages_answer(completion_rewriter::settings how, translated_request asked);

}  // namespace toolcall::serve
