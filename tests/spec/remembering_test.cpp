// What rules were found to do may be remembered or asked for again: the same node events, and final no later.

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "effort.hpp"
#include "engine/stream.hpp"
#include "events/hostile_texts.hpp"
#include "spec/machine_events.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace remembering_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

// All that a machine tells, and how far it is final after each piece.
std::string told(const engine::program& laid_out, const example& of, std::uint64_t unremembered,
                 const std::vector<std::size_t>& cuts) {
  static const vocabulary no_names;
  engine::machine_limits bounds;
  bounds.unremembered_bytes = unremembered;
  bounds.row_bytes = std::max<std::uint64_t>(1, unremembered);
  engine::stream machine(laid_out, of.tools_given ? internals(of.declared)->names() : no_names, bounds,
                         {of.choice.kind != tool_choice_kind::automatic, of.choice.name});
  std::string all;
  const auto note = [&](const engine::node_event* events, std::size_t count, std::string_view, std::uint64_t,
                        std::uint64_t until) {
    for (std::size_t i = 0; i < count; ++i) {
      const engine::node_event& m = events[i];
      for (const std::uint64_t each :
           {std::uint64_t(m.is), std::uint64_t(m.role), std::uint64_t(m.index), std::uint64_t(m.at), m.begin, m.end})
        all += std::to_string(each) + " ";
    }
    all += "until " + std::to_string(until) + "\n";
  };
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    machine.feed(std::string_view(of.text).substr(from, cut - from), false, note);
    from = cut;
  }
  machine.feed(std::string_view(of.text).substr(from), false, note);
  machine.finish(note);
  return all;
}

// Empty, or the text that is read otherwise, with what follows where both begin to differ.
std::string difference(const engine::program& laid_out, const example& of, const std::vector<std::size_t>& cuts) {
  const std::string never = told(laid_out, of, engine::nowhere, cuts);
  for (const std::uint64_t after : {std::uint64_t{0}, std::uint64_t{64}}) {
    const std::string remembered = told(laid_out, of, after, cuts);
    if (remembered == never) continue;
    const auto at = std::mismatch(never.begin(), never.end(), remembered.begin(), remembered.end());
    const std::string pieces =
        std::accumulate(cuts.begin(), cuts.end(), std::string(),
                        [](std::string all, std::size_t cut) { return std::move(all) + " " + std::to_string(cut); });
    return of.place + ":\n" + of.text + "\nin pieces up to" + pieces +
           "\nasked: " + std::string(at.first, never.end()).substr(0, 200) +
           "\nremembered: " + std::string(at.second, remembered.end()).substr(0, 200);
  }
  return "";
}

const engine::program& program_of(const std::string& dialect) {
  return internals(dialect_named(dialect)).grammar.program;
}

}  // namespace

TEST_CASE("examples, also damaged ones, are read the same whether rules are remembered or asked again") {
  std::mt19937_64 bits(11);
  for (std::size_t i = 0; i < examples().size(); i += effort(1, 8)) {
    const example& whole = examples()[i];
    const example damaged = damaged_example(bits);
    for (const example* of : {&whole, &damaged})
      for (const std::string& dialect : {std::string(), of->dialect})
        CHECK(difference(program_of(dialect), *of, random_cuts(bits, of->text.size())) == "");
  }
}

TEST_CASE("examples one after the other are read the same whether rules are remembered or asked again") {
  std::mt19937_64 bits(12);
  for (std::size_t i = 0; i < effort(400, 60); ++i) {
    example all = damaged_example(bits);
    for (std::size_t more = bits() % 6; more > 0; --more) all.text += "\n" + damaged_example(bits).text;
    CHECK(difference(program_of(""), all, random_cuts(bits, all.text.size())) == "");
  }
}

TEST_CASE("hostile texts are read the same whether rules are remembered or asked again") {
  std::mt19937_64 bits(13);
  const std::vector<family> all = families();
  for (std::size_t i = 0; i < all.size(); i += effort(1, 8)) {
    example of = examples()[bits() % examples().size()];
    of.text = all[i].text(300);
    CHECK(difference(program_of(""), of, random_cuts(bits, of.text.size())) == "");
  }
}

}  // namespace remembering_test
