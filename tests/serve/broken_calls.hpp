// What an upstream sends that breaks off, and what a client of each interface reads of it.

#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace serve_test {

using namespace toolcall::serve;
using json = nlohmann::ordered_json;

inline const char* const paths[] = {"/v1/chat/completions", "/v1/responses", "/v1/messages"};

inline json asking(const std::string& path, bool streamed) {
  json made = {{"model", "m"}, {"stream", streamed}};
  made[path == "/v1/responses" ? "input" : "messages"] = json::array({{{"role", "user"}, {"content", "go"}}});
  const json schema = {{"type", "object"},
                       {"properties", {{"path", {{"type", "string"}}}, {"text", {{"type", "string"}}}}}};
  json tool = {{"type", "function"}, {"name", "edit"}, {"parameters", schema}};
  if (path == "/v1/messages") tool = {{"name", "edit"}, {"input_schema", schema}};
  if (path == "/v1/chat/completions") tool = {{"type", "function"}, {"function", tool}};
  made["tools"] = json::array({tool});
  return made;
}

inline std::string chunk(const json& delta, const json& reason = nullptr) {
  return "data: " +
         json{{"id", "c"}, {"choices", json::array({{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}})}}
             .dump() +
         "\n\n";
}

// What an upstream sends, in pieces of three bytes where it is streamed. Without a reason it just closes.
inline std::string sends(const std::string& text, bool streamed, const char* reason) {
  if (!streamed)
    return answer(json{{"id", "c"},
                       {"object", "chat.completion"},
                       {"choices", json::array({{{"index", 0},
                                                 {"message", {{"role", "assistant"}, {"content", text}}},
                                                 {"finish_reason", reason}}})}}
                      .dump());
  std::string made = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  for (std::size_t at = 0; at < text.size(); at += 3) made += chunk({{"content", text.substr(at, 3)}});
  return reason == nullptr ? made : made + chunk(json::object(), reason) + "data: [DONE]\n\n";
}

inline std::mutex log_mutex;
inline std::string logged;

// The body that a client gets.
inline std::string asked(const std::string& bytes, const std::string& path, bool streamed,
                         settings how = settings_for(""), const json& more = json::object()) {
  scripted_upstream upstream([&](connection& at, const std::string&) { at.send(bytes); });
  how.upstream = upstream.url();
  running_server server(how);
  {
    const std::lock_guard hold(log_mutex);
    logged.clear();
  }
  server.shared().write_log = [](const std::string& line) {
    const std::lock_guard hold(log_mutex);
    logged += line + "\n";
  };
  const auto client = server.connect();
  json body = asking(path, streamed);
  body.update(more);
  CHECK(client->send(post(path, body.dump(), "Connection: close\r\n")));
  const std::string all = client->rest();
  return all.substr(all.find("\r\n\r\n") + 4);
}

// The events of a body that is streamed, or its one object. A stream that breaks off has no last chunk.
inline std::vector<json> objects_of(const std::string& body) {
  std::vector<json> made;
  if (body.find("data: ") == body.npos) return {json::parse(body[0] == '{' ? body : unchunked(body))};
  for (std::size_t at = body.find("data: {"); at != body.npos; at = body.find("data: {", at + 1))
    made.push_back(json::parse(body.substr(at + 6, body.find("\n\n", at) - at - 6)));
  return made;
}

// What a client reads of the call and of the end, in any interface.
struct reading {
  std::string text, arguments, end;
  std::size_t calls = 0, ended = 0;  // begun, and marked as complete
  std::size_t pieces = 0;            // of arguments

  explicit reading(const std::vector<json>& objects) {
    for (const json& each : objects) {
      if (each.contains("choices")) chat(each["choices"][0]);
      if (each.contains("type")) streamed(each);
      if (each.contains("output")) response(each);
      if (each.contains("stop_reason")) message(each);
    }
  }
  void chat(const json& choice) {
    const json& part = choice.contains("delta") ? choice["delta"] : choice["message"];
    if (part.contains("content") && part["content"].is_string()) text += part["content"];
    for (const json& call : part.value("tool_calls", json::array())) {
      ++calls;
      ++ended;
      add(call["function"]["arguments"]);
    }
    if (choice["finish_reason"].is_string()) end = "`finish_reason: " + choice["finish_reason"].dump() + "`";
  }
  void streamed(const json& event) {
    const std::string type = event["type"];
    if (type == "response.output_text.delta") text += event["delta"];
    if (type == "response.function_call_arguments.delta") add(event["delta"]);
    if (type == "response.output_item.added" && event["item"]["type"] == "function_call") ++calls;
    if (type == "response.output_item.done" && event["item"]["type"] == "function_call") ++ended;
    if (type == "response.completed" || type == "response.incomplete") ended_as(type, event["response"]);
    if (type == "content_block_start" && event["content_block"]["type"] == "tool_use") {
      ++calls;
      tool_blocks.push_back(event["index"]);
    }
    if (type == "content_block_stop")
      ended += static_cast<std::size_t>(std::count(tool_blocks.begin(), tool_blocks.end(), event["index"]));
    if (type == "message_delta") end = "`stop_reason: " + event["delta"]["stop_reason"].dump() + "`";
    if (type != "content_block_delta") return;
    const json& delta = event["delta"];
    if (delta["type"] == "text_delta") text += delta["text"];
    if (delta["type"] == "input_json_delta") add(delta["partial_json"]);
  }
  void ended_as(const std::string& word, const json& response) {
    end = "`" + word + "`";
    if (!response["incomplete_details"].is_null())
      end += " with the reason `" + response["incomplete_details"]["reason"].get<std::string>() + "`";
  }
  void response(const json& whole) {
    for (const json& item : whole["output"]) part(item, [&] { return item["content"][0]["text"].get<std::string>(); });
    ended_as("status: " + whole["status"].dump(), whole);
  }
  void message(const json& whole) {
    for (const json& block : whole["content"]) part(block, [&] { return block["text"].get<std::string>(); });
    end = "`stop_reason: " + whole["stop_reason"].dump() + "`";
  }

 private:
  void add(const std::string& piece) {
    arguments += piece;
    ++pieces;
  }
  template <typename Text>
  void part(const json& of, const Text& read) {
    const bool is_call = of["type"] == "function_call" || of["type"] == "tool_use";
    if (!is_call) text += read();
    calls += is_call ? 1 : 0;
    ended += is_call ? 1 : 0;
  }
  json tool_blocks = json::array();
};

inline const std::string half_a_value =
    "So:\n<tool_call>\n<function=edit>\n<parameter=path>\na.py\n</parameter>\n"
    "<parameter=text>\n    # \"sum\" <b>&amp";
inline const std::string half_a_string =
    "So:\n<tool_call>\n{\"name\": \"edit\", \"arguments\": {\"path\": \"a.py\", \"text\": \"half";
// Its arguments are begun before they turn out to be no JSON.
inline const std::string malformed =
    "<tool_call>{\"name\": \"edit\", \"arguments\": {\"path\": \"a.py\", \"text\": what}}</tool_call>\n";
inline const std::string complete =
    "<tool_call>{\"name\": \"edit\", \"arguments\": {\"path\": \"b.py\"}}</tool_call>\n";

}  // namespace serve_test
