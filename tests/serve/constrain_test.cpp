// --constrain: a request that forces a call, or each that offers tools, reaches the upstream with a grammar of the
// dialect, in the form that this upstream takes; and what the model then writes is read as its call.

#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace serve_constrain_test {

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::ordered_json;

namespace {

const json tools = json::parse(
    R"([{"type":"function","function":{"name":"ping","parameters":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}}])");

json asked(const json& choice) {
  json made = {{"model", "m"}, {"messages", {{{"role", "user"}, {"content", "x"}}}}, {"tools", tools}};
  made["tool_choice"] = choice;
  return made;
}

struct seen {
  std::string answer;
  json sent;
};

// What the upstream gets, and what the client gets where the model writes a call of glm47.
seen ask(const json& request, const std::string& profile, const std::string& when,
         const char* path = "/v1/chat/completions", const char* dialect = "glm47") {
  scripted_upstream upstream([](connection& at, const std::string&) {
    at.send(answer(
        R"({"choices":[{"index":0,"message":{"role":"assistant","content":"<tool_call>ping<arg_key>n</arg_key><arg_value>7</arg_value></tool_call>"},"finish_reason":"stop"}]})"));
  });
  settings how = settings_for(upstream.url());
  how.profile = profile;
  how.dialect = dialect;
  how.constrain = when;
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send(post(path, request.dump(), "Connection: close\r\n")));
  seen made{client->rest(), {}};
  for (const std::string& each : upstream.requests())  // among those by which the server finds out about its upstream
    if (each.starts_with("POST ")) made.sent = json::parse(each.substr(each.find("\r\n\r\n") + 4));
  return made;
}

}  // namespace

TEST_CASE("a grammar is sent in the form that the upstream takes, and the answer is read") {
  struct {
    const char* profile;
    const char* pointer;
    const char* choice;  // as it is sent: the server's own parser is not asked
  } const cases[] = {
      {"vllm", "/structured_outputs/structural_tag", "none"},
      {"sglang", "/response_format/format/type", "auto"},
      {"llama-server", "/grammar", "none"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.profile);
    const seen made = ask(asked("required"), each.profile, "forced");
    const json::json_pointer place(each.pointer);
    REQUIRE(made.sent.contains(place));
    CHECK(made.sent[place].is_string());
    CHECK(made.sent["tool_choice"] == each.choice);
    CHECK(made.sent["tools"] == tools);
    CHECK(made.sent.dump().find("<arg_key>n</arg_key>") != std::string::npos);
    CHECK(made.answer.find("constraint=") != std::string::npos);
    CHECK(made.answer.find(R"("arguments":"{\"n\":7}")") != std::string::npos);
  }
}

TEST_CASE("where the model says the dialect, a model that is not known is named") {
  json request = asked("required");
  request["model"] = "nobody's-7b";
  const seen made = ask(request, "llama-server", "always", "/v1/chat/completions", "model");
  CHECK(made.answer.starts_with("HTTP/1.1 400 "));
  CHECK(made.answer.find(R"(no dialect is known for the model \"nobody's-7b\")") != std::string::npos);
  CHECK(made.sent.is_null());
}

TEST_CASE("which requests get a grammar") {
  CHECK(ask(asked("auto"), "llama-server", "always").sent.contains("grammar"));
  CHECK_FALSE(ask(asked("auto"), "llama-server", "forced").sent.contains("grammar"));
  CHECK_FALSE(ask(asked("none"), "llama-server", "always").sent.contains("grammar"));
  CHECK_FALSE(ask(asked("required"), "llama-server", "off").sent.contains("grammar"));
  const json anthropic = json::parse(
      R"({"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"}],"tool_choice":{"type":"any"},)"
      R"("tools":[{"name":"ping","input_schema":{"type":"object","properties":{"n":{"type":"integer"}}}}]})");
  CHECK(ask(anthropic, "llama-server", "forced", "/v1/messages").sent.contains("grammar"));
}

TEST_CASE("where no grammar is sent although one was wanted, the header says why") {
  json own = asked("required");
  own["response_format"] = {{"type", "json_object"}};
  const seen client = ask(own, "sglang", "forced");
  CHECK(client.answer.find("constraint=client") != std::string::npos);
  CHECK(client.sent["response_format"] == own["response_format"]);
  json guided = asked("required");
  guided["guided_json"] = {{"type", "object"}};
  CHECK(ask(guided, "vllm", "forced").answer.find("constraint=client") != std::string::npos);
  json plain = asked("required");
  plain["response_format"] = {{"type", "text"}};
  plain["grammar"] = "";
  CHECK(ask(plain, "llama-server", "forced").sent["grammar"] != "");
  CHECK(ask(asked("required"), "auto", "forced").answer.find("constraint=unknown") != std::string::npos);
}

TEST_CASE("tools that no call fits are refused by name, and nothing is sent") {
  json impossible = asked("required");
  impossible["tools"][0]["function"]["parameters"]["properties"]["n"] = {{"enum", json::array()}};
  const seen made = ask(impossible, "llama-server", "forced");
  CHECK(made.answer.find("HTTP/1.1 400") == 0);
  CHECK(made.answer.find("no_constraint") != std::string::npos);
  CHECK(made.sent.is_null());
}

TEST_CASE("what can get no grammar at all is refused when the server starts") {
  const auto why = [](const std::string& dialect, const std::string& profile, const std::string& when) {
    settings how = settings_for("http://127.0.0.1:1/v1");
    how.dialect = dialect;
    how.profile = profile;
    how.constrain = when;
    try {
      const server_state made(how);
      return std::string();
    } catch (const std::runtime_error& refused) {
      return std::string(refused.what());
    }
  };
  CHECK(why("auto", "vllm", "forced").find("--constrain needs --dialect") == 0);
  CHECK(why("general", "vllm", "forced").find("declares no marks of a call") != std::string::npos);
  CHECK(why("hermes", "ollama", "forced").find("the profile ollama does not say") != std::string::npos);
  CHECK(why("glm4", "vllm", "always").find("begin like text") != std::string::npos);
  CHECK(why("glm4", "vllm", "forced").empty());
  CHECK(why("hermes", "auto", "always").empty());
}

}  // namespace serve_constrain_test
