// What the response says of a call that broke off, streamed or not.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace broken_calls_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

struct outcome {
  std::string calls, finish, content;
  bool operator==(const outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const outcome& o) {
  return out << o.calls << " | " << o.finish << " | " << o.content;
}

outcome of_stream(const json& message, const std::string& reason, const completion_rewriter::settings& how) {
  json delta = message;
  std::size_t index = 0;
  if (delta.contains("tool_calls"))
    for (json& each : delta["tool_calls"]) each["index"] = index++;
  const client_message made =
      fold(rewritten({chunk_of(choice_of(delta.dump())), chunk_of(choice_of("{}", json(reason).dump()))}, how));
  return {made.names, made.choices.at(0).finish, made.choices[0].content};
}

outcome of_whole(const json& message, const std::string& reason, const completion_rewriter::settings& how) {
  const json whole = {{"id", "r"},
                      {"object", "chat.completion"},
                      {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", reason}}}}};
  const json made = json::parse(rewritten({whole.dump()}, how).at(0))["choices"][0];
  outcome found;
  for (const json& each : made["message"].value("tool_calls", json::array()))
    found.calls += (found.calls.empty() ? "" : " ") + each["function"]["name"].get<std::string>() + "(" +
                   each["function"]["arguments"].get<std::string>() + ")";
  found.finish = made["finish_reason"];
  if (made["message"]["content"].is_string()) found.content = made["message"]["content"];
  return found;
}

json native(const std::string& arguments) {
  const json call = {
      {"id", "a"}, {"type", "function"}, {"function", {{"name", "get_weather"}, {"arguments", arguments}}}};
  return {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", {call}}};
}

json text(const std::string& content) {
  return {{"role", "assistant"}, {"content", content}};
}

json beside(const std::string& content, json call) {
  call["content"] = content;
  return call;
}

}  // namespace

TEST_CASE("a call of the server whose arguments broke off is in the response, streamed or not") {
  const json cut = native("{\"city\":\"Be");
  const outcome expected = {"get_weather({\"city\":\"Be)", "length", ""};
  CHECK(of_whole(cut, "length", rewriting()) == expected);
  CHECK(of_stream(cut, "length", rewriting()) == expected);
  // It cannot be executed, so it is no reason for the message's end.
  CHECK(of_whole(cut, "tool_calls", rewriting()).finish == "stop");
  CHECK(of_whole(cut, "tool_calls", rewriting(arguments_as::complete)) == outcome{"", "stop", ""});
}

TEST_CASE("a whole response says what a stream does that holds calls until they are complete") {
  const std::string begun = "Hm. <tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be";
  const std::string unreadable = "Hm. <tool_call>\n{\"name\": \"get_weather\", \"arguments\": what}\n</tool_call>";
  const std::string whole = begun + "rn\"}}\n</tool_call>";
  for (const json& message :
       {native("{\"city\":\"Be"), native("{\"city\":\"Bern\"}"), native("[1]"), native("what"),
        native("{'city': 'Bern'}"), native("{\"city\":\"Bern\"} and"), native(""), text(begun), text(unreadable),
        text("Hm. <tool_call>\nhm"), beside(begun, native("{}")), beside(whole, native("{\"city\":\"Bern\"}")),
        beside(whole, native("{\"city\":\"Rome\"}")), beside(whole, native("{\"city\":\"Be")),
        beside("Hm.", native("{\"city\":\"Be")), beside("<think>\nHm.\n</think>\nSo", native("{}"))})
    for (const std::string reason : {"stop", "length", "tool_calls"})
      for (const arguments_as mode : {arguments_as::stream, arguments_as::complete})
        for (const bool shown : {false, true}) {
          completion_rewriter::settings how = rewriting(mode), holding = how;
          how.refused = holding.refused = shown ? refused_as::text : refused_as::hidden;
          holding.how.policy.hold_calls = reason != "length";
          CAPTURE(message.dump(), reason, mode == arguments_as::complete, shown);
          CHECK(of_whole(message, reason, how) == of_stream(message, reason, holding));
        }
}

TEST_CASE("a call that cannot be read before its arguments begin is text in a whole response and in a stream") {
  const std::string call = "{\"name\": \"get_weather\", \"arguments\": what}",
                    content = "Hm. <tool_call>\n" + call + "\n</tool_call>";
  completion_rewriter::settings how = rewriting();
  how.refused = refused_as::text;
  CHECK(of_whole(text(content), "stop", how) == outcome{"", "stop", "Hm. " + call});
  CHECK(of_stream(text(content), "stop", how) == outcome{"", "stop", "Hm. " + call});
  how.refused = refused_as::hidden;
  CHECK(of_whole(text(content), "stop", how) == outcome{"", "stop", "Hm. "});
}

TEST_CASE("a call that breaks off in a whole response is text, whatever it broke at") {
  completion_rewriter::settings how = rewriting();
  how.refused = refused_as::text;
  const std::string begun = "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be";
  const std::string spread = "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}, \"days\": 3}";
  const std::string field = "<function=get_weather>\n<parameter=city>\nBe";
  for (const std::string reason : {"stop", "content_filter", "token_limit"})
    for (const std::string& call : {begun, field})
      CHECK(of_whole(text("Hm. <tool_call>\n" + call), reason, how).content == "Hm. " + call);
  CHECK(of_whole(text("<tool_call>" + spread + "</tool_call>"), "stop", how).content == spread);
  // Also where one object of Ollama is the whole answer.
  const json whole = {{"message", text("Hm. <tool_call>" + spread + "</tool_call>")}, {"done", true}};
  CHECK(fold(rewritten({whole.dump()}, how)).choices.at(0).content == "Hm. " + spread);
  // In a stream the text of a call that is held comes in pieces.
  completion_rewriter::settings holding = how;
  holding.how.policy.hold_calls = true;
  std::vector<std::string> letters;
  for (const char c : "Hm. <tool_call>\n" + field) letters.emplace_back(1, c);
  CHECK(fold(rewritten(contents(letters), holding)).choices.at(0).content == "Hm. " + field);
}

TEST_CASE("what a whole response says besides the calls of its text stays") {
  const std::string call = R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>)";
  const auto read = [](const json& message) {
    const json whole = {{"choices", {{{"index", 0}, {"message", message}, {"finish_reason", "stop"}}}}};
    return json::parse(rewritten({whole.dump()}, rewriting()).at(0))["choices"][0]["message"];
  };
  const json two = read({{"content", "C"}, {"reasoning", "short"}, {"reasoning_content", "long"}});
  CHECK(two["reasoning"] == "short");
  CHECK(two["reasoning_content"] == "long");
  // A call without a name is none of the server's.
  for (const json& nameless : {json::object(), json(nullptr), json{{"function", {{"name", ""}}}}})
    CHECK(read({{"content", call}, {"tool_calls", {nameless}}})["tool_calls"].size() == 1);
  // A call that reasoning quotes on its first line is not made.
  CHECK_FALSE(read({{"reasoning_content", "> " + call}}).contains("tool_calls"));
  const std::string cut = R"({"choices":[{"index":0,"message":{"content":[{"type":"text","text":"a\ud83d"},)"
                          R"({"type":"text","text":"\ude00 )" +
                          std::string(R"(<tool_call>{\"name\": \"ping\"}</tool_call>)") +
                          R"("}]},"finish_reason":"stop"},{"index":1,"message":"hi"}]})";
  const json made = json::parse(rewritten({cut}, rewriting()).at(0))["choices"];
  CHECK(made[0]["message"]["content"] == "a\U0001F600 ");
  CHECK(made[1]["message"] == "hi");
}

TEST_CASE("in a whole response the text stands before the calls of the server, and is read as in a stream") {
  const std::string call = R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>)";
  const json own = {{"function", {{"name", "ping"}, {"arguments", json::object()}}}};
  const json message = {{"content", "<think>Hm.</think>x " + call}, {"tool_calls", {own}}};
  const json chat = {{"choices", {{{"index", 0}, {"message", message}, {"finish_reason", "tool_calls"}}}}};
  const json made = json::parse(rewritten({chat.dump()}).at(0))["choices"][0]["message"];
  CHECK(made["content"] == "x ");
  CHECK(made["reasoning_content"] == "Hm.");
  REQUIRE(made["tool_calls"].size() == 2);
  CHECK(made["tool_calls"][0]["function"]["name"] == "get_weather");
  CHECK(made["tool_calls"][1]["function"]["name"] == "ping");
  // One object of Ollama is a whole response, too.
  const client_message lines = fold(rewritten({json{{"message", message}, {"done", true}}.dump()}));
  CHECK(lines.names == "get_weather({\"city\":\"Bern\"}) ping({})");
  CHECK(lines.choices.at(0).content == "x ");
  CHECK(lines.choices[0].reasoning == "Hm.");
  // The line about a call that broke off is one of its own.
  completion_rewriter::settings how = rewriting(arguments_as::complete);
  how.refused = refused_as::note;
  const std::string said = of_whole(beside("So:", native("{\"city\":\"Be")), "length", how).content;
  CHECK(said.substr(0, 36) == "So:\nThe call of get_weather was not ");
}

TEST_CASE("a call in reasoning that does not count stays reasoning") {
  completion_rewriter::settings how = rewriting();
  how.refused = refused_as::text;
  const std::string call = "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"}}";
  const json message = {{"role", "assistant"}, {"reasoning_content", "Hm <tool_call>" + call + "</tool_call>"}};
  const std::string delta = message.dump();
  const auto made =
      fold(rewritten({chunk_of(choice_of(delta)), chunk_of(choice_of("{}", "\"length\""))}, how)).choices.at(0);
  CHECK(made.reasoning == "Hm " + call);
  CHECK(made.calls.empty());
}

TEST_CASE("a call that was cut off stands in a whole response as far as it came") {
  const std::string begun = "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be";
  CHECK(of_whole(text(begun), "length", rewriting()) == outcome{"get_weather({\"city\":\"Be)", "length", ""});
}

}  // namespace broken_calls_test
