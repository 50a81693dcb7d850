// Each rule is expanded once for each list of arguments: an argument is expanded where it is written, and the tree that
// it has become stands for the parameter. What was met on the way are the edges of the instance.
//
// The machine knows a capture by its name alone: =x is the latest x. So a rule that is called with an argument in which
// its own x is that of a call around it captures under another name.

#include "engine/expansion.hpp"

#include <algorithm>

#include <toolcall/error.hpp>

namespace toolcall::engine {

namespace {

constexpr std::size_t most_rules = 400;  // deep; a rule takes some kilobytes of the stack, and pages need a few dozen

template <typename Visit>
void each_part(expression& e, const Visit& visit) {
  visit(e);
  for (expression& child : e.children) each_part(child, visit);
}

}  // namespace

// Calls in what is written are numbers of the result's rules.
void expansion::read_rules() {
  const std::size_t read = places_.size();
  for (std::size_t rule = read; rule < plain_.rules(); ++rule)
    places_.push_back(result_.written.size() + (rule - read));
  for (std::size_t rule = read; rule < plain_.rules(); ++rule) {
    grammar::rule& here = result_.written.emplace_back(plain_.of(rule));
    each_part(here.body, [&](expression& e) {
      if (e.is == form::call) e.rule = places_[e.rule];
    });
  }
}

void expansion::add(grammar::item item, std::size_t rule) {
  read_rules();
  item.instance = instance_of(places_[rule], {}, {});
  item.name = result_.written[places_[rule]].name;
  const expression& body = result_.instances[item.instance].body;
  const auto reads_the_same = [&](const grammar::item& earlier) {
    return earlier.note == item.note && earlier.same_as == grammar::none &&
           same(result_, result_.instances[earlier.instance].body, body);
  };
  const auto first = std::find_if(result_.items.begin(), result_.items.end(), reads_the_same);
  if (first != result_.items.end()) item.same_as = static_cast<std::size_t>(first - result_.items.begin());
  result_.items.push_back(std::move(item));
}

void expansion::add_item(std::size_t rule, std::size_t dialect, grammar::begins starts) {
  grammar::item item;
  item.dialect = dialect;
  item.starts = starts;
  add(std::move(item), rule);
}

void expansion::add_note(std::size_t rule, std::size_t dialect, std::string_view label, grammar::requirement when) {
  grammar::item item;
  item.dialect = dialect;
  item.note = label;
  item.when = when;
  add(std::move(item), rule);
}

expression expansion::expanded(const expression& plain, const scope& in) {
  if (plain.is == form::parameter) {
    if (plain.number >= in.size()) throw setup_error("", "a rule is called with too few arguments");
    edge(in[plain.number].number);
    return in[plain.number].tree;
  }
  if (plain.is == form::call) return call(plain, in);
  expression e = plain;
  for (expression& child : e.children) child = expanded(child, in);
  if (has_stop(e.is)) {
    const std::size_t stop = number(stops_, e.children.front());
    if (stop == result_.stops.size()) result_.stops.push_back({e.children.front()});
    result_.stops[stop].of_run = result_.stops[stop].of_run || e.is != form::span;
    edge(stop);
  }
  if (e.is != form::choice) return e;
  std::erase_if(e.children, [](const expression& child) { return child.is == form::nothing; });
  if (e.children.empty()) e.is = form::nothing;
  return e;
}

std::size_t expansion::number(std::map<std::string, std::size_t>& of, const expression& tree) {
  std::string key;
  serialize(tree, key);
  return of.try_emplace(std::move(key), of.size()).first->second;
}

expansion::arguments expansion::arguments_of(const expression& call, const scope& in) {
  arguments all;
  for (const expression& each : call.children) {
    if (each.is == form::parameter && each.number < in.size()) {
      all.push_back(in[each.number]);
      continue;
    }
    expression tree = expanded(each, in);
    const std::size_t known = number(arguments_, tree);
    if (known == result_.arguments.size()) result_.arguments.push_back({current_, place_});
    ++place_;
    all.push_back({std::move(tree), known});
  }
  return all;
}

expression expansion::call(const expression& plain, const scope& in) {
  const arguments given = arguments_of(plain, in);
  expression e;
  e.is = form::call;
  const names asked = asked_in(given);
  e.rule = instance_of(with_other_captures(plain.rule, asked), given, asked);
  edge(e.rule);
  return e;
}

// What is captured elsewhere and asked for in the tree.
void expansion::add_asked(const expression& tree, names& to) const {
  if (tree.is == form::back) to.insert(tree.text);
  if (tree.is == form::call) to.insert(asked_[tree.rule].begin(), asked_[tree.rule].end());
  for (const expression& child : tree.children) add_asked(child, to);
}

expansion::names expansion::asked_in(const arguments& given) const {
  names all;
  for (const argument& each : given) add_asked(each.tree, all);
  return all;
}

std::size_t expansion::with_other_captures(std::size_t rule, const names& asked) {
  const auto captures_one = [&](std::size_t one) {
    bool found = false;
    each_part(result_.written[one].body,
              [&](expression& e) { found = found || (e.is == form::capture && asked.count(e.text) != 0); });
    return found;
  };
  while (!asked.empty() && captures_one(rule)) rule = renamed(rule);
  return rule;
}

std::size_t expansion::renamed(std::size_t rule) {
  const auto [place, fresh] = renamed_.try_emplace(rule, result_.written.size());
  if (!fresh) return place->second;
  grammar::rule other = result_.written[rule];
  each_part(other.body, [](expression& e) {
    if (e.is == form::capture || e.is == form::back) e.text += "'";
  });
  result_.written.push_back(std::move(other));
  result_.written[rule].copy = place->second;
  return place->second;
}

std::size_t expansion::instance_of(std::size_t rule, const arguments& given, const names& asked) {
  key wanted{rule};
  for (const argument& each : given) wanted.push_back(each.number);
  const auto [place, fresh] = known_.try_emplace(std::move(wanted), result_.instances.size());
  if (!fresh) return place->second;
  const std::size_t fresh_instance = result_.instances.size();
  result_.instances.push_back({rule, {}, {}});
  asked_.push_back(asked);
  if (depth_ == most_rules)
    throw setup_error("", "rules call each other more than " + std::to_string(most_rules) + " deep, at " +
                              result_.written[rule].name + "; let them repeat instead");
  ++depth_;
  const std::size_t around = current_, met = place_;
  current_ = fresh_instance;
  place_ = 0;
  expression body = expanded(expression(result_.written[rule].body), given);
  result_.instances[fresh_instance].body = std::move(body);
  current_ = around;
  place_ = met;
  --depth_;
  return fresh_instance;
}

}  // namespace toolcall::engine
