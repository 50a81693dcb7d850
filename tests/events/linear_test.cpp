// Work is proportional to the bytes: for one thing over and over, alone or inside a call, in every dialect, whole and
// in pieces.
//
// Work is counted and not timed: instructions of the machine, and bytes that it goes back over. A text of four times
// the size may cost four times as much and a little more.

#include <string>
#include <vector>

#include <toolcall/custom_dialect.hpp>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "effort.hpp"
#include "engine/stream.hpp"
#include "events/calls.hpp"
#include "events/hostile_texts.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace linear_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

struct reading {
  std::string name;
  dialect which;
  bool given;
};

std::vector<reading> readings() {
  std::vector<reading> all;
  for (const bool given : {true, false}) {
    all.push_back({"auto", dialect::automatic(), given});
    for (const dialect_facts& each : dialect::all())
      all.push_back({std::string(each.name), dialect::named(each.name), given});
  }
  return all;
}

struct work {
  double steps, bytes_again;
  double all() const { return steps + bytes_again; }
};

work work_of(const reading& how, std::string_view text, std::size_t piece) {
  static const tools declared = some_tools();
  static const vocabulary none;
  // Deeper than any page goes by itself; a tag costs another constant after the limit, so n must be well beyond it.
  engine::machine_limits bounds;
  bounds.depth = 100;
  engine::stream machine(internals(how.which).grammar.program, how.given ? internals(declared)->names() : none, bounds);
  const auto nothing = [](auto...) {};
  for (std::size_t at = 0; at < text.size(); at += piece) machine.feed(text.substr(at, piece), false, nothing);
  machine.finish(nothing);
  return {static_cast<double>(machine.state().steps()), static_cast<double>(machine.state().bytes_again())};
}

constexpr std::size_t whole = std::size_t{1} << 30U;

// What is wrong with the work on n and on 4n bytes; empty if nothing is.
std::string too_much(const reading& how, const family& of, std::size_t n, std::size_t piece) {
  const work one = work_of(how, of.text(n), piece), four = work_of(how, of.text(4 * n), piece);
  // Of the larger text, what a span looks ahead over may reach its limit.
  const bool linear = four.all() <= 4.4 * one.all() + 2000 + static_cast<double>(engine::machine_limits{}.span_bytes);
  // A mark with which several dialects begin is read by each of them, up to where it differs; a page may name several.
  const bool bounded = four.all() <= (how.name == "auto" ? 1100.0 : 400.0) * static_cast<double>(4 * n);
  if (linear && bounded) return "";
  return how.name + (how.given ? ", tools given: `" : ": `") + of.before + "`, then many `" + of.repeated + "`" +
         (piece == whole ? "" : ", in pieces") + ": " + std::to_string(one.steps) + " + " +
         std::to_string(one.bytes_again) + ", then " + std::to_string(four.steps) + " + " +
         std::to_string(four.bytes_again) + "\n";
}

// Reads to the end of the text at each `<`, and finds there that it was none. A row of bytes of one set would be read
// once.
struct rereading {
  struct part : tao::pegtl::seq<rules::text<"<">, tao::pegtl::opt<rules::text<"x">>> {};
  struct call : tao::pegtl::seq<rules::text<"<">, tao::pegtl::star<part>, rules::text<">">> {};
  static constexpr std::string_view name = "rereading";
};

}  // namespace

TEST_CASE("what reads bytes again and again is seen") {
  const reading how = {"rereading", custom_dialect<rereading>(), false};
  CHECK(too_much(how, {"", "<>"}, 4096, whole) == "");
  CHECK(too_much(how, {"", "<"}, 4096, whole) != "");
  CHECK(too_much(how, {"", "<"}, 4096, 4) != "");
}

TEST_CASE("words of prose are passed over, in every dialect and in all of them together") {
  std::string prose;
  while (prose.size() < (16U << 10U)) prose += "A word (or two), \"quoted\", and x = 1: so it is. Is it?\n\nIt is.\n";
  for (const reading& how : readings()) {
    INFO(how.name);
    CHECK(work_of(how, prose, whole).all() < 4.0 * static_cast<double>(prose.size()));
  }
}

TEST_CASE("work is proportional to the bytes in every dialect, for hostile texts too and however they are cut") {
  constexpr std::size_t n =
      16U << 10U;  // less, and what each text costs once would count, and the limits on looking ahead
  const std::vector<family> all = families();
  const std::vector<reading> ways = readings();
  std::string wrong;
  for (std::size_t way = 0; way < ways.size(); ++way)
    for (std::size_t i = 0; i < all.size(); ++i) {
      // All of them where every dialect is asked, in make nightly; of each dialect alone every eighth, and other ones
      // for the next. In make check an eighth of these.
      const bool automatic = ways[way].name == "auto";
      if ((i + way) % (every(8) * (automatic ? effort(1, 8) : effort(8, 32))) != 0) continue;
      wrong += too_much(ways[way], all[i], n, whole);
      if (automatic && i % 3 == 0) wrong += too_much(ways[way], all[i], n, 4);
    }
  CHECK(wrong == "");
}

TEST_CASE("tens of thousands of calls in one message are as much work each as a few") {
  const std::string object = "{\"name\":\"put\",\"arguments\":{\"text\":\"x\"}}";
  const family calls[] = {{"", block(invoke("put", field("text", "x")))},
                          {open_block, invoke("put", field("text", "x"))},
                          {"", "<tool_call>" + object + "</tool_call>\n"},
                          {"<tool_call>[", object + ","},
                          {"", "<tools>" + object + "</tools>"},
                          {"", "\n{\"tool\": \"put\", \"args\": {\"text\": \"x\"}}"},
                          {"", "<invoke_tool_call><tool name=\"put\" text=\"x\"/></invoke_tool_call>"},
                          {"", "<put><text>x</text></put>"}};
  constexpr std::size_t count = effort(30'000, 4'000);
  const reading how = {"auto", dialect::automatic(), true};
  for (const family& each : calls) {
    const std::size_t size = each.repeated.size() * count;
    for (const std::size_t piece : {whole, std::size_t{4}}) CHECK(too_much(how, each, size / 4, piece) == "");
    const message read = parse(each.text(size), how.which, some_tools());
    INFO(each.repeated);
    CHECK(read.calls.size() == count);
    CHECK(read.calls.back().arguments == "{\"text\":\"x\"}");
  }
}

}  // namespace linear_test
