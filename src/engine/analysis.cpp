// Emptiness and cuts are least fixed points over the rules: start with "no" everywhere and repeat until nothing
// changes. Left recursion is then a cycle among the calls that a rule can reach before it has consumed a byte.

#include "engine/analysis.hpp"

#include <algorithm>

namespace toolcall::engine {

namespace {

bool leaf_may_be_empty(leaf_rule leaf) {
  const leaf_answer none = leaf(nullptr, nullptr);
  if (none.matched) return true;
  for (int byte = 0; byte < 256; ++byte) {
    const char text = static_cast<char>(byte);
    const leaf_answer one = leaf(&text, &text + 1);
    if (one.matched && one.consumed == 0) return true;
  }
  return false;
}

}  // namespace

analysis::analysis(const grammar& source) : source_(source), empty_(source.rules.size()), cuts_(source.rules.size()) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < source_.rules.size(); ++i) {
      const char empty = may_be_empty(source_.rules[i].body), cuts = may_cut(source_.rules[i].body);
      changed = changed || empty != empty_[i] || cuts != cuts_[i];
      empty_[i] = empty;
      cuts_[i] = cuts;
    }
  }
}

bool analysis::may_be_empty(const expression& e) const {
  const auto empty = [this](const expression& child) { return may_be_empty(child); };
  switch (e.is) {
    case op::choice:
    case op::recover:
      return std::any_of(e.children.begin(), e.children.end(), empty);
    case op::late:
      return empty(e.children.front());
    case op::literal:
      return e.text.empty();
    case op::leaf:
      return leaf_may_be_empty(e.leaf);
    case op::call:
      return empty_[e.rule] != 0;
    case op::set:
    case op::fail:
    case op::json:
    case op::python:
    case op::tool:
    case op::field:
    case op::new_field:
      return false;
    case op::sequence:
    case op::role:
    case op::replace:
    case op::capture:
    case op::trial:
      return std::all_of(e.children.begin(), e.children.end(), empty);
    default:
      return true;
  }
}

bool analysis::may_cut(const expression& e) const {
  switch (e.is) {
    case op::cut:
    case op::run:
    case op::json:
      return true;
    case op::call:
      return cuts_[e.rule] != 0;
    case op::at:
    case op::not_at:
    case op::trial:
    case op::late:
    case op::span:
      return false;
    default:
      return std::any_of(e.children.begin(), e.children.end(), [this](const expression& c) { return may_cut(c); });
  }
}

bool analysis::asks_for_fields(const expression& e) const {
  return e.is == op::field || e.is == op::new_field ||
         std::any_of(e.children.begin(), e.children.end(), [this](const expression& c) { return asks_for_fields(c); });
}

void analysis::left_calls(const expression& e, std::vector<std::size_t>& calls) const {
  if (e.is == op::call) calls.push_back(e.rule);
  // The parts of anything else stand one behind the other.
  const bool beside = e.is == op::choice || e.is == op::recover;
  for (const expression& child : e.children) {
    left_calls(child, calls);
    if (!beside && !may_be_empty(child)) break;
  }
}

bool analysis::reaches_itself(std::size_t rule) const {
  std::vector<char> seen(source_.rules.size());
  std::vector<std::size_t> open{rule};
  while (!open.empty()) {
    std::vector<std::size_t> calls;
    left_calls(source_.rules[open.back()].body, calls);
    open.pop_back();
    for (const std::size_t next : calls) {
      if (next == rule) return true;
      if (seen[next] == 0) open.push_back(next);
      seen[next] = 1;
    }
  }
  return false;
}

void analysis::find_problems(const expression& e, const std::string& rule, bool fields,
                             std::vector<std::string>& found) const {
  if (e.is == op::star && may_be_empty(e.children.front()))
    found.push_back(rule + ": a loop over what may be empty would never end; let every round consume a byte");
  if (e.is == op::capture && may_cut(e.children.front()))
    found.push_back(rule + ": the captured part \"" + e.text +
                    "\" contains a cut, so its bytes may be gone when they are "
                    "compared; use span instead of run, and trial(json) instead of json");
  const bool name = e.is == op::role && (e.role == noun::name || e.role == noun::key);
  if (name && fields && may_cut(e.children.front()))
    found.push_back(rule +
                    ": a name or key contains a cut, but the grammar asks for declared fields and must look its "
                    "bytes up; use span instead of run, and trial(json) instead of json");
  for (const expression& child : e.children) find_problems(child, rule, fields, found);
}

std::vector<std::string> analysis::problems() const {
  std::vector<std::string> found;
  bool fields = false;
  for (const auto& rule : source_.rules) fields = fields || asks_for_fields(rule.body);
  for (const auto& item : source_.items) fields = fields || asks_for_fields(item.body);
  for (std::size_t i = 0; i < source_.rules.size(); ++i) {
    const auto& rule = source_.rules[i];
    find_problems(rule.body, rule.name, fields, found);
    if (reaches_itself(i)) found.push_back(rule.name + ": calls itself before it has consumed a byte (left recursion)");
  }
  for (const auto& item : source_.items) {
    find_problems(item.body, "message", fields, found);
    if (may_be_empty(item.body)) found.push_back("message: an item that may be empty would never end the message");
  }
  return found;
}

}  // namespace toolcall::engine
