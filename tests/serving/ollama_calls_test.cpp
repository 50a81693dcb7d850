// Ollama's lines: calls of their text, and those that the server read itself.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace ollama_calls_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string bern = "get_weather({\"city\":\"Bern\"})", ping = "ping({})";

}  // namespace

TEST_CASE("Ollama's lines become chunks") {
  const std::string body =
      R"({"model":"qwen3:8b","created_at":"2025-06-01T12:00:00.123456789Z","message":{"role":"assistant","content":"","thinking":"Hm."},"done":false})"
      "\n"
      R"({"model":"qwen3:8b","created_at":"2025-06-01T12:00:00.2Z","message":{"role":"assistant","content":"So: <tool_call>\n{\"name\": \"get_weather\", "},"done":false})"
      "\n"
      R"({"model":"qwen3:8b","created_at":"2025-06-01T12:00:01Z","message":{"role":"assistant","content":"\"arguments\": {\"city\": \"Bern\"}}\n</tool_call>"},"done":false})"
      "\n"
      R"({"model":"qwen3:8b","created_at":"2025-06-01T14:00:01+02:00","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":5,"prompt_eval_count":3,"eval_count":4})"
      "\n";
  const std::string made = rewritten_bytes(body);
  std::vector<std::string> objects;
  for (std::size_t at = 0; at < made.size(); at = made.find('\n', at) + 1)
    objects.push_back(made.substr(at, made.find('\n', at) - at));
  const client_message read = fold(objects);
  CHECK(read.choices.at(0).content == "So: ");
  CHECK(read.choices.at(0).reasoning == "Hm.");
  CHECK(read.names == bern);
  CHECK(read.choices.at(0).finish == "tool_calls");
  REQUIRE(read.usage.size() == 1);
  CHECK(read.usage[0] == json{{"prompt_tokens", 3}, {"completion_tokens", 4}, {"total_tokens", 7}});
  for (const std::string& each : objects) {
    CHECK(json::parse(each)["model"] == "qwen3:8b");
    CHECK(json::parse(each)["created"].get<int>() / 10 == 174877920);
  }
  CHECK(json::parse(objects.back())["total_duration"] == 5);
}

TEST_CASE("Ollama's own calls have no index, no id, and objects for arguments") {
  const client_message made = client(
      {R"({"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"get_weather","arguments":{"city":"Bern"}}},)"
       R"({"function":{"name":"ping","arguments":{}}}]},"done":false})",
       R"({"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"})"});
  CHECK(made.names == bern + " " + ping);
  CHECK(made.choices.at(0).finish == "tool_calls");
  const client_message generated = client({R"({"model":"m","response":"Hi","done":false})",
                                           R"({"model":"m","response":"","done":true,"done_reason":"length"})"});
  CHECK(generated.choices.at(0).content == "Hi");
  CHECK(generated.choices.at(0).finish == "length");
}

}  // namespace ollama_calls_test
