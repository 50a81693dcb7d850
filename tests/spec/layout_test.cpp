// A page reaches the machine on three ways: as the types that grammarc writes, as the data that it writes, and read at
// run time, for toolcall try. They meet before anything is laid out, so the programs are the same, number for number.

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "engine/grammar_builder.hpp"
#include "grammar/answer.hpp"
#include "grammar/dialects.hpp"
#include "grammar/program.hpp"
#include "grammarc/emit_program.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "spec/example.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::string source_of(const engine::grammar& all, const engine::layout_effort& effort = grammarc::program_effort) {
  std::vector<std::string> problems;
  const engine::program made = engine::lay_out(all, problems, effort);
  CHECK(problems == std::vector<std::string>{});
  return grammarc::source_of(made, "made");
}

}  // namespace

TEST_CASE("pages, the types and the data that are made of them are the same program") {
  const std::string data = grammarc::source_of(grammar::all_dialects(), "made");
  CHECK((source_of(events::grammar_of_types()) == data));
  CHECK((source_of(grammarc::to_select_from(pages())) == data));
}

TEST_CASE("so are the answers of servers") {
  engine::grammar_builder types;
  types.add_note(engine::item_of<grammar::answer::server_answer>(), engine::no_dialect, "server_answer");
  types.add_note(engine::item_of<grammar::answer::server_stream>(), engine::no_dialect, "server_stream");
  const std::string data = grammarc::source_of(grammar::all_answers(), "made");
  CHECK((source_of(types.made(), grammarc::answers_effort) == data));
  CHECK((source_of(grammarc::answers_in(pages()), grammarc::answers_effort) == data));
}

TEST_CASE("the list of the dialects and that of their rules say the same of each") {
  const auto same = [](const auto& left, const auto& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  };
  REQUIRE(grammar::dialects.size() == grammar::dialects_with_rules.size());
  for (std::size_t i = 0; i < grammar::dialects.size(); ++i) {
    const engine::page_facts &listed = grammar::dialects[i], &typed = grammar::dialects_with_rules[i];
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
