// A grammar of one's own, in PEGTL's words and those of toolcall/engine/rules.hpp: laid out, run, and cut anywhere.

#include <algorithm>
#include <string>

#include <toolcall/engine/page.hpp>
#include <toolcall/error.hpp>

#include "engine/read_node_events.hpp"

namespace user_grammar_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

// CALL name(key=value, ...)
struct word : pegtl::plus<pegtl::ranges<'a', 'z', 'A', 'Z', '0', '9', '_'>> {};
struct blanks : pegtl::star<pegtl::one<' ', '\t'>> {};
struct field : pegtl::seq<rules::role<node_role::key, word>, blanks, pegtl::one<'='>, rules::cut, blanks,
                          rules::role<node_role::value, rules::run<pegtl::one<',', ')', '\n'>>>> {};
struct fields : pegtl::opt<field, pegtl::star<pegtl::one<','>, rules::cut, blanks, field>> {};
struct closed : rules::recover<"missing_close", pegtl::one<')'>, pegtl::success> {};
struct call : rules::role<node_role::call, pegtl::seq<rules::text<"CALL ">, rules::role<node_role::name, word>,
                                                      pegtl::one<'('>, rules::cut, fields, closed>> {};

// Each of PEGTL's forms once: two digits, then an even number of x, then a Y in either case, then no digit, the end.
struct forms : pegtl::seq<pegtl::rep<2, pegtl::digit>, pegtl::plus<rules::text<"xx">>, rules::text_any_case<"y">,
                          pegtl::not_at<pegtl::digit>, pegtl::at<pegtl::sor<pegtl::one<'!'>, pegtl::eof>>,
                          pegtl::opt<pegtl::one<'!'>>, rules::role<node_role::text, pegtl::star<pegtl::not_one<'.'>>>> {
};

// What is three bytes in UTF-8, asked of PEGTL itself.
struct arrows : rules::role<node_role::reasoning, pegtl::plus<pegtl::utf8::range<0x2190, 0x21FF>>> {};

struct quoted : pegtl::seq<rules::capture<"quote", pegtl::one<'"', '\''>>,
                           rules::role<node_role::string, rules::span<rules::back<"quote">>>, rules::back<"quote">> {};

}  // namespace

TEST_CASE("a user's grammar is laid out and read, however the text is cut") {
  const engine::program made = program_of<call>();
  CHECK(node_events_of(made, "so CALL add(a=1, b = 22) and") ==
        "name 8-11\nkey 12-13\nvalue 14-15\nkey 17-18\nvalue 21-23\ncall 3-24\nblock 3-24\n");
  CHECK(node_events_of(made, "CALL add(a=1\n") ==
        "name 5-8\nkey 9-10\nvalue 11-12\nlabel missing_close 12-12\ncall 0-12\nblock 0-12\n");
  CHECK(node_events_of(made, "CALL (a=1)") == "");
}

TEST_CASE("a break after a cut leaves the call failed, and reading goes on") {
  const engine::program made = program_of<call>();
  CHECK(node_events_of(made, "CALL f(a=1,) CALL g()") ==
        "name 5-6\nkey 7-8\nvalue 9-10\nfailed call 0-11\nfailed block 0-11\nlabel broken_call 11-11\n"
        "name 18-19\ncall 13-21\nblock 13-21\n");
}

TEST_CASE("PEGTL's own forms mean what PEGTL says") {
  const engine::program made = program_of<forms>();
  CHECK(node_events_of(made, "42xxxxY!rest.") == "text 8-12\nblock 0-12\n");
  CHECK(node_events_of(made, "42xxy") == "text 5-5\nblock 0-5\n");
  CHECK(node_events_of(made, "42xxxy!") == "");
  CHECK(node_events_of(made, "42xxy7") == "");
  CHECK(node_events_of(made, "4xxy!") == "");
}

TEST_CASE("a leaf that PEGTL runs waits for the rest of a character") {
  const engine::program made = program_of<arrows>();
  CHECK(node_events_of(made, "a\xE2\x86\x92\xE2\x87\x90z") == "reasoning 1-7\nblock 1-7\n");
  CHECK(node_events_of(made, "\xE2\x86\x92\xE2\x82\xAC") == "reasoning 0-3\nblock 0-3\n");
  CHECK(node_events_of(made, "\xE2\x86") == "");
}

TEST_CASE("a captured quote closes its like only") {
  const engine::program made = program_of<quoted>();
  CHECK(node_events_of(made, "say \"it's\" 'x'") == "string 5-9\nblock 4-10\nstring 12-13\nblock 11-14\n");
}

namespace {

struct first_page {
  static constexpr std::string_view name = "first";
  using call = pegtl::failure;
  using offers = rules::offers<rules::offer<"mark", rules::text<"<a">>>;
};
template <typename close>
struct pair : pegtl::seq<rules::text<"(">, pegtl::star<pegtl::not_one<')'>>, close> {};
struct second_page {
  static constexpr std::string_view name = "second";
  using call = pegtl::failure;
  using offers = rules::offers<rules::offer<"mark", pegtl::seq<rules::text<"<">, pegtl::any>>,
                               rules::offer<"pair", pair<rules::parameter<0>>>>;
};
struct other_page {
  static constexpr std::string_view name = "other";
  using call = pegtl::failure;
};

template <typename Page>
dialect_in_use in_use(std::size_t number) {
  return {number, engine::page_of<Page>().offers};
}

}  // namespace

TEST_CASE("of the rules of dialects, those in use are tried, and what they find is marked as theirs") {
  struct item : pegtl::seq<rules::of_dialects<"mark">, rules::role<node_role::text, pegtl::star<pegtl::not_one<'<'>>>> {
  };
  const std::string_view text = "<ax<by";
  const auto with = [&](const std::vector<dialect_in_use>& dialects) {
    return node_events_of(program_of<item>(dialects), text);
  };
  CHECK(with({in_use<first_page>(0), in_use<second_page>(1)}) ==
        "dialect 0 0-2\ntext 2-3\nblock 0-3\ndialect 1 3-5\ntext 5-6\nblock 3-6\n");
  CHECK(with({in_use<second_page>(7)}) == "dialect 7 0-2\ntext 2-3\nblock 0-3\ndialect 7 3-5\ntext 5-6\nblock 3-6\n");
  CHECK(with({in_use<first_page>(4), in_use<other_page>(5)}) == "dialect 4 0-2\ntext 2-3\nblock 0-3\n");
  CHECK(with({}) == "");
}

TEST_CASE("a rule with parameters is laid out once, however it is called, also where dialects offer it") {
  struct item : pegtl::sor<rules::call<pair, pegtl::one<')'>>, rules::of_dialects<"pair", rules::text<")!">>,
                           pegtl::seq<rules::text<"-">, rules::call<pair, pegtl::one<')'>>>> {};
  const engine::program made = program_of<item>({in_use<second_page>(2)});
  CHECK(std::count_if(made.rules.begin(), made.rules.end(), [&](const auto& r) { return made.at(r.name) == "pair"; }) ==
        1);
  CHECK(node_events_of(made, "-(ab)(c)!") == "block 0-5\nblock 5-8\n");
  struct loud : rules::of_dialects<"pair", rules::text<")!">> {};
  CHECK(node_events_of(program_of<loud>({in_use<second_page>(2)}), "(ab)(c)!") == "dialect 2 4-8\nblock 4-8\n");
}

TEST_CASE("a rule that dialects offer is refused where it is called with too few arguments") {
  struct item : pegtl::seq<rules::text<"-">, rules::of_dialects<"pair">> {};
  CHECK_THROWS_AS(program_of<item>({in_use<second_page>(2)}), setup_error);
}

TEST_CASE("where no dialect in use has the rule, a run does not stop for it") {
  struct item
      : pegtl::seq<rules::text<"[">, rules::cut, rules::role<node_role::text, rules::run<rules::of_dialects<"mark">>>> {
  };
  const engine::program made = program_of<item>();
  CHECK(made.stops.starts.back().count == 0);
  CHECK(node_events_of(made, "[a<b") == "text 1-4\nblock 0-4\n");
}

TEST_CASE("an item that says the same as an earlier one is not tried again") {
  struct nest : pegtl::seq<rules::text<"(">, pegtl::opt<nest>, rules::text<")">> {};
  struct nest_too : pegtl::seq<rules::text<"(">, pegtl::opt<nest_too>, rules::text<")">> {};
  struct other : pegtl::seq<rules::text<"(">, pegtl::opt<nest>, rules::text<"]">> {};
  const auto is_tried = [](const engine::program& made) { return made.in_use.may_begin({1, {}}); };
  CHECK_FALSE(is_tried(program_of<nest, nest_too>()));
  CHECK(program_of<nest, nest_too>().stops.rows.size() == program_of<nest>().stops.rows.size());
  CHECK(is_tried(program_of<nest, other>()));
  CHECK(node_events_of(program_of<nest, nest_too, other>(), "(())(()]") == "block 0-4\nblock 4-8\n");
}

TEST_CASE("the order of items is the order in which they are tried") {
  struct one_a : rules::role<node_role::text, pegtl::one<'a'>> {};
  struct two_a : rules::role<node_role::reasoning, rules::text<"aa">> {};
  CHECK(node_events_of(program_of<one_a, two_a>(), "aa") == "text 0-1\nblock 0-1\ntext 1-2\nblock 1-2\n");
  CHECK(node_events_of(program_of<two_a, one_a>(), "aaa") == "reasoning 0-2\nblock 0-2\ntext 2-3\nblock 2-3\n");
}

}  // namespace user_grammar_test
