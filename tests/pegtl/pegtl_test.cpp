// PEGTL reads every example of every page, and damaged copies, with the headers that grammarc makes of the pages, and
// finds what the interpreter finds on the pages themselves.
//
// So the headers say what the pages say, which the machine's own reading of the headers cannot show: it takes them for
// the tree that grammarc has made them of. The machine is held to the interpreter in spec/node_events_test.cpp.

#include <iterator>
#include <random>

#include "catch.hpp"
#include "effort.hpp"
#include "grammar/dialects.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "pegtl/message_by_pegtl.hpp"
#include "spec/example.hpp"

namespace pegtl_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::string defined(const std::string& dialect, std::string_view text, const interpreter::names& declared) {
  std::vector<const grammarc::page*> in_use;
  for (const grammarc::page* page : grammarc::dialects_among(pages()))
    if (dialect.empty() || dialect == page->name) in_use.push_back(page);
  return interpreter::show(interpreter::message(pages(), grammarc::items_of(pages(), in_use), text, declared, {}));
}

std::string by_pegtl(const std::string& dialect, std::string_view text, const interpreter::names& declared) {
  return interpreter::show(message_by_pegtl(dialect, text, declared));
}

// Into which a value may fall apart, and where one may seem to end.
const char* const lexemes[] = {"'", "\"", "'''", "\"\"\"", "// it's\n", "# it's\n", "/* it's */", "\\",
                               "{", "}",  "[",   "]",      "(",         ")",        ",",          ":",
                               "/", "\n", "-1",  "t",      " ",         "\t",       "<",          ">"};

example with_lexemes(std::mt19937_64& bits) {
  example of = damaged_example(bits);
  for (std::uint64_t times = bits() % 8; times > 0; --times)
    of.text.insert(bits() % (of.text.size() + 1), lexemes[bits() % std::size(lexemes)]);
  return of;
}

}  // namespace

TEST_CASE("each dialect is among those that PEGTL reads with") {
  for (const engine::page_facts& each : grammar::dialects) {
    INFO(each.name);
    CHECK(has_rules_for_pegtl(each.name));
  }
}

TEST_CASE("PEGTL finds on every example what the interpreter finds") {
  for (std::size_t i = 0; i < examples().size(); i += every(3)) {
    const example& each = examples()[i];
    INFO(each.place);
    const std::string text = each.prefill + each.text;
    CHECK(by_pegtl(each.dialect, text, names_of(each)) == defined(each.dialect, text, names_of(each)));
  }
}

TEST_CASE("PEGTL finds with all dialects what the interpreter finds with all of them") {
  std::mt19937_64 bits(1);
  for (std::size_t round = is_nightly() ? effort(150, 15) : effort(50, 15); round > 0; --round) {
    const example& each = examples()[bits() % examples().size()];
    INFO(each.place);
    CHECK(by_pegtl("", each.text, names_of(each)) == defined("", each.text, names_of(each)));
  }
}

TEST_CASE("PEGTL finds on damaged examples what the interpreter finds") {
  const std::size_t count = is_nightly() ? 6'000 : effort(200, 100);
  std::size_t unanswered = 0, failed = 0;
  for (std::size_t seed = 0; seed < count && failed < 3; ++seed) {
    std::mt19937_64 bits(seed);
    const example of = with_lexemes(bits);
    try {
      const std::string expected = defined(of.dialect, of.text, names_of(of));
      const std::string found = by_pegtl(of.dialect, of.text, names_of(of));
      if (found == expected) continue;
      ++failed;
      INFO("seed " << seed << ", from " << of.place << ":\n" << of.text);
      CHECK(found == expected);
    } catch (const interpreter::exhausted&) {
      ++unanswered;
    }
  }
  CHECK(failed == 0);
  CHECK(unanswered * 50 <= count);
}

}  // namespace pegtl_test
