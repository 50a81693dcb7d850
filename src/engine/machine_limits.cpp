// Limits, which hold however the text is cut: where one is reached depends on the text alone.

#include <algorithm>

#include "engine/machine.hpp"

namespace toolcall::engine {

// The byte at `at` cannot be read: because a limit is reached, the text has ended, or the byte has not come yet. The
// limits are checked first, for they hold whether or not the text goes on.
machine::flow machine::starved(std::uint64_t at) {
  if (at >= cap_) return overrun();
  if (at >= final_position_ + limits_.uncut_bytes) return uncut_end_ = at, depends(), flow::fail;
  return at_end_ ? flow::ended : flow::wait;
}

void machine::find_stop() {
  reach_ = std::min(cap_, final_position_ + limits_.uncut_bytes);
  stop_ = std::min(available_, reach_);
}

// Short parts take more than their bytes, so what is tried ends at its parts, too. It ends here, and not where the
// limit on bytes would be; which node events there are depends on the text alone.
void machine::bound_events() {
  if (uncut_events() <= limits_.uncut_events) return;
  const auto capped =
      std::find_if(barriers_.rbegin(), barriers_.rend(), [](const barrier& each) { return each.own_cap != nowhere; });
  if (capped == barriers_.rend() || cap_ <= here_.position) return;
  capped->own_cap = cap_ = here_.position;
  find_stop();
}

// The innermost construct whose limit was reached: a trial fails, a followed_by takes its other reading for all its
// bytes.
machine::flow machine::overrun() {
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

}  // namespace toolcall::engine
