// A grammar of one's own, in PEGTL's words and those of toolcall/engine/rules.hpp: laid out, run, and cut anywhere.

#include <string>

#include "engine/read_marks.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::kind;

// CALL name(key=value, ...)
struct word : pegtl::plus<pegtl::ranges<'a', 'z', 'A', 'Z', '0', '9', '_'>> {};
struct blanks : pegtl::star<pegtl::one<' ', '\t'>> {};
struct field : pegtl::seq<rules::role<kind::key, word>, blanks, pegtl::one<'='>, rules::cut, blanks,
                          rules::role<kind::value, rules::run<pegtl::one<',', ')', '\n'>>>> {};
struct fields : pegtl::opt<field, pegtl::star<pegtl::one<','>, rules::cut, blanks, field>> {};
struct closed : rules::recover<"missing_close", pegtl::one<')'>, pegtl::success> {};
struct call : rules::role<kind::call, pegtl::seq<rules::text<"CALL ">, rules::role<kind::name, word>, pegtl::one<'('>,
                                                 rules::cut, fields, closed>> {};

// Each of PEGTL's forms once: two digits, then an even number of x, then a Y in either case, then no digit, the end.
struct forms : pegtl::seq<pegtl::rep<2, pegtl::digit>, pegtl::plus<rules::text<"xx">>, rules::text_any_case<"y">,
                          pegtl::not_at<pegtl::digit>, pegtl::at<pegtl::sor<pegtl::one<'!'>, pegtl::eof>>,
                          pegtl::opt<pegtl::one<'!'>>, rules::role<kind::text, pegtl::star<pegtl::not_one<'.'>>>> {};

// What is three bytes in UTF-8, asked of PEGTL itself.
struct arrows : rules::role<kind::reasoning, pegtl::plus<pegtl::utf8::range<0x2190, 0x21FF>>> {};

struct quoted : pegtl::seq<rules::capture<"quote", pegtl::one<'"', '\''>>, rules::role<kind::string, rules::span<rules::back<"quote">>>,
                           rules::back<"quote">> {};

}  // namespace

TEST_CASE("a user's grammar is laid out and read, however the text is cut") {
  const engine::program made = program_of<call>();
  CHECK(marks_of(made, "so CALL add(a=1, b = 22) and") ==
        "name 8-11\nkey 12-13\nvalue 14-15\nkey 17-18\nvalue 21-23\ncall 3-24\nblock 3-24\n");
  CHECK(marks_of(made, "CALL add(a=1\n") ==
        "name 5-8\nkey 9-10\nvalue 11-12\nlabel missing_close 12-12\ncall 0-12\nblock 0-12\n");
  CHECK(marks_of(made, "CALL (a=1)") == "");
}

TEST_CASE("a break behind a cut leaves the call failed, and reading goes on") {
  const engine::program made = program_of<call>();
  CHECK(marks_of(made, "CALL f(a=1,) CALL g()") ==
        "name 5-6\nkey 7-8\nvalue 9-10\nfailed call 0-11\nfailed block 0-11\nlabel broken_call 11-11\n"
        "name 18-19\ncall 13-21\nblock 13-21\n");
}

TEST_CASE("PEGTL's own forms mean what PEGTL says") {
  const engine::program made = program_of<forms>();
  CHECK(marks_of(made, "42xxxxY!rest.") == "text 8-12\nblock 0-12\n");
  CHECK(marks_of(made, "42xxy") == "text 5-5\nblock 0-5\n");
  CHECK(marks_of(made, "42xxxy!") == "");
  CHECK(marks_of(made, "42xxy7") == "");
  CHECK(marks_of(made, "4xxy!") == "");
}

TEST_CASE("a leaf that PEGTL runs waits for the rest of a character") {
  const engine::program made = program_of<arrows>();
  CHECK(marks_of(made, "a\xE2\x86\x92\xE2\x87\x90z") == "reasoning 1-7\nblock 1-7\n");
  CHECK(marks_of(made, "\xE2\x86\x92\xE2\x82\xAC") == "reasoning 0-3\nblock 0-3\n");
  CHECK(marks_of(made, "\xE2\x86") == "");
}

TEST_CASE("a captured quote closes its like only") {
  const engine::program made = program_of<quoted>();
  CHECK(marks_of(made, "say \"it's\" 'x'") == "string 5-9\nblock 4-10\nstring 12-13\nblock 11-14\n");
}

TEST_CASE("of the rules of dialects, those in use are asked, and what they find is marked as theirs") {
  struct mark : pegtl::sor<rules::of<"one", rules::text<"<a">>, rules::of<"two", pegtl::seq<rules::text<"<">, pegtl::any>>> {};
  struct item : pegtl::seq<mark, rules::role<kind::text, pegtl::star<pegtl::not_one<'<'>>>> {};
  const std::string_view text = "<ax<by";
  CHECK(marks_of(program_of<item>(), text) ==
        "dialect 0 0-2\ntext 2-3\nblock 0-3\ndialect 1 3-5\ntext 5-6\nblock 3-6\n");
  const auto with = [&](std::vector<engine::dialect_in_use> in_use) {
    return marks_of(program_of<item>(engine::grammar_builder(std::move(in_use))), text);
  };
  CHECK(with({{"two", 7}}) == "dialect 7 0-2\ntext 2-3\nblock 0-3\ndialect 7 3-5\ntext 5-6\nblock 3-6\n");
  CHECK(with({{"one", 4}, {"three", 5}}) == "dialect 4 0-2\ntext 2-3\nblock 0-3\n");
  CHECK(with({}) == "");
}

TEST_CASE("where no dialect in use has the rule, a run does not stop for it") {
  struct never : rules::of<"one", rules::text<"<">> {};
  struct item : pegtl::seq<rules::text<"[">, rules::cut, rules::role<kind::text, rules::run<never>>> {};
  engine::grammar_builder builder{std::vector<engine::dialect_in_use>()};
  const engine::program made = program_of<item>(builder);
  CHECK(made.stops.back().count == 0);
  CHECK(marks_of(made, "[a<b") == "text 1-4\nblock 0-4\n");
}

TEST_CASE("an item that says the same as an earlier one is not tried again") {
  struct nest : pegtl::seq<rules::text<"(">, pegtl::opt<nest>, rules::text<")">> {};
  struct nest_too : pegtl::seq<rules::text<"(">, pegtl::opt<nest_too>, rules::text<")">> {};
  struct other : pegtl::seq<rules::text<"(">, pegtl::opt<nest>, rules::text<"]">> {};
  CHECK(program_of<nest, nest_too>().items.size() == 1);
  CHECK(program_of<nest, nest_too>().code.size() == program_of<nest>().code.size());
  CHECK(program_of<nest, other>().items.size() == 2);
  CHECK(marks_of(program_of<nest, nest_too, other>(), "(())(()]") == "block 0-4\nblock 4-8\n");
}

TEST_CASE("the order of items is the order in which they are tried") {
  struct one_a : rules::role<kind::text, pegtl::one<'a'>> {};
  struct two_a : rules::role<kind::reasoning, rules::text<"aa">> {};
  CHECK(marks_of(program_of<one_a, two_a>(), "aa") == "text 0-1\nblock 0-1\ntext 1-2\nblock 1-2\n");
  CHECK(marks_of(program_of<two_a, one_a>(), "aaa") == "reasoning 0-2\nblock 0-2\ntext 2-3\nblock 2-3\n");
}
