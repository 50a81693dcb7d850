// From the constants that a grammar's types leave to trees. A node with a name is a rule: it is read once, after it was
// first met, and called wherever it stands.

#include "engine/grammar_builder.hpp"

#include <string>
#include <utility>

namespace toolcall::engine {

namespace {

expression sequence_of(std::vector<expression> children) {
  expression e;
  e.children = std::move(children);
  return e;
}

}  // namespace

std::size_t grammar_builder::rule_of(const page_item& item) {
  return item.rule == nullptr ? none : rule_of(*item.rule, item.name);
}

void grammar_builder::use(std::size_t dialect, std::span<const offered_rule> offers) {
  dialect_offers& made = written_.dialects.emplace_back();
  made.number = dialect;
  for (const offered_rule& one : offers) made.rules.try_emplace(std::string(one.name), rule_of(one.rule));
}

void grammar_builder::add_item(std::size_t rule, std::size_t dialect, grammar::begins starts) {
  if (rule == none) return;
  read_bodies();
  expansion_.add_item(rule, dialect, starts);
}

void grammar_builder::add_note(std::size_t rule, std::size_t dialect, std::string_view label,
                               grammar::requirement when) {
  if (rule == none) return;
  read_bodies();
  expansion_.add_note(rule, dialect, label, when);
}

// What has no name of its own is called as it is here.
std::size_t grammar_builder::rule_of(const rule_constant& n, std::string_view name) {
  const auto [place, fresh] = known_.try_emplace(&n, written_.rules.size());
  if (fresh) {
    unwritten_.push_back({&n, place->second});
    written_.rules.push_back({std::string(n.name.empty() ? name : n.name), {}});
  }
  return place->second;
}

// A body may ask for more rules.
void grammar_builder::read_bodies() {
  while (!unwritten_.empty()) {
    const auto [from, rule] = unwritten_.back();
    unwritten_.pop_back();
    expression body = form_of(*from);
    written_.rules[rule].body = std::move(body);
  }
}

expression grammar_builder::read(const rule_constant& n) {
  if (n.name.empty()) return form_of(n);
  expression e;
  e.is = form::call;
  e.rule = rule_of(n, n.name);
  return e;
}

expression grammar_builder::form_of(const rule_constant& n) {
  expression e;
  e.is = n.is;
  e.text = n.text;
  e.label = n.label;
  e.number = n.number;
  e.leaf = n.leaf;
  e.least = n.least;
  e.most = n.most;
  e.role = n.role;
  e.any_case = n.any_case;
  e.token = n.token;
  for (std::size_t byte = 0; n.test != nullptr && byte < 256; ++byte) e.bytes[byte] = n.test(static_cast<char>(byte));
  std::size_t from = 0;
  if (n.is == form::call && n.text.empty()) e.rule = rule_of(*n.children()[from++], {});
  if (n.is == form::call && !n.text.empty()) e.text = "dialects." + e.text;
  for (; from < n.size; ++from) e.children.push_back(read(*n.children()[from]));
  // A form around one part, which several rules may be together.
  if (facts_of(n.is).parts == 1 && e.children.size() != 1) e.children = {sequence_of(std::move(e.children))};
  return e;
}

}  // namespace toolcall::engine
