// The interfaces that are made from chat completions: Responses and Messages.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace interfaces_test {

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::ordered_json;

namespace {

std::string chunk(const json& delta, const json& reason = nullptr, const json& usage = nullptr) {
  json made = {{"id", "c"},
               {"object", "chat.completion.chunk"},
               {"created", 1},
               {"model", "m"},
               {"choices", json::array({{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}})}};
  if (!usage.is_null()) made["usage"] = usage;
  return "data: " + made.dump() + "\n\n";
}

const json counts = {{"prompt_tokens", 9},
                     {"completion_tokens", 5},
                     {"total_tokens", 14},
                     {"prompt_tokens_details", {{"cached_tokens", 4}}}};
const std::string text = R"(<think>Hm.</think>So:<tool_call>{"name": "ping", "arguments": {"n": "3"}}</tool_call>)";

std::string stream_of(const std::string& written, const char* reason = "stop") {
  std::string made = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  for (std::size_t at = 0; at < written.size(); at += 4) made += chunk({{"content", written.substr(at, 4)}});
  return made + chunk(json::object(), reason, counts) + "data: [DONE]\n\n";
}

std::string whole_of(const std::string& written, const char* reason = "stop") {
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

std::vector<event> events_of(std::string_view stream) {
  std::vector<event> made;
  for (std::size_t at = stream.find("event: "); at != stream.npos; at = stream.find("event: ", at + 1)) {
    const std::size_t line = stream.find('\n', at), end = stream.find("\n\n", at);
    made.push_back(
        {std::string(stream.substr(at + 7, line - at - 7)), json::parse(stream.substr(line + 7, end - line - 7))});
  }
  return made;
}

std::string names_of(const std::vector<event>& events) {
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

const json schema = {{"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}};
const json responses_asked = {{"model", "m"},
                              {"input", "go"},
                              {"tools", json::array({{{"type", "function"}, {"name", "ping"}, {"parameters", schema}},
                                                     {{"type", "web_search"}}})}};
const json messages_asked = {
    {"model", "m"},
    {"max_tokens", 100},
    {"messages", json::array({{{"role", "user"}, {"content", "go"}}})},
    {"tools", json::array({{{"name", "ping"}, {"input_schema", schema}}, {{"type", "web_search_20250305"}}})}};

}  // namespace

TEST_CASE("responses: a stream has all events of each item, in order, and the whole output at its end") {
  const both peers(stream_of(text));
  const std::vector<event> got = peers.events("/v1/responses", responses_asked);
  CHECK(names_of(got).substr(0, 147) ==
        "response.created response.in_progress response.output_item.added response.reasoning_summary_part.added "
        "response.reasoning_summary_text.delta respon");
  std::vector<std::string> done;
  std::size_t sequence = 0;
  for (const event& each : got) {
    CHECK(each.data["sequence_number"] == sequence++);
    if (each.name == "response.output_item.done") done.push_back(each.data["item"]["type"]);
  }
  CHECK(done == std::vector<std::string>{"reasoning", "message", "function_call"});
  REQUIRE(got.back().name == "response.completed");
  const json& response = got.back().data["response"];
  CHECK(response["status"] == "completed");
  CHECK(response["usage"]["input_tokens_details"]["cached_tokens"] == 4);
  CHECK(response["usage"]["total_tokens"] == 14);
  REQUIRE(response["output"].size() == 3);
  CHECK(response["output"][0]["summary"][0]["text"] == "Hm.");
  CHECK(response["output"][1]["content"][0]["text"] == "So:");
  CHECK(response["output"][2]["name"] == "ping");
  CHECK(response["output"][2]["arguments"] == R"({"n":3})");
  CHECK(peers.seen()["stream_options"]["include_usage"] == true);
  CHECK(peers.seen()["tools"].size() == 1);
  CHECK(peers.upstream.requests().back().find("Authorization: Bearer k\r\n") != std::string::npos);
}

TEST_CASE("responses: a whole answer is what the stream says at its end") {
  const both peers(whole_of(text));
  const json got = peers.body("/v1/responses", responses_asked);
  CHECK(got["object"] == "response");
  CHECK(got["status"] == "completed");
  REQUIRE(got["output"].size() == 3);
  CHECK(got["output"][2]["type"] == "function_call");
  CHECK(got["usage"]["output_tokens"] == 5);
}

TEST_CASE("responses: a conversation becomes messages, what is said and called in a row one of them") {
  const both peers(whole_of("Done."));
  json asked = responses_asked;
  asked["instructions"] = "Be brief.";
  asked["max_output_tokens"] = 7;
  asked["reasoning"] = {{"effort", "low"}};
  asked["tool_choice"] = {{"type", "function"}, {"name", "ping"}};
  asked["input"] =
      json::array({{{"role", "developer"}, {"content", "Rules."}},
                   {{"role", "user"}, {"content", json::array({{{"type", "input_text"}, {"text", "go"}}})}},
                   {{"type", "reasoning"}, {"summary", json::array()}, {"encrypted_content", "Hm."}},
                   {{"type", "message"},
                    {"role", "assistant"},
                    {"content", json::array({{{"type", "output_text"}, {"text", "So:"}}})}},
                   {{"type", "function_call"}, {"call_id", "a"}, {"name", "ping"}, {"arguments", "{}"}},
                   {{"type", "function_call"}, {"call_id", "b"}, {"name", "ping"}, {"arguments", ""}},
                   {{"type", "web_search_call"}},
                   {{"type", "function_call_output"}, {"call_id", "a"}, {"output", "1"}},
                   {{"type", "function_call_output"}, {"call_id", "b"}, {"output", "2"}},
                   {{"role", "developer"}, {"content", "Hurry."}},
                   {{"role", "user"}, {"content", "well?"}}});
  CHECK(peers.body("/v1/responses", asked)["output"][0]["content"][0]["text"] == "Done.");
  const json seen = peers.seen();
  CHECK(seen["max_tokens"] == 7);
  CHECK(seen["reasoning_effort"] == "low");
  CHECK(seen["tool_choice"]["function"]["name"] == "ping");
  const json call_a = {{"id", "a"}, {"type", "function"}, {"function", {{"name", "ping"}, {"arguments", "{}"}}}};
  json call_b = call_a;
  call_b["id"] = "b";
  const json expected = json::array({{{"role", "system"}, {"content", "Be brief.\n\nRules."}},
                                     {{"role", "user"}, {"content", "go"}},
                                     {{"role", "assistant"},
                                      {"content", "So:"},
                                      {"reasoning_content", "Hm."},
                                      {"tool_calls", json::array({call_a, call_b})}},
                                     {{"role", "tool"}, {"tool_call_id", "a"}, {"content", "1"}},
                                     {{"role", "tool"}, {"tool_call_id", "b"}, {"content", "2"}},
                                     {{"role", "user"}, {"content", "Hurry.\n\nwell?"}}});
  CHECK(nlohmann::json(seen["messages"]) == nlohmann::json(expected));
}

TEST_CASE("responses: tools of a namespace and tools that take text keep their names and kinds") {
  json asked = responses_asked;
  asked["tools"] = json::array(
      {{{"type", "namespace"},
        {"name", "files"},
        {"tools", json::array({{{"type", "function"}, {"name", "read"}, {"parameters", schema}}})}},
       {{"type", "custom"}, {"name", "patch"}, {"format", {{"type", "grammar"}, {"definition", "start: x"}}}}});
  const both peers(stream_of(R"(<tool_call>{"name": "files__read", "arguments": {"n": 1}}</tool_call>)"
                             R"(<tool_call>{"name": "patch", "arguments": {"input": "a\nb"}}</tool_call>)"));
  const json output = peers.events("/v1/responses", asked).back().data["response"]["output"];
  REQUIRE(output.size() == 2);
  CHECK(output[0]["name"] == "read");
  CHECK(output[0]["namespace"] == "files");
  CHECK(output[1]["type"] == "custom_tool_call");
  CHECK(output[1]["input"] == "a\nb");
  CHECK(peers.seen()["tools"][1]["function"]["description"].get<std::string>().find("start: x") != std::string::npos);
  json again = asked;
  again["input"] = json::array({output[0], output[1]});
  peers.ask("/v1/responses", again);
  const json calls = peers.seen()["messages"][0]["tool_calls"];
  CHECK(calls[0]["function"]["name"] == "files__read");
  CHECK(calls[1]["function"]["arguments"] == R"({"input":"a\nb"})");
}

TEST_CASE("responses: what is kept between requests is refused, and so is what is no request") {
  const both peers(whole_of(""));
  for (const char* const stored : {"previous_response_id", "conversation"}) {
    json asked = responses_asked;
    asked[stored] = "x";
    CHECK(peers.body("/v1/responses", asked)["error"]["message"].get<std::string>().find(stored) == 0);
  }
  CHECK(peers.ask("/v1/responses", json::array()).substr(9, 3) == "400");
  CHECK(peers.upstream.requests().empty());
}

TEST_CASE("messages: a stream has blocks, each of which ends before the next, and the reason and the counts") {
  const both peers(stream_of(text));
  const std::vector<event> got = peers.events("/v1/messages?beta=true", messages_asked);
  std::string shape, partial;
  for (const event& each : got) {
    CHECK(each.data["type"] == each.name);
    if (each.name == "content_block_start")
      shape += each.data["index"].dump() + each.data["content_block"]["type"].get<std::string>() + "(";
    if (each.name == "content_block_stop") shape += ")" + each.data["index"].dump() + " ";
    if (each.name == "content_block_delta" && each.data["delta"]["type"] == "input_json_delta")
      partial += each.data["delta"]["partial_json"];
  }
  CHECK(shape == "0thinking()0 1text()1 2tool_use()2 ");
  CHECK(partial == R"({"n":3})");
  REQUIRE(got.size() > 4);
  CHECK(got[0].name == "message_start");
  CHECK(got[0].data["message"]["content"].empty());
  const json& end = got[got.size() - 2].data;
  CHECK(end["delta"]["stop_reason"] == "tool_use");
  CHECK(end["usage"]["input_tokens"] == 5);
  CHECK(end["usage"]["cache_read_input_tokens"] == 4);
  CHECK(end["usage"]["output_tokens"] == 5);
  CHECK(got.back().name == "message_stop");
}

TEST_CASE("messages: a whole answer, and reasons why one ends") {
  const json got = both(whole_of(text)).body("/v1/messages", messages_asked);
  REQUIRE(got["content"].size() == 3);
  CHECK(got["content"][2]["input"] == json{{"n", 3}});
  CHECK(got["stop_reason"] == "tool_use");
  CHECK(both(whole_of("a")).body("/v1/messages", messages_asked)["stop_reason"] == "end_turn");
  CHECK(both(whole_of("a", "length")).body("/v1/messages", messages_asked)["stop_reason"] == "max_tokens");
  CHECK(both(stream_of("a", "length")).events("/v1/responses", responses_asked).back().name == "response.incomplete");
}

TEST_CASE("messages: a conversation becomes messages, results before the text beside them") {
  const both peers(whole_of("Done."));
  json asked = messages_asked;
  asked["system"] =
      json::array({{{"type", "text"}, {"text", "x-anthropic-billing-header: cch=1"}},
                   {{"type", "text"}, {"text", "Be brief."}, {"cache_control", {{"type", "ephemeral"}}}}});
  asked["tool_choice"] = {{"type", "any"}, {"disable_parallel_tool_use", true}};
  asked["stop_sequences"] = json::array({"END"});
  asked["messages"] = json::array(
      {{{"role", "user"}, {"content", "go"}},
       {{"role", "assistant"},
        {"content", json::array({{{"type", "thinking"}, {"thinking", "Hm."}, {"signature", "s"}},
                                 {{"type", "text"}, {"text", "So:"}},
                                 {{"type", "tool_use"}, {"id", "a"}, {"name", "ping"}, {"input", {{"n", 1}}}}})}},
       {{"role", "user"},
        {"content", json::array({{{"type", "text"}, {"text", "well?"}},
                                 {{"type", "tool_result"},
                                  {"tool_use_id", "a"},
                                  {"is_error", true},
                                  {"content", json::array({{{"type", "text"}, {"text", "no"}}})}}})}},
       {{"role", "system"}, {"content", "Remember."}}});
  peers.ask("/v1/messages", asked);
  const json seen = peers.seen();
  CHECK(seen["tool_choice"] == "required");
  CHECK(seen["parallel_tool_calls"] == false);
  CHECK(seen["stop"] == json::array({"END"}));
  const json call = {{"id", "a"}, {"type", "function"}, {"function", {{"name", "ping"}, {"arguments", R"({"n":1})"}}}};
  const json expected = json::array(
      {{{"role", "system"}, {"content", "Be brief."}},
       {{"role", "user"}, {"content", "go"}},
       {{"role", "assistant"}, {"content", "So:"}, {"reasoning_content", "Hm."}, {"tool_calls", json::array({call})}},
       {{"role", "tool"}, {"tool_call_id", "a"}, {"content", "Error: no"}},
       {{"role", "user"}, {"content", "well?\n\nRemember."}}});
  CHECK(nlohmann::json(seen["messages"]) == nlohmann::json(expected));
}

TEST_CASE("both: a call that is cut off has no end, and what cut it off is said") {
  const std::string open = R"(So:<tool_call>{"name": "ping", "arguments": {"n": )";
  const std::string stream = stream_of(open);
  const both peers(stream.substr(0, stream.find("\"stop\"")));  // without an end
  const std::vector<event> responses = peers.events("/v1/responses", responses_asked);
  CHECK(responses.back().name == "response.failed");
  CHECK(names_of(responses).find("function_call_arguments.done") == std::string::npos);
  const std::vector<event> messages = peers.events("/v1/messages", messages_asked);
  CHECK(messages.back().name == "error");
  CHECK(names_of(messages).find("message_stop") == std::string::npos);
  const both erring("HTTP/1.1 200 OK\r\n\r\n" + chunk({{"content", "a"}}) +
                    "data: {\"error\":{\"message\":\"full\"}}\n\n");
  CHECK(erring.events("/v1/messages", messages_asked).back().data["error"]["message"] == "full");
  CHECK(erring.events("/v1/responses", responses_asked).back().data["response"]["error"]["message"] == "full");
  // Also where the refusal was looked into, because it might have been for the lack of a parser.
  const both full("HTTP/1.1 400 No\r\nContent-Length: 29\r\n\r\n{\"error\":{\"message\":\"large\"}}", "vllm");
  CHECK(full.body("/v1/messages", messages_asked)["error"]["message"] == "large");
  const both refusing("HTTP/1.1 429 No\r\nContent-Length: 29\r\n\r\n{\"error\":{\"message\":\"later\"}}");
  const std::string all = refusing.ask("/v1/messages", messages_asked);
  CHECK(all.substr(9, 3) == "429");
  CHECK(all.find(R"({"type":"error","error":{"type":"rate_limit_error","message":"later"}})") != all.npos);
  const both page("HTTP/1.1 500 No\r\nContent-Length: 6\r\n\r\n<html>");
  CHECK(page.body("/v1/messages", messages_asked)["error"]["message"] == "the upstream answered with status 500");
}

TEST_CASE("both: paths are read with and without /v1") {
  const both peers(whole_of(text));
  CHECK(peers.body("/messages", messages_asked)["stop_reason"] == "tool_use");
  CHECK(peers.body("/responses", responses_asked)["output"].size() == 3);
  CHECK(peers.body("/messages/count_tokens", messages_asked)["input_tokens"] > 0);
  const json chat = {{"messages", json::array()},
                     {"tools", json::array({{{"type", "function"}, {"function", {{"name", "ping"}}}}})}};
  CHECK(peers.body("/chat/completions", chat)["choices"][0]["finish_reason"] == "tool_calls");
  CHECK(peers.upstream.requests().back().substr(0, 31) == "POST /chat/completions HTTP/1.1");
  CHECK(peers.body("/v1/v1/chat/completions", chat)["choices"][0]["finish_reason"] == "stop");
}

TEST_CASE("both: where a whole answer has no message, its status says so") {
  const auto fails = [](const std::string& bytes, const char* message) {
    const both peers(bytes);
    for (const char* const path : {"/v1/messages", "/v1/responses"}) {
      CAPTURE(bytes, path);
      const json& asked = path == std::string("/v1/messages") ? messages_asked : responses_asked;
      const std::string all = peers.ask(path, asked);
      CHECK(all.substr(9, 3) == "502");
      const json error = json::parse(all.substr(all.find("\r\n\r\n") + 4))["error"];
      CHECK(error["type"] == "api_error");
      CHECK(error["message"].get<std::string>().find(message) != std::string::npos);
    }
  };
  fails(answer(R"({"object":"chat.completion","choices":[]})"), "has no message");
  fails(answer(R"({"error":{"message":"full"}})"), "full");
  fails(answer("<html>Log in</html>", "text/html"), "neither JSON nor");
  fails(answer(R"({"choices":[{"message":{"content":"a"},)"), "not JSON");
  fails("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"choices\":[", "before its answer was whole");
}

TEST_CASE("both: a call of the server whose arguments are no JSON is not made into one without arguments") {
  for (const char* const arguments : {"{'n': 3}", "{\"n\": }", "{n:3}", "[3]", "{\"n\": 3"}) {
    CAPTURE(arguments);
    const json call = {{"id", "a"}, {"type", "function"}, {"function", {{"name", "ping"}, {"arguments", arguments}}}};
    const both peers(
        answer(json{{"choices", json::array({{{"message", {{"role", "assistant"}, {"tool_calls", json::array({call})}}},
                                              {"finish_reason", "tool_calls"}}})}}
                   .dump()));
    const json message = peers.body("/v1/messages", messages_asked);
    CHECK(message["content"].at(0)["text"].get<std::string>().find("The call of ping was not made: ") == 0);
    CHECK(message["stop_reason"] == "max_tokens");
    const json response = peers.body("/v1/responses", responses_asked);
    CHECK(response["output"].at(0)["type"] == "message");
    CHECK(response["status"] == "incomplete");
  }
}

TEST_CASE("both: what is held is bridged by events, which clients' timers hear") {
  scripted_upstream upstream([](connection& at, const std::string&) {
    at.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
    at.rest();
  });
  settings how = settings_for(upstream.url());
  how.most.keepalive_after = std::chrono::milliseconds(20);
  const running_server server(how);
  json asked = responses_asked;
  asked["stream"] = true;
  const auto responses = server.connect();
  CHECK(responses->send(post("/v1/responses", asked.dump())));
  responses->until("event: response.created\n");
  responses->until("event: response.in_progress\n");
  responses->until("event: response.in_progress\n");
  asked = messages_asked;
  asked["stream"] = true;
  const auto messages = server.connect();
  CHECK(messages->send(post("/v1/messages", asked.dump())));
  messages->until("event: message_start\n");
  messages->until("event: ping\n");
}

}  // namespace interfaces_test
