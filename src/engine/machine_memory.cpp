// What is remembered of rules and of spans, and when it may stand for asking again.
//
// A rule that is asked at a place answers by the text from there on, so it would answer the same again. What else an
// answer may depend on is not remembered: what has passed a cut, for cuts have effects of their own, and what has asked
// for captures, fields or whether a call is open. What came near a limit is not remembered either, and near a limit
// nothing is recalled: there the answer could be another.

#include "engine/machine_memory.hpp"

#include <algorithm>
#include <limits>

namespace toolcall::engine {

// The rule, or argument, that returns to this frame.
rule_place machine_memory::called_by(const frame& of) const {
  return program_->asked_by(program_->code[of.address - 1], of.at.row);
}

// Where this is known, the rule need not be asked.
const known_answer* machine_memory::recall(rule_place of) const {
  const known_answer* const known = known_.find(of, here_.position);
  if (known == nullptr || known->reach > reach_ || (known->has_events && !silent_)) return nullptr;
  const bool is_far = here_.depth <= limits_.depth / 2 && uncut_events() <= limits_.uncut_events / 2;
  return is_far ? known : nullptr;
}

// A rule has failed, or has ended here; its frame is still there.
void machine_memory::remember(const frame& of, bool failed) {
  if (stack_.size() <= std::max(watermark_, dependent_)) return;
  const std::uint64_t size = failed ? 0 : here_.position - of.at.position;
  if (size > std::numeric_limits<std::uint32_t>::max()) return;
  if (!failed && here_.captures != of.at.captures && program_->code[ip_].is != code::ret) return;
  const bool has_events = !failed && (silent_ || here_.events != of.at.events);
  known_.add({of.at.position, stop_ + (at_end_ ? 1 : 0), called_by(of), static_cast<std::uint32_t>(size), 0, failed,
              has_events},
             final_position_);
}

void machine_memory::begin_remembering() {
  remembers_ = true;
  if (known_.is_empty()) known_.begin();
}

// As many bytes as were read, and some more.
void machine_memory::allow_going_back() {
  allowed_again_ = std::min(allowed_again_ + (here_.position - allowed_at_), most_allowed_again());
  allowed_at_ = here_.position;
  remembers_ = remembers_ && bytes_again_ > allowed_again_;
}

// Where nothing is held, nothing of it is asked again.
void machine_memory::give_back_memory() {
  known_.give_back();
  remembers_ = false;
  allowed_again_ = most_allowed_again();
}

std::uint64_t machine_memory::most_allowed_again() const {
  return bytes_again_ + std::min(limits_.unremembered_bytes, nowhere - bytes_again_);
}

}  // namespace toolcall::engine
