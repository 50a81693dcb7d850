// What Responses and Messages have in common: paths, errors, answers that are cut off, what is held.

#include <atomic>
#include <chrono>

#include "serve/interfaces.hpp"

namespace interfaces_test {

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
      CHECK(error["type"] == (path == std::string("/v1/messages") ? "api_error" : "server_error"));
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

TEST_CASE("all three: an answer or an error that comes late has the words at which clients ask again") {
  std::atomic<bool> go_on{false};
  std::string bytes;
  scripted_upstream upstream([&](connection& at, const std::string&) {
    go_on.wait(false);
    at.send(bytes);
  });
  settings how = settings_for(upstream.url());
  how.most.keepalive_after = std::chrono::milliseconds(20);
  const running_server server(how);
  const auto answered = [&](const char* path, json asked, std::string with) {
    bytes = std::move(with);
    go_on = false;
    asked["stream"] = true;
    const auto client = server.connect();
    CHECK(client->send(post(path, asked.dump(), "Connection: close\r\n")));
    client->until("\r\n\r\n");
    go_on = true;
    go_on.notify_all();
    return client->rest();
  };
  const auto says = [&](const char* path, const json& asked, const std::string& status) {
    return answered(path, asked, "HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n");
  };
  json chat = messages_asked;
  chat["tools"] = json::array({{{"type", "function"}, {"function", {{"name", "ping"}}}}});
  const auto has = [](const std::string& all, const char* word) { return all.find(word) != all.npos; };
  CHECK(has(says("/v1/chat/completions", chat, "429"), R"("type":"rate_limit_error")"));
  CHECK(has(says("/v1/chat/completions", chat, "503"), R"("type":"server_error")"));
  CHECK(has(says("/v1/messages", messages_asked, "429"), R"("type":"rate_limit_error")"));
  CHECK(has(says("/v1/messages", messages_asked, "503"), R"("type":"overloaded_error")"));
  CHECK(has(says("/v1/responses", responses_asked, "429"), R"("code":"rate_limit_exceeded")"));
  CHECK(has(says("/v1/responses", responses_asked, "503"), R"("code":"server_error")"));
  // A whole answer is as good as a stream where the interface's own is made of it.
  CHECK(has(answered("/v1/messages", messages_asked, whole_of(text)), R"("stop_reason":"tool_use")"));
  CHECK(has(answered("/v1/responses", responses_asked, whole_of(text)), "event: response.completed"));
  CHECK(has(answered("/v1/chat/completions", chat, whole_of(text)), "upstream_not_streamed"));
}

}  // namespace interfaces_test
