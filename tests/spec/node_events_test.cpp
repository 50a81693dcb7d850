// The machine against the definition on the compiled pages: for every example, and for thousands of damaged copies of
// them, the marks are those that the interpreter finds on the page's tree, and no byte is lost.
//
// The definition knows nothing of PEGTL, of the layout or of streams, so a slip in any of them is seen here.

#include "interpreter/node_events.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "effort.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "interpreter/interpreter.hpp"
#include "spec/example.hpp"
#include "spec/machine_events.hpp"

namespace node_events_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::vector<interpreter::node_event> by_machine(const example& of, std::string_view text,
                                                const std::vector<std::size_t>& cuts) {
  return by_machine(internals(dialect_named(of.dialect)).grammar.program, of, text, cuts);
}

std::vector<interpreter::item> items_of(const std::string& chosen) {
  std::vector<const grammarc::page*> dialects;
  for (const grammarc::page* page : grammarc::dialects_among(pages()))
    if (chosen.empty() || chosen == page->name) dialects.push_back(page);
  return grammarc::items_of(pages(), dialects);
}

std::vector<interpreter::node_event> by_definition(const example& of, std::string_view text) {
  return interpreter::message(pages(), items_of(of.dialect), text, names_of(of), {});
}

const char* const tags[] = {"<minimax:tool_call>",
                            "</minimax:tool_call>",
                            "<invoke name=\"get_weather\">",
                            "</invoke>",
                            "<parameter name=\"city\">",
                            "<parameter name=\"days\">",
                            "</parameter>",
                            "</city>",
                            "</x>",
                            "<think>",
                            "</think>",
                            "\n",
                            "`",
                            "```\n",
                            "\n```",
                            "> ",
                            "\"",
                            "'",
                            "<",
                            ">",
                            "</",
                            "=",
                            " x=\"y\"",
                            "[e~[",
                            "\xC3",
                            "\xC3\xA9",
                            "<parameter",
                            "<invoke ",
                            "\r\n"};

// Those, and what models have as single tokens.
const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made(std::begin(tags), std::end(tags));
    for (const grammarc::page& page : pages())
      if (const auto tokens = page.front.find("tokens"); tokens != page.front.end())
        made.insert(made.end(), tokens->second.begin(), tokens->second.end());
    return made;
  }();
  return all;
}

// A part of the text cut out, doubled or moved, a marker put in, a byte changed.
void damage(std::string& text, std::mt19937_64& bits) {
  const std::size_t from = bits() % (text.size() + 1);
  const std::size_t size = std::min<std::size_t>(bits() % 30, text.size() - from);
  const std::string part = text.substr(from, size);
  switch (bits() % 6) {
    case 0:
      text.erase(from, size);
      return;
    case 1:
      text.insert(from, part);
      return;
    case 2:
      text.erase(from, size);
      text.insert(bits() % (text.size() + 1), part);
      return;
    case 3:
      if (from < text.size()) text[from] = static_cast<char>(bits());
      return;
    default:
      text.insert(from, pieces()[bits() % pieces().size()]);
      return;
  }
}

std::uint64_t count_of(const char* name, std::uint64_t otherwise) {
  const char* const given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

// Empty, or what is wrong with this text.
std::string wrong_with(const example& of, const std::string& text, std::mt19937_64& bits) {
  const auto whole = by_machine(of, text, {});
  const auto cuts = random_cuts(bits, text.size());
  if (by_machine(of, text, cuts) != whole) return "the machine's marks depend on how the text is cut";
  const std::string reason = bits() % 2 == 0 ? "stop" : "length";
  parser reader = of.fresh(false, true);
  emitted all;
  join(all, reader.feed(text));
  join(all, reader.finish(reason));
  const std::string problem = lost_bytes(reader.message(), text) + broken_calls(all);
  if (!problem.empty()) return problem;
  const emitted in_pieces = read(of.fresh(false), text, cuts, reason);
  if (in_pieces != all) return "events, whole:\n" + show(all) + "in pieces:\n" + show(in_pieces);
  const auto defined = by_definition(of, text);
  if (defined != whole) return "definition:\n" + interpreter::show(defined) + "machine:\n" + interpreter::show(whole);
  return "";
}

}  // namespace

TEST_CASE("machine and definition agree on every example, with its prefill", "[page]") {
  for (const example* each : wanted_examples()) {
    INFO(each->place);
    const std::string text = each->prefill + each->text;
    CHECK(interpreter::show(by_machine(*each, text, {})) == interpreter::show(by_definition(*each, text)));
  }
}

TEST_CASE("machine and definition agree on damaged examples, and no byte is lost") {
  const std::size_t usual = is_nightly() ? effort(4'000, 1'000) : effort(1'500, 100);
  const std::uint64_t count = count_of("TOOLCALL_MUTANTS", usual);
  std::uint64_t failed = 0, unanswered = 0;
  for (std::uint64_t seed = 0; seed < count && failed < 3; ++seed) {
    std::mt19937_64 bits(seed);
    example of = examples()[bits() % examples().size()];
    of.prefill.clear();
    std::string text = of.text;
    for (std::uint64_t times = 1 + bits() % 4; times > 0; --times) damage(text, bits);
    try {
      const std::string wrong = wrong_with(of, text, bits);
      if (wrong.empty()) continue;
      ++failed;
      INFO("seed " << seed << ", from " << of.place << ":\n" << text << "\n" << wrong);
      CHECK(wrong == "");
    } catch (const interpreter::exhausted&) {
      ++unanswered;
    }
  }
  CHECK(unanswered * 50 <= count);
}

}  // namespace node_events_test
