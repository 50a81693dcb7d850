// What the model is told of its calls: nothing, that calls are no text, or which calls failed.

#include <toolcall/correction.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

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
const std::string again = "\nWrite what failed again, whole and as the tools ask for it. Available tools: add, greet";

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
        "A tool call could not be executed. \"add\": The call was cut off by the length limit.\n"
        "Write what failed again, whole and as the tools ask for it.");
  CHECK(of_text_calls(call, tools::from_json("[]")) ==
        "A tool call could not be executed. \"add\": The tool is not declared.\n"
        "No tools are available: answer without them.");
}

TEST_CASE("a host that executes the calls of the text is told of those that it cannot") {
  CHECK(of_text_calls(call) == "");
  CHECK(of_text_calls(block(invoke("add", field("a", "2") + "<parameter name=\"b\">x</b>"))) == "");  // repaired
  CHECK(of_text_calls(call + block(invoke("add", field("a", "two")))) ==
        "A tool call could not be executed. \"add\": A field's text could not be read as the type that its schema asks "
        "for." +
            again);
  CHECK(of_text_calls(block(invoke("add"))) ==
        "A tool call could not be executed. \"add\": A required field is missing." + again);
  CHECK(of_text_calls(call + open_block + "<invoke name=\"add\"><parameter name=\"a\">1", add_and_greet(), "length") ==
        "A tool call could not be executed. \"add\": The call was cut off by the length limit." + again);
  CHECK(of_text_calls(block(invoke("fly") + invoke("greet"))) ==
        "A tool call could not be executed. \"fly\": The tool is not declared." + again);
  CHECK(of_text_calls("<think>Hm.\n" + block(invoke("add")) + "\n") ==
        "A tool call could not be executed. \"add\": A required field is missing." + again);
}

TEST_CASE("several failures stand in the order of the text, each with its own reason") {
  const std::string repeated = invoke("add", field("a", "1") + field("a", "2"));
  CHECK(of_text_calls(
            block(invoke("add", field("a", "two")) + invoke("fly") + repeated) + open_block + "<invoke name=\"greet\">",
            add_and_greet(), "length") ==
        "4 tool calls could not be executed. "
        "\"add\": A field's text could not be read as the type that its schema asks for. "
        "\"fly\": The tool is not declared. "
        "\"add\": A field stands in a call twice with different values; the first counts. "
        "\"greet\": The call was cut off by the length limit." +
            again);
}

TEST_CASE("many failures are counted, and not all named") {
  std::string calls;
  for (int i = 0; i < 20; ++i) calls += invoke("add");
  const std::string made = of_text_calls(block(calls));
  CHECK(made.substr(0, 38) == "20 tool calls could not be executed. \"");
  CHECK(made.find("missing. And 12 more.\nWrite") != made.npos);
}

TEST_CASE("a name that the model made up is quoted, well-formed and short") {
  const auto failed = [](const std::string& name) {
    message m;
    m.refused.push_back({name, "unreadable_arguments", 0, 9});
    return correction(m, {}, correct_for::text_calls);
  };
  const std::string
      before = "A tool call could not be executed. ",
      behind = ": The arguments cannot be read as a JSON object.\nWrite what failed again, whole and as the tools ask for it.";
  CHECK(failed("") == before + "A call without a name" + behind);
  CHECK(failed("a\"b\nc") == before + "\"a\\\"b\\nc\"" + behind);
  CHECK(failed("x\xff") == before + "\"x\xef\xbf\xbd\"" + behind);
  CHECK(failed(std::string(128, 'x')) == before + "\"" + std::string(128, 'x') + "\"" + behind);
  CHECK(failed(std::string(127, 'x') + "éé") == before + "\"" + std::string(127, 'x') + "…\"" + behind);
  CHECK(nlohmann::json(failed(std::string(1 << 20, '\x80'))).dump().size() < 400);
}

TEST_CASE("the same message has the same correction") {
  const message m = parse(call, minimax(), add_and_greet());
  const std::string before = to_json(m);
  CHECK(correction(m, add_and_greet()) == correction(m, add_and_greet()));
  CHECK(to_json(m) == before);
}
