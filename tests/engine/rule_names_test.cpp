// The names of rules, made from types: for pages, what the page says; for any other grammar, the type's own name.

#include "engine/read_marks.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace toolcall::grammar::sheet {

namespace pegtl = tao::pegtl;

struct new_ : pegtl::plus<pegtl::one<'n'>> {};
template <typename Tag>
struct inside : rules::role<rules::kind::text, Tag, pegtl::opt<pegtl::one<'<', '>'>>> {};
struct call : pegtl::seq<inside<rules::text<"<a::b>">>, new_> {};

}  // namespace toolcall::grammar::sheet

namespace {

namespace pegtl = tao::pegtl;

struct word : rules::role<rules::kind::name, pegtl::plus<pegtl::one<'w'>>> {};
struct bare : rules::text<"!"> {};

std::string names_of(const engine::program& made) {
  std::string all;
  for (const engine::rule_start& rule : made.rules) all += rule.name + " ";
  return all;
}

}  // namespace

TEST_CASE("a rule of a page is called what the page calls it, and any other as its type") {
  CHECK(names_of(program_of<grammar::sheet::call>()) == "sheet.call sheet.call sheet.inside sheet.new ");
  CHECK(names_of(program_of<word, bare>()) == "word bare word ");
}

TEST_CASE("a mark names the rule that made it") {
  const engine::program made = program_of<grammar::sheet::call, word, bare>();
  static const engine::vocabulary no_names;
  engine::stream machine(made, no_names, {});
  std::string all;
  const auto note = [&](const engine::mark* marks, std::size_t count, std::string_view, std::uint64_t, std::uint64_t) {
    for (std::size_t i = 0; i < count; ++i)
      if (marks[i].is == engine::mark::kind::end) all += std::string(made.rule_at(marks[i].at)) + " ";
  };
  machine.feed("<a::b>>n w !", false, note);
  machine.finish(note);
  CHECK(all == "sheet.inside sheet.call word word bare ");
}
