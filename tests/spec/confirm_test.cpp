// A call that needed a recovery is never complete where the host confirms repairs, and nothing else changes.

#include <algorithm>

#include <toolcall/repairs.hpp>

#include "catch.hpp"
#include "spec/example.hpp"

namespace confirm_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

message read_with(const example& of, const options& how) {
  parser reader(dialect_named(of.dialect), of.declared, how);
  if (!of.prefill.empty()) reader.prefill(of.prefill);
  reader.feed(of.text);
  reader.finish(of.finish);
  return reader.message();
}

options usual(const example& of) {
  options how = seeded();
  how.tool_choice = of.choice;
  return how;
}

}  // namespace

TEST_CASE("where repairs are confirmed, the calls wait that were repaired, or stand behind a repair in their block") {
  std::size_t waiting = 0;
  for (const example& each : examples()) {
    INFO(each.place);
    const message plain = read_with(each, usual(each));
    options how = usual(each);
    how.policy.confirm = {"repaired"};
    const message made = read_with(each, how);
    CHECK(made.content == plain.content);
    CHECK(made.diagnostics.size() == plain.diagnostics.size());
    REQUIRE(made.calls.size() == plain.calls.size());
    for (std::size_t i = 0; i < made.calls.size(); ++i) {
      const tool_call &call = made.calls[i], &before = plain.calls[i];
      CHECK(call.arguments == before.arguments);
      const bool waits = call.status == call_status::needs_confirmation;
      if (before.status == call_status::complete && !before.repairs.empty()) CHECK(waits);
      const auto stands_before = [&](const diagnostic& found) { return found.recovery && found.begin <= call.begin; };
      if (waits)
        CHECK((!before.repairs.empty() ||
               std::any_of(plain.diagnostics.begin(), plain.diagnostics.end(), stands_before)));
      waiting += waits ? 1 : 0;
    }
  }
  CHECK(waiting > 100);
}

TEST_CASE("what several calls stand in is a repair of each of them") {
  const tools declared = tools::from_json(R"([{"name": "shell", "parameters": {"type": "object", "properties":)"
                                          R"( {"command": {"type": "string"}}}}])");
  const std::string list = R"([{"name": "shell", "arguments": {"command": "ls"}}, {"name": "shell", "arguments":)"
                           R"( {"command": "rm -r /"}}])";
  options how = seeded();
  for (const char* const word : {"repaired", "fenced_call"}) {
    how.policy.confirm = {word};
    const message made = parse("```json\n" + list + "\n```", dialect::automatic(), declared, how);
    REQUIRE(made.calls.size() == 2);
    for (const tool_call& each : made.calls) CHECK(each.status == call_status::needs_confirmation);
  }
  how.policy.confirm = {"repaired"};
  const message odd = parse("<minimax:tool_call id=\"1\"><invoke name=\"shell\"></invoke></minimax:tool_call>",
                            dialect::named("minimax"), declared, how);
  REQUIRE(odd.calls.size() == 1);
  CHECK(odd.calls[0].status == call_status::needs_confirmation);
}

TEST_CASE("each example with repairs says what was written, and what exact reading gives") {
  std::size_t seen = 0;
  for (const example& each : examples()) {
    INFO(each.place);
    const message made = read_with(each, usual(each));
    const auto found =
        repairs_of(each.text, made, dialect_named(each.dialect), each.declared, usual(each), each.prefill);
    std::size_t repaired = 0;
    for (const tool_call& call : made.calls) repaired += call.repairs.empty() ? 0 : 1;
    CHECK(static_cast<std::size_t>(std::count_if(
              found.begin(), found.end(), [](const repaired_call& call) { return call.call != no_call; })) == repaired);
    for (const repaired_call& call : found) {
      ++seen;
      CHECK(call.written == each.text.substr(static_cast<std::size_t>(call.begin), call.written.size()));
      CHECK(call.written.size() == call.end - call.begin);
      CHECK_FALSE(call.repairs.empty());
      CHECK_FALSE(call.exact.message.empty());
      for (const repair& of : call.repairs) CHECK(of.before.size() == of.end - of.begin);
      if (call.call == no_call) continue;
      CHECK(call.repairs.size() == made.calls[static_cast<std::size_t>(call.call)].repairs.size());
    }
  }
  CHECK(seen > 100);
}

}  // namespace confirm_test
