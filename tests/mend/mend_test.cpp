// Each change, in each format, as a reader of the documents expects it.

#include <toolcall/error.hpp>
#include <toolcall/mend.hpp>

#include "catch.hpp"
#include "mend/conversations.hpp"

namespace mend_changes {

using namespace mend_test;

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

TEST_CASE("mend: a call in the text that gives a field twice stays there") {
  const auto said = [](const std::string& text) { return R"({"role": "assistant", "content": ")" + text + R"("})"; };
  const auto weather = [](const std::string& arguments) {
    return R"(<tool_call>{\"name\": \"get_weather\", \"arguments\": {)" + arguments + "}}</tool_call>";
  };
  const std::string twice = weather(R"(\"city\": \"Bern\", \"city\": \"Oslo\")"), once = weather("");
  const std::string given = chat(said(twice));
  CHECK(mended(given).json == given);
  CHECK(changes_of(mended(given)) == "unread_call?@/1/content");
  // A call elsewhere in the message leaked.
  check_chat(
      R"({"role": "assistant", "content": [{"type": "text", "text": ")" + once + R"("}, {"type": "text", "text": ")" +
          twice + R"("}]}, )" + answered("a"),
      "leaked_call@/1/content/0 unread_call?@/1/content/1 found_call@/2",
      R"({"role": "assistant", "content": [{"type": "text", "text": ")" + twice +
          R"("}], "tool_calls": [{"id": "a", "type": "function", "function": {"name": "get_weather", "arguments": )"
          R"("{}"}}]}, )" +
          answered("a"));
  // One that stands with it in a section stays as well.
  const auto kimi = [](const std::string& name, const std::string& arguments) {
    return "<|tool_call_begin|>functions." + name + "<|tool_call_argument_begin|>{" + arguments + "}<|tool_call_end|>";
  };
  const std::string section =
      chat(said("<|tool_calls_section_begin|>" + kimi("ping:0", "") +
                kimi("get_weather:1", R"(\"city\": \"Bern\", \"city\": \"Oslo\")") + "<|tool_calls_section_end|>"));
  CHECK(mended(section).json == section);
  CHECK(changes_of(mended(section)) == "unread_call?@/1/content unread_call?@/1/content");
}

TEST_CASE("mend: a byte order mark is taken away, and bytes that are no UTF-8 are refused") {
  const std::string mark = "\xEF\xBB\xBF", text = R"([{"role": "user", "content": "Hi"}])";
  CHECK(mended(mark + text).json == text);
  CHECK(changes_of(mended(mark + text)) == "byte_order_mark@");
  CHECK(mended(mark + R"({"input": "Hi"})").json == R"({"input": "Hi"})");
  CHECK(changes_of(mended(mark + R"({"input": "Hi"})")) == "byte_order_mark@");
  CHECK(changes_of(mended(mark + "[" + answered("a") + "]")) == "byte_order_mark@ lost_call@/0");
  std::string why;
  try {
    why = mended("[{\"role\": \"user\", \"content\": \"a\xFF\"}]").json;
  } catch (const toolcall::setup_error& wrong) {
    why = wrong.what();
  }
  CHECK(why == "the transcript is not UTF-8: byte 31 begins no character; JSON is written in UTF-8 alone");
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
  for (const char* const begun : {R"({\"city\": \"Be)", "{", " { "}) {
    const std::string cut = chat(asked(called("a", begun)) + ", " + answered("a"));
    CHECK(mended(cut).json == cut);
    CHECK(changes_of(mended(cut)) == "unreadable_arguments?@/1/tool_calls/0");
  }
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

TEST_CASE("mend: a message without calls has content, or is left out") {
  const auto said = [](const std::string& members) { return R"({"role": "assistant")" + members + "}"; };
  const std::string bye = R"({"role": "user", "content": "Bye"})";
  for (const char* const nothing : {R"(, "content": null, "tool_calls": [])", R"(, "tool_calls": [], "refusal": null)",
                                    R"(, "content": "", "tool_calls": [])", R"(, "content": [], "tool_calls": [])"})
    check_chat(said(nothing) + ", " + bye, "empty_calls@/1/tool_calls", bye);
  check_chat(said(R"(, "content": null, "tool_calls": [], "reasoning_content": "Hm.")"), "empty_calls@/1/tool_calls",
             said(R"(, "content": "", "reasoning_content": "Hm.")"));
  check_chat(said(R"(, "content": null, "tool_calls": [], "refusal": "No.")"), "empty_calls@/1/tool_calls",
             said(R"(, "content": null, "refusal": "No.")"));
  check_chat(said(R"(, "content": null, "tool_calls": [], "function_call": {"name": "ping", "arguments": "{}"})") +
                 ", " + answered("a"),
             "empty_calls@/1/tool_calls flattened_call@/1/function_call found_call@/2",
             asked(called("a")) + ", " + answered("a"));
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
