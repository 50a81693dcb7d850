// What the model is told of its calls: nothing, that calls are no text, or which calls failed.

#include <algorithm>

#include <toolcall/correction.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace correction_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

const tools& add_and_greet() {
  static const tools known = tools::from_json(R"([{"name": "add", "input_schema": {"type": "object", "required": ["a"],
    "properties": {"a": {"type": "integer"}}}}, {"name": "greet", "input_schema": {"type": "object"}}])");
  return known;
}

std::string advice_for(std::string_view text, correct_for executed = correct_for::function_calls,
                       const tools& declared = add_and_greet(), std::string_view reason = "stop") {
  return correction(parse(text, minimax(), declared, {}, reason), declared, executed);
}

std::string of_text_calls(std::string_view text, const tools& declared = add_and_greet(),
                          std::string_view reason = "stop") {
  return advice_for(text, correct_for::text_calls, declared, reason);
}

const std::string call = block(invoke("add", field("a", "2")));
const std::string as_text =
    "You attempted to call a tool by writing the call as text, but that doesn't work. "
    "Use the function calling interface instead. Available tools: add, greet";
const std::string failed = "A tool call could not be executed:\n- ";
const std::string again = "\nRepeat each failed call in full, following its tool's schema.";
const std::string and_tools = again + " Available tools: add, greet";

}  // namespace

TEST_CASE("a call in the text is corrected where calls come by the interface") {
  CHECK(advice_for(call) == as_text);
  CHECK(advice_for("<think>x</think>" + call) == as_text);
  CHECK(advice_for("Hi " + call + " there " + call) == as_text);
  CHECK(correction(parse(call, minimax(), add_and_greet()), add_and_greet()) == as_text);  // that is the default
}

TEST_CASE("a call in the text needs the correction whatever became of it") {
  const std::string invalid = block(invoke("add", field("a", "two"))), unclosed = open_block + "<invoke name=\"add\">",
                    unknown = block(invoke("fly")), refused = "<think>Hm.\n" + block(invoke("add")) + "\n";
  REQUIRE(parse(refused, minimax(), add_and_greet()).refused.size() == 1);
  for (const std::string& text : {invalid, unclosed, unknown, refused}) {
    INFO(text);
    CHECK(advice_for(text) == as_text);
  }
  CHECK(advice_for(unclosed, correct_for::function_calls, add_and_greet(), "length") == as_text);
}

TEST_CASE("text and reasoning alone ask for nothing") {
  for (const std::string& text :
       {std::string(), std::string("a < b"), std::string("<think>t</think>Answer"), std::string("<think>hm"),
        "<think>I could " + call + " now.</think>Answer", "`" + call + "`", "~~~\n" + call + "\n~~~\n",
        open_block + close_block, open_block + "not a call" + close_block, std::string("</think>")}) {
    INFO(text);
    CHECK(advice_for(text) == "");
    CHECK(of_text_calls(text) == "");
  }
}

TEST_CASE("without tools the correction has no list, and with none it does not ask for a call") {
  CHECK(advice_for(call, correct_for::function_calls, {}) ==
        "You attempted to call a tool by writing the call as text, but that doesn't work. "
        "Use the function calling interface instead.");
  CHECK(advice_for(call, correct_for::function_calls, tools::from_json("[]")) ==
        "You attempted to call a tool by writing the call as text, but that doesn't work. "
        "No tools are available: answer without them.");
  CHECK(of_text_calls(open_block + "<invoke name=\"add\">", {}, "length") ==
        failed + "add: cut off by the length limit; write it again shorter, or in several calls" + again);
  CHECK(of_text_calls(call, tools::from_json("[]")) ==
        failed + "add: unknown tool\nNo tools are available: answer without them.");
}

TEST_CASE("the correction names the calls of the text that the host cannot execute") {
  CHECK(of_text_calls(call) == "");
  CHECK(of_text_calls(block(invoke("add", field("a", "2") + "<parameter name=\"b\">x</b>"))) == "");  // repaired
  CHECK(of_text_calls(block(invoke("add"))) == failed + "add: /a: missing required \"a\"" + again);
  CHECK(of_text_calls(call + open_block + "<invoke name=\"add\"><parameter name=\"a\">1", add_and_greet(), "length") ==
        failed + "add (call 2): cut off by the length limit, inside /a; write it again shorter, or in several calls" +
            again);
  CHECK(of_text_calls(block(invoke("fly") + invoke("greet"))) == failed + "fly: unknown tool" + and_tools);
  CHECK(of_text_calls("<think>Hm.\n" + block(invoke("add")) + "\n") ==
        failed + "add: /a: missing required \"a\"" + again);
}

TEST_CASE("several failures stand in the order of the text, each with its own reason") {
  const std::string repeated = invoke("add", field("a", "1") + field("a", "2"));
  CHECK(of_text_calls(block(repeated + invoke("fly") + invoke("add")) + open_block + "<invoke name=\"greet\">",
                      add_and_greet(), "length") ==
        "4 tool calls could not be executed:\n"
        "- add (call 1): /a: a field is given twice with different values; the first one counts\n"
        "- fly: unknown tool\n"
        "- add (call 3): /a: missing required \"a\"\n"
        "- greet: cut off by the length limit; write it again shorter, or in several calls" +
            and_tools);
}

TEST_CASE("many failures are counted, and not all named") {
  std::string calls;
  for (int i = 0; i < 20; ++i) calls += invoke("add");
  const std::string made = of_text_calls(block(calls));
  CHECK(made.substr(0, 44) == "20 tool calls could not be executed:\n- add (");
  CHECK(made.find("- add (call 8): ") != made.npos);
  CHECK(made.find("- add (call 9): ") == made.npos);
  CHECK(made.find("\"a\"\n- and 12 more calls\nRepeat") != made.npos);
}

TEST_CASE("a diagnostic is repeated with its place, its like only once, and what was assumed not at all") {
  message m;
  m.calls.push_back({"", "add", "{}", call_status::invalid, "", 0, 90, {}});
  const auto add = [&](const char* label, const char* pointer, std::string text, bool recovery = false) {
    m.diagnostics.push_back({label, std::move(text), 1, 2, 0, pointer, recovery});
  };
  add("assumed_type", "/b", "\"1\" was read as 1");
  add("close_mismatch", "/b", "The tag that closes this field does not belong to it.", true);
  add("not_converted", "/days", "expected integer, got \"3.7\" (not a whole number)");
  add("schema_violation", "/days", "expected integer, got \"3.7\"");
  add("schema_violation", "/x", "one");
  add("schema_violation", "/x", "one");
  add("schema_violation", "/x", "two");
  CHECK(correction(m, {}, correct_for::text_calls) ==
        failed + "add: /days: expected integer, got \"3.7\" (not a whole number)\n- add: /x: one\n- add: /x: two" +
            again);
  for (int i = 0; i < 100; ++i) add("schema_violation", "/x", std::to_string(i));
  const std::string many = correction(m, {}, correct_for::text_calls);
  CHECK(std::count(many.begin(), many.end(), '\n') == 10);
  CHECK(many.find("\n- add: and 95 more\n") != many.npos);
  m.diagnostics = {{"schema_violation", std::string(1 << 20, 'x'), 1, 2, 0, "/" + std::string(1 << 20, '\x80'), false}};
  CHECK(correction(m, {}, correct_for::text_calls).size() < 1000);
}

TEST_CASE("where a call broke is shown from the text, where there is one") {
  const std::string text = "Now. <tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": \x01\xff}}\n</tool_call>";
  const auto m = parse(text, dialect::named("hermes"), add_and_greet());
  REQUIRE(m.calls.empty());
  const std::string without = correction(m, add_and_greet(), correct_for::text_calls),
                    with = correction(m, add_and_greet(), correct_for::text_calls, text);
  CHECK(without.find("near") == without.npos);
  CHECK(with.find("near `") != with.npos);
  CHECK(with.find(" \xef\xbf\xbd}}") != with.npos);
  CHECK(with.find("; required: a\n") != with.npos);
}

TEST_CASE("an unknown tool is answered with the tool that is nearest, if one is near") {
  const auto answer = [](const std::string& name) {
    const std::string said = of_text_calls(block(invoke(name)));
    const std::size_t from = said.find("unknown tool"), end = said.find('\n', from);
    return said.substr(from + 12, end - from - 12);
  };
  for (const char* const name : {"GREEET", "greeet", "gret", "rgeet", "say_greet", "greet_now"}) {
    INFO(name);
    CHECK(answer(name) == "; nearest: greet");
  }
  for (const char* const name : {"fly", "gr", "agree_to_all", "a"}) {
    INFO(name);
    CHECK(answer(name) == "");
  }
  CHECK(answer(std::string(100, 'g')) == "");
}

TEST_CASE("a name that the model made up is quoted where it could be no tool's, well-formed and short") {
  const auto said = [](const std::string& name) {
    message m;
    m.refused.push_back({name, "unreadable_arguments", 0, 9});
    return correction(m, {}, correct_for::text_calls);
  };
  const std::string behind = ": the call is refused because its arguments cannot be read as a JSON object" + again;
  CHECK(said("") == failed + "a call without a name" + behind);
  CHECK(said("a.b-c:0") == failed + "a.b-c:0" + behind);
  CHECK(said("a\"b\nc") == failed + "\"a\\\"b\\nc\"" + behind);
  CHECK(said("x\xff") == failed + "\"x\xef\xbf\xbd\"" + behind);
  CHECK(said(std::string(64, 'x')) == failed + std::string(64, 'x') + behind);
  CHECK(said(std::string(63, 'x') + "éé") == failed + std::string(63, 'x') + "…" + behind);
  CHECK(nlohmann::json(said(std::string(1 << 20, '\x80'))).dump().size() < 400);
}

TEST_CASE("the same message has the same correction") {
  const message m = parse(call, minimax(), add_and_greet());
  const std::string before = to_json(m);
  CHECK(correction(m, add_and_greet()) == correction(m, add_and_greet()));
  CHECK(to_json(m) == before);
}

}  // namespace correction_test
