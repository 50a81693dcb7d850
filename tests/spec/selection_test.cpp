// Some dialects of the one program are as a program of their own: the same node events, and final no later.

#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "effort.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/emit_program.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "spec/machine_events.hpp"

namespace selection_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

const std::vector<grammarc::page>& all_pages() {
  static const std::vector<grammarc::page> all = grammarc::numbered(pages());
  return all;
}

engine::program alone(const std::vector<std::size_t>& dialects) {
  std::vector<const grammarc::page*> chosen;
  for (const std::size_t each : dialects) chosen.push_back(&all_pages()[each]);
  std::vector<std::string> problems;
  return engine::lay_out(grammarc::lay_out_pages(all_pages(), grammarc::items_of(all_pages(), chosen)), problems,
                         grammarc::program_effort);
}

engine::program selected(const std::vector<std::size_t>& dialects) {
  engine::dialect_set in_use;
  for (const std::size_t each : dialects) in_use.set(each);
  return internals(dialect::automatic()).grammar.program.with(in_use);
}

// Empty, or what the two find in a text.
std::string difference(const std::vector<std::size_t>& dialects, std::size_t first, std::size_t step) {
  const engine::program one = alone(dialects), other = selected(dialects);
  std::mt19937_64 bits(first);
  for (std::size_t i = first; i < examples().size(); i += step) {
    const example& of = bits() % 3 == 0 ? damaged_example(bits) : examples()[i];
    const auto cuts = random_cuts(bits, of.text.size());
    const std::string expected = interpreter::show(by_machine(one, of, of.text, cuts));
    const std::string found = interpreter::show(by_machine(other, of, of.text, cuts));
    if (expected != found) return of.place + ":\n" + of.text + "\nalone:\n" + expected + "selected:\n" + found;
    const auto prompt = final_positions(one, of, of.text), as_prompt = final_positions(other, of, of.text);
    for (std::size_t at = 0; at < prompt.size(); ++at)
      if (as_prompt[at] < prompt[at])
        return of.place + ":\n" + of.text + "\nafter byte " + std::to_string(at) + " alone " +
               std::to_string(prompt[at]) + " bytes are final, selected " + std::to_string(as_prompt[at]);
  }
  return "";
}

}  // namespace

TEST_CASE("a dialect that is selected from all is as it is alone") {
  const std::size_t count = dialect::all().size();
  for (std::size_t i = 0; i < count; i += every(6) * effort(1, 4)) {
    INFO(dialect::all()[i].name);
    CHECK(difference({i}, i, effort(12, 60)) == "");
  }
}

TEST_CASE("some dialects that are selected from all are as they are together") {
  std::mt19937_64 bits(7);
  const std::size_t count = dialect::all().size();
  for (std::size_t round = 0; round < (is_nightly() ? effort(8, 2) : effort(4, 1)); ++round) {
    std::vector<std::size_t> dialects;
    std::string names;
    const std::size_t wanted = 2 + bits() % 7;
    for (std::size_t i = 0; i < count; ++i)
      if (bits() % count < wanted) {
        dialects.push_back(i);
        names += std::string(dialect::all()[i].name) + " ";
      }
    if (dialects.empty()) continue;
    INFO(names);
    CHECK(difference(dialects, round, effort(12, 60)) == "");
  }
}

}  // namespace selection_test
