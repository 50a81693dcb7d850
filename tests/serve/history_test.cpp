// Conversations that are mended on their way (--mend-history), in each interface.

#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace history_test {

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::ordered_json;

namespace {

struct relayed {
  json request;        // that the upstream got
  std::string body;    // the same, as it came
  std::string answer;  // head and body
  std::string metrics;
};

relayed relay(const std::string& path, const std::string& body, bool mends) {
  relayed made;
  scripted_upstream upstream([&](connection& at, const std::string& request) {
    made.body = request.substr(request.find("\r\n\r\n") + 4);
    at.send(
        answer(R"({"model":"m","choices":[{"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]})"));
  });
  settings how = settings_for(upstream.url());
  how.mend_history = mends;
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send(post(path, body, "Connection: close\r\n")));
  made.answer = client->rest();
  const auto again = server.connect();
  CHECK(again->send("GET /toolcall/metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
  made.metrics = again->rest();
  made.request = json::parse(made.body, nullptr, false);
  return made;
}

const std::string leaked = R"(Look. <tool_call>{\"name\": \"ping\", \"arguments\": {\"n\": 7}}</tool_call>)";

const std::string chat = R"({"model":"m", "messages":[{"role":"user","content":"go"},{"role":"assistant","content":")" +
                         leaked +
                         R"("},{"role":"tool","tool_call_id":"x","content":"pong"}],)"
                         R"("tools":[{"type":"function","function":{"name":"ping"}}]})";

}  // namespace

TEST_CASE("a call that leaked into a chat's history goes to the upstream as a call, and keeps its result") {
  const relayed found = relay("/v1/chat/completions", chat, true);
  const json& said = found.request["messages"];
  REQUIRE(said.size() == 3);
  REQUIRE(said[1].contains("tool_calls"));
  CHECK(said[1]["tool_calls"][0]["function"]["name"] == "ping");
  CHECK(said[1]["tool_calls"][0]["function"]["arguments"] == R"({"n":7})");
  CHECK(said[1]["content"] == "Look. ");
  CHECK(said[2]["tool_call_id"] == said[1]["tool_calls"][0]["id"]);
  CHECK(found.answer.find("history=mended") != std::string::npos);
  CHECK(found.metrics.find(R"(toolcall_history_changes_total{code="leaked_call"} 1)") != std::string::npos);
}

TEST_CASE("without the flag, and where it is sound, a conversation passes as it came") {
  const relayed off = relay("/v1/chat/completions", chat, false);
  CHECK(off.request["messages"] == json::parse(chat)["messages"]);
  CHECK(off.answer.find("history=") == std::string::npos);
  const std::string sound = R"({"model":"m","messages":[ {"role":"user", "content":"go"} ]})";
  const relayed on = relay("/v1/chat/completions", sound, true);
  CHECK(on.body == sound);
  CHECK(on.answer.find("history=") == std::string::npos);
  CHECK(on.metrics.find("toolcall_history_changes_total{") == std::string::npos);
}

TEST_CASE("a leaked call in the history of Messages and Responses becomes one, too") {
  const relayed messages =
      relay("/v1/messages",
            R"({"model":"m","max_tokens":9,"tools":[{"name":"ping","input_schema":{"type":"object"}}],"messages":[)"
            R"({"role":"user","content":"go"},{"role":"assistant","content":")" +
                leaked + R"("},{"role":"user","content":"and?"}]})",
            true);
  const json& said = messages.request["messages"];
  REQUIRE(said.size() == 4);
  CHECK(said[1]["tool_calls"][0]["function"]["arguments"] == R"({"n":7})");
  CHECK(said[2]["role"] == "tool");
  const relayed responses =
      relay("/v1/responses",
            R"({"model":"m","tools":[{"type":"function","name":"ping","parameters":{"type":"object"}}],"input":[)"
            R"({"role":"user","content":"go"},{"role":"assistant","content":[{"type":"output_text","text":")" +
                leaked + R"("}]},{"role":"user","content":"and?"}]})",
            true);
  bool called = false;
  for (const json& each : responses.request["messages"])
    called = called || (each.contains("tool_calls") && each["tool_calls"][0]["function"]["name"] == "ping");
  CHECK(called);
}

TEST_CASE("what is no request of its interface is refused for its own reason, mended or not") {
  for (const std::string body : {"{", "[]", R"({"model":"m","messages":7})"})
    for (const char* const path : {"/v1/messages", "/v1/responses"}) {
      const auto status = [](const std::string& answer) { return answer.substr(0, 12); };
      CHECK(status(relay(path, body, true).answer) == status(relay(path, body, false).answer));
    }
}

}  // namespace history_test
