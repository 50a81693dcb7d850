// Responses as servers send them, and what a client makes of what the rewriter gives.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toolcall/response_rewriter.hpp>

#include <nlohmann/json.hpp>

namespace toolcall::tests {

// A call as the text of a server holds it, and as the names of a client's message show it (client_message::names).
inline const std::string hermes_call =
    "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\", \"days\": 2}}\n</tool_call>";
inline const std::string hermes_call_made = "get_weather({\"city\":\"Bern\",\"days\":2})";

inline tools weather_tools() {
  return tools::from_json(R"([
    {"name": "get_weather", "input_schema": {"type": "object", "required": ["city"],
      "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}},
    {"name": "ping", "input_schema": {"type": "object", "properties": {}}}])");
}

inline completion_rewriter::settings rewriting(arguments_as mode = arguments_as::stream) {
  completion_rewriter::settings how;
  how.declared = weather_tools();
  how.how.seed = 0;
  how.chunks.model = "m";
  how.chunks.arguments = mode;
  return how;
}

// A chunk of a server, with these choices.
inline std::string chunk_of(std::string_view choices, std::string_view more = "") {
  return R"({"id":"chatcmpl-1","object":"chat.completion.chunk","created":7,"model":"qwen","choices":[)" +
         std::string(choices) + "]" + std::string(more) + "}";
}

// The one choice of a chunk: its delta, and its finish reason as JSON.
inline std::string choice_of(std::string_view delta, std::string_view reason = "null", int index = 0) {
  return R"({"index":)" + std::to_string(index) + R"(,"delta":)" + std::string(delta) + R"(,"finish_reason":)" +
         std::string(reason) + "}";
}

inline std::string content(std::string_view text) {
  return nlohmann::json{{"content", text}}.dump();
}

inline std::vector<std::string> bytes_of(std::string_view text) {
  std::vector<std::string> bytes;
  for (const char each : text) bytes.emplace_back(1, each);
  return bytes;
}

// Chunks with these pieces of content, and a finish reason.
inline std::vector<std::string> contents(const std::vector<std::string>& pieces, std::string_view reason = "\"stop\"") {
  std::vector<std::string> all = {chunk_of(choice_of(R"({"role":"assistant","content":""})"))};
  for (const std::string& piece : pieces) all.push_back(chunk_of(choice_of(content(piece))));
  all.push_back(chunk_of(choice_of("{}", reason)));
  return all;
}

// As a stream of events.
inline std::string stream_of(const std::vector<std::string>& objects, bool done = true) {
  std::string all;
  for (const std::string& each : objects) all += "data: " + each + "\n\n";
  return all + (done ? "data: [DONE]\n\n" : "");
}

// What a client keeps of one choice. `wrong` says which rule of the chunks is broken, if any.
struct client_choice {
  std::string content, reasoning, finish, wrong;
  struct call {
    std::string id, name, arguments;
    nlohmann::json rest;
  };
  std::vector<call> calls;
};

struct client_message {
  std::vector<client_choice> choices;
  std::vector<nlohmann::json> usage, others;
  std::string names;  // calls, as "name(arguments) name(arguments)"
  std::string wrong;
};

// Reads chunks strictly, as the strictest of the clients does.
client_message fold(const std::vector<std::string>& objects);

// All that the rewriter gives of these objects and a clean end; and the same of bytes in one piece, which must be the
// same in every two pieces and byte by byte.
std::vector<std::string> rewritten(const std::vector<std::string>& objects,
                                   const completion_rewriter::settings& how = rewriting(),
                                   completion_rewriter::ending end = completion_rewriter::ending::done);
std::string rewritten_bytes(const std::string& bytes, const completion_rewriter::settings& how = rewriting());

// The objects of a body that the rewriter gave.
std::vector<std::string> objects_of(const std::string& body);

inline client_message client(const std::vector<std::string>& objects) {
  return fold(rewritten(objects));
}

}  // namespace toolcall::tests
