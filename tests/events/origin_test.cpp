// Where a call came from: its channel and its evidence; and the marks of a host's history, which make text of echoes.

#include <string>
#include <vector>

#include <toolcall/completion_rewriter.hpp>
#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/verdict.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace origin_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string mark = "h-5f2c91e07d", inner = R"({"name": "ping", "arguments": {}})";
const std::string call = "<tool_call>" + inner + "</tool_call>";
const std::string drifted = "<run_action>put {\"text\": \"a\"}</run_action>";

std::string with_mark() {
  return R"(<tool_call>{"name": "put", "arguments": {"text": ")" + mark + R"("}}</tool_call>)";
}

options marked() {
  options how;
  how.policy.history_marks = {mark};
  return seeded(how);
}

// "channel evidence" of each call.
std::string origins(const std::string& text, const options& how = seeded(), std::string_view dialects = "auto") {
  const message made = parse(text, dialect::named(dialects), some_tools(), how);
  CHECK(lost_bytes(made, text) == "");
  std::string all;
  for (const tool_call& each : made.calls)
    all +=
        (all.empty() ? "" : ", ") + std::string(to_string(each.channel)) + " " + std::string(to_string(each.evidence));
  return all;
}

std::vector<std::string> labels_of(const message& m) {
  std::vector<std::string> all;
  for (const diagnostic& each : m.diagnostics) all.push_back(each.label);
  return all;
}

}  // namespace

TEST_CASE("a call says its channel and its evidence") {
  CHECK(origins(call) == "text exact");
  CHECK(origins("<think>So be it.\n" + call) == "reasoning exact");
  CHECK(origins("<think>So be it.</think>" + call) == "text exact");
  // What is damaged in a value does not change what shows that it is a call.
  CHECK(origins(R"(<tool_call>{"name": "put", "arguments": {"text": "a",}}</tool_call>)") == "text exact");
  CHECK(origins(inner + "</tool_call>") == "text damaged_marks");
  // What stands around it when it has ended does neither.
  CHECK(origins("<tool_call>" + inner) == "text exact");
  CHECK(origins("```json\n" + inner + "\n```") == "text damaged_marks");
  CHECK(origins(drifted) == "text general_reader");
  CHECK(origins(inner, seeded(), "hermes,generic_json") == "text exact");
  options forced;
  forced.tool_choice = tool_choice::of("required");
  CHECK(origins(inner, seeded(forced)) == "text forced_choice");
  CHECK(origins(call, seeded(forced)) == "text exact");
  forced.tool_choice = tool_choice::of("put");
  CHECK(origins(R"({"text": "a"})", seeded(forced)) == "text forced_choice");
}

TEST_CASE("the channel and the evidence stand in the message and in the event of the call's end") {
  const json found = json::parse(to_json(parse(call, dialect::automatic(), some_tools())))["toolcall"]["calls"].at(0);
  CHECK(found["channel"] == "text");
  CHECK(found["evidence"] == "exact");
  parser reader(dialect::automatic(), some_tools(), seeded());
  std::size_t ends = 0;
  const auto look = [&](std::span<const event> events) {
    for (const event& each : events) {
      const json made = json::parse(to_json(each));
      CHECK(made.contains("channel") == (each.type == event_type::call_end));
      if (each.type == event_type::call_end) CHECK((++ends, made["evidence"] == "damaged_marks"));
    }
  };
  look(reader.feed(inner + "</tool_call>"));
  look(reader.finish());
  CHECK(ends == 1);
}

TEST_CASE("a call of the server itself says so") {
  std::vector<call_channel> found;
  completion_rewriter::settings how;
  how.declared = some_tools();
  how.sink.context = &found;
  how.sink.on_event = [](void* context, std::string_view, std::uint64_t, const event& e) {
    if (e.type == event_type::call_end) static_cast<std::vector<call_channel>*>(context)->push_back(e.channel);
  };
  const auto answer = [&](const std::string& message) {
    completion_rewriter(how).rewrite(
        R"({"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":)" + message + "}]}");
  };
  answer(R"({"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":)"
         R"({"name":"ping","arguments":"{}"}}]})");
  answer(json{{"role", "assistant"}, {"content", call}}.dump());
  answer(json{{"role", "assistant"}, {"content", nullptr}, {"reasoning_content", "Well.\n" + call}}.dump());
  CHECK(found == std::vector{call_channel::upstream, call_channel::text, call_channel::reasoning});
}

TEST_CASE("confirm takes words of the evidence, and refuses what no call can wait for") {
  const auto statuses = [](const std::string& text, std::string_view words) {
    options how;
    how.policy.set("confirm", words);
    std::string all;
    for (const tool_call& each : parse(text, dialect::automatic(), some_tools(), seeded(how)).calls)
      all += (all.empty() ? "" : " ") + std::string(to_string(each.status));
    return all;
  };
  CHECK(statuses(inner + "</tool_call>", "damaged_marks") == "needs_confirmation");
  CHECK(statuses(call, "damaged_marks,general_reader,forced_choice") == "complete");
  CHECK(statuses(drifted, "general_reader") == "needs_confirmation");
  for (const char* const word : {"truncated", "open_value", "unknown_tool", "missing_required", "made_up_result",
                                 "not_alone", "call_in_reasoning", "missing_block_close", "denied", "merged_call"})
    try {
      statuses(call, word);
      FAIL(word << " was taken");
    } catch (const setup_error& why) {
      CHECK(why.reason().find("no complete call has the label \"" + std::string(word) + "\"") == 0);
      CHECK(why.reason().find("allowed are repaired, damaged_marks, ") != std::string::npos);
    }
}

TEST_CASE("confirm: damaged marks of one call make those after it in its block wait, a damaged value does not") {
  const auto statuses = [](const std::string& text) {
    options how;
    how.policy.set("confirm", "repaired");
    std::string all;
    for (const tool_call& each : parse(text, dialect::named("minimax"), some_tools(), seeded(how)).calls)
      all += (all.empty() ? "" : " ") + std::string(to_string(each.status));
    return all;
  };
  const std::string field = "<parameter name=\"text\">a</parameter>";
  CHECK(statuses(block(invoke("put", field) + invoke("ping"))) == "complete complete");
  CHECK(statuses(block("<invoke name=\"put\">" + field + invoke("ping"))) == "needs_confirmation needs_confirmation");
  CHECK(statuses(block(invoke("put", "<parameter name=\"text\">a</paramter>") + invoke("ping"))) ==
        "needs_confirmation complete");
  CHECK(statuses(block("<invoke name=\"put\">" + field + invoke("ping")) + "\n" + block(invoke("ping"))) ==
        "needs_confirmation needs_confirmation complete");
}

TEST_CASE("a call with a mark of the history, or after one, is text") {
  const auto content_of = [](const std::string& text) {
    const message made = parse(text, dialect::automatic(), some_tools(), marked());
    CHECK(lost_bytes(made, text) == "");
    CHECK(made.incomplete.empty());
    CHECK(made.refused.empty());
    CHECK(verdict_on(made).kind == (made.calls.empty() ? verdict_kind::mentioned : verdict_kind::call));
    CHECK(labels_of(made).at(0) == "echoed_call");
    return made.content + "|" + std::to_string(made.calls.size());
  };
  CHECK(parse(call, dialect::automatic(), some_tools(), marked()).calls.size() == 1);
  CHECK(content_of(with_mark()) == with_mark() + "|0");
  CHECK(content_of("As I said (" + mark + "):\n" + call) == "As I said (" + mark + "):\n" + call + "|0");
  // A mark in a call is about this one alone; what stands between it and the next one is text with the echo. A mark
  // among the calls of a block is one in the text.
  CHECK(content_of(with_mark() + "\n" + call) == with_mark() + "\n<tool_call>|1");
  const std::string listed = block(mark + invoke("ping"));
  CHECK(content_of(listed + "\n" + block(invoke("ping"))) == listed + "\n" + block(invoke("ping")) + "|0");
  // A call that was cut off is an echo as well.
  const std::string half = with_mark().substr(0, with_mark().size() - 15);
  CHECK(parse(half, dialect::automatic(), some_tools(), marked(), "length").content == half);
}

TEST_CASE("a mark of the history in reasoning is about the reasoning") {
  const message made = parse("<think>Before: " + mark + "\n" + call, dialect::automatic(), some_tools(), marked());
  CHECK(made.calls.empty());
  CHECK(made.content.empty());
  CHECK(made.reasoning.find(inner) != std::string::npos);
  const message after =
      parse("<think>Before: " + mark + "</think>" + call, dialect::automatic(), some_tools(), marked());
  CHECK(after.calls.size() == 1);
}

TEST_CASE("marks of the history: the events are the same however the text is cut, and nothing is taken back") {
  for (const std::string& text :
       {with_mark() + "\n" + call, "Before " + mark + ":\n" + call + "\nWell.", block(mark + invoke("ping")) + call,
        block(invoke("put", "<parameter name=\"text\">" + mark + "</parameter>") + invoke("ping")),
        "<think>Before: " + mark + "\n" + call}) {
    INFO(text);
    const auto fresh = [&] { return parser(dialect::automatic(), some_tools(), marked()); };
    const emitted whole = read(fresh(), text);
    CHECK(broken_calls(whole) == "");
    for (std::size_t cut = 0; cut <= text.size(); ++cut) CHECK(read(fresh(), text, {cut}) == whole);
    for (std::size_t size = 0; size <= text.size(); ++size) {
      parser reader = fresh();
      emitted early;
      join(early, reader.feed(text.substr(0, size)));
      CHECK(is_beginning(early, whole));
    }
  }
}

TEST_CASE("a mark of the history in the text of a message is about the messages after it") {
  const std::string text = "<|channel|>final<|message|>" + mark +
                           "<|end|><|start|>assistant<|channel|>commentary to=functions.ping<|message|>{}<|call|>";
  CHECK(parse(text, dialect::automatic(), some_tools(), marked()).calls.empty());
}

TEST_CASE("a call with marks of the history to look for is held up to the limit, in pieces as well") {
  options how = marked();
  how.held_bytes = 60;
  for (const std::string& text :
       {"<tool_call>{\"name\": \"put\", \"arguments\": {\"text\": \"" + std::string(50, 'a') + mark,
        "<tool_call>put<arg_key>text</arg_key><arg_value>" + mark + std::string(50, 'a'),
        "<tool_call>{\"name\": \"put\", " + std::string(80, ' ') + mark}) {
    INFO(text);
    const auto fresh = [&] { return parser(dialect::automatic(), some_tools(), how); };
    const emitted whole = read(fresh(), text);
    for (std::size_t cut = 0; cut <= text.size(); ++cut) CHECK(read(fresh(), text, {cut}) == whole);
    parser reader = fresh();
    reader.feed(text);
    CHECK(reader.held_bytes() < 300);
    reader.finish();
    CHECK(reader.message().calls.empty());
    CHECK(reader.message().incomplete.size() + reader.message().refused.size() == 1);
  }
}

TEST_CASE("marks of the history in the prompt are no echo, and a mark that is too short is refused") {
  parser reader(dialect::automatic(), some_tools(), marked());
  reader.prefill("History " + mark + "\n");
  reader.feed(call);
  reader.finish();
  CHECK(reader.message().calls.size() == 1);
  options how;
  how.policy.set("history-marks", "a1b2c3d4e5,f6a7b8c9d0");
  CHECK(how.policy.history_marks.size() == 2);
  for (const char* empty : {"", ",", "a1b2c3d4e5,", ",a1b2c3d4e5"}) {
    CAPTURE(empty);
    CHECK_THROWS_WITH(how.policy.set("history-marks", empty),
                      "a mark of the history is empty, as in \"" + std::string(empty) +
                          "\"; a mark has at least 8 bytes, and \"none\" is the word for no mark");
    CHECK(how.policy.history_marks.size() == 2);
  }
  how.policy.set("history-marks", "none");
  CHECK(how.policy.history_marks.empty());
  how.policy.set("history-marks", "short");
  try {
    parser(dialect::automatic(), some_tools(), how);
    FAIL("it was taken");
  } catch (const setup_error& why) {
    CHECK(why.reason() ==
          "the mark \"short\" of the history has 5 bytes; it needs at least 8, so that no text holds it by chance");
  }
}

}  // namespace origin_test
