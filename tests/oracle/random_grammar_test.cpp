// Checks the definition against itself. The one idea: semantics.md gives several forms as short for others, so writing
// them out everywhere in a random grammar may not change what a message says.

#include "oracle/random_grammar.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "catch.hpp"
#include "effort.hpp"
#include "grammarc/dialects.hpp"
#include "oracle/interpreter_trees.hpp"
#include "oracle/shrink.hpp"

namespace random_grammar_test {

using namespace toolcall::interpreter;
using namespace toolcall::interpreter::trees;

namespace {

using rewriting = std::function<expression(const expression&)>;  // the children are rewritten already

expression rewritten(const expression& e, const rewriting& rewrite) {
  expression deep = e;
  for (auto& child : deep.children) child = rewritten(child, rewrite);
  return rewrite(deep);
}

std::vector<node_event> read(const sample& s, census* count = nullptr) {
  return message(s.of.pages, s.of.items, s.text, s.of.declared, s.of.bounds, count);
}

constexpr std::size_t share = 4;

// How many of 3,000 samples really have something to rewrite, by those that are compared.
std::size_t compare(const rewriting& rewrite, bool limits_matter) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 3000; seed += toolcall::tests::every(share)) {
    sample s = random_sample(seed);
    if (limits_matter) s.of.bounds.trial_bytes = s.of.bounds.span_bytes = s.of.bounds.followed_by_bytes = 1 << 20;
    s.of.bounds.steps = 1 << 20;
    // The label of a followed_by stands for what happened; that of a recovery can be switched off.
    s.of.declared.off.clear();
    s.of.declared.deferred.clear();
    sample other = s;
    for (auto& page : other.of.pages)
      for (auto& rule : page.rules) rule.body = rewritten(rule.body, rewrite);
    if (print(other) == print(s)) continue;
    try {
      const auto expected = show(read(s)), given = show(read(other));
      ++compared;
      if (expected == given) continue;
      INFO(print(s));
      CHECK(expected == given);
      break;
    } catch (const exhausted&) {
      continue;
    }
  }
  return compared * toolcall::tests::every(share);
}

bool tells(const expression& e) {
  if (e.is == form::role || e.is == form::replace || e.is == form::recovery || e.is == form::note ||
      e.is == form::when || e.is == form::followed_by)
    return true;
  if (e.is == form::call || e.is == form::parameter) return true;
  if (toolcall::grammarc::is_json(e.is) || e.is == form::python) return true;
  for (const auto& child : e.children)
    if (tells(child)) return true;
  return false;
}

std::size_t dialects_of(const sample& s) {
  const auto& all = s.of.pages;
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), toolcall::grammarc::is_dialect));
}

}  // namespace

TEST_CASE("a run, a span, a plus, an optional and a predicate mean what they are short for") {
  const auto byte = [](expression stop) { return seq({not_at(std::move(stop)), any()}); };
  CHECK(compare(
            [&](const expression& e) {
              return e.is == form::run ? star(seq({byte(e.children[0]), cut()})) : e;
            },
            false) > 500);
  CHECK(compare([&](const expression& e) { return e.is == form::span ? star(byte(e.children[0])) : e; }, true) > 300);
  CHECK(compare(
            [&](const expression& e) {
              return e.is == form::plus ? seq({e.children[0], star(e.children[0])}) : e;
            },
            false) > 500);
  CHECK(compare(
            [&](const expression& e) {
              return e.is == form::optional ? alt({e.children[0], seq()}) : e;
            },
            false) > 300);
  CHECK(compare([&](const expression& e) { return e.is == form::at ? not_at(not_at(e.children[0])) : e; }, false) >
        300);
}

TEST_CASE("a count, a note and a switch mean what they are short for") {
  const auto times = [](const expression& e) {
    if (e.is != form::repeat) return e;
    std::vector<expression> all(e.least, e.children[0]);
    all.resize(e.most, opt(e.children[0]));
    return seq(std::move(all));
  };
  CHECK(compare(times, false) > 300);
  CHECK(compare([](const expression& e) { return e.is == form::note ? recover(nothing(), e.text, e.children[0]) : e; },
                false) > 200);
  CHECK(compare([](const expression& e) { return e.is == form::when ? note(e.text, seq()) : e; }, false) > 100);
}

TEST_CASE("followed_by is a trial with a condition, else the same bytes in the other role") {
  const auto written_out = [](const expression& e) {
    if (e.is != form::followed_by || tells(e.children[0])) return e;
    expression first = seq({trial(e.children[0]), at(e.children[1])}), second = role(e.text, trial(e.children[0]));
    return e.label.empty() ? alt({first, second}) : recover(first, e.label, second);
  };
  CHECK(compare(written_out, true) > 200);
}

TEST_CASE("a sequence, a choice and a trial do not depend on how they are grouped") {
  CHECK(compare(
            [](const expression& e) {
              if ((e.is != form::sequence && e.is != form::choice) || e.children.size() < 3) return e;
              expression rest = e;
              rest.children.erase(rest.children.begin());
              return make(e.is, {e.children[0], rest});
            },
            false) > 500);
  CHECK(compare([](const expression& e) { return e.is == form::trial ? trial(trial(e.children[0])) : e; }, false) >
        300);
}

TEST_CASE("marks are bracketed, what stands at a break is final, and blocks are disjoint") {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const sample s = random_sample(seed);
    try {
      const auto events = read(s);
      std::size_t deep = 0, behind = 0;
      bool fine = true;
      for (const auto& m : events) {
        if (m.is == node_event_type::begin) ++deep;
        if (m.is == node_event_type::begin && m.what == "block") fine = fine && m.begin >= behind;
        if (m.is == node_event_type::end || m.is == node_event_type::failed)
          fine = fine && deep-- > 0 && m.begin <= m.end;
        if (m.what == "block") behind = m.end;
      }
      INFO(print(s));
      CHECK((fine && deep == 0 && behind <= s.text.size()));
      const auto& first = s.of.items.front();
      const auto o = evaluate(s.of.pages, first.page, first.rule, s.text, 0, s.of.declared, s.of.bounds);
      if (o.is == match_kind::broken) CHECK((o.k && *o.k > 0 && o.final_count == o.events.size()));
      if (o.is == match_kind::fail) CHECK((!o.k && o.events.empty()));
      if (o.is == match_kind::ok) CHECK((o.final_count <= o.events.size() && open_roles(o.events, 0).empty()));
    } catch (const exhausted&) {
      continue;
    }
  }
}

TEST_CASE("every form and every turn is common in what random samples run") {
  census count;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const sample s = random_sample(seed);
    CHECK(ill_formed(s.of).empty());
    try {
      read(s, &count);
    } catch (const exhausted&) {
      continue;
    }
  }
  for (int f = 0; f <= static_cast<int>(form::replace); ++f) {
    std::size_t ran = 0;
    for (const auto is : {match_kind::ok, match_kind::fail, match_kind::broken})
      ran += count.forms[{static_cast<form>(f), is}];
    INFO("form " << f);
    CHECK(ran > 500);
  }
  for (const char* turn : {"item ok", "item fail", "item broken", "followed_by overran", "followed_by refused",
                           "followed_by stands", "recovered after break", "recovered after fail",
                           "not recovered after break", "not recovered after fail", "span overran", "trial overran",
                           "trial broken inside", "too deep", "of a dialect", "of no dialect", "label switched off"}) {
    INFO(turn);
    CHECK(count.turns[turn] > 50);
  }
}

TEST_CASE("samples leave out each optimisation, and select from dialects of which some read the same") {
  std::map<std::string, std::size_t> drawn;
  const toolcall::engine::layout_effort usual;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const sample s = random_sample(seed);
    drawn["as usual"] += s.effort.minimal && s.effort.head_tests && s.effort.same_once && s.effort.literal_lists &&
                         s.effort.run_states == usual.run_states && s.effort.message_states == usual.message_states;
    drawn["not minimal"] += !s.effort.minimal;
    drawn["no head tests"] += !s.effort.head_tests;
    drawn["the same asked for each dialect"] += !s.effort.same_once;
    drawn["no lists of literals"] += !s.effort.literal_lists;
    drawn["one state a run"] += s.effort.run_states == 1;
    drawn["one state of the message"] += s.effort.message_states == 1;
    drawn["several dialects"] += dialects_of(s) > 1;
    drawn["some of several dialects"] += dialects_of(s) > 1 && !s.out_of_use.empty();
    drawn["several of more dialects"] += dialects_of(s) - s.out_of_use.size() > 1 && !s.out_of_use.empty();
    drawn["items out of use"] += items_in_use(s).size() < s.of.items.size();
    drawn["no items in use"] += items_in_use(s).empty();
    drawn["items that read the same"] += s.of.pages.back().name == "s";
    drawn["the second of them alone"] +=
        s.of.pages.back().name == "s" && !s.out_of_use.empty() && s.out_of_use.count("s") == 0;
  }
  for (const auto& [what, times] : drawn) {
    INFO(what);
    CHECK(times > 50);
  }
}

TEST_CASE("a seed means the same sample everywhere") {
  std::uint64_t hash = 14695981039346656037u;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const char c : print(random_sample(seed))) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  CHECK(hash == 0x1ef38bf580b540ceu);
}

TEST_CASE("a failing sample shrinks to what makes it fail") {
  const failing recovers_in_followed_by = [](const sample& s) {
    census count;
    read(s, &count);
    return count.turns["recovered after break"] > 0 && count.turns["followed_by stands"] > 0;
  };
  for (std::uint64_t seed = 0, shrunk = 0; shrunk < 5; ++seed) {
    const sample s = random_sample(seed);
    try {
      if (!recovers_in_followed_by(s)) continue;
    } catch (const exhausted&) {
      continue;
    }
    ++shrunk;
    const sample small = shrink(s, recovers_in_followed_by);
    INFO(print(small));
    CHECK(recovers_in_followed_by(small));
    CHECK(small.text.size() <= 12);
    CHECK(small.splits.empty());
    CHECK(print(small).size() < 250);
  }
}

TEST_CASE("trees are written as notation") {
  const auto e =
      alt({recover(seq({lit("a\n\""), cut(), role("key", plus(set("ab")))}), "l", star(any())), seq(),
           followed_by(call("r", {back("x")}), not_at(any()), "text", "m"), replace(lit_any_case("x"), "y")});
  CHECK(print(e) == "\"a\\n\\\"\" ^ key:( [ab]+ ) / @l .* / \"\" / followed_by(r(=x), !., @m text) / \"x\"i -> \"y\"");
}

}  // namespace random_grammar_test
