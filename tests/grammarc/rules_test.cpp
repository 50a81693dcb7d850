// Rules as numbers, which grammarc writes for the library. tests/spec/layout_test.cpp reads them again.

#include "catch.hpp"
#include "engine/written_rules.hpp"
#include "grammarc/emit_rules.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "grammarc/read_fragment.hpp"

namespace rules_test {

using namespace toolcall;
using namespace toolcall::grammarc;

namespace {

page tiny(std::string_view rules) {
  return fragment::read(rules, "tiny", "---\ndialect: tiny\n---\n");
}

}  // namespace

TEST_CASE("a page becomes a line of numbers for each rule, which are counted from its first") {
  const std::vector<page> pages = {fragment::read("word <- [a-z_]+", "xml"),
                                   tiny("call <- \"call\" rest(\"all\") xml.word{2,3}\nrest(e) <- e\ncall_mark <- .")};
  const generated_file made = emit_rules(pages);
  CHECK(made.name == "rules.cpp");
  const std::size_t from = made.content.find("constexpr written_rules::page pages");
  REQUIRE(from != std::string::npos);
  CHECK(made.content.substr(from, made.content.find("}  // namespace") - from) ==
        R"(constexpr written_rules::page pages[] = {
{3,32,{none,0,none,none,none,2}},
{1,8,{none,none,none,none,none,none}},
};
constexpr std::uint16_t numbers[] = {
0,9,32768,3,523,5,4,36883,0,1,1,523,6,3,16392,2,3,36883,2,0,0,
9,9,20,
18,14,13,
0,8,6,2060,2,95,95,97,122,
};
constexpr std::string_view text(
"tiny.calltiny.resttiny.call_mark"
"xml.word",
40);

)");
}

TEST_CASE("a rule that cannot be written down is refused") {
  engine::written_grammar of;
  of.rules.push_back({"page.rule", {}});
  of.rules.back().body.is = form::leaf;
  const std::vector<engine::page_rules> pages = {{0, 1}};
  CHECK_THROWS_WITH(in_numbers(of, pages), "a rule that PEGTL runs itself cannot be written down");
  of.rules.back().body.is = form::literal;
  of.rules.back().body.text = std::string(70000, 'x');
  CHECK_THROWS_WITH(in_numbers(of, pages), "a rule is too large to be written down");
  of.rules.back().body.is = form::call;
  of.rules.back().body.text.clear();
  of.rules.back().body.rule = 1;
  CHECK_THROWS_WITH(in_numbers(of, pages), "there is no rule ");
}

}  // namespace rules_test
