// What is asked of an upstream beyond the client's own words: reasoning that the client dropped, a forced choice, a
// count of tokens; and what a client hears while the upstream is silent.

#include <atomic>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/chat_request.hpp"
#include "serve/forced_choice.hpp"
#include "serve/peers.hpp"
#include "serve/reasoning_store.hpp"

namespace conversation_test {

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::ordered_json;

namespace {

const json tools = json::parse(
    R"([{"type":"function","function":{"name":"ping","parameters":{"type":"object","properties":{"n":{"type":"integer"}}}}},)"
    R"({"type":"function","function":{"name":"pong"}}])");

const std::string stream_head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

std::string event(const json& delta, const json& reason = nullptr) {
  const json chunk = {{"id", "c"},
                      {"object", "chat.completion.chunk"},
                      {"model", "m"},
                      {"choices", json::array({{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}})}};
  return "data: " + chunk.dump() + "\n\n";
}

std::string stream(const std::string& text) {
  return event({{"content", text}}) + event(json::object(), "stop") + "data: [DONE]\n\n";
}

const std::string thought =
    R"(<think>Seven is best.</think><tool_call>{"name": "ping", "arguments": {"n": 7}}</tool_call>)";

json body_of(const std::string& request) {
  return json::parse(request.substr(request.find("\r\n\r\n") + 4));
}

// Its answer, and the head before it.
std::string ask(const running_server& server, const char* path, const json& request, const char* more = "") {
  const auto client = server.connect();
  CHECK(client->send(post(path, request.dump(), std::string("Connection: close\r\n") + more)));
  return client->rest();
}

// The calls of a stream of chunks, as a client sends them back.
json calls_of(const std::string& answer) {
  const std::string body = unchunked(answer.substr(answer.find("\r\n\r\n") + 4));
  json made = json::array();
  for (std::size_t at = body.find("data: {"); at != body.npos; at = body.find("data: {", at + 1)) {
    const json chunk = json::parse(body.substr(at + 6, body.find('\n', at) - at - 6));
    if (chunk["choices"].empty() || !chunk["choices"][0]["delta"].contains("tool_calls")) continue;
    for (const json& piece : chunk["choices"][0]["delta"]["tool_calls"]) {
      if (piece.contains("id"))
        made.push_back({{"id", piece["id"]},
                        {"type", "function"},
                        {"function", {{"name", piece["function"]["name"]}, {"arguments", ""}}}});
      made.back()["function"]["arguments"] =
          made.back()["function"]["arguments"].get<std::string>() + piece["function"]["arguments"].get<std::string>();
    }
  }
  return made;
}

json first_request(const char* said = "go") {
  return {{"model", "m"},
          {"stream", true},
          {"tools", tools},
          {"messages", json::array({{{"role", "user"}, {"content", said}}})}};
}

json with_result(json request, const json& calls) {
  request["messages"].push_back({{"role", "assistant"}, {"content", nullptr}, {"tool_calls", calls}});
  request["messages"].push_back({{"role", "tool"}, {"tool_call_id", calls[0]["id"]}, {"content", "done"}});
  return request;
}

}  // namespace

TEST_CASE("reasoning that a client drops comes back before its calls, for this conversation and this client alone") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(stream_head + stream(thought)); });
  settings how = settings_for(upstream.url());
  how.most.reasoning = 10'000;
  how.profile = "vllm";
  const running_server server(how);
  const char* const key = "Authorization: Bearer mine\r\n";
  const auto reasoning_sent = [&](const json& request, const char* header) -> std::string {
    ask(server, "/v1/chat/completions", request, header);
    return body_of(upstream.requests().back())["messages"][1].value("reasoning", "none");
  };
  json calls = calls_of(ask(server, "/v1/chat/completions", first_request(), key));
  REQUIRE(calls.size() == 1);
  CHECK(reasoning_sent(with_result(first_request(), calls), key) == "Seven is best.");
  CHECK(reasoning_sent(with_result(first_request(), calls), "Authorization: Bearer other\r\n") == "none");
  CHECK(reasoning_sent(with_result(first_request("come"), calls), key) == "none");
  json own = with_result(first_request(), calls);
  own["messages"][1]["reasoning_content"] = "My own.";
  CHECK(reasoning_sent(own, key) == "My own.");
  calls[0]["function"]["arguments"] = R"({ "n" : 7 })";  // as a client writes it that has read it
  CHECK(reasoning_sent(with_result(first_request(), calls), key) == "Seven is best.");
  calls[0]["id"] = "another";
  CHECK(reasoning_sent(with_result(first_request(), calls), key) == "none");
}

TEST_CASE("reasoning is kept where it is asked for, and through the other interfaces too") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(stream_head + stream(thought)); });
  settings how = settings_for(upstream.url());
  for (const std::size_t most : {std::size_t{0}, std::size_t{10'000}}) {
    how.most.reasoning = most;
    const running_server server(how);
    json asked = {{"model", "m"},
                  {"stream", true},
                  {"input", json::array({{{"role", "user"}, {"content", "go"}}})},
                  {"tools", json::array({{{"type", "function"}, {"name", "ping"}, {"parameters", json::object()}}})}};
    const std::string answer = ask(server, "/v1/responses", asked);
    const std::size_t at = answer.find("event: response.completed\ndata: ");
    REQUIRE(at != answer.npos);
    const json response = json::parse(answer.substr(at + 32, answer.find('\n', at + 32) - at - 32))["response"];
    for (const json& item : response["output"])
      if (item["type"] == "function_call") asked["input"].push_back(item);
    REQUIRE(asked["input"].size() == 2);
    ask(server, "/v1/responses", asked);
    const json message = body_of(upstream.requests().back())["messages"][1];
    CHECK(message.value("reasoning_content", "none") == (most > 0 ? "Seven is best." : "none"));
  }
}

TEST_CASE("what is kept of reasoning has a size, and what was used longest ago goes first") {
  reasoning_store store(1000);
  store.keep("a", std::string(100, 'a'));
  store.keep("b", std::string(100, 'b'));
  CHECK(store.find("a").size() == 100);
  store.keep("c", std::string(100, 'c'));
  CHECK(store.find("b").empty());
  CHECK(store.find("a").size() == 100);
  CHECK(store.find("c").size() == 100);
  store.keep("d", std::string(1000, 'd'));  // no room for it, and nothing goes for it
  CHECK(store.find("d").empty());
  CHECK(store.find("a").size() == 100);
  store.keep("a", "again");
  CHECK(store.find("a") == "again");
}

TEST_CASE("a forced choice is sent as the upstream can enforce it, and where it cannot, the answer says so") {
  scripted_upstream upstream([](connection& at, const std::string&) {
    at.send(stream_head + stream(R"([{"name": "ping", "arguments": {"n": 1}}, {"name": "pong", "arguments": {}}])"));
  });
  const json named = {{"type", "function"}, {"function", {{"name", "ping"}}}};
  struct {
    const char* profile;
    json choice;
    const char* note;  // in the header
    std::size_t tools;
    const char* sent;  // as tool_choice
    bool by_schema;
  } const cases[] = {
      {"generic", "required", "choice=passed", 2, "\"required\"", false},
      {"vllm", "required", "", 2, "\"required\"", false},
      {"llama-server", "required", "", 2, "\"required\"", false},
      {"llama-server", named, "", 1, "\"required\"", false},
      {"lmstudio", named, "", 1, "\"required\"", false},
      {"ollama", "required", "", 2, "\"required\"", true},
      {"mlx-lm", "required", "choice=unenforced", 2, "\"required\"", false},
      {"mlx-lm", "auto", "", 2, "\"auto\"", false},
  };
  for (const auto& each : cases) {
    CAPTURE(each.profile);
    CAPTURE(each.choice.dump());
    settings how = settings_for(upstream.url());
    how.profile = each.profile;
    const running_server server(how);
    json request = first_request();
    request["tool_choice"] = each.choice;
    const std::string answer = ask(server, "/v1/chat/completions", request);
    const std::string note = answer.substr(0, answer.find("\r\n\r\n"));
    CHECK((note.find("choice=") != note.npos) == (*each.note != '\0'));
    CHECK(note.find(each.note) != note.npos);
    const json sent = body_of(upstream.requests().back());
    CHECK(sent["tools"].size() == each.tools);
    CHECK(sent["tool_choice"].dump() == each.sent);
    CHECK(sent.contains("response_format") == each.by_schema);
    if (each.choice == "required") CHECK(calls_of(answer).size() == 2);
  }
}

TEST_CASE("a forced choice that was not met is said, and asked for again where that is allowed") {
  std::atomic<int> asked = 0;
  const auto whole = [](const std::string& text) {
    return answer(
        json{{"id", "r"},
             {"object", "chat.completion"},
             {"choices",
              {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", "stop"}}}}}
            .dump());
  };
  scripted_upstream upstream([&](connection& at, const std::string& request) {
    if (request.find("\"stream\":true") != request.npos)
      at.send(stream_head + stream("No."));
    else
      at.send(whole(++asked % 3 == 0 ? R"([{"name": "ping", "arguments": {"n": 1}}])" : "No."));
  });
  json request = first_request();
  request["tool_choice"] = "required";
  request["stream"] = false;
  for (const std::size_t retries : {0U, 1U, 2U, 9U}) {
    CAPTURE(retries);
    settings how = settings_for(upstream.url());
    how.most.choice_retries = retries;
    how.profile = "mlx-lm";
    const running_server server(how);
    for (const char* const path : {"/v1/chat/completions", "/v1/messages"}) {
      asked = 0;
      json of_path = request;
      if (path == std::string("/v1/messages")) {
        of_path["tools"] = json::array({{{"name", "ping"}, {"input_schema", {{"type", "object"}}}}});
        of_path["tool_choice"] = {{"type", "any"}};
        of_path["max_tokens"] = 9;
      }
      const std::string made = ask(server, path, of_path);
      const bool met = retries >= 2;
      CHECK((made.find("choice=unenforced; choice=unmet\r\n") == made.npos) == met);
      CHECK((made.find("ping") != made.npos) == met);
      CHECK((made.find("No.") == made.npos) == met);
      CHECK(asked == static_cast<int>(std::min<std::size_t>(retries + 1, 3)));
    }
  }
  // A stream has begun by then.
  settings how = settings_for(upstream.url());
  how.most.choice_retries = 1;
  const running_server server(how);
  request["stream"] = true;
  const std::size_t before = upstream.requests().size();
  CHECK(ask(server, "/v1/chat/completions", request).find("No.") != std::string::npos);
  CHECK(upstream.requests().size() == before + 1);
}

TEST_CASE("the schema of a forced choice keeps what tools' schemas refer to, and a client's own format") {
  json request = first_request();
  request["tool_choice"] = "required";
  request["tools"][0]["function"]["parameters"] = json::parse(
      R"({"type":"object","properties":{"to":{"$ref":"#/$defs/place"},"self":{"$ref":"#"}},"$defs":{"place":{"type":"string"}}})");
  profile_file known;
  read_profiles(built_in_profiles(), "built in", known);
  const profile_choice ollama(known, "ollama");
  json changed = request;
  CHECK(force_choice(changed, read_facts(changed), *ollama.current(), false) == enforcement::upstream);
  const json schema = changed["response_format"]["json_schema"]["schema"];
  const json& arguments = schema["items"]["anyOf"][0]["properties"]["arguments"];
  CHECK(arguments == json{{"$ref", "#/$defs/tool0"}});
  const json& moved = schema["$defs"]["tool0"];
  CHECK(moved["properties"]["to"]["$ref"] == "#/$defs/tool0/$defs/place");
  CHECK(moved["properties"]["self"]["$ref"] == "#/$defs/tool0");
  CHECK(moved["$defs"]["place"]["type"] == "string");
  request["response_format"] = {{"type", "json_object"}};
  CHECK(force_choice(request, read_facts(request), *ollama.current(), false) == enforcement::none);
  CHECK(request["response_format"]["type"] == "json_object");
}

TEST_CASE("a forced choice may be a custom tool, and tools that are none of the chat interface stay as they came") {
  profile_file known;
  read_profiles(built_in_profiles(), "built in", known);
  const profile_choice ollama(known, "ollama"), llama(known, "llama-server");
  json request = {{"tools", json::array({{{"type", "custom"}, {"custom", {{"name", "run"}}}}, tools[0]})},
                  {"tool_choice", {{"type", "custom"}, {"custom", {{"name", "run"}}}}}};
  json changed = request;
  CHECK(force_choice(changed, read_facts(changed), *ollama.current(), false) == enforcement::upstream);
  const json& item = changed["response_format"]["json_schema"]["schema"]["items"];
  CHECK(item["properties"]["name"]["enum"] == json::array({"run"}));
  CHECK(item["properties"]["arguments"]["required"] == json::array({"input"}));
  CHECK(force_choice(request, read_facts(request), *llama.current(), false) == enforcement::upstream);
  CHECK(request["tools"].size() == 1);
  CHECK(request["tool_choice"] == "required");
  const json others = {{"tools", json::array({{{"name", "ping"}, {"input_schema", json::object()}}})},
                       {"tool_choice", "required"}};
  for (const profile_choice* const each : {&ollama, &llama}) {
    json same = others;
    CHECK(force_choice(same, read_facts(same), *each->current(), false) == enforcement::unknown);
    CHECK(same == others);
  }
}

TEST_CASE("tokens are counted by the upstream where it can, else estimated, and the answer says which") {
  scripted_upstream upstream([](connection& at, const std::string& request) {
    if (request.find("POST /tokenize ") == 0)
      at.send(answer(R"({"count":42,"max_model_len":100,"tokens":[1]})"));
    else if (request.find("POST /v1/chat/completions/input_tokens ") == 0)
      at.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    else
      at.send(answer(R"({"error":"what?"})"));
  });
  const json request = {{"model", "m"},
                        {"max_tokens", 5},
                        {"system", "Be brief."},
                        {"messages", json::array({{{"role", "user"}, {"content", "go"}}})},
                        {"tools", json::array({{{"name", "ping"}, {"input_schema", {{"type", "object"}}}}})}};
  const auto counted = [&](const char* profile) {
    settings how = settings_for(upstream.url());
    how.profile = profile;
    const running_server server(how);
    const std::string got = ask(server, "/v1/messages/count_tokens?beta=true", request, "x-api-key: k\r\n");
    const std::size_t note = got.find("x-toolcall: ") + 12;
    return got.substr(note, got.find("\r\n", note) - note) + " " + got.substr(got.find("\r\n\r\n") + 4);
  };
  const std::string estimate = "count=estimate {\"input_tokens\":" + std::to_string(request.dump().size() / 4) + "}";
  CHECK(counted("generic") == estimate);
  CHECK(upstream.requests().empty());
  CHECK(counted("vllm") == "count=upstream {\"input_tokens\":42}");
  const std::string sent = upstream.requests().back();
  CHECK(sent.find("Authorization: Bearer k\r\n") != sent.npos);
  CHECK(body_of(sent)["messages"].size() == 2);
  CHECK(body_of(sent)["tools"][0]["function"]["name"] == "ping");
  CHECK_FALSE(body_of(sent).contains("max_tokens"));
  CHECK(counted("llama-server") == estimate);
  const running_server server(settings_for(upstream.url()));
  CHECK(ask(server, "/v1/messages/count_tokens", json::array()).substr(9, 3) == "400");
}

TEST_CASE("a client that asked for a stream hears something before the upstream begins, and errors then stand in it") {
  std::atomic<bool> go_on{false};
  std::string says;
  scripted_upstream upstream([&](connection& at, const std::string&) {
    go_on.wait(false);
    at.send(says);
  });
  settings how = settings_for(upstream.url());
  how.most.keepalive_after = std::chrono::milliseconds(20);
  const running_server server(how);
  const std::string refused = R"({"error":{"message":"too long"}})";
  struct {
    std::string answer, expected;
  } const cases[] = {
      {stream_head + stream(thought), "data: [DONE]"},
      {"HTTP/1.1 400 Bad\r\nContent-Length: " + std::to_string(refused.size()) + "\r\n\r\n" + refused, "too long"},
      {"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "status 503"},
      {answer("{}"), "upstream_not_streamed"},
      {"junk\r\n\r\n", "upstream_malformed"},
      {"", "upstream_cut"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.expected);
    says = each.answer;
    go_on = false;
    const auto client = server.connect();
    CHECK(client->send(post("/v1/chat/completions", first_request().dump(), "Connection: close\r\n")));
    const std::string head = client->until("\r\n\r\n");
    CHECK(head.substr(9, 3) == "200");
    CHECK(head.find("Content-Type: text/event-stream\r\n") != head.npos);
    client->until(": toolcall\n\n");
    client->until(": toolcall\n\n");
    go_on = true;
    go_on.notify_all();
    const std::string rest = client->rest();
    CHECK(rest.find(each.expected) != rest.npos);
    CHECK((rest.find("\r\n0\r\n\r\n") != rest.npos) == (each.expected == "data: [DONE]"));
  }
  for (const char* const path : {"/v1/messages", "/v1/responses"}) {
    says = cases[1].answer;
    go_on = false;
    json asked = first_request();
    if (std::string(path) == "/v1/responses") asked = {{"model", "m"}, {"stream", true}, {"input", "go"}};
    const auto client = server.connect();
    CHECK(client->send(post(path, asked.dump(), "Connection: close\r\n")));
    client->until(std::string(path) == "/v1/messages" ? "event: ping\n" : "event: response.in_progress\n");
    go_on = true;
    go_on.notify_all();
    CHECK(client->rest().find("too long") != std::string::npos);
  }
}

TEST_CASE("an event that is longer than allowed ends the answer with an error") {
  scripted_upstream upstream([](connection& at, const std::string&) {
    at.send(stream_head + stream("short"));
    for (int i = 0; i < 100; ++i) at.send("data: " + std::string(100, 'x') + "\r\n");
    at.rest();
  });
  settings how = settings_for(upstream.url());
  how.most.event = 5000;
  const running_server server(how);
  const std::string got = ask(server, "/v1/chat/completions", first_request());
  CHECK(got.find("short") != got.npos);
  CHECK(got.find("event_too_big") != got.npos);
  CHECK(got.find("\r\n0\r\n\r\n") == got.npos);
  const std::string messages = ask(server, "/v1/messages", first_request());
  CHECK(messages.find("event: error\n") != messages.npos);
}

}  // namespace conversation_test
