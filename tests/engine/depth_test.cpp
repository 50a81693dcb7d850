// Rules within rules: a hundred thousand of them leave the C++ stack where it is, and the limit is the same for every
// way to cut.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "engine/read_node_events.hpp"

namespace depth_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

// Where the C++ stack stood, and how often it was asked.
std::uintptr_t lowest, highest, asked;

// A leaf that matches no byte and notes where on the C++ stack it runs.
struct probe {
  using rule_t = probe;
  using subs_t = pegtl::empty_list;
  template <typename Input>
  static bool match(Input&) {
    const volatile char here = 0;
    const auto at = reinterpret_cast<std::uintptr_t>(&here);
    lowest = std::min(lowest, at);
    highest = std::max(highest, at);
    ++asked;
    return true;
  }
};

struct nested : pegtl::seq<pegtl::one<'('>, probe, pegtl::opt<nested>, pegtl::one<')'>> {};
struct cutting : pegtl::seq<pegtl::one<'('>, rules::cut, probe, pegtl::opt<cutting>, pegtl::one<')'>> {};
struct tried : pegtl::seq<pegtl::one<'('>, probe, rules::trial<pegtl::opt<tried>>, pegtl::one<')'>> {};

// Asks for the start of the line 2^Rules times, and reads nothing.
template <int Rules>
struct doubled : pegtl::seq<doubled<Rules - 1>, doubled<Rules - 1>> {};
template <>
struct doubled<0> : rules::line_start {};
struct unless_doubled
    : rules::role<node_role::call, pegtl::seq<pegtl::one<'<'>, pegtl::not_at<doubled<40>>, pegtl::any>> {};

template <typename Rule>
void check_depth(std::size_t depth) {
  lowest = std::numeric_limits<std::uintptr_t>::max();
  highest = asked = 0;
  engine::machine_limits bounds;
  bounds.depth = 200'000;
  const std::string text = std::string(depth, '(') + std::string(depth, ')');
  const std::string expected =
      "call 0-" + std::to_string(text.size()) + "\nblock 0-" + std::to_string(text.size()) + "\n";
  CHECK(node_events_of(program_of<rules::role<node_role::call, Rule>>(), text, 1U << 20U, bounds) == expected);
  CHECK(asked >= depth);
  CHECK(highest - lowest < 4096);
}

}  // namespace

TEST_CASE("a hundred thousand rules within rules do not touch the C++ stack") {
  check_depth<nested>(100'000);
  check_depth<cutting>(100'000);
  check_depth<tried>(10'000);  // each trial needs a barrier of its own
}

TEST_CASE("beyond the limit of depth a rule fails, at the same place for every way to cut") {
  const engine::program made = program_of<rules::role<node_role::call, nested>>();
  const auto text = [](std::size_t depth) { return std::string(depth, '(') + std::string(depth, ')'); };
  CHECK(node_events_of(made, text(1000), 3) == "call 0-2000\nblock 0-2000\n");
  const std::string whole = node_events_of(made, text(1010), 4096);
  CHECK(whole == "call 10-2010\nblock 10-2010\n");
  for (const std::size_t piece : {1U, 7U, 64U, 1000U}) CHECK(node_events_of(made, text(1010), piece) == whole);
}

TEST_CASE("beyond the limit of depth a call that has begun is broken, and nothing is lost") {
  const engine::program made = program_of<rules::role<node_role::call, cutting>>();
  const std::string text(1500, '(');
  const std::string whole = node_events_of(made, text, 4096);
  CHECK(whole.find("failed call 0-1000\n") == 0);
  for (const std::size_t piece : {1U, 7U, 64U, 1000U}) CHECK(node_events_of(made, text, piece) == whole);
}

TEST_CASE("rules that each call the next one twice are laid out as fast as others") {
  CHECK(node_events_of(program_of<unless_doubled>(), "<a a<b") == "call 0-2\nblock 0-2\ncall 4-6\nblock 4-6\n");
}

}  // namespace depth_test
