// A tool whose name has a sign that many servers do not allow, and one with a line that Markdown escapes, in every
// dialect alike.

#include <string>
#include <string_view>

#include <toolcall/toolcall.hpp>

#include "catch.hpp"

namespace spelled_names_test {

using namespace toolcall;

namespace {

const tools& offered() {
  static const tools made = tools::from_json(
      R"([{"name": "concert.search", "input_schema": {"properties": {"q": {"type": "string"}}, "required": ["q"]}},
          {"name": "book_seat", "input_schema": {"properties": {"q": {"type": "string"}}, "required": ["q"]}}])");
  return made;
}

// NAME stands for the tool's name.
constexpr const char* texts[] = {
    "<tool_call>\n{\"name\": \"NAME\", \"arguments\": {\"q\": \"a\"}}\n</tool_call>",
    "<tool_call>\n<function=NAME>\n<parameter=q>\na\n</parameter>\n</function>\n</tool_call>",
    "{\"name\": \"NAME\", \"parameters\": {\"q\": \"a\"}}",
    "[NAME(q=\"a\")]",
    "<|tool_call_start|>[NAME(q=\"a\")]<|tool_call_end|>",
    "<NAME><q>a</q></NAME>",
    "<function=NAME>{\"q\": \"a\"}</function>",
    "<function name=\"NAME\"><param name=\"q\">a</param></function>",
    "[TOOL_REQUEST]{\"name\": \"NAME\", \"arguments\": {\"q\": \"a\"}}[END_TOOL_REQUEST]",
    "NAME(q=\"a\")",
    "<tool_call>NAME\n<arg_key>q</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
    "```json\n{\"name\": \"NAME\", \"arguments\": {\"q\": \"a\"}}\n```",
    "Action: NAME\nAction Input: {\"q\": \"a\"}",
    "<tool_calls>[{\"name\": \"NAME\", \"arguments\": {\"q\": \"a\"}}]</tool_calls>",
    "<tool_use><name>NAME</name><input>{\"q\": \"a\"}</input></tool_use>",
};

std::string with_name(std::string text, std::string_view name) {
  for (std::size_t at = 0; (at = text.find("NAME", at)) != text.npos; at += name.size()) text.replace(at, 4, name);
  return text;
}

}  // namespace

TEST_CASE("a tool's name with another sign is the tool's in every dialect") {
  const std::string_view written[][2] = {{"concert_search", "concert.search"}, {"book\\_seat", "book_seat"}};
  for (const auto& [spelled, name] : written)
    for (const char* const each : texts) {
      const std::string text = with_name(each, spelled);
      INFO(text);
      const message read = parse(text, dialect::automatic(), offered());
      REQUIRE(read.calls.size() == 1);
      CHECK(read.calls.front().name == name);
      CHECK(read.calls.front().arguments == R"({"q":"a"})");
      CHECK(read.calls.front().status == call_status::complete);
      CHECK(read.recovered());
    }
}

TEST_CASE("where names are not resolved such a name is none, and where it is declared it is another tool's") {
  options how;
  how.policy.native_only = true;
  CHECK(parse("<function name=\"concert_search\"><param name=\"q\">a</param></function>", dialect::automatic(),
              offered(), how)
            .calls.empty());
  const tools both =
      tools::from_json(R"([{"name": "concert.search"}, {"name": "concert_search"}, {"name": "a.b"}, {"name": "a-b"}])");
  CHECK(parse("[concert_search()]", dialect::automatic(), both).calls.front().name == "concert_search");
  CHECK(parse("[a_b()]", dialect::automatic(), both).calls.empty());
}

TEST_CASE("blanks are no name") {
  CHECK(parse("<tool_call>\n{\"name\": \" \", \"arguments\": {\"q\": \"a\"}}\n</tool_call>", dialect::automatic(),
              offered())
            .calls.empty());
  CHECK_THROWS_AS(tools::from_json(R"([{"name": "  "}])"), setup_error);
}

}  // namespace spelled_names_test
