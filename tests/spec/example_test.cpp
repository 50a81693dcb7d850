// The comparison of examples must be able to say no.

#include "spec/example.hpp"

#include "catch.hpp"

namespace example_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

example made(const std::string& text, const std::string& expected) {
  example of;
  of.dialect = "minimax";
  of.text = text;
  of.expected = expected;
  of.finish = "stop";
  return of;
}

bool holds(const std::string& text, const std::string& expected) {
  const example of = made(text, expected);
  return difference(of, read(of.fresh(false), of.text)) == "";
}

const std::string call =
    "<minimax:tool_call><invoke name=\"f\"><parameter name=\"a\">x y</a></invoke></minimax:tool_call>";

}  // namespace

TEST_CASE("what an example expects is compared, each part and each note") {
  const std::string right = "text \"Hi \"\ncall f {\"a\": \"x y\"}\nnote close_mismatch `</a>`";
  CHECK(holds("Hi " + call, right));
  CHECK(holds("Hi " + call, "note close_mismatch /a `</a>`\ntext \"Hi \"\ncall f {\"a\":\"x y\"}"));
  for (const char* const wrong :
       {"text \"Hi \"\ncall f {\"a\": \"x y\"}", "call f {\"a\": \"x y\"}\nnote close_mismatch `</a>`",
        "text \"Hi\"\ncall f {\"a\": \"x y\"}\nnote close_mismatch `</a>`",
        "text \"Hi \"\ncall f {\"a\": \"xy\"}\nnote close_mismatch `</a>`",
        "text \"Hi \"\ncall g {\"a\": \"x y\"}\nnote close_mismatch `</a>`",
        "text \"Hi \"\ninvalid f {\"a\": \"x y\"}\nnote close_mismatch `</a>`",
        "call f {\"a\": \"x y\"}\ntext \"Hi \"\nnote close_mismatch `</a>`",
        "text \"Hi \"\ncall f {\"a\": \"x y\"}\nnote close_mismatch `</b>`",
        "text \"Hi \"\ncall f {\"a\": \"x y\"}\nnote missing_close `</a>`",
        "text \"Hi \"\ncall f {\"a\": \"x y\"}\nnote close_mismatch /b `</a>`",
        "text \"Hi \"\ncall f {\"a\": \"x y\"}\nnote close_mismatch `</a>`\nnote close_mismatch `</a>`"}) {
    INFO(wrong);
    CHECK_FALSE(holds("Hi " + call, wrong));
  }
}

TEST_CASE("bytes of a note may be none, hold backticks, or be several lines") {
  CHECK(holds("<think>x", "reasoning \"x\"\nnote unclosed_reasoning ``"));
  CHECK_FALSE(holds("<think>x", "reasoning \"x\"\nnote unclosed_reasoning `x`"));
  CHECK(holds("a</think>\n\nb", "text \"a\"\nnote unopened_reasoning `</think>`\ntext \"\\n\\nb\""));
}

}  // namespace example_test
