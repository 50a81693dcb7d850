// What is asked of the interfaces that are made from chat completions, and what an upstream sends for it.

#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace interfaces_test {

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::ordered_json;

inline std::string chunk(const json& delta, const json& reason = nullptr, const json& usage = nullptr) {
  json made = {{"id", "c"},
               {"object", "chat.completion.chunk"},
               {"created", 1},
               {"model", "m"},
               {"choices", json::array({{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}})}};
  if (!usage.is_null()) made["usage"] = usage;
  return "data: " + made.dump() + "\n\n";
}

inline const json counts = {{"prompt_tokens", 9},
                            {"completion_tokens", 5},
                            {"total_tokens", 14},
                            {"prompt_tokens_details", {{"cached_tokens", 4}}}};
inline const std::string text =
    R"(<think>Hm.</think>So:<tool_call>{"name": "ping", "arguments": {"n": "3"}}</tool_call>)";

inline std::string stream_of(const std::string& written, const char* reason = "stop") {
  std::string made = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  for (std::size_t at = 0; at < written.size(); at += 4) made += chunk({{"content", written.substr(at, 4)}});
  return made + chunk(json::object(), reason, counts) + "data: [DONE]\n\n";
}

inline std::string whole_of(const std::string& written, const char* reason = "stop") {
  const json message = {{"role", "assistant"}, {"content", written}};
  return answer(json{
      {"id", "c"},
      {"object", "chat.completion"},
      {"model", "m"},
      {"choices", json::array({{{"index", 0}, {"message", message}, {"finish_reason", reason}}})},
      {"usage",
       counts}}.dump());
}

struct event {
  std::string name;
  json data;
};

inline std::vector<event> events_of(std::string_view stream) {
  std::vector<event> made;
  for (std::size_t at = stream.find("event: "); at != stream.npos; at = stream.find("event: ", at + 1)) {
    const std::size_t line = stream.find('\n', at), end = stream.find("\n\n", at);
    made.push_back(
        {std::string(stream.substr(at + 7, line - at - 7)), json::parse(stream.substr(line + 7, end - line - 7))});
  }
  return made;
}

inline std::string names_of(const std::vector<event>& events) {
  std::string made;
  for (const event& each : events) {
    CHECK(each.data["type"] == each.name);
    made += (made.empty() ? "" : " ") + each.name;
  }
  return made;
}

// A server that answers each request with these bytes, and what it was asked.
struct both {
  explicit both(std::string bytes, const char* profile = "generic")
      : upstream([made = std::move(bytes)](connection& at, const std::string&) { at.send(made); }), server([&] {
          settings how = settings_for(upstream.url());
          how.profile = profile;
          return how;
        }()) {}
  std::string ask(const char* path, const json& request) const {
    const auto client = server.connect();
    CHECK(client->send(post(path, request.dump(), "Connection: close\r\nx-api-key: k\r\n")));
    return client->rest();
  }
  json body(const char* path, const json& request) const {
    const std::string all = ask(path, request);
    const std::string rest = all.substr(all.find("\r\n\r\n") + 4);
    return json::parse(all.find("chunked") == all.npos ? rest : unchunked(rest));
  }
  std::vector<event> events(const char* path, json request) const {
    request["stream"] = true;
    const std::string all = ask(path, request);
    return events_of(unchunked(all.substr(all.find("\r\n\r\n") + 4)));
  }
  // What the upstream was asked last.
  json seen() const {
    const std::string request = upstream.requests().back();
    CHECK(request.substr(0, 34) == "POST /v1/chat/completions HTTP/1.1");
    return json::parse(request.substr(request.find("\r\n\r\n") + 4));
  }
  scripted_upstream upstream;
  running_server server;
};

inline const json schema = {{"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}};
inline const json responses_asked = {
    {"model", "m"},
    {"input", "go"},
    {"tools",
     json::array({{{"type", "function"}, {"name", "ping"}, {"parameters", schema}}, {{"type", "web_search"}}})}};
inline const json messages_asked = {
    {"model", "m"},
    {"max_tokens", 100},
    {"messages", json::array({{{"role", "user"}, {"content", "go"}}})},
    {"tools", json::array({{{"name", "ping"}, {"input_schema", schema}}, {{"type", "web_search_20250305"}}})}};

}  // namespace interfaces_test
