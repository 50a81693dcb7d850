// What is wrong with a page is said once, with its page, line and rule, also where it shows elsewhere.

#include <algorithm>

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"

namespace try_refusals_test {

using namespace toolcall::tests;

namespace {

// What try says of a page, without the folder before it.
std::string refusal(const std::string& content) {
  const folder here;
  const outcome made = run({"try", here.write("shout.md", content), "--examples"});
  CHECK(made.code == 2);
  CHECK(made.out == "");
  std::string said = made.err;
  const std::string before = here / "";
  for (std::size_t at = 0; (at = said.find(before)) != said.npos;) said.erase(at, before.size());
  return said;
}

std::string example(const std::string& expected) {
  return "```example one\n---\nCALL ping {}\n---\n" + expected + "\n```\n";
}

}  // namespace

TEST_CASE("a part outside of a call is refused with its line, and once for each") {
  CHECK(refusal(page("call <- \"CALL\" ^ raw call:( name:tool ^ )\nraw  <- \"=\" name:[a-z]+ raw_value\n"
                     "raw_value <- value:[0-9]\n")) ==
        "shout.md:8: raw: name: can only stand in a call; put call:( ... ) around it and what it belongs to\n"
        "shout.md:9: raw_value: value: can only stand in a call; put call:( ... ) around it and what it belongs to\n");
}

TEST_CASE("what cannot be a stop is said of the rule that says it, once for all the stops that it is part of") {
  const std::string block =
      "call  <- \"<tool>\" ^ invoke.block(block_open <- \"<tool>\", block_close <- close, leave <- message.never)\n";
  const std::string begins = refusal(page(block + "close <- [ ]* \"</tool>\"\n"));
  CHECK(begins.find("shout.md:8: close: [ ]* cannot stand here: in spec/") == 0);
  CHECK(begins.find("may begin with [ ]*, which would be read again at every byte") != begins.npos);
  CHECK(std::count(begins.begin(), begins.end(), '\n') == 1);
  const std::string everywhere =
      refusal(page(shout + "reasoning <- reasoning.think(\"<think>\", end)\nend <- \"x\"?\n"));
  CHECK(everywhere.find("shout.md:10: end: \"x\"? cannot stand here: in spec/") == 0);
  CHECK(everywhere.find("its stop matches everywhere") != everywhere.npos);
  CHECK(std::count(everywhere.begin(), everywhere.end(), '\n') == 1);
}

TEST_CASE("a line of a result that cannot be read is refused with its line") {
  CHECK(refusal(page(shout, example("call shell {command}"))) ==
        "shout.md:14: one: the arguments of a call are JSON, and `{command}` is not JSON: call shell\n");
  CHECK(refusal(page(shout, example("text \"a\"\n\ninvalid shell {\"a\": }"))) ==
        "shout.md:16: one: the arguments of a call are JSON, and `{\"a\": }` is not JSON: invalid shell\n");
  CHECK(refusal(page(shout, example("call ping"))) == "shout.md:14: one: a call without arguments has {}: call ping\n");
  CHECK(refusal(page(shout, example("note limit ``\ncalls ping {}"))) ==
        "shout.md:15: one: \"calls\" begins no line of a result: text, reasoning, call, invalid, incomplete, refused, "
        "note\n");
}

}  // namespace try_refusals_test
