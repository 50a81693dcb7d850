// A state where a mark is complete is never left: an end is the end, and what must not be there leads nowhere. Of two
// that are complete at once, the longer counts: a closing mark with the line break before it is no closing mark alone.

#include "constraints/stop_automaton.hpp"

#include <set>

#include "text/utf8.hpp"

namespace toolcall::constraints {

std::u32string characters_of(const std::string& text) {
  std::u32string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8::begun_by(static_cast<unsigned char>(text[at])).size;
    constexpr unsigned lead_bits[] = {0xFF, 0x7F, 0x1F, 0x0F, 0x07};
    auto point = static_cast<char32_t>(static_cast<unsigned char>(text[at]) & lead_bits[size]);
    for (std::size_t i = 1; i < size && at + i < text.size(); ++i)
      point = (point << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    made += point;
    at += size == 0 ? 1 : size;
  }
  return made;
}

stop_automaton::stop_automaton(const std::vector<std::string>& ends, const std::vector<std::string>& never)
    : nodes_(1) {
  for (std::size_t i = 0; i < ends.size(); ++i) insert(ends[i], static_cast<int>(i) + 1);
  for (const std::string& mark : never) insert(mark, -1);
  link();
  make_states();
}

void stop_automaton::insert(const std::string& mark, int says) {
  std::size_t at = 0;
  for (const char32_t each : characters_of(mark)) {
    if (const auto found = nodes_[at].children.find(each); found != nodes_[at].children.end()) {
      at = found->second;
      continue;
    }
    nodes_.emplace_back();
    nodes_[at].children.emplace(each, nodes_.size() - 1);
    at = nodes_.size() - 1;
  }
  if (nodes_[at].says == 0) nodes_[at].says = says;
}

std::size_t stop_automaton::step(std::size_t from, char32_t by) const {
  while (true) {
    if (const auto found = nodes_[from].children.find(by); found != nodes_[from].children.end()) return found->second;
    if (from == 0) return 0;
    from = nodes_[from].shorter;
  }
}

void stop_automaton::link() {
  std::vector<std::size_t> order{0};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const auto& [by, child] : nodes_[order[i]].children) {
      node& of = nodes_[child];
      of.shorter = order[i] == 0 ? 0 : step(nodes_[order[i]].shorter, by);
      if (of.says == 0) of.says = nodes_[of.shorter].says;
      order.push_back(child);
    }
  }
}

void stop_automaton::make_states() {
  std::set<char32_t> all;
  for (const node& each : nodes_)
    for (const auto& [by, child] : each.children) all.insert(by);
  states_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].says > 0) states_[i].end = static_cast<std::size_t>(nodes_[i].says - 1);
    if (nodes_[i].says != 0) continue;
    for (const char32_t by : all) {
      const std::size_t to = step(i, by);
      if (to != 0) states_[i].next.emplace(by, nodes_[to].says < 0 ? forbidden : to);
    }
  }
}

}  // namespace toolcall::constraints
