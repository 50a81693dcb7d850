// Cuts: what stands before the place is final, and choices that are open are dead.
//
// A cut does not touch the stack; it only remembers its height, and failure skips the choices below that height.

#include <algorithm>

#include "engine/machine_parts.hpp"

namespace toolcall::engine {

// Whether a name, or the id around it, has ended since the last cut. What failed is among the events no longer.
bool machine_parts::has_named() const {
  return std::any_of(events_.begin() + static_cast<std::ptrdiff_t>(final_event_count()), events_.end(),
                     [](const node_event& m) {
                       return m.is == node_event_type::end && (m.role == node_role::name || m.role == node_role::id);
                     });
}

void machine_parts::cut() {
  watermark_ = stack_.size();
  if (barriers_.empty()) {
    if (has_named()) add_event(node_event_type::cut, node_role::name, 0, here_.position);
    roles_.resize(here_.role + 1U);
    if (roles_[here_.role].call == 0) drop_trail(0);
    final_position_ = here_.position;
    std::erase_if(clear_spans_, [this](const clear_span& each) { return each.to <= here_.position; });
    uncut_end_ = 0;
    allow_going_back();
    final_events_ = events_base_ + events_.size();
    find_stop();
  }
  cut_ = here_;
}

void machine_parts::move_cut() {
  if (!cut_is_near()) return cut();
  cut_.position = final_position_ = here_.position;
  find_stop();
}

}  // namespace toolcall::engine
