// What is asked of the upstream for a request, and the reader of its answer.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "serve/answer.hpp"
#include "serve/http.hpp"
#include "serve/state.hpp"
#include "serve/upstream_call.hpp"

namespace toolcall::serve {

struct plan {
  upstream_request request;
  std::unique_ptr<serve::answer> answer;  // null: it passes as it comes
  std::string model, profile;
  bool streamed = false;
  bool muted = false;
  bool forced = false;  // the request forces a call
  std::string note;     // for the header x-toolcall; empty: no header
};

std::variant<refusal, plan> make_plan(server_state& shared, const request_head& head, const std::string& body);

// Refuses a body that would have to be decompressed to be read.
std::optional<refusal> check_readable(const request_head& head);

// The head of a request of another interface, for the chat interface.
request_head chat_head(const request_head& from, std::string target);

// The target and the fields of a request as the upstream gets them; `rewritten`: its answer must be readable.
request_head upstream_head(const server_state& shared, const request_head& from, std::size_t body_size, bool rewritten);

}  // namespace toolcall::serve
