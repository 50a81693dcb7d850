// Which call a result is of, and what becomes of it.

#include <toolcall/mend.hpp>

#include "catch.hpp"
#include "mend/conversations.hpp"

namespace mend_results {

using namespace mend_test;

TEST_CASE("mend: calls of tools that take text have their results") {
  const std::string given = chat(
      R"({"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "sh", )"
      R"("input": "ls"}}]}, )" +
      answered("a"));
  CHECK(mended(given).json == given);
  CHECK(changes_of(mended(given)).empty());
  // In the Responses the id counts, whatever type the output has.
  const std::string items = R"([{"type": "custom_tool_call", "call_id": "c", "name": "sh", "input": "ls"}, )"
                            R"({"type": "function_call_output", "call_id": "c", "output": "file1"}])";
  CHECK(mended(items).json == items);
  CHECK(changes_of(mended(items)).empty());
  // Of two calls with one id, each has the output of its own type.
  const mended_transcript both =
      mended(R"([{"type": "function_call", "call_id": "c", "name": "ping", "arguments": "{}"}, )"
             R"({"type": "custom_tool_call", "call_id": "c", "name": "sh", "input": "ls"}, )"
             R"({"type": "custom_tool_call_output", "call_id": "c", "output": "file1"}, )"
             R"({"type": "function_call_output", "call_id": "c", "output": "up"}])");
  const json result = json::parse(both.json);
  CHECK(changes_of(both) == "new_id@/1");
  CHECK(result[2]["call_id"] == result[1]["call_id"]);
  CHECK(result[3]["call_id"] == "c");
}

TEST_CASE("mend: names say which call a result is of") {
  const std::string add = R"({"id": "a", "type": "function", "function": {"name": "add", "arguments": "{}"}})";
  const auto named = [](const std::string& name) {
    return R"({"role": "tool", "tool_call_id": "a",)" + (name.empty() ? "" : R"( "name": ")" + name + R"(",)") +
           R"( "content": "of )" + name + R"("})";
  };
  const auto results_of = [&](const std::string& first, const std::string& second) {
    const json made =
        json::parse(mended(chat(asked(called("a") + ", " + add) + ", " + named(first) + ", " + named(second))).json);
    std::string all;
    for (const json& call : made[1]["tool_calls"])
      for (const json& each : made)
        if (each.value("tool_call_id", "") == call["id"])
          all += call["function"]["name"].get<std::string>() + ": " + each["content"].get<std::string>() + "; ";
    return all;
  };
  CHECK(results_of("add", "ping") == "ping: of ping; add: of add; ");
  CHECK(results_of("ping", "add") == "ping: of ping; add: of add; ");
  // One that says nothing does not take what the next one claims.
  CHECK(results_of("", "ping") == "ping: of ping; add: of ; ");
  CHECK(results_of("", "") == "ping: of ; add: of ; ");
}

TEST_CASE("mend: an id that is a number is the same as a string") {
  const auto numbered = [](const std::string& id) {
    return R"({"id": )" + id + R"(, "type": "function", "function": {"name": "ping", "arguments": "{}"}})";
  };
  const auto result = [](const std::string& id) {
    return R"({"role": "tool", "tool_call_id": )" + id + R"(, "content": "of )" + id + R"("})";
  };
  check_chat(asked(numbered("7") + ", " + numbered("8")) + ", " + result("8") + ", " + result("7"),
             "number_id@/1/tool_calls/0 number_id@/1/tool_calls/1 number_id@/2 number_id@/3",
             asked(called("7") + ", " + called("8")) + ", " + answered("8", "of 8") + ", " + answered("7", "of 7"));
  check_chat(asked(called("7")) + ", " + result("7"), "number_id@/2",
             asked(called("7")) + ", " + answered("7", "of 7"));
  check_chat(
      asked(R"({"id": 7, "type": "function", "function": {"name": "ping", "arguments": {}}})") + ", " + result("7"),
      "flattened_call@/1/tool_calls/0 number_id@/1/tool_calls/0 number_id@/2",
      asked(called("7")) + ", " + answered("7", "of 7"));
  const json blocks = json::parse(
      mended(R"([{"role": "assistant", "content": [{"type": "tool_use", "id": 7, "name": "ping", "input": {}}]}, )"
             R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": 7, "content": "up"}]}])")
          .json);
  CHECK(blocks[0]["content"][0]["id"] == "7");
  CHECK(blocks[1]["content"][0]["tool_use_id"] == "7");
  const json items =
      json::parse(mended(R"([{"type": "function_call", "call_id": 7, "name": "ping", "arguments": "{}"}, )"
                         R"({"type": "function_call_output", "call_id": 7, "output": "up"}])")
                      .json);
  CHECK(items[0]["call_id"] == "7");
  CHECK(items[1]["call_id"] == "7");
}

TEST_CASE("mend: an id says which of several leaked calls it is of, or nothing") {
  const std::string leaked =
      R"({"role": "assistant", "content": "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>)"
      R"(<tool_call>{\"name\": \"get_weather\", \"arguments\": {}}</tool_call>"})";
  const auto name_of = [&](const std::string& results, const std::string& content) -> std::string {
    const json made = json::parse(mended(chat(leaked + ", " + results)).json);
    for (const json& each : made)
      for (const json& call : made[1]["tool_calls"])
        if (each.value("role", "") == "tool" && each["content"] == content && each["tool_call_id"] == call["id"])
          return call["function"]["name"];
    return "none";
  };
  CHECK(name_of(answered("functions.get_weather:1", "x"), "x") == "get_weather");
  CHECK(name_of(answered("functions.ping:0", "x"), "x") == "ping");
  CHECK(name_of(answered("call_1", "x"), "x") == "none");
  CHECK(name_of(answered("shipping", "x"), "x") == "none");
  CHECK(name_of(answered("ping_or_get_weather", "x"), "x") == "none");
  const std::string crossed = answered("functions.get_weather:1", "w") + ", " + answered("functions.ping:0", "p");
  CHECK(name_of(crossed, "w") == "get_weather");
  CHECK(name_of(crossed, "p") == "ping");
  // As many results as calls: their order counts.
  CHECK(name_of(answered("x", "1") + ", " + answered("y", "2"), "1") == "ping");
  CHECK(name_of(answered("x", "1") + ", " + answered("y", "2"), "2") == "get_weather");
}

TEST_CASE("mend: a call stands for one in the text, and the next one there leaked") {
  const std::string call = R"(<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>)";
  check_chat(R"({"role": "assistant", "content": ")" + call + call + R"(", "tool_calls": [)" + called("a") + "]}, " +
                 answered("a", "1") + ", " + answered("b", "2"),
             "repeated_text@/1/content leaked_call@/1/content found_call@/3",
             asked(called("b") + ", " + called("a")) + ", " + answered("a", "1") + ", " + answered("b", "2"));
}

TEST_CASE("mend: results that are no text") {
  const auto result = [](const std::string& content) {
    return R"({"role": "tool", "tool_call_id": "a")" + content + "}";
  };
  const auto check = [&](const std::string& given, const std::string& expected) {
    check_chat(asked(called("a")) + ", " + result(given), "result_content@/2",
               asked(called("a")) + ", " + result(expected));
  };
  check(R"(, "content": null)", R"(, "content": "")");
  check("", R"(, "content": "")");
  check(R"(, "content": {"x": 1.50})", R"(, "content": "{\"x\": 1.50}")");
  check(R"(, "content": [1, 2])", R"(, "content": "[1, 2]")");
  const std::string parts = chat(asked(called("a")) + ", " + result(R"(, "content": [{"type": "text", "text": "A"}])"));
  CHECK(mended(parts).json == parts);

  const auto output = [](const std::string& content) {
    return R"([{"type": "function_call", "call_id": "a", "name": "ping", "arguments": "{}"}, )"
           R"({"type": "function_call_output", "call_id": "a")" +
           content + "}]";
  };
  CHECK(mended(output("")).json == output(R"(, "output": "")"));
  CHECK(mended(output(R"(, "output": {"x": 1})")).json == output(R"(, "output": "{\"x\": 1}")"));

  const auto block = [](const std::string& content) {
    return R"([{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ping", "input": {}}]}, )"
           R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a")" +
           content + "}]}]";
  };
  CHECK(mended(block("")).json == block(""));
  CHECK(mended(block(R"(, "content": {"x": 1})")).json == block(R"(, "content": "{\"x\": 1}")"));
}

TEST_CASE("mend: a result without a call that is no text becomes its JSON") {
  const std::string words = "Result of a tool call that is not in this conversation: ";
  check_chat(R"({"role": "tool", "tool_call_id": "a", "content": {"x":1}})", "lost_call@/1",
             R"({"role": "user", "content": ")" + words + R"({\"x\":1}"})");
  const json items =
      json::parse(mended(R"([{"type": "function_call_output", "call_id": "a", "output": {"x":1}}])").json);
  CHECK(items[0]["content"] == words + R"({"x":1})");
  const json blocks = json::parse(
      mended(R"([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": {"x":1}}]}])")
          .json);
  CHECK(blocks[0]["content"][0]["text"] == words + R"({"x":1})");
}

TEST_CASE("mend: a result in the assistant's own message") {
  const std::string call = R"({"type": "tool_use", "id": "a", "name": "ping", "input": {}})",
                    result = R"({"type": "tool_result", "tool_use_id": "a", "content": "up"})";
  const auto own = [](const std::string& blocks) { return R"({"role": "assistant", "content": [)" + blocks + "]}"; };
  const auto users = [](const std::string& blocks) { return R"({"role": "user", "content": [)" + blocks + "]}"; };
  const std::string text = R"({"type": "text", "text": "Bye"})";
  const auto check = [](const std::string& given, const std::string& changes, const std::string& expected) {
    const mended_transcript made = mended(given, transcript_format::anthropic);
    CHECK(changes_of(made) == changes);
    CHECK(json::parse(made.json) == json::parse(expected));
    CHECK(problems_of_anthropic(json::parse(made.json)) == std::vector<std::string>());
    CHECK_FALSE(mended(made.json, transcript_format::anthropic).changed());
  };
  const std::string sound = "[" + own(call) + ", " + users(result + ", " + text) + "]";
  check("[" + own(call + ", " + result) + ", " + users(text) + "]", "moved_result@/0/content/1", sound);
  check("[" + own(result + ", " + call) + ", " + users(text) + "]", "moved_result@/0/content/0", sound);
  check("[" + own(call + ", " + result) + "]", "moved_result@/0/content/1",
        "[" + own(call) + ", " + users(result) + "]");
  // In a message of its own, behind that of the call.
  check("[" + own(call) + ", " + own(result) + ", " + users(text) + "]", "moved_result@/1/content/0",
        "[" + own(call) + ", " + users(result) + ", " + users(text) + "]");
  // Without a call it is the user's text.
  const std::string lost = R"({"type": "text", "text": "Result of a tool call that is not in this conversation: up"})";
  check("[" + own(text + ", " + result) + ", " + users(text) + "]", "lost_call@/0/content/1",
        "[" + own(text) + ", " + users(lost + ", " + text) + "]");
}

TEST_CASE("mend: outputs of calls that the server keeps stay as they are") {
  const std::string output = R"({"type": "function_call_output", "call_id": "far", "output": "up"})";
  const std::string kept[] = {
      R"({"previous_response_id": "resp_1", "input": [)" + output + "]}",
      R"({"conversation": {"id": "conv_1"}, "input": [)" + output + "]}",
      R"({"input": [{"type": "item_reference", "id": "fc_1"}, )" + output + "]}",
  };
  for (const std::string& given : kept) {
    CHECK(mended(given).json == given);
    CHECK(changes_of(mended(given)).empty());
  }
  CHECK(changes_of(mended(R"({"previous_response_id": null, "conversation": null, "input": [)" + output + "]}")) ==
        "lost_call@/input/0");
  // Nor are they given to a call of the input; a second output of such a call is still one too many.
  const std::string call = R"({"type": "function_call", "call_id": "near", "name": "ping", "arguments": "{}"})",
                    near = R"({"type": "function_call_output", "call_id": "near", "output": "1"})";
  const mended_transcript made =
      mended(R"({"previous_response_id": "resp_1", "input": [)" + call + ", " + output + "]}");
  CHECK(changes_of(made) == "missing_result@/input/0");
  CHECK(json::parse(made.json)["input"].size() == 3);
  CHECK(json::parse(made.json)["input"][2]["output"] == "up");
  CHECK(changes_of(mended(R"({"previous_response_id": "resp_1", "input": [)" + call + ", " + near + ", " + near +
                          "]}")) == "lost_call@/input/2");
}

}  // namespace mend_results
