// Barriers and limits. Limits hold however the text is cut: where one is reached depends on the text alone.

#include "engine/machine_state.hpp"

#include <algorithm>

namespace toolcall::engine {

machine_state::machine_state(const program& laid_out, const vocabulary& names, const machine_limits& bounds)
    : program_(&laid_out), names_(&names), limits_(bounds), ip_(laid_out.start) {
  limits_.trial_bytes = std::max<std::uint64_t>(limits_.trial_bytes, 2);
  limits_.followed_by_bytes = std::max<std::uint64_t>(limits_.followed_by_bytes, 2);
  limits_.span_bytes = std::max<std::uint64_t>(limits_.span_bytes, 2);
  limits_.uncut_bytes = std::max<std::uint64_t>(limits_.uncut_bytes, 2);
}

// The byte at `at` cannot be read: because a limit is reached, the text has ended, or the byte has not come yet. The
// limits are checked first, for they hold whether or not the text goes on.
machine_state::flow machine_state::starved(std::uint64_t at) {
  if (at >= cap_) return overrun();
  if (at >= final_position_ + limits_.uncut_bytes) return uncut_end_ = at, depends(), flow::fail;
  return at_end_ ? flow::ended : flow::wait;
}

void machine_state::find_stop() {
  reach_ = std::min(cap_, final_position_ + limits_.uncut_bytes);
  stop_ = std::min(available_, reach_);
}

// Short parts take more than their bytes, so what is tried ends at its parts, too. It ends here, and not where the
// limit on bytes would be; which node events there are depends on the text alone.
void machine_state::bound_events() {
  if (uncut_events() <= limits_.uncut_events) return;
  const auto capped =
      std::find_if(barriers_.rbegin(), barriers_.rend(), [](const barrier& each) { return each.own_cap != nowhere; });
  if (capped == barriers_.rend() || cap_ <= here_.position) return;
  capped->own_cap = cap_ = here_.position;
  find_stop();
}

// The innermost construct whose limit was reached: a trial fails, a followed_by takes its other reading for all its
// bytes.
machine_state::flow machine_state::overrun() {
  const std::uint64_t reached = cap_;
  scan_ = {};
  depends();
  for (;;) {
    const frame from = stack_.back();
    const bool barred = is_barrier(from.is);
    if (barred && barriers_.back().own_cap == reached) {
      if (from.is != frame_kind::followed_by) return flow::fail;
      here_.position = reached;
      return go_on_at(from), flow::on;
    }
    barred ? pop_barrier() : pop();
  }
}

void machine_state::push_barrier(frame_kind is, std::uint32_t address, std::uint64_t own_cap) {
  push(is, address);
  if (!silent_) silent_events_ = 0;
  barriers_.push_back({watermark_, cap_, own_cap, cut_, silent_, scan_.json});
  cap_ = std::min(cap_, own_cap);
  find_stop();
  silent_ = silent_ || is == frame_kind::predicate;
}

void machine_state::pop_barrier() {
  const barrier& outside = barriers_.back();
  watermark_ = outside.watermark;
  cap_ = outside.cap;
  cut_ = outside.cut;
  silent_ = outside.silent;
  scan_.json = outside.json;
  barriers_.pop_back();
  find_stop();
  pop();
}

void machine_state::add_event(node_event_type is, node_role role, std::uint16_t index, std::uint64_t from) {
  note({is, role, index, ip_, from, here_.position});
  if (uncut_events() > limits_.uncut_events / 2) depends();
  if (!barriers_.empty()) bound_events();
}

}  // namespace toolcall::engine
