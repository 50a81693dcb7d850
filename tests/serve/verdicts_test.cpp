// One word for each answer, in the metrics by model: what became of its calls.

#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace verdicts_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

// The metrics after one answer with this text.
std::string metrics_after(const std::string& path, const json& request, const json& message,
                          const std::string& reason) {
  scripted_upstream upstream([&](connection& at, const std::string&) {
    at.send(answer(
        json{{"model", "m"}, {"choices", json::array({{{"message", message}, {"finish_reason", reason}}})}}.dump()));
  });
  const running_server server(settings_for(upstream.url()));
  const auto client = server.connect();
  CHECK(client->send(post(path, request.dump(), "Connection: close\r\n")));
  client->rest();
  const auto again = server.connect();
  CHECK(again->send("GET /toolcall/metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
  return again->rest();
}

const json chat = json::parse(
    R"({"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"ping","parameters":{"type":"object"}}}]})");
const json messages = json::parse(R"({"model":"m","max_tokens":9,"messages":[{"role":"user","content":"go"}],)"
                                  R"("tools":[{"name":"ping","input_schema":{"type":"object"}}]})");

json said(const std::string& text) {
  return {{"role", "assistant"}, {"content", text}};
}

bool has(const std::string& metrics, const std::string& verdict) {
  return metrics.find("toolcall_verdicts_total{model=\"m\",verdict=\"" + verdict + "\"} 1\n") != std::string::npos;
}

}  // namespace

TEST_CASE("the verdict on an answer is counted by model, in each interface") {
  const std::string whole = R"(<tool_call>{"name": "ping", "arguments": {}}</tool_call>)";
  const json native = {
      {"role", "assistant"},
      {"content", nullptr},
      {"tool_calls",
       json::array({{{"id", "a"}, {"type", "function"}, {"function", {{"name", "ping"}, {"arguments", "{}"}}}}})}};
  for (const auto& [path, request] : {std::pair("/v1/chat/completions", chat), std::pair("/v1/messages", messages)}) {
    CAPTURE(path);
    CHECK(has(metrics_after(path, request, said("Hello."), "stop"), "no_call"));
    CHECK(has(metrics_after(path, request, said(whole), "stop"), "call"));
    CHECK(has(metrics_after(path, request, native, "tool_calls"), "call"));
    CHECK(
        has(metrics_after(path, request, said(R"(<tool_call>{"name": "ping", "arguments": {},}</tool_call>)"), "stop"),
            "call_with_repairs"));
    CHECK(has(metrics_after(path, request, said(R"(<tool_call>{"name": "ping", "arguments": {"a": "b)"), "length"),
              "truncated"));
    CHECK(has(metrics_after(path, request, said("Hel"), "length"), "truncated"));
  }
}

TEST_CASE("a client that makes up models does not fill the memory") {
  metrics counted;
  for (int i = 0; i < 64; ++i) CHECK(counted.some("m" + std::to_string(i)) == "m" + std::to_string(i));
  CHECK(counted.some("one more") == "other");
  CHECK(counted.some("m7") == "m7");
}

}  // namespace verdicts_test
