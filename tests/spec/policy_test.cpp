// Every recovery that an example shows can be switched off by its name.

#include <algorithm>
#include <set>

#include "catch.hpp"
#include "spec/example.hpp"

namespace policy_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

message read_without(const example& of, const std::string& label) {
  options how = seeded();
  how.tool_choice = of.choice;
  if (!label.empty()) how.policy.without = {label};
  parser reader(dialect_named(of.dialect), of.declared, how);
  if (!of.prefill.empty()) reader.prefill(of.prefill);
  reader.feed(of.text);
  reader.finish(of.finish);
  return reader.message();
}

std::set<std::string> labels_of_calls(const message& made) {
  std::set<std::string> all;
  for (const diagnostic& d : made.diagnostics)
    if (d.call != no_call) all.insert(d.label);
  return all;
}

}  // namespace

TEST_CASE("without a label that an example shows, no call is left that needs it") {
  std::size_t tried = 0;
  for (const example& each : examples()) {
    const message usual = read_without(each, "");
    for (const std::string& label : labels_of_calls(usual)) {
      INFO(each.place << ", without " << label);
      const message made = read_without(each, label);
      ++tried;
      CHECK(labels_of_calls(made).count(label) == 0);
      CHECK(lost_bytes(made, each.text) == "");
      for (const diagnostic& d : usual.diagnostics) {
        if (d.label != label || d.call == no_call) continue;
        const tool_call& needed = usual.calls[static_cast<std::size_t>(d.call)];
        CHECK(std::none_of(made.calls.begin(), made.calls.end(), [&](const tool_call& call) {
          return call.name == needed.name && call.begin == needed.begin && call.end == needed.end &&
                 call.repairs.empty();
        }));
      }
    }
  }
  CHECK(tried > 100);
}

}  // namespace policy_test
