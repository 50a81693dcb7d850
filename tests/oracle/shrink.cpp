// Greedy reduction. The one idea: every reduction is a small edit that is kept when the sample still fails, and the
// rounds go on until a whole round keeps none.

#include "shrink.hpp"

#include <algorithm>
#include <set>

#include "interpreter_trees.hpp"

namespace toolcall::interpreter {
namespace {

using grammarc::expression;
using grammarc::form;

std::size_t size(const expression& e) {
  std::size_t nodes = 1;
  for (const auto& child : e.children) nodes += size(child);
  return nodes;
}

// The node with this number, counted in the order of writing.
expression* node(expression& e, std::size_t& number) {
  if (number-- == 0) return &e;
  for (auto& child : e.children)
    if (expression* found = node(child, number)) return found;
  return nullptr;
}

bool smaller_without(form is, std::size_t children) {
  return is == form::sequence ? children > 0 : is == form::choice && children > 1;
}

// What could stand in e's place, the smallest first.
std::vector<expression> replacements(const expression& e) {
  std::vector<expression> all;
  const bool atom = e.children.empty() && (e.is == form::literal || e.is == form::sequence);
  if (!atom) all.insert(all.end(), {trees::seq(), trees::lit("a")});
  for (const auto& child : e.children) all.push_back(child);
  if (smaller_without(e.is, e.children.size())) {
    for (std::size_t c = 0; c < e.children.size(); ++c) {
      all.push_back(e);
      all.back().children.erase(all.back().children.begin() + static_cast<std::ptrdiff_t>(c));
    }
  }
  if (e.is == form::literal && e.text.size() > 1) {
    all.push_back(trees::lit(e.text.substr(0, 1)));
    all.push_back(trees::lit(e.text.substr(1)));
  }
  if (e.is == form::literal && e.any_case) all.push_back(trees::lit(e.text));
  if (e.is == form::followed_by && !e.label.empty()) {
    all.push_back(e);
    all.back().label.clear();
  }
  return all;
}

class shrinker {
 public:
  shrinker(sample s, const failing& fails, std::size_t questions)
      : best_(std::move(s)), fails_(fails), left_(questions) {}

  sample run() {
    bool kept = true;
    while (kept && left_ > 0) {
      kept = text();
      kept = splits() || kept;
      kept = items_and_rules() || kept;
      kept = parameters() || kept;
      kept = expressions() || kept;
      kept = surroundings() || kept;
    }
    return best_;
  }

 private:
  bool keep(const sample& s) {
    if (left_ == 0 || !ill_formed(s.of).empty()) return false;
    --left_;
    try {
      if (!fails_(s)) return false;
    } catch (const exhausted&) {
      return false;
    }
    best_ = s;
    return true;
  }

  bool text() {
    bool kept = false;
    for (std::size_t length = best_.text.size(); length > 0; length /= 2) {
      for (std::size_t at = 0; at + length <= best_.text.size();) {
        sample s = best_;
        s.text.erase(at, length);
        for (auto& split : s.splits) split = split <= at ? split : split < at + length ? at : split - length;
        if (keep(s))
          kept = true;
        else
          ++at;
      }
    }
    for (std::size_t at = 0; at < best_.text.size(); ++at) {
      sample s = best_;
      s.text[at] = 'a';
      if (best_.text[at] != 'a') kept = keep(s) || kept;
    }
    return kept;
  }

  bool splits() {
    bool kept = false;
    for (std::size_t at = best_.splits.size(); at-- > 0;) {
      sample s = best_;
      s.splits.erase(s.splits.begin() + static_cast<std::ptrdiff_t>(at));
      kept = keep(s) || kept;
    }
    return kept;
  }

  bool items_and_rules() {
    bool kept = false;
    for (std::size_t at = best_.of.items.size(); at-- > 0 && best_.of.items.size() > 1;) {
      sample s = best_;
      s.of.items.erase(s.of.items.begin() + static_cast<std::ptrdiff_t>(at));
      kept = keep(s) || kept;
    }
    for (std::size_t p = best_.of.pages.size(); p-- > 0;) {
      for (std::size_t r = best_.of.pages[p].rules.size(); r-- > 0;) {
        sample s = best_;
        s.of.pages[p].rules.erase(s.of.pages[p].rules.begin() + static_cast<std::ptrdiff_t>(r));
        kept = keep(s) || kept;  // an undefined name is ill-formed, so only unused rules go
      }
      sample s = best_;
      if (s.of.pages[p].rules.empty()) {
        s.of.pages.erase(s.of.pages.begin() + static_cast<std::ptrdiff_t>(p));
        kept = keep(s) || kept;
      }
    }
    return kept;
  }

  // Without the parameter, its uses, and the arguments given for it.
  bool parameters() {
    bool kept = false;
    for (std::size_t p = 0; p < best_.of.pages.size(); ++p)
      for (std::size_t r = 0; r < best_.of.pages[p].rules.size(); ++r)
        for (std::size_t a = best_.of.pages[p].rules[r].parameters.size(); a-- > 0;) {
          sample s = best_;
          auto& rule = s.of.pages[p].rules[r];
          without_uses(rule.body, rule.parameters[a]);
          rule.parameters.erase(rule.parameters.begin() + static_cast<std::ptrdiff_t>(a));
          for (auto& page : s.of.pages)
            for (auto& other : page.rules) without_argument(other.body, page.name, s.of.pages[p].name, rule.name, a);
          kept = keep(s) || kept;
        }
    return kept;
  }
  static void without_uses(expression& e, const std::string& parameter) {
    if (e.is == form::parameter && e.text == parameter) e = trees::seq();
    for (auto& child : e.children) without_uses(child, parameter);
  }
  static void without_argument(expression& e, const std::string& here, const std::string& page, const std::string& rule,
                               std::size_t a) {
    for (auto& child : e.children) without_argument(child, here, page, rule, a);
    const bool called = e.text == page + "." + rule || (here == page && e.text == rule);
    if (e.is == form::call && called && a < e.children.size())
      e.children.erase(e.children.begin() + static_cast<std::ptrdiff_t>(a));
  }

  bool expressions() {
    bool kept = false;
    for (std::size_t p = 0; p < best_.of.pages.size(); ++p)
      for (std::size_t r = 0; r < best_.of.pages[p].rules.size(); ++r)
        for (std::size_t n = 0; n < size(best_.of.pages[p].rules[r].body);) {
          const bool smaller = one_node(p, r, n);
          kept = kept || smaller;
          if (!smaller) ++n;
        }
    return kept;
  }
  bool one_node(std::size_t p, std::size_t r, std::size_t n) {
    std::size_t number = n;
    const expression old = *node(best_.of.pages[p].rules[r].body, number);
    auto all = replacements(old);
    if (old.is == form::call && old.children.empty())
      for (const auto& rule : best_.of.pages[p].rules)
        if (rule.name == old.text && size(rule.body) < 12) all.push_back(rule.body);
    for (const auto& by : all) {
      sample s = best_;
      number = n;
      *node(s.of.pages[p].rules[r].body, number) = by;
      if (keep(s)) return true;
    }
    return false;
  }

  bool surroundings() {
    bool kept = false;
    const reading_limits plain;
    for (auto limit : {&reading_limits::trial_bytes, &reading_limits::span_bytes, &reading_limits::followed_by_bytes,
                       &reading_limits::depth}) {
      sample s = best_;
      s.of.bounds.*limit = plain.*limit;
      if (best_.of.bounds.*limit != plain.*limit) kept = keep(s) || kept;
    }
    if (best_.of.declared.given) {
      sample s = best_;
      s.of.declared.given = false;
      kept = keep(s) || kept;
    }
    return selection() || effort() || kept;
  }

  bool selection() {
    bool kept = false;
    for (const std::string& dialect : std::set<std::string>(best_.out_of_use)) {
      sample s = best_;
      s.out_of_use.erase(dialect);
      kept = keep(s) || kept;
    }
    for (std::size_t at = 0; at < best_.of.items.size(); ++at) {
      sample s = best_;
      s.of.items[at].of_page = item::presence::any;
      if (best_.of.items[at].of_page != item::presence::any) kept = keep(s) || kept;
    }
    return kept;
  }

  bool effort() {
    bool kept = false;
    const auto usual = [&](auto member) {
      sample s = best_;
      s.effort.*member = engine::layout_effort{}.*member;
      if (best_.effort.*member != s.effort.*member) kept = keep(s) || kept;
    };
    usual(&engine::layout_effort::minimal);
    usual(&engine::layout_effort::head_tests);
    usual(&engine::layout_effort::same_once);
    usual(&engine::layout_effort::literal_lists);
    usual(&engine::layout_effort::run_states);
    usual(&engine::layout_effort::span_states);
    usual(&engine::layout_effort::message_states);
    return kept;
  }

  sample best_;
  const failing& fails_;
  std::size_t left_;
};

}  // namespace

sample shrink(sample s, const failing& fails, std::size_t questions) {
  return shrinker(std::move(s), fails, questions).run();
}

}  // namespace toolcall::interpreter
