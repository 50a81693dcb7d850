// A page reaches the machine on four ways: as the program that grammarc writes, as rules in types and in numbers, which
// it writes too, and read at run time, for toolcall try. These three meet before anything is laid out, so the programs
// are the same, number for number.

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "dialects/compiled_grammar.hpp"
#include "dialects/message_items.hpp"
#include "effort.hpp"
#include "engine/grammar_builder.hpp"
#include "grammar/dialects.hpp"
#include "grammar/message.hpp"
#include "grammar/message_head.hpp"
#include "grammarc/emit_program.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "spec/example.hpp"
#include "spec/typed_pages.hpp"

namespace layout_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::string source_of(const engine::grammar& all, const engine::layout_effort& effort = grammarc::program_effort) {
  std::vector<std::string> problems;
  const engine::program made = engine::lay_out(all, problems, effort);
  CHECK(problems == std::vector<std::string>{});
  return grammarc::source_of(made, "made");
}

// All dialects, to select from.
void add_all(const std::vector<engine::page_rules>& dialects, std::size_t quoted, engine::grammar_builder& to) {
  events::message_rules all;
  all.quoted = quoted;
  all.is_selected_from = true;
  for (std::size_t i = 0; i < dialects.size(); ++i) all.dialects.push_back({i, dialects[i]});
  events::add_items(to, all);
}

void add_types(engine::grammar_builder& to) {
  std::vector<engine::page_rules> dialects;
  for (const engine::page& page : typed_pages()) {
    to.use(dialects.size(), page.offers);
    dialects.push_back(events::rules_of(page, to));
  }
  add_all(dialects, to.rule_of(engine::item_of<grammar::message::quoted>()), to);
}

void add_numbers(engine::grammar_builder& to) {
  std::vector<engine::page_rules> pages = to.add(grammar::rules_of_pages());
  const auto quoted =
      std::find_if(pages.begin(), pages.end(), [](const auto& page) { return page.quoted != page.none; });
  REQUIRE(quoted != pages.end());
  const std::size_t rule = quoted->quoted;
  pages.resize(grammar::dialects.size());
  for (std::size_t i = 0; i < pages.size(); ++i) to.use(i, pages[i]);
  add_all(pages, rule, to);
}

using engine::expression;

bool same(const expression& a, const expression& b) {
  return a.is == b.is && a.text == b.text && a.label == b.label && a.bytes == b.bytes && a.rule == b.rule &&
         a.number == b.number && a.least == b.least && a.most == b.most && a.role == b.role &&
         a.any_case == b.any_case && a.token == b.token &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(), same);
}

}  // namespace

TEST_CASE("pages, and the types and the numbers that are made of them, are the program that is made of them") {
  const std::string data = grammarc::source_of(grammar::all_dialects(), "made");
  engine::grammar_builder types, numbers;
  add_types(types);
  add_numbers(numbers);
  CHECK((source_of(types.result()) == data));
  CHECK((source_of(numbers.result()) == data));
  // The build has just made the program so; make nightly does it again.
  if (is_nightly()) CHECK((source_of(grammarc::to_select_from(pages())) == data));
}

TEST_CASE("so are the heads of messages") {
  engine::grammar_builder types;
  types.add_note(types.rule_of(engine::item_of<grammar::message_head::server_answer>()), engine::no_dialect,
                 "server_answer");
  types.add_note(types.rule_of(engine::item_of<grammar::message_head::server_stream>()), engine::no_dialect,
                 "server_stream");
  types.add_note(types.rule_of(engine::item_of<grammar::message_head::resembles_call>()), engine::no_dialect,
                 "resembles_call");
  const std::string data = grammarc::source_of(grammar::message_heads(), "made");
  CHECK((source_of(types.result(), grammarc::heads_effort) == data));
  CHECK((source_of(grammarc::heads_in(pages()), grammarc::heads_effort) == data));
}

TEST_CASE("the numbers are the rules of the pages, also where they are read after others") {
  engine::written_grammar before, after;
  const std::vector<engine::page_rules> pages = add_rules(grammar::rules_of_pages(), before);
  const engine::rules_in_numbers again = in_numbers(before, pages);
  after.rules.resize(7);
  const std::vector<engine::page_rules> moved = add_rules(again.view(), after);
  CHECK(moved.front().call == pages.front().call + 7);
  REQUIRE(after.rules.size() == before.rules.size() + 7);
  after.rules.clear();
  add_rules(again.view(), after);
  for (std::size_t i = 0; i < before.rules.size(); ++i) {
    INFO(before.rules[i].name);
    CHECK(after.rules[i].name == before.rules[i].name);
    CHECK(same(after.rules[i].body, before.rules[i].body));
  }
}

TEST_CASE("the list of the dialects says of each what its header says") {
  const auto same = [](const auto& left, const auto& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  };
  REQUIRE(grammar::dialects.size() == typed_pages().size());
  for (std::size_t i = 0; i < grammar::dialects.size(); ++i) {
    const engine::page_facts &listed = grammar::dialects[i], &typed = typed_pages()[i];
    INFO(listed.name);
    CHECK(listed.name == typed.name);
    CHECK(same(listed.models, typed.models));
    CHECK(same(listed.starts, typed.starts));
    CHECK(same(listed.tokens, typed.tokens));
    CHECK(listed.emission == typed.emission);
    CHECK(listed.repeats == typed.repeats);
    CHECK(listed.values == typed.values);
  }
}

}  // namespace layout_test
