// Which words between the parts of a call are marks of its dialect.

#include "catch.hpp"
#include "grammarc/marks_in.hpp"

namespace marks_test {

using namespace toolcall;

namespace {

std::vector<std::string> marks(std::string_view markup) {
  name_index tools;
  tools.add("get_weather", 0);
  return grammarc::marks_in(markup, tools);
}

using words = std::vector<std::string>;

}  // namespace

TEST_CASE("tags, keys of JSON and words with a sign are marks") {
  CHECK(marks("<tool_call>\n{\"name\": ") == words{"<tool_call>", "\"name\""});
  CHECK(marks(", \"arguments\" : {") == words{"\"arguments\""});
  CHECK(marks("}]\n</tool_call><|im_end|>") == words{"</tool_call>", "<|im_end|>"});
  CHECK(marks("<invoke name=\"") == words{"<invoke name=\""});
  CHECK(marks("[TOOL_CALLS][{\"name\": ") == words{"[TOOL_CALLS]", "\"name\""});
  CHECK(marks("]<]minimax[>[<tool_call>") == words{"<]minimax[>", "<tool_call>"});
  CHECK(marks("\nAction Input: ") == words{"Action Input:"});
}

TEST_CASE("punctuation, plain words, names and values are no marks") {
  CHECK(marks("\"}}]") == words{});
  CHECK(marks(" commentary ") == words{});
  CHECK(marks(">\n") == words{});
  CHECK(marks("assistant to=get_weather") == words{"assistant to="});
  CHECK(marks(" index=\"1\"") == words{"index="});
}

}  // namespace marks_test
