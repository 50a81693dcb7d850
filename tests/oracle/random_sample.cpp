// Puts samples together: a random grammar with names and limits, a text for it, where the text is cut, which dialects
// are in use, and with what effort they are laid out.

#include <algorithm>
#include <iterator>
#include <utility>

#include "grammarc/dialects.hpp"
#include "interpreter_trees.hpp"
#include "random_grammar.hpp"

namespace toolcall::interpreter {
namespace {

using presence = item::presence;

grammarc::page& page_named(grammar& g, const std::string& name) {
  return *std::find_if(g.pages.begin(), g.pages.end(), [&](const auto& page) { return page.name == name; });
}

// Of what a dialect's page says there; what other pages say is always in use.
bool is_there(const sample& s, const item& it) {
  const bool is_out = s.out_of_use.count(it.page) != 0;
  if (it.note.empty()) return !is_out;
  return it.of_page == presence::any || (it.of_page == presence::out_of_use) == is_out;
}

}  // namespace

names random_names(draws& draw, const std::vector<std::string>& labels) {
  names n;
  n.given = draw.percent(75);
  n.call_required = draw.percent(50);
  if (n.call_required && draw.percent(50)) n.tool_chosen = draw.percent(50) ? "a" : "ab";
  if (draw.percent(25)) n.off.insert(draw.one_of(labels));
  if (draw.percent(25)) n.deferred.insert(draw.one_of(labels));
  n.tools["a"] = {"a", "b", "ab", "n"};
  if (draw.percent(60)) n.tools["ab"] = {"a", "b"};
  if (draw.percent(50)) n.tools["b"] = {"n", "nn"};
  if (draw.percent(30)) n.tools["n"] = {};
  return n;
}

reading_limits random_limits(draws& draw) {
  reading_limits l;
  if (draw.percent(20)) l.trial_bytes = draw.between(1, 10);
  if (draw.percent(20)) l.span_bytes = draw.between(1, 10);
  if (draw.percent(20)) l.followed_by_bytes = draw.between(1, 10);
  l.depth = draw.percent(20) ? draw.between(1, 5) : 40;
  l.steps = 50000;
  return l;
}

// Both items are calls of one rule, as where two real dialects have the same marks around reasoning.
void add_dialect_that_shares(draws& draw, grammar& g) {
  item of = draw.one_of(g.items);
  grammarc::page& from = page_named(g, of.page);
  auto entry =
      std::find_if(from.rules.begin(), from.rules.end(), [&](const auto& rule) { return rule.name == of.rule; });
  from.rules.push_back(trees::rule("shared", std::exchange(entry->body, trees::call("shared"))));
  of.page = "s";
  if (draw.percent(40)) of.rule = draw.percent(50) ? "reasoning" : "call";
  g.pages.push_back(trees::page("s", {trees::rule(of.rule, trees::call(from.name + ".shared"))}));
  g.pages.back().front["dialect"] = {"s"};
  g.items.insert(g.items.begin() + static_cast<std::ptrdiff_t>(draw.below(g.items.size() + 1)), of);
  std::stable_sort(g.items.begin(), g.items.end(), [](const item& a, const item& b) { return a.note < b.note; });
}

std::set<std::string> random_selection(draws& draw, grammar& g) {
  std::set<std::string> out;
  const bool selects = draw.percent(70);
  for (const auto& page : g.pages) {
    if (!grammarc::is_dialect(page)) continue;
    if (selects && draw.percent(40)) out.insert(page.name);
    for (item& it : g.items)
      if (it.page == page.name && !it.note.empty() && draw.percent(50))
        it.of_page = draw.percent(50) ? presence::in_use : presence::out_of_use;
  }
  return out;
}

engine::layout_effort random_effort(draws& draw) {
  engine::layout_effort effort;
  effort.minimal = draw.percent(60);
  effort.head_tests = draw.percent(60);
  effort.same_once = draw.percent(60);
  effort.literal_lists = draw.percent(60);
  if (draw.percent(50)) effort.run_states = draw.between(1, 6);
  if (draw.percent(50)) effort.span_states = draw.between(1, 6);
  if (draw.percent(50)) effort.message_states = draw.between(1, 12);
  return effort;
}

std::vector<item> items_in_use(const sample& s) {
  std::vector<item> left;
  std::copy_if(s.of.items.begin(), s.of.items.end(), std::back_inserter(left),
               [&](const item& it) { return is_there(s, it); });
  return left;
}

sample random_sample(std::uint64_t seed) {
  draws draw(seed);
  sample s;
  s.of = random_grammar(draw);
  if (draw.percent(50)) {
    grammar more = s.of;
    add_dialect_that_shares(draw, more);
    if (ill_formed(more).empty()) s.of = std::move(more);  // dialects.r may now lead back to where it stands
  }
  s.text = random_text(draw, s.of);
  s.splits = random_splits(draw, s.text.size());
  s.out_of_use = random_selection(draw, s.of);
  s.effort = random_effort(draw);
  return s;
}

}  // namespace toolcall::interpreter
