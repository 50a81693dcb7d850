// The names of rules, made from types: for pages, what the page says; for any other grammar, the type's own name.

#include "engine/read_node_events.hpp"

namespace toolcall::grammar::sheet {

namespace pegtl = tao::pegtl;

struct new_ : pegtl::plus<pegtl::one<'n'>> {};
template <typename Tag>
struct inside : rules::role<rules::node_role::text, Tag, pegtl::opt<pegtl::one<'<', '>'>>> {};
struct call : pegtl::seq<inside<rules::text<"<a::b>">>, new_> {};

}  // namespace toolcall::grammar::sheet

namespace rule_names_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;

struct word : rules::role<rules::node_role::name, pegtl::plus<pegtl::one<'w'>>> {};
struct bare : rules::text<"!"> {};

std::string names_of(const engine::program& made) {
  std::string all;
  for (const engine::rule_start& rule : made.rules) all += std::string(made.at(rule.name)) + " ";
  return all;
}

}  // namespace

TEST_CASE("a rule of a page is called what the page calls it, and any other as its type") {
  CHECK(names_of(program_of<grammar::sheet::call>()) == "sheet.call sheet.call sheet.inside sheet.new ");
  CHECK(names_of(program_of<word, bare>()) == "word bare word bare ");
}

TEST_CASE("a mark names the rule that made it") {
  const engine::program made = program_of<grammar::sheet::call, word, bare>();
  static const vocabulary no_names;
  engine::stream machine(made, no_names, {});
  std::string all;
  const auto note = [&](const engine::node_event* marks, std::size_t count, std::string_view, std::uint64_t,
                        std::uint64_t) {
    for (std::size_t i = 0; i < count; ++i)
      if (marks[i].is == engine::node_event_type::end) all += std::string(made.rule_at(marks[i].at)) + " ";
  };
  machine.feed("<a::b>>n w !", false, note);
  machine.finish(note);
  CHECK(all == "sheet.inside sheet.call word word bare ");
}

}  // namespace rule_names_test
