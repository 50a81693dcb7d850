// What a dialect has by default: which rules are copied to its page, and which are not.

#include "grammarc/defaults.hpp"

#include "grammarc/check.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "read_fragment.hpp"

namespace defaults_test {

using namespace toolcall::grammarc;

namespace {

const std::string usual = R"~(reasoning <- begin ^ reasoning:run(end) end?
control   <- end / "<over>"
begin     <- "<think>"
end       <- "</think>")~";

const std::string call = "call <- call:( \"CALL \" name:tool ^ ) ^\n";

// The pages `defaults` and `page`, of which the latter is a dialect's.
std::vector<page> with_defaults(std::string_view rules, std::string_view front = "") {
  std::vector<page> pages{
      fragment::read(usual, "defaults"),
      fragment::read(call + std::string(rules), "page", "---\ndialect: page\n" + std::string(front) + "---\n")};
  add_defaults(pages);
  return pages;
}

// The rules that the page has by default, in one line.
std::string added(std::string_view rules) {
  std::string names;
  for (const rule& each : with_defaults(rules)[1].rules)
    if (each.by_default) names += (names.empty() ? "" : " ") + each.name;
  return names;
}

std::string refused(const std::vector<page>& pages) {
  return fragment::shown(check(pages, {}, {.whole_spec = true}));
}

}  // namespace

TEST_CASE("a page that gives none of the rules has all of them by default") {
  CHECK(added("") == "reasoning control begin end");
  CHECK(refused(with_defaults("")) == "");
}

TEST_CASE("a rule that the page gives is its own, and its name in a default means it") {
  const std::vector<page> pages = with_defaults("end <- \"</thought>\"");
  CHECK(added("end <- \"</thought>\"") == "reasoning control begin");
  CHECK(refused(pages) == "");
  CHECK(fragment::tree(fragment::rule_of(pages[1], "end").body) == R"(literal:"</thought>")");
}

TEST_CASE("what the message does not read is there by default only where it is called") {
  CHECK(added("reasoning <- \"a\" ^\ncontrol <- \"b\"") == "");
  CHECK(added("reasoning <- \"a\" ^\ncontrol <- \"b\" end") == "end");
  CHECK(added("reasoning <- \"a\" ^") == "control end");
}

TEST_CASE("a rule that never matches takes the place of a default") {
  CHECK(added("reasoning <- !. .\ncontrol <- !. .") == "");
  CHECK(refused(with_defaults("reasoning <- !. .\ncontrol <- !. .")) == "");
}

TEST_CASE("a rule that says message.never is not read by the message, and costs nothing") {
  const std::vector<page> pages = with_defaults("reasoning <- message.never");
  CHECK(entry_of(pages[1], "reasoning") == nullptr);
  CHECK(entry_of(pages[1], "control") != nullptr);
  for (const message_item& each : items_of(pages, {&pages[1]})) CHECK(each.rule != "reasoning");
}

TEST_CASE("a literal of a default may be a token of the dialect's model") {
  CHECK(refused(with_defaults("", "tokens: [\"<think>\"]\n")) == "");
  CHECK(refused(with_defaults("begin <- \"<x>\"", "tokens: [\"<think>\"]\n")) ==
        "page.md:1: the token \"<think>\" of the front matter is not a literal on this page; "
        "write it as a literal of its own, or take it off the list\n");
}

TEST_CASE("a given of the defaults is one of each dialect's page that does not give it") {
  const auto givens_beside = [](std::string_view rules) {
    std::vector<page> all{fragment::read("given leave <- \"!\"\n" + usual, "defaults"),
                          fragment::read(call + std::string(rules), "page", "---\ndialect: page\n---\n")};
    add_defaults(all);
    return all[1].givens;
  };
  REQUIRE(givens_beside("").size() == 1);
  CHECK(fragment::tree(givens_beside("")[0].otherwise[0]) == R"(literal:"!")");
  REQUIRE(givens_beside("given leave <- \"?\"").size() == 1);
  CHECK(fragment::tree(givens_beside("given leave <- \"?\"")[0].otherwise[0]) == R"(literal:"?")");
  CHECK(givens_beside("leave <- \"?\"").empty());
}

TEST_CASE("a given of the defaults that says what it is otherwise is one of each shared page as well") {
  std::vector<page> all{fragment::read("given leave <- \"!\"\ngiven mark\n" + usual, "defaults"),
                        fragment::read("a <- leave", "shared")};
  add_defaults(all);
  REQUIRE(all[1].givens.size() == 1);
  CHECK(all[1].givens[0].name == "leave");
}

TEST_CASE("a given has no default beside it") {
  const std::vector<page> pages = with_defaults("given end <- \"</thought>\"\nown <- end");
  for (const rule& each : pages[1].rules) CHECK(each.name != "end");
}

TEST_CASE("a page that dialects share has nothing by default") {
  std::vector<page> pages{fragment::read(usual, "defaults"), fragment::read("a <- end\nend <- \"x\"", "shared")};
  add_defaults(pages);
  CHECK(pages[1].rules.size() == 2);
  CHECK(pages[0].rules.size() == 4);
}

TEST_CASE("what is wrong with a default is said of the page that has it") {
  CHECK(refused(with_defaults("end(a) <- a \"x\"")).find("page.md:1: control: end takes 1 argument") == 0);
}

TEST_CASE("the page's grammar as text has its defaults below it, so it can be read alone") {
  const std::vector<page> pages = with_defaults("begin <- \"<x>\"");
  CHECK(whole_grammar(pages[1]) ==
        call + "begin <- \"<x>\"\n\n# By default:\nreasoning <- begin ^ reasoning:run(end) end?\n" +
            "control   <- end / \"<over>\"\nend       <- \"</think>\"\n");
  CHECK(fragment::read(whole_grammar(pages[1])).rules.size() == pages[1].rules.size());
}

namespace {

// The rules that a dialect with these declarations has by its marks, and by defaults that use them.
std::string by_marks(const std::string& declared, std::string_view rules = "", std::string_view defaults = "") {
  std::vector<problem> problems;
  page dialect = read_page(
      "page.md",
      "---\ndialect: page\n---\n```marks\n" + declared + "\n```\n```peg\n" + call + std::string(rules) + "\n```\n",
      problems);
  CHECK(fragment::shown(problems) == "");
  std::vector<page> pages{fragment::read(defaults, "defaults"), std::move(dialect)};
  add_defaults(pages);
  std::string all;
  for (const rule& each : pages[1].rules)
    if (each.by_default) all += each.source + "\n";
  return all;
}

// Declarations that give no rules.
const std::string none = "call '<a>' object '</a>' : declared";

}  // namespace

TEST_CASE("each mark is a rule of the page, by what it stands around") {
  CHECK(by_marks("block '<calls>' calls '</calls>'\n"
                 "call '<call>' name '<sep>'? fields '</call>'\n"
                 "  field '<arg_key>' key '</arg_key>' '<arg_value>' value '</arg_value>'\n"
                 "answer '<a>' text '</a>'\n"
                 "turn '<over>'") ==
        "block_open <- \"<calls>\"\nblock_close <- \"</calls>\"\n"
        "call_open <- \"<call>\"\nafter_name <- \"<sep>\"\ncall_close <- \"</call>\"\n"
        "key_open <- \"<arg_key>\"\nkey_close <- \"</arg_key>\"\nvalue_open <- \"<arg_value>\"\ntag_word <- \"arg_\"\n"
        "value_close <- \"</arg_value>\"\nanswer_open <- \"<a>\"\nanswer_close <- \"</a>\"\nturn_mark <- \"<over>\"\n");
}

TEST_CASE("several declarations of one role are a choice, and what two say alike is in it once") {
  CHECK(by_marks("call '<a>' object '</x>'\ncall '<b>' object '</x>'\n  object \"fn\" name \"args\" arguments") ==
        "close <- \"</x>\"\nobject_open <- \"<a>\" / \"<b>\"\nobject_close <- \"</x>\"\n"
        "name_key <- \"\\\"fn\\\"\"\narguments_key <- \"\\\"args\\\"\"\n");
}

TEST_CASE("blanks may stand between two marks, and what may be left out is the mark where it stands") {
  CHECK(by_marks("call '<a>' 'b' list(python) '</x>'?") ==
        "close <- \"</x>\"\npython_open <- \"<a>\" message.blanks \"b\"\npython_close <- \"</x>\"\n");
}

TEST_CASE("marks that prove nothing alone, and a tag that holds a name, are no rules of the page") {
  CHECK(by_marks("call '<a>' object '</a>' : declared\ncall '<f name=\"' name '\">' arguments '</f>'") == "");
}

TEST_CASE("what is between a key and its value may be filled in, and is read up to the next tag") {
  CHECK(by_marks("call '<c>' name fields '</c>'\n  field '<k>' key '</k>' ( '<t>' type '</t>' )? '<v>' value '</v>'") ==
        "call_open <- \"<c>\"\ncall_close <- \"</c>\"\nkey_open <- \"<k>\"\nkey_close <- \"</k>\"\n"
        "after_key <- \"<t>\" [^<]* \"</t>\"\nvalue_open <- \"<v>\"\nvalue_close <- \"</v>\"\n");
}

TEST_CASE("reasoning that stands in several marks, or at certain places only, is read as its marks say") {
  const std::string defaults = "reasoning <- begin\nbegin <- \"<think>\"";
  CHECK(by_marks("think '<a>' text '</a>'\nthink '<b>' text '</b>' : line_start", "", defaults) ==
        "reasoning <- reasoning.think(\"<a>\", \"</a>\") / line_start reasoning.think(\"<b>\", \"</b>\")\n");
  CHECK(by_marks("think '<a>' text '</a>'", "", "reasoning <- reasoning_begin\nreasoning_begin <- \"<think>\"") ==
        "reasoning <- reasoning_begin\nreasoning_begin <- \"<a>\"\n");
}

TEST_CASE("a rule that the page gives takes the place of its mark's") {
  CHECK(by_marks("call '<a>' object '</a>'", "object_open <- \"<a>\"i") ==
        "close <- \"</a>\"\nobject_close <- \"</a>\"\n");
}

TEST_CASE("what a default reads by a mark that the dialect does not have is left out of it") {
  const std::string defaults = R"~(given a_open, b_open
has(mark)   <- ""
lacks(mark) <- ""
control     <- a_open / has(b_open) "x" / lacks(b_open) "y" b_open? / @lost b_open
call_mark   <- b_open)~";
  CHECK(by_marks(none, "a_open <- \"<a>\"", defaults) == "control <- a_open / \"y\"\n");
  CHECK(by_marks(none, "b_open <- \"<b>\"", defaults) == "control <- \"x\" / @lost b_open\ncall_mark   <- b_open\n");
  CHECK(by_marks(none, "a_open <- \"<a>\"\nb_open <- \"<b>\"", defaults) ==
        "control <- a_open / \"x\" / @lost b_open\ncall_mark   <- b_open\n");
  CHECK(by_marks(none, "", defaults) == "control <- \"y\"\n");
}

TEST_CASE("a default may ask which bytes a mark has, and a shared mark is read as its rule reads it") {
  const auto call_of = [](std::string_view mark) {
    std::vector<page> all{
        fragment::read("given object_open, call_open\nhas(mark) <- \"\"\nlacks(mark) <- \"\"\nis(mark, bytes) <- \"\"\n"
                       "shared <- is(object_open, \"<a>\")\nspelled <- \"<a>\" tags.open / \"<b>\" tags.other\n"
                       "call <- has(shared) object_open \"1\" / lacks(shared) call_open \"2\"",
                       "defaults"),
        fragment::read("", "page",
                       "---\ndialect: page\n---\n```marks\ncall " + std::string(mark) +
                           " object '</>'\ncall '<b>' name '</b>'\n```\n")};
    add_defaults(all);
    std::string made;
    for (const char* const each : {"call", "object_open", "call_open"})
      made += fragment::rule_of(all[1], each).source + "\n";
    return made;
  };
  CHECK(call_of("'<a>'") == "call <- object_open \"1\"\nobject_open <- tags.open\ncall_open <- \"<b>\"\n");
  CHECK(call_of("'<c>'") == "call <- call_open \"2\"\nobject_open <- \"<c>\"\ncall_open <- \"<b>\"\n");
}

TEST_CASE("defaults that nothing reads in the end are dropped") {
  std::vector<page> pages = with_defaults("a <- \"x\"");
  rule unread;
  unread.name = "unread_mark";
  unread.by_default = true;
  pages[1].rules.push_back(unread);
  drop_unread_defaults(pages);
  CHECK(rule_named(pages[1], "unread_mark") == nullptr);
  CHECK(rule_named(pages[1], "reasoning") != nullptr);
  CHECK(rule_named(pages[1], "a") != nullptr);
}

}  // namespace defaults_test
