// Emptiness and cuts are least fixed points over the rules: start with "no" everywhere and repeat until nothing
// changes. A rule mostly stands before those that it calls, so the last one is first: two rounds are enough for most
// grammars. Left recursion is then a cycle among the calls that a rule can reach before it has consumed a byte.

#include "engine/analysis.hpp"

#include <algorithm>
#include <utility>

#include <toolcall/engine/leaf.hpp>

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

using calls_by_rule = std::vector<std::vector<std::size_t>>;

bool reaches_itself(std::size_t rule, const calls_by_rule& calls) {
  std::vector<char> seen(calls.size());
  std::vector<std::size_t> open{rule};
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    for (const std::size_t called : calls[next]) {
      if (called == rule) return true;
      if (seen[called] == 0) open.push_back(called);
      seen[called] = 1;
    }
  }
  return false;
}

}  // namespace

analysis::analysis(const grammar& source)
    : source_(source),
      empty_(source.instances.size()),
      cuts_(source.instances.size()),
      captures_read_(source.instances.size()) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = source_.instances.size(); i-- > 0;) {
      const expression& body = source_.instances[i].body;
      const char empty = may_be_empty(body), cuts = may_cut(body);
      std::set<std::string> read = captures_read(body);
      changed = changed || empty != empty_[i] || cuts != cuts_[i] || read != captures_read_[i];
      empty_[i] = empty;
      cuts_[i] = cuts;
      captures_read_[i] = std::move(read);
    }
  }
}

bool analysis::may_be_empty(const expression& e) const {
  const auto part = [&](std::size_t i) { return may_be_empty(e.children[i]); };
  const auto itself = [&] {
    if (e.is == form::literal) return e.text.empty();
    if (e.is == form::leaf) return leaf_may_be_empty(e.leaf);
    return e.is != form::call || empty_[e.rule] != 0;
  };
  return engine::may_be_empty(e.is, e.children.size(), part, itself);
}

bool analysis::may_cut(const expression& e) const {
  if (e.is == form::call) return cuts_[e.rule] != 0;
  return engine::may_cut(e.is, e.children.size(), [&](std::size_t i) { return may_cut(e.children[i]); });
}

std::set<std::string> analysis::captures_read(const expression& e) const {
  std::set<std::string> read;
  add_captures_read(e, read);
  return read;
}

void analysis::add_captures_read(const expression& e, std::set<std::string>& read) const {
  if (e.is == form::back) read.insert(e.text);
  if (e.is == form::call) read.insert(captures_read_[e.rule].begin(), captures_read_[e.rule].end());
  for (const expression& child : e.children) add_captures_read(child, read);
}

bool analysis::asks_for_fields(const expression& e) const {
  return e.is == form::field || e.is == form::new_field || e.is == form::only_field || e.is == form::field_left ||
         std::any_of(e.children.begin(), e.children.end(), [this](const expression& c) { return asks_for_fields(c); });
}

void analysis::left_calls(const expression& e, std::vector<std::size_t>& calls) const {
  if (e.is == form::call) calls.push_back(e.rule);
  // The parts of anything else stand one after the other.
  const bool beside = e.is == form::choice || e.is == form::recovery;
  for (const expression& child : e.children) {
    left_calls(child, calls);
    if (!beside && !may_be_empty(child)) break;
  }
}

// A rule all of whose left calls end, ends. Those that remain reach a cycle, and may be in one.
std::vector<char> analysis::left_recursive() const {
  const std::size_t size = source_.instances.size();
  calls_by_rule calls(size);
  for (std::size_t i = 0; i < size; ++i) left_calls(source_.instances[i].body, calls[i]);
  std::vector<char> endless(size, 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = size; i-- > 0;) {
      const auto is_endless = [&](std::size_t called) { return endless[called] != 0; };
      if (endless[i] == 0 || std::any_of(calls[i].begin(), calls[i].end(), is_endless)) continue;
      endless[i] = 0;
      changed = true;
    }
  }
  for (std::size_t i = 0; i < size; ++i)
    if (endless[i] != 0 && !reaches_itself(i, calls)) endless[i] = 0;
  return endless;
}

void analysis::find_problems(const expression& e, const std::string& rule, bool fields,
                             std::vector<std::string>& found) const {
  if (e.is == form::star && may_be_empty(e.children.front()))
    found.push_back(rule + ": a loop over what may be empty would never end; let every round consume a byte");
  if (e.is == form::capture && may_cut(e.children.front()))
    found.push_back(rule + ": the captured part \"" + e.text +
                    "\" contains a cut, so its bytes may be gone when they are "
                    "compared; use span instead of run, and trial(json) instead of json");
  const bool name = e.is == form::role && (e.role == node_role::name || e.role == node_role::key);
  if (name && fields && may_cut(e.children.front()))
    found.push_back(rule +
                    ": a name or key contains a cut, but the grammar asks for declared fields and must look its "
                    "bytes up; use span instead of run, and trial(json) instead of json");
  for (const expression& child : e.children) find_problems(child, rule, fields, found);
}

std::vector<std::string> analysis::problems() const {
  std::vector<std::string> found;
  bool fields = false;
  for (const auto& each : source_.instances) fields = fields || asks_for_fields(each.body);
  const std::vector<char> recursive = left_recursive();
  for (std::size_t i = 0; i < source_.instances.size(); ++i) {
    const std::string& name = source_.name_of(i);
    find_problems(source_.instances[i].body, name, fields, found);
    if (recursive[i] != 0) found.push_back(name + ": calls itself before it has consumed a byte (left recursion)");
  }
  for (const auto& item : source_.items)
    if (empty_[item.instance] != 0)
      found.push_back(source_.name_of(item.instance) + ": an item that may be empty would never end the message");
  return found;
}

}  // namespace toolcall::engine
