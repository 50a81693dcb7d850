// The facts that the checks rest on, against the reference interpreter: whatever a rule of a random page comes to on a
// random text must be among the outcomes found for it.

#include "grammarc/check_facts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"
#include "interpreter/interpreter.hpp"
#include "oracle/random_grammar.hpp"

namespace check_facts_test {

namespace {

using namespace toolcall::grammarc;
using namespace toolcall::interpreter;

outcomes seen_in(const match_result& what) {
  switch (what.is) {
    case match_kind::ok:
      return what.k ? cutting : plain;
    case match_kind::fail:
      return fails;
    case match_kind::broken:
      return breaks;
  }
  return 0;
}

struct tally {
  std::size_t looked_at = 0;
  std::size_t possible = 0;  // outcomes that the facts allow
  std::size_t met = 0;       // and seen
};

constexpr outcomes each_kind[] = {plain, cutting, fails, breaks};

void compare(const grammar& g, draws& draw, tally& count) {
  const graph of = build_graph(g.pages);
  const facts known = find_facts(of);
  std::vector<std::string> texts;
  for (int i = 0; i < 12; ++i) texts.push_back(random_text(draw, g));
  for (const instance& each : of.instances) {
    if (!each.of->parameters.empty()) continue;
    outcomes met = 0;
    for (const std::string& text : texts)
      for (std::size_t at = 0; at <= text.size(); ++at) {
        match_result what;
        try {
          what = evaluate(g.pages, each.where->name, each.of->name, text, at, g.declared, {});
        } catch (const exhausted&) {
          continue;
        }
        ++count.looked_at;
        met = static_cast<outcomes>(met | seen_in(what));
        INFO(each.of->source << "\n" << each.of->name << " at " << at << " of " << text);
        REQUIRE(may(known.may_do[each.body], seen_in(what)));
        if (what.is == match_kind::ok && what.j == at) REQUIRE(known.nullable[each.body]);
        if (what.k) REQUIRE(known.cuts[each.body]);
        if (what.k && *what.k == at) REQUIRE(known.cuts_first[each.body]);
      }
    for (const outcomes kind : each_kind) {
      count.possible += may(known.may_do[each.body], kind) ? 1 : 0;
      count.met += may(met, kind) ? 1 : 0;
    }
  }
}

// The same outcome at every place of every text.
bool agree(const grammar& a, const grammar& b, const std::vector<std::string>& texts) {
  for (const item& each : a.items)
    for (const std::string& text : texts)
      for (std::size_t at = 0; at <= text.size(); ++at) try {
          const match_result one = evaluate(a.pages, each.page, each.rule, text, at, a.declared, {});
          const match_result other = evaluate(b.pages, each.page, each.rule, text, at, b.declared, {});
          if (one.is != other.is || one.j != other.j || one.k != other.k || !(one.events == other.events)) return false;
        } catch (const exhausted&) {
        }
  return true;
}

void collect_alternatives(expression& in, std::vector<expression*>& found) {
  if (in.is == form::choice || in.is == form::recovery)
    for (std::size_t i = 1; i < in.children.size(); ++i) found.push_back(&in.children[i]);
  for (expression& child : in.children) collect_alternatives(child, found);
}

// The alternatives of one rule that are said never to be reached, where the quotation leaves no doubt which are meant.
std::vector<expression*> hidden_in(rule& of, const problems& said) {
  std::vector<expression*> all;
  collect_alternatives(of.body, all);
  std::vector<expression*> hidden;
  for (expression* each : all) {
    const std::string begin = shown(*each) + " is never reached";
    const auto same = [&](const expression* other) { return shown(*other) == shown(*each); };
    const auto names_it = [&](const problem& p) { return p.rule == of.name && p.what.rfind(begin, 0) == 0; };
    if (std::count_if(all.begin(), all.end(), same) == 1 && std::any_of(said.begin(), said.end(), names_it))
      hidden.push_back(each);
  }
  return hidden;
}

}  // namespace

TEST_CASE("what is never reached can go") {
  std::size_t tried_out = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    draws draw(seed);
    const grammar whole = random_grammar(draw);
    grammar without = whole;
    const graph of = build_graph(whole.pages);
    problems said;
    check_shadows(of, find_facts(of), said);
    std::vector<std::string> texts;
    for (int i = 0; i < 8; ++i) texts.push_back(random_text(draw, whole));
    for (page& each : without.pages)
      for (rule& one : each.rules)
        for (expression* alternative : hidden_in(one, said)) {
          expression kept = std::move(*alternative);  // moved, so that those hidden within it stay where they are
          *alternative = expression{};
          alternative->is = form::nothing;
          INFO("seed " << seed << ", " << one.name << ": " << shown(kept));
          CHECK(agree(whole, without, texts));
          *alternative = std::move(kept);
          ++tried_out;
        }
  }
  CHECK(tried_out > 100);
}

TEST_CASE("what a rule comes to was held possible") {
  tally count;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    draws draw(seed);
    grammar g = random_grammar(draw);
    g.declared.off.clear();  // the facts are those of the page, all of whose labels are there
    INFO("seed " << seed);
    compare(g, draw, count);
  }
  INFO(count.looked_at << " matches, " << count.met << " of " << count.possible << " outcomes met");
  CHECK(count.looked_at > 10000);
  CHECK(count.met * 10 > count.possible * 6);  // else the facts say next to nothing
}

TEST_CASE("random pages without loops over nothing and without left recursion have none") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    draws draw(seed);
    const grammar g = random_grammar(draw);
    const graph of = build_graph(g.pages);
    problems found;
    const facts known = find_facts(of);
    CHECK(check_recursion(of, known, found));
    check_emptiness(of, known, found);
    found.erase(
        std::remove_if(found.begin(), found.end(), [](const problem& each) { return each.what.find("the loop") != 0; }),
        found.end());
    INFO("seed " << seed << (found.empty() ? "" : found[0].rule + ": " + found[0].what));
    CHECK(found.empty());
  }
}

}  // namespace check_facts_test
