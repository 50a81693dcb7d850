// Grammars that would break the machine, and leaf rules that would break a stream, are named before they run.

#include <string>
#include <vector>

#include <toolcall/engine/check_leaf.hpp>
#include <toolcall/engine/layout.hpp>

#include "catch.hpp"
#include "engine/grammar_builder.hpp"
#include "engine/program.hpp"

namespace refused_test {

using namespace toolcall;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

template <typename Item>
std::string refusal() {
  engine::grammar_builder builder;
  builder.add_item(builder.rule_of(engine::item_of<Item>()), 0);
  std::vector<std::string> problems;
  engine::lay_out(builder.result(), problems);
  std::string all;
  for (const std::string& problem : problems) all += problem + "\n";
  return all;
}

bool says(const std::string& problem, const std::string& what) {
  INFO(problem);
  return problem.find(what) != problem.npos;
}

struct nullable : pegtl::star<pegtl::one<'a'>> {};
struct endless : pegtl::seq<pegtl::one<'('>, pegtl::star<nullable>> {};
struct endless_options : pegtl::seq<pegtl::one<'('>, pegtl::plus<pegtl::opt<pegtl::one<'a'>>>> {};
struct left : pegtl::sor<pegtl::seq<left, pegtl::one<'a'>>, pegtl::one<'a'>> {};
struct even;
struct odd : pegtl::seq<pegtl::opt<pegtl::one<'-'>>, even, pegtl::one<'x'>> {};
struct even : pegtl::sor<odd, pegtl::one<'y'>> {};
struct cut_in_capture
    : pegtl::seq<rules::capture<"q", pegtl::one<'"'>, rules::run<pegtl::one<'"'>>>, rules::back<"q">> {};
struct empty_item : pegtl::opt<pegtl::one<'a'>> {};
struct cut_in_key
    : rules::role<node_role::call, pegtl::one<'<'>, rules::role<node_role::key, rules::run<pegtl::one<'='>>>,
                  rules::role<node_role::value, rules::field>> {};

// Looks at the second byte without asking whether it has arrived.
struct peeking {
  using rule_t = peeking;
  using subs_t = pegtl::empty_list;
  template <typename Input>
  static bool match(Input& in) {
    if (in.empty() || *in.current() != '<' || in.current()[1] == '/') return false;
    in.bump(1);
    return true;
  }
};
// The same, asking.
struct asking {
  using rule_t = asking;
  using subs_t = pegtl::empty_list;
  template <typename Input>
  static bool match(Input& in) {
    if (in.empty() || *in.current() != '<' || (in.size(2) >= 2 && in.current()[1] == '/')) return false;
    in.bump(1);
    return true;
  }
};
// Takes the end of a chunk for the end of the text, without asking.
struct hasty {
  using rule_t = hasty;
  using subs_t = pegtl::empty_list;
  template <typename Input>
  static bool match(Input& in) {
    const char* const end = static_cast<pegtl::memory_input<pegtl::tracking_mode::lazy>&>(in).end();
    in.bump(static_cast<std::size_t>(end - in.current()));
    return true;
  }
};

}  // namespace

TEST_CASE("a loop over what may be empty is refused") {
  CHECK(says(refusal<endless>(), "would never end; let every round consume a byte"));
  CHECK(says(refusal<endless_options>(), "would never end; let every round consume a byte"));
}

TEST_CASE("left recursion is refused, also through other rules") {
  CHECK(says(refusal<left>(), "(left recursion)"));
  CHECK(says(refusal<odd>(), "(left recursion)"));
}

TEST_CASE("a cut in a captured part is refused") {
  CHECK(says(refusal<cut_in_capture>(), "the captured part \"q\" contains a cut"));
}

TEST_CASE("a cut in a key is refused where declared fields are asked for") {
  CHECK(says(refusal<cut_in_key>(), "a name or key contains a cut"));
}

TEST_CASE("an item that may be empty is refused") {
  CHECK(says(refusal<empty_item>(), "may be empty"));
}

TEST_CASE("a sound grammar is not refused") {
  CHECK(refusal<pegtl::seq<pegtl::one<'a'>, nullable>>() == "");
}

TEST_CASE("a leaf that peeks is found") {
  CHECK(says(engine::broken_promise<peeking>({"<a", "</a", "<"}), "did not ask for more"));
  CHECK(says(engine::broken_promise<hasty>({"abc"}), "with only 0 of its bytes at hand"));
}

TEST_CASE("leaves that ask are not") {
  CHECK(engine::broken_promise<asking>({"<a", "</a", "<", "", "x"}) == "");
  CHECK(engine::broken_promise<pegtl::utf8::range<0x2190, 0x21FF>>(
            {"\xE2\x86\x92z", "\xE2\x82\xAC", "\xE2\x86", "a", "", "\xFF"}) == "");
  CHECK(engine::broken_promise<pegtl::identifier_other>({"a", "_", "9", "-"}) == "");
}

}  // namespace refused_test
