// What a page that was not compiled reads without saying so, and where that fails.

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"

namespace try_defaults_test {

using namespace toolcall::tests;

TEST_CASE("a page that says nothing of reasoning has that of most models, and one that says never has none") {
  const folder here;
  const auto lines = [&](const std::string& rules, const std::string& text) {
    return lines_for(run({"try", here.write("shout.md", page(shout + rules))}, text).out);
  };
  const std::string text = "a<think>b</think>c</think>d<|im_end|>";
  CHECK(lines("", text) == "text \"a\"\nreasoning \"b\"\ntext \"c\"\nnote unopened_reasoning `</think>`\ntext \"d\"\n");
  CHECK(lines("reasoning_begin <- \"<x>\"\nreasoning_end <- \"</x>\"\n", "a<x>b</x></think>c") ==
        "text \"a\"\nreasoning \"b\"\ntext \"</think>c\"\n");
  CHECK(lines("reasoning <- message.never\ncontrol <- message.never\n", text) == "text \"" + text + "\"\n");
}

TEST_CASE("where reading failed in a rule that the page has by default, it is named with its page") {
  const folder here;
  const outcome made = run({"try", here.write("shout.md", page(shout))}, "<think");
  CHECK(made.out.find("\"<think>\"") != made.out.npos);
  CHECK(made.out.find(
            "shout.reasoning > reasoning.think > reasoning.thinking > reasoning.meant > shout.reasoning_begin") !=
        made.out.npos);
}

}  // namespace try_defaults_test
