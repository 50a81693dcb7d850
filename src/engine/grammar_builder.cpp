// From the constants that a grammar's types leave to expressions. A node with a name is a rule: it is expanded once,
// when it is first met, and called wherever it stands.

#include <algorithm>
#include <string>
#include <utility>

#include <toolcall/engine/grammar_builder.hpp>

namespace toolcall::engine {

namespace {

expression form_of(op is, std::vector<expression> children) {
  expression e;
  e.is = is;
  e.children = std::move(children);
  return e;
}

}  // namespace

void grammar_builder::add_item(const node& rule, std::string_view name, std::size_t dialect) {
  const std::size_t rules = made_.rules.size(), dialects = dialects_.size();
  expression body = expanded(rule);
  const auto is_same = [&](const grammar::item& earlier) { return same(made_, earlier.body, body); };
  if (std::any_of(made_.items.begin(), made_.items.end(), is_same)) return forget(rules, dialects);
  made_.items.push_back({std::move(body), dialect, std::string(name)});
}

void grammar_builder::forget(std::size_t rules, std::size_t dialects) {
  for (std::size_t i = rules; i < nodes_.size(); ++i) known_.erase(nodes_[i]);
  nodes_.resize(rules);
  made_.rules.resize(rules);
  dialects_.resize(dialects);
}

expression grammar_builder::expanded(const node& n) {
  return n.name.empty() ? form(n) : called(n);
}

expression grammar_builder::called(const node& n) {
  const auto [place, fresh] = known_.try_emplace(&n, made_.rules.size());
  expression e = form_of(op::call, {});
  e.rule = place->second;
  if (fresh) {
    nodes_.push_back(&n);
    made_.rules.push_back({std::string(n.name), {}});
    expression body = form(n);
    made_.rules[e.rule].body = std::move(body);
  }
  return e;
}

std::vector<expression> grammar_builder::children(const node& n) {
  std::vector<expression> all;
  all.reserve(n.size);
  for (std::size_t i = 0; i < n.size; ++i) all.push_back(expanded(*n.children()[i]));
  return all;
}

expression grammar_builder::joined(const node& n) {
  return n.size == 1 ? expanded(*n.children()[0]) : form_of(op::sequence, children(n));
}

expression grammar_builder::form(const node& n) {
  if (n.as == node::meaning::of_dialect) return of_dialect(n);
  if (n.as == node::meaning::end) {
    expression any = form_of(op::set, {});
    any.bytes.set();
    return form_of(op::not_at, {std::move(any)});
  }
  if (n.as == node::meaning::optional) {
    expression e = form_of(op::choice, {});
    e.children.push_back(joined(n));
    e.children.emplace_back();
    return e;
  }
  if (n.as == node::meaning::repeated) return form_of(op::sequence, std::vector<expression>(n.count, joined(n)));
  if (n.as == node::meaning::plus) {
    expression body = joined(n);
    expression rest = form_of(op::star, {body});
    return form_of(op::sequence, {std::move(body), std::move(rest)});
  }
  if (n.is == op::choice) return choice(n);
  expression e = form_of(n.is, {});
  if (n.around_one) e.children.push_back(joined(n));
  if (!n.around_one) e.children = children(n);
  e.text = n.text;
  e.leaf = n.leaf;
  e.role = n.role;
  e.any_case = n.any_case;
  e.token = n.token;
  if (n.is == op::set)
    for (std::size_t byte = 0; byte < 256; ++byte) e.bytes[byte] = n.test == nullptr || n.test(static_cast<char>(byte));
  return e;
}

expression grammar_builder::choice(const node& n) {
  expression e = form_of(op::choice, children(n));
  std::erase_if(e.children, [](const expression& child) { return child.is == op::fail; });
  return e.children.empty() ? form_of(op::fail, {}) : e;
}

expression grammar_builder::of_dialect(const node& n) {
  const std::optional<std::size_t> number = number_of(n.text);
  if (!number) return form_of(op::fail, {});
  expression e = form_of(op::role, children(n));
  e.role = noun::dialect;
  e.number = *number;
  return e;
}

// Its number, or nothing where it is not in use.
std::optional<std::size_t> grammar_builder::number_of(std::string_view dialect) {
  for (const dialect_in_use& each : dialects_)
    if (each.name == dialect) return each.number;
  if (!every_dialect_) return std::nullopt;
  dialects_.push_back({dialect, dialects_.size()});
  return dialects_.back().number;
}

}  // namespace toolcall::engine
