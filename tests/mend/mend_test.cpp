// Each change, in each format, as a reader of the documents expects it.

#include <toolcall/error.hpp>
#include <toolcall/mend.hpp>

#include "catch.hpp"
#include "mend/pairing_check.hpp"

namespace mend_changes {

using namespace mend_test;

namespace {

using toolcall::mended_transcript;
using toolcall::transcript_format;

mended_transcript mended(const std::string& text, transcript_format format = transcript_format::automatic) {
  static const toolcall::tools declared = toolcall::tools::from_json(
      R"([{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}},)"
      R"({"name": "ping", "parameters": {"type": "object", "properties": {}}}])");
  return toolcall::mend(text, declared, toolcall::dialect::automatic(), format);
}

// The codes of the changes, in order, with their pointers.
std::string changes_of(const mended_transcript& made) {
  std::string all;
  for (const toolcall::transcript_change& each : made.changes)
    all += (all.empty() ? "" : " ") + each.code + (each.made ? "" : "?") + "@" + each.pointer;
  return all;
}

// A conversation of OpenAI's with these messages of the assistant and the tools in it.
std::string chat(const std::string& middle) {
  return R"([{"role": "user", "content": "Hi"}, )" + middle + R"(, {"role": "user", "content": "Bye"}])";
}

void check_chat(const std::string& middle, const std::string& changes, const std::string& expected) {
  INFO(middle);
  const mended_transcript made = mended(chat(middle), transcript_format::openai);
  CHECK(changes_of(made) == changes);
  CHECK(made.json == chat(expected));
  CHECK(problems_of_chat(json::parse(made.json)) == std::vector<std::string>());
  CHECK_FALSE(mended(made.json, transcript_format::openai).changed());
}

std::string called(const std::string& id, const std::string& arguments = "{}") {
  return R"({"id": ")" + id + R"(", "type": "function", "function": {"name": "ping", "arguments": ")" + arguments +
         R"("}})";
}
std::string asked(const std::string& calls) {
  return R"({"role": "assistant", "content": null, "tool_calls": [)" + calls + "]}";
}
std::string answered(const std::string& id, const std::string& content = "ok") {
  return R"({"role": "tool", "tool_call_id": ")" + id + R"(", "content": ")" + content + R"("})";
}

constexpr const char* none = "No result was recorded for this call.";
constexpr const char* first_id = "call_rUyMNAmnOSYXxNfnwaIJg5yO";

}  // namespace

TEST_CASE("mend: a call in the text becomes a call, and the result behind it is its result") {
  check_chat(
      R"({"role": "assistant", "content": "Well.\n<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"}, )" +
          answered("x1"),
      "leaked_call@/1/content found_call@/2",
      R"({"role": "assistant", "content": "Well.\n", "tool_calls": [)" + called("x1") + "]}, " + answered("x1"));
  // Nothing is left of the text; parts of it that are none stay.
  check_chat(R"({"role": "assistant", "content": "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"})",
             "leaked_call@/1/content missing_result@/1/content",
             asked(called(first_id)) + ", " + answered(first_id, none));
  check_chat(R"({"role": "assistant", "content": [{"type": "text", "text": "A"}, {"type": "text", "text": )"
             R"("<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"}]}, )" +
                 answered(""),
             "leaked_call@/1/content/1 found_call@/2",
             R"({"role": "assistant", "content": [{"type": "text", "text": "A"}], "tool_calls": [)" + called(first_id) +
                 "]}, " + answered(first_id));
}

TEST_CASE("mend: a call keeps the id that the text gives it") {
  const std::string kimi =
      R"(<|tool_calls_section_begin|><|tool_call_begin|>functions.ping:4<|tool_call_argument_begin|>{}<|tool_call_end|>)"
      R"(<|tool_calls_section_end|>)";
  check_chat(R"({"role": "assistant", "content": ")" + kimi + R"("}, )" + answered("functions.ping:4"),
             "leaked_call@/1/content", asked(called("functions.ping:4")) + ", " + answered("functions.ping:4"));
}

TEST_CASE("mend: reasoning stays in the text as it stands there") {
  const mended_transcript made = mended(chat(
      R"({"role": "assistant", "content": "<think>\nHm.</think>\n\n<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"})"));
  CHECK(json::parse(made.json)[1]["content"] == "<think>\nHm.</think>\n\n");
}

TEST_CASE("mend: text that is meant to be text stays, and so does a call that cannot be read, which is listed") {
  for (const char* const text : {
           R"(It is written <tool_call>.)",
           R"(So:\n```\n<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>\n```\nis a call.)",
           R"(<think>I could ping.</think>No.)",
       }) {
    const std::string given = chat(R"({"role": "assistant", "content": ")" + std::string(text) + R"("})");
    CHECK(mended(given).json == given);
    CHECK(mended(given).changes.empty());
  }
  const std::string given =
      chat(R"({"role": "assistant", "content": "<tool_call>{\"name\": \"ping\", \"arguments\": {\"a\": \"b"})");
  CHECK(mended(given).json == given);
  CHECK(changes_of(mended(given)) == "unread_call?@/1/content");
}

TEST_CASE("mend: a call that stands in the text and among the calls is one") {
  check_chat(
      R"({"role": "assistant", "content": "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>", "tool_calls": [)" +
          called("a") + "]}, " + answered("a"),
      "repeated_text@/1/content", asked(called("a")) + ", " + answered("a"));
  // Beside calls, bare JSON is no call.
  const std::string given = chat(R"({"role": "assistant", "content": "{\"name\": \"ping\", \"arguments\": {}}", )"
                                 R"("tool_calls": [)" +
                                 called("a") + "]}, " + answered("a"));
  CHECK(mended(given).json == given);
}

TEST_CASE("mend: what a model made up behind its calls is left out") {
  const mended_transcript made = mended(chat(
      R"({"role": "assistant", "content": "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>\n<tool_response>\n{}\n</tool_response>\nIt answers."})"));
  CHECK(changes_of(made) == "leaked_call@/1/content made_up_text@/1/content missing_result@/1/content");
  CHECK(json::parse(made.json)[1]["content"] == nullptr);
}

TEST_CASE("mend: calls that are not written as calls") {
  check_chat(
      R"({"role": "assistant", "content": null, "tool_calls": [{"id": "a", "name": "ping", "arguments": {}}]}, )" +
          answered("a"),
      "flattened_call@/1/tool_calls/0", asked(called("a")) + ", " + answered("a"));
  check_chat(R"({"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": )"
             R"({"name": "ping", "arguments": {}}}]}, )" +
                 answered("a"),
             "flattened_call@/1/tool_calls/0", asked(called("a")) + ", " + answered("a"));
  check_chat(R"({"role": "assistant", "content": null, "function_call": {"name": "ping", "arguments": "{}"}}, )"
             R"({"role": "function", "name": "ping", "content": "ok"})",
             "flattened_call@/1/function_call new_id@/1/function_call flattened_call@/2 found_call@/2",
             asked(called(first_id)) + R"(, {"role": "tool", "name": "ping", "content": "ok", "tool_call_id": ")" +
                 first_id + "\"}");
  check_chat(R"({"role": "assistant", "content": "A", "tool_calls": []})", "empty_calls@/1/tool_calls",
             R"({"role": "assistant", "content": "A"})");
  check_chat(R"({"role": "assistant", "content": "A", "tool_calls": [{"id": "a", "type": "function", "function": )"
             R"({"arguments": "{\"b\": 1}"}}]})",
             "unnamed_call@/1/tool_calls/0", R"({"role": "assistant", "content": "A\n{\"b\": 1}"})");
}

TEST_CASE("mend: arguments") {
  const auto check = [](const std::string& given, const std::string& expected) {
    check_chat(asked(called("a", given)) + ", " + answered("a"), "repaired_arguments@/1/tool_calls/0",
               asked(called("a", expected)) + ", " + answered("a"));
  };
  check("", "{}");
  check("{'city': 'Bern',}", R"({\"city\":\"Bern\"})");
  check(R"(\"{\\\"city\\\": 1}\")", R"({\"city\": 1})");
  const std::string cut = chat(asked(called("a", R"({\"city\": \"Be)")) + ", " + answered("a"));
  CHECK(mended(cut).json == cut);
  CHECK(changes_of(mended(cut)) == "unreadable_arguments?@/1/tool_calls/0");
}

TEST_CASE("mend: ids") {
  check_chat(asked(called("a") + ", " + called("a")) + ", " + answered("a", "1") + ", " + answered("a", "2"),
             "new_id@/1/tool_calls/1",
             asked(called("a") + ", " + called(first_id)) + ", " + answered("a", "1") + ", " + answered(first_id, "2"));
  // Those of several messages may be the same.
  const std::string given =
      chat(asked(called("a")) + ", " + answered("a", "1") + ", " + asked(called("a")) + ", " + answered("a", "2"));
  CHECK(mended(given).json == given);
}

TEST_CASE("mend: results") {
  check_chat(asked(called("a") + ", " + called("b")) + ", " + answered("b"), "missing_result@/1/tool_calls/0",
             asked(called("a") + ", " + called("b")) + ", " + answered("b") + ", " + answered("a", none));
  check_chat(answered("a", "sunny"), "lost_call@/1",
             R"({"role": "user", "content": "Result of a tool call that is not in this conversation: sunny"})");
  check_chat(asked(called("a")) + ", " + answered("a") + ", " + answered("a", "again"), "lost_call@/3",
             asked(called("a")) + ", " + answered("a") +
                 R"(, {"role": "user", "content": "Result of a tool call that is not in this conversation: again"})");
  const std::string word = R"({"role": "user", "content": "Wait"})";
  check_chat(asked(called("a")) + ", " + word + ", " + answered("a"), "moved_result@/3",
             asked(called("a")) + ", " + answered("a") + ", " + word);
  check_chat(answered("a") + ", " + asked(called("a")), "moved_result@/1", asked(called("a")) + ", " + answered("a"));
  // A result with another id is not guessed to be one of two calls', but it is that of the only one.
  check_chat(asked(called("a")) + ", " + answered("zz"), "found_call@/2", asked(called("a")) + ", " + answered("a"));
  CHECK(changes_of(mended(chat(asked(called("a") + ", " + called("b")) + ", " + answered("zz")))) ==
        "missing_result@/1/tool_calls/0 missing_result@/1/tool_calls/1 lost_call@/2");
}

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

TEST_CASE("mend: Anthropic's blocks") {
  const mended_transcript made = mended(
      R"([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [{"type": "text", "text": )"
      R"("Well.<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"}, {"type": "tool_use", "id": "f:0", )"
      R"("name": "ping", "input": "{'a': 1}"}]}, {"role": "user", "content": [{"type": "text", "text": "So?"}, )"
      R"({"type": "tool_result", "tool_use_id": "f:0", "content": "one"}]}, )"
      R"({"role": "assistant", "content": [{"type": "tool_use", "id": "u", "name": "ping", "input": "{\"a"}]}, )"
      R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "u", "content": [{"type": "text", )"
      R"("text": "two"}]}]}])");
  CHECK(made.format == transcript_format::anthropic);
  CHECK(changes_of(made) ==
        "repaired_arguments@/1/content/1 leaked_call@/1/content/0 new_id@/1/content/1 missing_result@/1/content/0 "
        "moved_result@/2/content/1 unreadable_arguments@/3/content/0 lost_call@/4/content/0");
  const json result = json::parse(made.json);
  CHECK(problems_of_anthropic(result) == std::vector<std::string>());
  CHECK(result[1]["content"][0]["text"] == "Well.");
  CHECK(result[1]["content"][2]["input"] == json{{"a", 1}});
  CHECK(result[2]["content"][0]["content"] == "one");
  CHECK(result[2]["content"][1]["is_error"] == true);
  CHECK(result[2]["content"][2]["text"] == "So?");
  CHECK(result[3]["content"][0]["text"] == "ping {\"a");
  CHECK(result[4]["content"][1]["text"] == "two");
  CHECK_FALSE(mended(made.json).changed());
}

TEST_CASE("mend: Anthropic's next message is the user's, and there is one if there was none") {
  const std::string call =
      R"({"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ping", "input": {}}]})";
  const json made = json::parse(mended("[" + call + "]").json);
  REQUIRE(made.size() == 2);
  CHECK(made[1]["role"] == "user");
  CHECK(made[1]["content"][0]["tool_use_id"] == "a");
  // Results in messages of their own are brought together.
  const std::string two =
      R"([{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ping", "input": {}}, )"
      R"({"type": "tool_use", "id": "b", "name": "ping", "input": {}}]}, {"role": "user", "content": )"
      R"([{"type": "tool_result", "tool_use_id": "a"}]}, {"role": "user", "content": )"
      R"([{"type": "tool_result", "tool_use_id": "b"}]}])";
  CHECK(changes_of(mended(two)) == "moved_result@/2/content/0");
  CHECK(json::parse(mended(two).json).size() == 2);
}

TEST_CASE("mend: items of the Responses") {
  const mended_transcript made = mended(
      R"({"input": [{"role": "user", "content": "Hi"}, {"type": "function_call_output", "call_id": "b", "output": "early"}, )"
      R"({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": )"
      R"("<tool_call>{\"name\": \"get_weather\", \"arguments\": {}}</tool_call>"}]}, {"type": "reasoning", "summary": []}, )"
      R"({"type": "function_call", "call_id": "a", "name": "ping", "arguments": "{}"}, )"
      R"({"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "not {json"}, )"
      R"({"type": "function_call", "call_id": "b", "name": "ping", "arguments": {"x": 1}}, )"
      R"({"type": "function_call_output", "call_id": "a", "output": "on time"}, {"role": "user", "content": "Bye"}, )"
      R"({"type": "function_call_output", "call_id": "d", "output": [{"type": "input_text", "text": "late"}]}]})");
  CHECK(made.format == transcript_format::responses);
  CHECK(changes_of(made) ==
        "moved_result@/input/1 leaked_call@/input/2/content/0 missing_result@/input/2/content/0 "
        "missing_result@/input/5 flattened_call@/input/6 lost_call@/input/9");
  const json result = json::parse(made.json)["input"];
  CHECK(problems_of_responses(result) == std::vector<std::string>());
  std::string kinds;
  for (const json& each : result) kinds += (each.contains("type") ? each["type"].get<std::string>() : "user") + " ";
  CHECK(kinds ==
        "user function_call function_call_output reasoning function_call custom_tool_call function_call "
        "custom_tool_call_output function_call_output function_call_output user message ");
  CHECK(result[6]["arguments"] == R"({"x": 1})");
  CHECK(result[11]["content"][1]["text"] == "late");
  CHECK_FALSE(mended(made.json).changed());
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

TEST_CASE("mend: the request's own tools, and all else of it, stay") {
  const std::string given =
      "{\"model\": \"m\",\n \"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"look\", \"parameters\": "
      "{}}}],\n"
      " \"messages\": [\n  {\"role\": \"assistant\", \"content\": \"{\\\"name\\\": \\\"look\\\", \\\"arguments\\\": "
      "{}}\"},\n  {\"role\": \"tool\", \"tool_call_id\": \"a\", \"content\": \"1.50\", \"x\": 1e400}\n ],\n \"top_p\": "
      "0.10 }\n";
  const mended_transcript made = toolcall::mend(given);
  CHECK(made.json ==
        "{\"model\": \"m\",\n \"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"look\", \"parameters\": "
        "{}}}],\n"
        " \"messages\": [\n  {\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\": \"a\", \"type\": "
        "\"function\", \"function\": {\"name\": \"look\", \"arguments\": \"{}\"}}]},\n  {\"role\": \"tool\", "
        "\"tool_call_id\": \"a\", \"content\": \"1.50\", \"x\": 1e400}\n ],\n \"top_p\": 0.10 }\n");
}

TEST_CASE("mend: what the messages show of their format") {
  const auto format_of = [](const std::string& text) { return std::string(to_string(toolcall::mend(text).format)); };
  CHECK(format_of("[]") == "openai");
  CHECK(format_of(R"([{"role": "user", "content": "a"}])") == "openai");
  CHECK(format_of(R"({"messages": [], "system": "a"})") == "anthropic");
  CHECK(format_of(R"([{"role": "assistant", "content": [{"type": "thinking", "thinking": "a"}]}])") == "anthropic");
  CHECK(format_of(R"({"input": "Hi"})") == "responses");
  CHECK(format_of(R"([{"role": "user", "content": [{"type": "input_text", "text": "a"}]}])") == "responses");
}

TEST_CASE("mend: what is no transcript is refused, and the error says where and why") {
  const auto why = [](const std::string& text) -> std::string {
    try {
      return "mended: " + toolcall::mend(text).json;
    } catch (const toolcall::setup_error& wrong) {
      return wrong.what();
    }
  };
  CHECK(why("").find("the transcript is not JSON: ") == 0);
  CHECK(why("[1").find(" at byte 2") != std::string::npos);
  CHECK(why("5") == "a transcript is a list of messages, or a request with one");
  CHECK(why("{}") == "the request has neither messages nor input");
  CHECK(why(R"({"messages": 1})") == "/messages: must be a list of messages");
  CHECK(why("[5]") == "/0: must be an object: a message");
  CHECK(why(R"([{"content": "a"}])") == "/0: the message has no role");
  CHECK(why(R"({"input": [{}]})") == "/input/0: the item has neither a type nor a role");
  CHECK(why(R"([{"role": "assistant", "tool_calls": 1}])") == "/0/tool_calls: must be a list of calls");
  CHECK(why(R"([{"role": "assistant", "tool_calls": [1]}])") == "/0/tool_calls/0: must be an object: a call");
  CHECK(why(R"([{"role": "tool"}, {"role": "user", "content": [{"type": "tool_result"}]}])") ==
        "/1: is of Anthropic's Messages, and /0 of OpenAI's chat completions; say which is meant: openai, responses or "
        "anthropic");
  CHECK(why(R"({"system": "", "messages": [{"role": "user", "content": 1}]})") ==
        "/messages/0/content: must be a string, or a list of blocks");
  CHECK(why(R"({"system": "", "messages": [{"role": "tester", "content": "a"}]})") ==
        "/messages/0/role: must be user, assistant or system");
}

TEST_CASE("mend: the changes as JSON, with the transcript as it stands") {
  CHECK(to_json(mended(" [ ]\n")) == "{\"format\":\"openai\",\"changed\":false,\"changes\":[],\"transcript\": [ ]\n}");
  const json made = json::parse(to_json(mended(chat(answered("a")))));
  CHECK(made["changed"] == true);
  CHECK(made["changes"][0]["code"] == "lost_call");
  CHECK(made["changes"][0]["made"] == true);
  CHECK(made["transcript"].size() == 3);
}

}  // namespace mend_changes
