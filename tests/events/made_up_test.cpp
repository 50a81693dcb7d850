// What the model makes up after its own turn: where it begins, when that is known, and what a host may do with it.

#include "catch.hpp"
#include "events/calls.hpp"

namespace made_up_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

const std::string call = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";
const std::string result = "<tool_response>\nup\n</tool_response>\n";
const std::string text = "I ask." + call + result + call;
constexpr std::size_t before = 6;

message read_all(const options& how = {}) {
  const message made = parse(text, dialect::automatic(), some_tools(), how);
  CHECK(lost_bytes(made, text) == "");
  return made;
}

const diagnostic* found_in(const message& made, std::string_view label) {
  for (const diagnostic& each : made.diagnostics)
    if (each.label == label) return &each;
  return nullptr;
}

}  // namespace

TEST_CASE("a diagnostic says at which byte the model began to make up what others say") {
  const message made = read_all();
  REQUIRE(made.calls.size() == 1);
  const diagnostic* const found = found_in(made, "made_up_result");
  REQUIRE(found != nullptr);
  CHECK(found->begin == before + call.size());
  CHECK(made.content == "I ask.");
  REQUIRE(!made.spans.empty());
  CHECK(made.spans.back().part == message_part::markup);
  CHECK(made.spans.back().begin <= found->begin);
  CHECK(made.spans.back().end == text.size());
}

TEST_CASE("it is emitted with the mark, before what follows is there") {
  parser reads(dialect::automatic(), some_tools());
  std::size_t seen = 0;
  for (const event& each :
       reads.feed(text.substr(0, before + call.size() + std::string_view("<tool_response>").size())))
    seen += each.label == "made_up_result" ? 1U : 0U;
  CHECK(seen == 1);
}

TEST_CASE("as text it is content, and a call in it is none") {
  options how;
  how.policy.made_up = made_up::text;
  const message made = read_all(how);
  CHECK(made.calls.size() == 1);
  CHECK(made.content == "I ask." + result + call);
  CHECK(found_in(made, "made_up_result") != nullptr);
}

TEST_CASE("a host that reads on switches the label off") {
  options how;
  how.policy.set("without", "made_up_result");
  const message made = read_all(how);
  CHECK(made.calls.size() == 2);
  CHECK(made.content == "I ask." + result);
}

TEST_CASE("what the prompt holds of results and turns is not made up") {
  for (const std::string& tail :
       {call + result, std::string("Done.<|im_end|>\n<|im_start|>user\nAgain.<|im_end|>\n<|im_start|>assistant\n"),
        std::string("<|tool_call>call:ping{}<tool_call|><|tool_response>response:ping{value:1}<tool_response|>")}) {
    INFO(tail);
    parser reads(dialect::automatic(), some_tools());
    reads.prefill(tail);
    reads.feed(call);
    reads.finish("stop");
    CHECK(reads.message().calls.size() == 1);
    CHECK(found_in(reads.message(), "made_up_result") == nullptr);
    CHECK(found_in(reads.message(), "made_up_turn") == nullptr);
  }
}

TEST_CASE("the events do not depend on how the text is cut") {
  for (const made_up shown : {made_up::hide, made_up::text}) {
    options how;
    how.policy.made_up = shown;
    const auto fresh = [&] { return parser(dialect::automatic(), some_tools(), seeded(how)); };
    const emitted whole = read(fresh(), text);
    for (std::size_t cut = 0; cut <= text.size(); ++cut) CHECK(read(fresh(), text, {cut}) == whole);
  }
}

}  // namespace made_up_test
