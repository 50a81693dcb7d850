// Endpoints and their errors.

#include "serve/answer.hpp"

#include "output/json_writer.hpp"

namespace toolcall::serve {

endpoint endpoint_of(std::string_view method, std::string_view target) {
  std::string_view path = target.substr(0, target.find('?'));
  if (method != "POST") return endpoint::other;
  // Who forgets it in a client's URL must not be left with calls in the text.
  if (path.substr(0, 4) == "/v1/") path.remove_prefix(3);
  if (path == "/chat/completions") return endpoint::chat;
  if (path == "/responses") return endpoint::responses;
  if (path == "/messages") return endpoint::messages;
  if (path == "/messages/count_tokens") return endpoint::count_tokens;
  return endpoint::other;
}

std::string_view to_string(endpoint value) noexcept {
  switch (value) {
    case endpoint::other:
      return "other";
    case endpoint::chat:
      return "chat";
    case endpoint::responses:
      return "responses";
    case endpoint::messages:
      return "messages";
    case endpoint::count_tokens:
      return "count_tokens";
  }
  return {};
}

namespace {

// The types of errors (platform.openai.com "Error codes"). What a server failed in is asked for again by the word of
// the interface that the client speaks.
std::string_view type_of(int status) {
  if (status == 401) return "authentication_error";
  if (status == 413) return "request_too_large";
  if (status == 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}

// Anthropic has words for more (docs.anthropic.com "Errors").
std::string_view type_in_messages(int status) {
  if (status == 403) return "permission_error";
  if (status == 404) return "not_found_error";
  if (status == 503 || status == 529) return "overloaded_error";
  return status < 500 ? type_of(status) : "api_error";
}

}  // namespace

std::string error_body(endpoint of, const refusal& why) {
  const bool is_messages = of == endpoint::messages || of == endpoint::count_tokens;
  events::json_writer out;
  out.object([&] {
    if (is_messages) out.member("type", "error");
    out.key("error").object([&] {
      out.member("type", is_messages ? type_in_messages(why.status) : type_of(why.status));
      out.member("message", why.message);
      if (!is_messages) out.key("param").null().member("code", why.code);
    });
  });
  return out.take();
}

}  // namespace toolcall::serve
