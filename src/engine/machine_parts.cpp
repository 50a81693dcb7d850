// Parts of the message: which are open, what they are marked with, and what a call knows of itself.
//
// The open parts form a tree in which only the path to the current one is live, so that going back to any earlier state
// is one assignment. What a call has learned of itself (its tool, its fields) is a trail that failure shortens.

#include "engine/machine.hpp"

namespace toolcall::engine {

void machine::add_mark(mark::kind is, noun what, std::uint16_t index, std::uint64_t from) {
  marks_.push_back({is, what, index, ip_, from, position_});
}

void machine::begin(const instruction& i) {
  if (silent_) return;
  const auto self = static_cast<std::uint32_t>(roles_.size());
  const auto index = static_cast<std::uint16_t>(i.x);
  const std::uint32_t call = i.what == noun::call ? self : roles_[role_].call;
  roles_.push_back({i.what, index, role_, call, static_cast<std::uint32_t>(trail_.size()), position_});
  role_ = self;
  if (i.what != noun::label) add_mark(mark::kind::begin, i.what, index, position_);
}

void machine::end(const instruction& i) {
  if (silent_) return;
  const role_node node = roles_[role_];
  role_ = node.parent;
  add_mark(i.what == noun::label ? mark::kind::label : mark::kind::end, i.what, node.index, node.begin);
  named_ = named_ || node.what == noun::name || node.what == noun::id;
  if (!program_->asks_for_fields || !names_->given || node.call == 0) return;
  if (node.what == noun::name) note_name(node);
  if (node.what == noun::key) note_key(node);
}

void machine::close_failed(std::uint32_t down_to) {
  while (role_ != down_to) {
    const role_node& node = roles_[role_];
    if (node.what != noun::label) add_mark(mark::kind::failed, node.what, node.index, node.begin);
    role_ = node.parent;
  }
}

void machine::note_name(const role_node& node) {
  const std::string_view name = node.begin == position_ ? wanted_.chosen : bytes(node.begin, position_);
  trail_.push_back({node.call, names_->tool(name), true});
}

// Only a key that stands directly in the call is a field of the tool.
void machine::note_key(const role_node& node) {
  std::uint32_t parent = node.parent;
  while (roles_[parent].what == noun::label || roles_[parent].what == noun::dialect) parent = roles_[parent].parent;
  if (parent != node.call) return;
  const int word = names_->word(bytes(node.begin, position_));
  if (word != vocabulary::none && !seen(word)) trail_.push_back({node.call, word, false});
}

int machine::tool_of_call() const {
  const std::uint32_t call = roles_[role_].call;
  if (call == 0) return vocabulary::none;
  for (std::size_t i = trail_.size(); i > roles_[call].trail; --i)
    if (trail_[i - 1].is_tool && trail_[i - 1].call == call) return trail_[i - 1].value;
  return vocabulary::none;
}

bool machine::seen(int word) const {
  const std::uint32_t call = roles_[role_].call;
  if (call == 0) return false;
  for (std::size_t i = trail_.size(); i > roles_[call].trail; --i)
    if (!trail_[i - 1].is_tool && trail_[i - 1].call == call && trail_[i - 1].value == word) return true;
  return false;
}

void machine::open_capture(std::uint32_t id) {
  captures_.push_back({id, static_cast<std::uint32_t>(capture_bytes_.size()), position_, 0, true});
}

void machine::close_capture(std::uint32_t id) {
  std::size_t i = captures_.size();
  while (!(captures_[i - 1].open && captures_[i - 1].id == id)) --i;
  captured& entry = captures_[i - 1];
  const std::string_view text = bytes(entry.from, position_);
  entry.begin = static_cast<std::uint32_t>(capture_bytes_.size());
  entry.size = static_cast<std::uint32_t>(text.size());
  entry.open = false;
  capture_bytes_.append(text);
}

void machine::drop_captures(std::size_t count) {
  while (captures_.size() > count) {
    if (!captures_.back().open) capture_bytes_.resize(captures_.back().begin);
    captures_.pop_back();
  }
}

}  // namespace toolcall::engine
