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

TEST_CASE("where repairs are confirmed, exactly the calls that were repaired wait") {
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
      const bool waits = before.status == call_status::complete && !before.repairs.empty();
      CHECK((call.status == call_status::needs_confirmation) == waits);
      waiting += waits ? 1 : 0;
    }
  }
  CHECK(waiting > 100);
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
