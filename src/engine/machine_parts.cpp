// Parts of the message: which are open, what they are marked with, and what a call knows of itself.
//
// The open parts form a tree in which only the path to the current one is live, so that going back to any earlier state
// is one assignment. What a call has learned of itself (its tool, its fields) is a trail that failure shortens.

#include "engine/machine_parts.hpp"

#include <algorithm>
#include <utility>

namespace toolcall::engine {

machine_parts::machine_parts(const program& laid_out, const vocabulary& names, const machine_limits& bounds,
                             request wanted)
    : machine_memory(laid_out, names, bounds), wanted_(std::move(wanted)) {
  roles_.push_back({node_role::block, 0, 0, 0, 0, 0});  // the message itself; never opened, never closed
}

// In a predicate nothing is noted. What would be is counted, for elsewhere there is a limit.
bool machine_parts::makes_none() {
  if (silent_ && ++silent_events_ > limits_.uncut_events / 2) depends();
  return silent_;
}

void machine_parts::begin(const instruction& i) {
  if (makes_none()) return;
  const auto self = static_cast<std::uint32_t>(roles_.size());
  const auto index = static_cast<std::uint16_t>(i.x);
  const std::uint32_t call = i.role == node_role::call ? self : roles_[here_.role].call;
  roles_.push_back({i.role, index, here_.role, call, here_.trail, here_.position});
  here_.role = self;
  if (i.role != node_role::label) add_event(node_event_type::begin, i.role, index, here_.position);
}

void machine_parts::end(const instruction& i) {
  if (makes_none()) return;
  const role_node node = roles_[here_.role];
  here_.role = node.parent;
  add_event(i.role == node_role::label ? node_event_type::label : node_event_type::end, i.role, node.index, node.begin);
  if (!program_->asks_for_fields || !names_->given || node.call == 0) return;
  if (node.role == node_role::name) note_name(node);
  if (node.role == node_role::key) note_key(node);
}

void machine_parts::close_failed(std::uint32_t down_to) {
  while (here_.role != down_to) {
    const role_node& node = roles_[here_.role];
    if (node.role != node_role::label) add_event(node_event_type::failed, node.role, node.index, node.begin);
    here_.role = node.parent;
  }
}

// The bytes of a part that has just ended, where its outermost replacements stand for theirs.
std::string machine_parts::content(const role_node& node) const {
  std::size_t at = events_.size() - 1;  // its own end
  const auto begins = [&](const node_event& m) {
    return m.is == node_event_type::begin && m.role == node.role && m.begin == node.begin;
  };
  while (at > 0 && !begins(events_[at - 1])) --at;
  std::string result;
  std::uint64_t from = node.begin;
  std::size_t deep = 0;
  for (; at < events_.size(); ++at) {
    const node_event& m = events_[at];
    if (m.role != node_role::replace) continue;
    if (m.is == node_event_type::begin)
      ++deep;
    else if (deep > 0)
      --deep;
    if (m.is != node_event_type::end || deep > 0) continue;
    result.append(bytes(from, m.begin));
    result.append(replacement(m.index));
    from = m.end;
  }
  return result.append(bytes(from, here_.position));
}

std::string_view machine_parts::replacement(std::uint16_t index) const {
  if (index == chosen_name) return wanted_.tool_chosen;
  if (index >= first_field_name) return names_->word(index - first_field_name);
  return program_->at(program_->replacements[index]);
}

// A replacement of nothing by what only the tool says.
machine_parts::flow machine_parts::name_only_field() {
  depends();
  if (!names_->given) return flow::fail;
  const name_index& fields = names_->fields(tool_of_call());
  if (fields.size() != 1 || fields.first() >= chosen_name - first_field_name) return flow::fail;
  const instruction around{code::begin, node_role::replace, 0,
                           static_cast<std::uint32_t>(first_field_name + fields.first())};
  begin(around);
  end(around);
  return succeed(0);
}

bool machine_parts::is_field_left() {
  depends();
  const std::uint32_t call = roles_[here_.role].call;
  if (!names_->given || call == 0) return false;
  const name_index& fields = names_->fields(tool_of_call());
  std::size_t had = 0;
  for (std::size_t i = trail_.size(); i > roles_[call].trail; --i) {
    const auto& each = trail_[i - 1];
    if (!each.is_tool && each.call == call && !fields.name_of(each.value).empty()) ++had;
  }
  return had < fields.size();
}

void machine_parts::note_name(const role_node& node) {
  learn({node.call, names_->written_tool(content(node)), true});
}

// Only a key that stands directly in the call is a field of the tool.
void machine_parts::note_key(const role_node& node) {
  std::uint32_t parent = node.parent;
  while (roles_[parent].role == node_role::label || roles_[parent].role == node_role::dialect)
    parent = roles_[parent].parent;
  if (parent != node.call) return;
  const int word = names_->word(content(node));
  if (word != vocabulary::none && !seen(word)) learn({node.call, word, false});
}

int machine_parts::tool_of_call() const {
  const std::uint32_t call = roles_[here_.role].call;
  if (call == 0) return vocabulary::none;
  for (std::size_t i = trail_.size(); i > roles_[call].trail; --i)
    if (trail_[i - 1].is_tool && trail_[i - 1].call == call) return trail_[i - 1].value;
  return vocabulary::none;
}

bool machine_parts::seen(int word) const {
  const std::uint32_t call = roles_[here_.role].call;
  if (call == 0) return false;
  for (std::size_t i = trail_.size(); i > roles_[call].trail; --i)
    if (!trail_[i - 1].is_tool && trail_[i - 1].call == call && trail_[i - 1].value == word) return true;
  return false;
}

void machine_parts::open_capture(std::uint32_t id) {
  captures_.open(id, here_.position);
  ++here_.captures;
}

void machine_parts::close_capture(std::uint32_t id) {
  captures::captured& entry = captures_.last_open(id);
  captures_.close(entry, bytes(entry.from, here_.position));
}

// What is known to hold no stop is passed over. The span that is asked stands last.
void machine_parts::begin_span(std::uint32_t number) {
  clear_span here{number, here_.trail, roles_[roles_[here_.role].call].begin, {}, here_.position, here_.position};
  for (const std::uint16_t id : program_->captures_of_span(number))
    if (const captures::captured* const read = captures_.last(id)) here.captures.push_back(read->from);
  const auto known = std::find_if(clear_spans_.begin(), clear_spans_.end(),
                                  [&](const clear_span& each) { return each.is_asked_as(here); });
  if (known != clear_spans_.end()) {
    if (known->from <= here_.position && here_.position <= known->to) {
      pass_over(known->to);
      here.from = known->from;
      here.to = known->to;
    }
    clear_spans_.erase(known);
  }
  if (clear_spans_.size() == most_clear_spans) clear_spans_.erase(clear_spans_.begin());
  clear_spans_.push_back(std::move(here));
}

void machine_parts::note_clear(std::uint32_t number) {
  const auto asked = std::find_if(clear_spans_.rbegin(), clear_spans_.rend(),
                                  [&](const clear_span& each) { return each.number == number; });
  if (asked != clear_spans_.rend() && asked->from <= here_.position) asked->to = std::max(asked->to, here_.position);
}

}  // namespace toolcall::engine
