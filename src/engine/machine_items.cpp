// The items of a message at one place: which is tried next, and what is only noted.
//
// A label may be deferred: then the calls are tried without it first, and where none of them matches, all items are
// tried again with it. So what lacks its marks never takes the place of what has them.

#include "engine/machine.hpp"

namespace toolcall::engine {

// Of the items that are left at this place, one after the other.
machine::flow machine::next_item() {
  const auto left = program_->stops.candidates_of(items_left_);
  for (;;) {
    if (!with_deferred_ && (items_tried_ == left.size() || left[items_tried_].item >= first_note_)) {
      with_deferred_ = true;
      items_tried_ = 0;
      clear_spans_.clear();  // what a span ends at may be deferred
    }
    if (items_tried_ == left.size()) return flow::fail;
    const stop_automaton::candidate& next = left[items_tried_++];
    if (!program_->in_use.may_begin(next)) continue;
    while (items_tried_ < left.size() && left[items_tried_].item == next.item) ++items_tried_;
    push(frame_kind::choice, ip_);
    return go_to(program_->items[next.item].address);
  }
}

// The predicate has matched from the place of the item up to here. Nothing of it is read; a node event notes it, and
// is final, as all is that stands before an item. Then the guard of the items is set anew.
machine::flow machine::noted(const instruction& i) {
  if (!wanted_.find_calls || is_off(i.x)) return flow::fail;
  const std::uint64_t seen = here_.position;
  restore(stack_.back().at);
  pop_barrier();
  const std::uint32_t next = stack_.back().address;
  pop();
  const std::uint32_t otherwise = stack_.back().address;
  pop();
  note({node_event_type::note, node_role::label, static_cast<std::uint16_t>(i.x), ip_, here_.position, seen});
  cut();
  const auto left = program_->stops.candidates_of(items_left_);
  while (items_tried_ < left.size() && program_->items[left[items_tried_].item].note == i.x) ++items_tried_;
  push(frame_kind::guard, otherwise);
  return go_to(next);
}

}  // namespace toolcall::engine
