// Requests of Responses and Messages that say something that cannot be sent on: nothing of them is dropped in silence.

#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace wrong_requests_test {

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::json;

namespace {

class asked_server {
 public:
  asked_server()
      : upstream_([](connection& at, const std::string&) {
          at.send(answer(R"({"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]})"));
        }),
        server_(settings_for(upstream_.url())) {}

  // The status, and the error's sentence.
  std::string ask(const char* path, const json& request) const {
    const auto client = server_.connect();
    CHECK(client->send(post(path, request.dump(), "Connection: close\r\n")));
    const std::string all = client->rest();
    const std::string rest = all.substr(all.find("\r\n\r\n") + 4);
    const json body = json::parse(all.find("chunked") == all.npos ? rest : unchunked(rest));
    const bool is_error = body.contains("error") && !body["error"].is_null();
    return all.substr(9, 3) + (is_error ? " " + body["error"]["message"].get<std::string>() : "");
  }
  std::size_t sent_on() const { return upstream_.requests().size(); }

 private:
  scripted_upstream upstream_;
  running_server server_;
};

json messages_with(const char* member, json value) {
  json made = {{"model", "m"}, {"messages", json::array({{{"role", "user"}, {"content", "go"}}})}};
  made[member] = std::move(value);
  return made;
}

json responses_with(const char* member, json value) {
  json made = {{"model", "m"}, {"input", "go"}};
  made[member] = std::move(value);
  return made;
}

json one(json item) {
  return json::array({std::move(item)});
}

struct wrong {
  json request;
  const char* says;
};

void check_all(const char* path, const std::vector<wrong>& all) {
  const asked_server server;
  for (const wrong& each : all) {
    CAPTURE(each.request.dump());
    CHECK(server.ask(path, each.request) == std::string("400 ") + each.says);
  }
  CHECK(server.sent_on() == 0);
}

}  // namespace

TEST_CASE("messages: a member that cannot be sent on is named") {
  constexpr const char* text = "must be a string, or a list of blocks";
  const std::string content = std::string("messages[0].content ") + text, system = std::string("system ") + text;
  const auto says = [](const json& blocks) {
    return messages_with("messages", one({{"role", "user"}, {"content", blocks}}));
  };
  const auto said = [](const json& blocks) {
    return messages_with("messages", one({{"role", "assistant"}, {"content", blocks}}));
  };
  check_all(
      "/v1/messages",
      {{{{"model", "m"}}, "messages must be a list"},
       {messages_with("messages", "x"), "messages must be a list"},
       {messages_with("messages", one("x")), "messages[0].role must be user, assistant or system"},
       {messages_with("messages", one({{"role", "robot"}, {"content", "x"}})),
        "messages[0].role must be user, assistant or system"},
       {messages_with("messages", one({{"role", "user"}})), content.c_str()},
       {says(5), content.c_str()},
       {says(one("x")), content.c_str()},
       {said(5), content.c_str()},
       {said(one({{"type", "robot"}})), "a block of type \"robot\" cannot be sent to a server of the chat interface"},
       {said(one({{"type", "tool_use"}, {"name", "ping"}})),
        "messages[0]: tool_use.id must be a string that is not empty"},
       {says(one({{"type", "tool_result"}, {"content", "1"}})),
        "messages[0]: tool_result.tool_use_id must be a string that is not empty"},
       {says(one({{"type", "tool_result"}, {"tool_use_id", "a"}, {"content", one({{"type", "robot"}})}})),
        "a block of type \"robot\" cannot be sent to a server of the chat interface"},
       {messages_with("model", ""), "model must be a string that is not empty"},
       {messages_with("system", 5), system.c_str()},
       {messages_with("tools", "y"), "tools must be a list"},
       {messages_with("tools", one("y")), "tools[0].name must be a string that is not empty"},
       {messages_with("tools", one({{"name", "ping"}})), "tools[0].input_schema must be an object"}});
}

TEST_CASE("responses: a member that cannot be sent on is named") {
  const auto item = [](json of) { return responses_with("input", one(std::move(of))); };
  constexpr const char* input = "input must be a string, or a list of items";
  constexpr const char* role = "input[0].role must be user, assistant, system or developer";
  check_all("/v1/responses",
            {{{{"model", "m"}}, input},
             {{{"input", "go"}}, "model must be a string that is not empty"},
             {responses_with("model", 5), "model must be a string that is not empty"},
             {responses_with("input", 5), input},
             {item({{"role", "robot"}, {"content", "x"}}), role},
             {item({{"role", 5}, {"content", "x"}}), role},
             {item({{"role", "user"}, {"content", 5}}), "input[0].content must be a string, or a list of parts"},
             {item({{"role", "user"}}), "input[0].content must be a string, or a list of parts"},
             {item("x"), "input[0]: an item of type \"\" cannot be sent to a server of the chat interface"},
             {item({{"type", "robot"}}),
              "input[0]: an item of type \"robot\" cannot be sent to a server of the chat interface"},
             {item({{"type", "function_call_output"}, {"output", "1"}}),
              "input[0].call_id must be a string that is not empty"},
             {item({{"type", "function_call_output"}, {"call_id", "a"}}),
              "input[0].output must be a string, or a list of parts"},
             {item({{"type", "function_call"}, {"call_id", "a"}}), "input[0].name must be a string that is not empty"},
             {item({{"type", "function_call"}, {"call_id", "a"}, {"name", "ping"}, {"arguments", {{"n", 1}}}}),
              "input[0].arguments must be a string"},
             {responses_with("instructions", 5), "instructions must be a string"},
             {responses_with("tools", "y"), "tools must be a list"},
             {responses_with("tools", one("y")), "tools[0].type must be a string that is not empty"},
             {responses_with("tools", one({{"type", "function"}})), "tools[0].name must be a string that is not empty"},
             {responses_with("tool_choice", 5), "tool_choice must be a string or an object"}});
}

TEST_CASE("both: what only the provider has is left out, and the request is sent on") {
  const asked_server server;
  const json blocks = json::array({{{"type", "server_tool_use"}, {"id", "a"}, {"name", "web_search"}},
                                   {{"type", "web_search_tool_result"}, {"tool_use_id", "a"}},
                                   {{"type", "redacted_thinking"}, {"data", "x"}},
                                   {{"type", "text"}, {"text", "So."}}});
  CHECK(server.ask("/v1/messages", messages_with("messages", one({{"role", "assistant"}, {"content", blocks}}))) ==
        "200");
  CHECK(server.ask("/v1/messages", messages_with("tools", one({{"type", "web_search_20250305"}}))) == "200");
  CHECK(server.ask("/v1/responses", responses_with("tools", one({{"type", "web_search"}}))) == "200");
  const json items = json::array({{{"type", "web_search_call"}}, {{"type", "mcp_list_tools"}}});
  CHECK(server.ask("/v1/responses", responses_with("input", items)) == "200");
  CHECK(server.sent_on() == 4);
}

}  // namespace wrong_requests_test
