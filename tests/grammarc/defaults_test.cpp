// What a dialect has by default: which rules are copied to its page, and which are not.

#include "grammarc/defaults.hpp"

#include "grammarc/check.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "read_fragment.hpp"

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
  CHECK(pages[1].grammar == call + "begin <- \"<x>\"\n\n# By default:\nreasoning <- begin ^ reasoning:run(end) end?\n" +
                                "control   <- end / \"<over>\"\nend       <- \"</think>\"\n");
  CHECK(fragment::read(pages[1].grammar).rules.size() == pages[1].rules.size());
}
