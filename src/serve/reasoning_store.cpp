// Keys are digests, so that neither keys of clients nor words of users are held twice.

#include "serve/reasoning_store.hpp"

#include <openssl/sha.h>
#include <utility>

#include <nlohmann/json.hpp>

#include "serve/chat_request.hpp"

namespace toolcall::serve {

namespace {

constexpr std::size_t cost_of_entry = 256;  // bytes, beside the reasoning: its key twice, and its places

// Parts with their sizes, so that no two lists of parts give the same bytes.
std::string digest(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) (all += std::to_string(part.size()) += ':') += part;
  std::string made(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(all.data()), all.size(), reinterpret_cast<unsigned char*>(made.data()));
  return made;
}

// Clients read arguments and write them again: blanks and the order of members do not count.
std::string canonical(const std::string& arguments) {
  const auto read = read_request(arguments);
  return read ? nlohmann::json(*read).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) : arguments;
}

answer_call call_of(const request_json& call) {
  answer_call made;
  made.id = text_of(call, "id");
  const request_json* const function = member(call, "function");
  if (function == nullptr || !function->is_object()) return made;
  made.name = text_of(*function, "name");
  const request_json* const arguments = member(*function, "arguments");
  if (arguments != nullptr)
    made.arguments = arguments->is_string() ? arguments->get<std::string>() : to_text(*arguments);
  return made;
}

// Whether the client has sent it, also within the text.
bool has_reasoning(const request_json& message) {
  for (const char* const name : {"reasoning_content", "reasoning", "reasoning_details", "thinking"})
    if (const request_json* const value = member(message, name);
        value != nullptr && !value->empty() && *value != request_json(""))
      return true;
  return text_of(message, "content").find("</think>") != std::string::npos;
}

}  // namespace

void reasoning_store::keep(const std::string& key, std::string reasoning) {
  const std::size_t cost = reasoning.size() + cost_of_entry;
  if (reasoning.empty() || cost > most_) return;
  const std::lock_guard hold(mutex_);
  if (const auto same = by_key_.find(key); same != by_key_.end()) {
    entries_.splice(entries_.end(), entries_, same->second);
    forget_last();
  }
  while (held_ + cost > most_) forget_last();
  held_ += cost;
  entries_.push_front({key, std::move(reasoning)});
  by_key_[key] = entries_.begin();
}

std::string reasoning_store::find(const std::string& key) {
  const std::lock_guard hold(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return {};
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->reasoning;
}

void reasoning_store::forget_last() {
  held_ -= entries_.back().reasoning.size() + cost_of_entry;
  by_key_.erase(entries_.back().key);
  entries_.pop_back();
}

std::string conversation_of(std::string_view client_key, const request_json& chat_request) {
  std::string words;
  if (const request_json* const messages = member(chat_request, "messages"); messages && messages->is_array())
    for (const request_json& message : *messages) {
      if (!message.is_object() || text_of(message, "role") != "user") continue;
      if (const request_json* const content = member(message, "content")) words = to_text(*content);
      break;
    }
  return digest({client_key, words});
}

std::string reasoning_key(const std::string& conversation, const answer_call& call) {
  return digest({conversation, call.id, call.name, canonical(call.arguments)});
}

std::size_t restore_reasoning(request_json& chat_request, const std::string& conversation, reasoning_store& from) {
  std::size_t restored = 0;
  const auto messages = chat_request.find("messages");
  if (messages == chat_request.end() || !messages->is_array()) return restored;
  for (request_json& message : *messages) {
    if (!message.is_object() || text_of(message, "role") != "assistant" || has_reasoning(message)) continue;
    const request_json* const calls = member(message, "tool_calls");
    if (calls == nullptr || !calls->is_array()) continue;
    for (const request_json& call : *calls) {
      if (!call.is_object()) continue;
      std::string found = from.find(reasoning_key(conversation, call_of(call)));
      if (found.empty()) continue;
      message["reasoning_content"] = std::move(found);
      ++restored;
      break;
    }
  }
  return restored;
}

}  // namespace toolcall::serve
