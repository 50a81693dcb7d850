// Runs instructions, goes back where they fail, and tries the items of the message.
//
// One stack holds everything that failure may meet: choices, recoveries, returns, and the barriers of predicates and
// trials.
//
// A label may be deferred: then the calls are tried without it first, and where none of them matches, all items are
// tried again with it. So what lacks its marks never takes the place of what has them.

#include "engine/machine.hpp"

#include <algorithm>
#include <utility>

namespace toolcall::engine {

machine::machine(const program& laid_out, const vocabulary& names, const machine_limits& bounds, request wanted)
    : machine_scanner(laid_out, names, bounds, std::move(wanted)) {
  const auto& items = laid_out.items;
  while (first_note_ < items.size() && items[first_note_].note == item_entry::no_note) ++first_note_;
}

void machine::run(std::string_view text, std::uint64_t base, bool at_end, const std::vector<byte_range>& ordinary) {
  text_ = text;
  base_ = base;
  available_ = base + text.size();
  at_end_ = at_end;
  ordinary_ = &ordinary;
  middle_ = middle::none;
  if (!passes_over()) execute();
  remember_line();
  if (final_position_ == available_ && !known_.is_empty()) give_back_memory();
  text_ = {};
  ordinary_ = nullptr;
}

void machine::execute() {
  find_stop();
  const instruction* const code = program_->code.data();
  for (flow f = flow::on; f != flow::wait && f != flow::done;) {
    do {
      ++steps_;
      f = step(code[ip_]);
    } while (f == flow::on);
    if (f != flow::fail && f != flow::ended) continue;
    ++steps_;
    unwind();
    f = flow::on;
  }
}

void machine::forget_final_events() {
  note_final_events();
  events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(final_event_count()));
  events_base_ = final_events_;
}

// Those that an argument may be without a frame.
machine::flow machine::single(const instruction& i) {
  switch (i.is) {
    case code::literal:
      return match_literal(program_->literals[i.x]);
    case code::one_of:
    case code::peek_one_of:
    case code::peek_none_of:
      return match_one_of(i);
    case code::set:
      return match_set(program_->sets[i.x]);
    case code::leaf:
      return match_leaf_rule(program_->leaves[i.x]);
    case code::skip:
      return skip(i.x);
    case code::peek:
      return peek(program_->sets[i.x], true);
    case code::peek_not:
      return peek(program_->sets[i.x], false);
    case code::back:
      return match_back(i.x);
    default:
      return flow::fail;
  }
}

// Whether one of the alternatives is of a dialect in use. Each but the last is behind a choice that asks for it.
bool machine::asks_a_dialect(std::uint32_t choice) const {
  for (;;) {
    const instruction& i = program_->code[choice];
    if (i.is != code::choice && i.is != code::unless) return program_->in_use.uses(i.x);
    if (program_->in_use.holds({i.y})) return true;
    choice += i.x;
  }
}

machine::flow machine::step(const instruction& i) {
  switch (i.is) {
    case code::literal:
    case code::one_of:
    case code::set:
    case code::leaf:
    case code::skip:
    case code::peek:
    case code::peek_not:
    case code::peek_one_of:
    case code::peek_none_of:
    case code::back:
    case code::fail:
      return single(i);
    case code::call:
      return call(i);
    case code::ret:
      return ret();
    case code::inlined:
      return inlined(i);
    case code::inlined_end: {
      const frame from = stack_.back();
      if (remembers_) remember(from, false);
      return pop(), go_on_at(from), flow::on;
    }
    case code::guard:
      return guard(i);
    case code::head:
      return head(i);
    case code::choice:
      if (!program_->in_use.holds({i.y})) return jump(i);
      return push(frame_kind::choice, target(i)), go_to(ip_ + 1);
    case code::unless:
      return program_->in_use.holds({i.y}) ? go_to(ip_ + 1) : jump(i);
    case code::commit:
      return pop(), jump(i);
    case code::partial_commit:
      return partial_commit(i);
    case code::recover:
      return push(frame_kind::recovery, target(i)), go_to(ip_ + 1);
    case code::predicate:
      return push_barrier(frame_kind::predicate, i.x == 0 ? 0 : target(i), nowhere), go_to(ip_ + 1);
    case code::back_commit:
      return restore(stack_.back().at), pop_barrier(), jump(i);
    case code::fail_twice:
      return pop_barrier(), flow::fail;
    case code::trial:
      return push_barrier(frame_kind::trial, 0, here_.position + limits_.trial_bytes), go_to(ip_ + 1);
    case code::span:
      return push_barrier(frame_kind::trial, 0, here_.position + limits_.span_bytes), begin_span(edge(i.x)),
             go_to(ip_ + 1);
    case code::trial_end:
      return pop_barrier(), go_to(ip_ + 1);
    case code::followed_by:
      return push_barrier(frame_kind::followed_by, target(i), here_.position + limits_.followed_by_bytes),
             go_to(ip_ + 1);
    case code::followed_by_end:
      return pop_barrier(), jump(i);
    case code::followed_by_other:
      return followed_by_other(i);
    case code::cut:
      return cut(), go_to(ip_ + 1);
    case code::begin:
      if (i.role == node_role::call && !wanted_.find_calls) return flow::fail;
      if (i.role == node_role::label && is_off(i.x)) return flow::fail;
      if (i.role == node_role::dialect && !program_->in_use.uses(i.x)) return flow::fail;
      return begin(i), go_to(ip_ + 1);
    case code::end:
      return end(i), go_to(ip_ + 1);
    case code::capture:
      return open_capture(i.x), go_to(ip_ + 1);
    case code::captured:
      return close_capture(i.x), go_to(ip_ + 1);
    case code::run:
      return scan_run(i);
    case code::step:
      return take_step(i, true);
    case code::span_step:
      return take_step(i, false);
    case code::json:
      return match_json(ip_ + 1);
    case code::json_until:
      return match_json_until(i);
    case code::json_step:
      return take_json_step(i);
    case code::python:
      return match_python();
    case code::tool:
    case code::field:
    case code::new_field:
      return match_name(i.is);
    case code::test:
      return test(static_cast<form>(i.x));
    case code::start_line:
      line_base_ = here_.position, line_indent_ = indent::none;
      [[fallthrough]];
    case code::start_sentence:
      place_ = {}, place_base_ = here_.position;
      return known_.forget(), go_to(ip_ + 1);
    case code::text:
      return scan_text(i);
    case code::item:
      return next_item();
    case code::text_step:
      return text_step(), cut(), jump(i);
    case code::noted:
      return noted(i);
    case code::item_end:
      return pop(), cut(), jump(i);
  }
  return flow::done;
}

machine::flow machine::call(const instruction& i) {
  if (here_.depth >= limits_.depth / 2) depends();
  if (here_.depth >= limits_.depth) return flow::fail;
  return enter(program_->asked_by(i, here_.row), 1);
}

machine::flow machine::enter(rule_place of, std::uint32_t deeper) {
  if (remembers_) {
    if (const known_answer* const known = recall(of)) return known->failed ? flow::fail : succeed(known->size);
  }
  push(frame_kind::ret, ip_ + 1);
  here_.depth += deeper;
  here_.row = of.row;
  return go_to(of.address);
}

// An argument that is one instruction stands for the instruction that asks for it.
machine::flow machine::inlined(const instruction& i) {
  const rule_place of = program_->asked_by(i, here_.row);
  if ((of.address & one_instruction_bit) != 0) return single(program_->code[of.address & ~one_instruction_bit]);
  return enter(of, 0);
}

machine::flow machine::ret() {
  const frame from = stack_.back();
  if (remembers_) remember(from, false);
  pop();
  drop_captures(from.at.captures);
  here_.depth = from.at.depth;
  return go_on_at(from), flow::on;
}

machine::flow machine::partial_commit(const instruction& i) {
  const std::uint32_t out = stack_.back().address;
  pop();
  push(frame_kind::choice, out);
  return jump(i);
}

void machine::unwind() {
  scan_ = {};
  for (;;) {
    if (stack_.back().is == frame_kind::ret) {
      if (remembers_) remember(stack_.back(), true);
      pop();
      continue;
    }
    const frame from = stack_.back();
    const bool dead = stack_.size() <= watermark_;
    is_barrier(from.is) ? pop_barrier() : pop();
    if (resume(from, dead)) return;
  }
}

bool machine::resume(const frame& from, bool dead) {
  switch (from.is) {
    case frame_kind::choice:
      if (dead) return false;
      break;
    case frame_kind::predicate:
      if (from.address == 0) return false;
      break;
    case frame_kind::recovery:
      if (dead) return resume_at_cut(from), go_on_at(from), true;
      break;
    case frame_kind::guard:
      if (dead) return give_up_item(from), true;
      break;
    default:
      return false;
  }
  restore(from.at);
  go_on_at(from);
  return true;
}

// A recovery takes over where the last cut was: what stands there is final, what is open there has failed.
void machine::resume_at_cut(const frame& from) {
  point at = cut_;
  at.captures = from.at.captures;
  at.depth = from.at.depth;
  restore(at);
  ip_ = from.address;  // events are those of the rule that takes over: where the other one failed depends on what is
                       // remembered
  close_failed(from.at.role);
  cut_ = here_;
  if (barriers_.empty()) final_events_ = events_base_ + events_.size();
}

// The message goes on after an item that broke; an item that broke where it began would begin there again.
void machine::give_up_item(const frame& from) {
  resume_at_cut(from);
  add_event(node_event_type::label, node_role::label, program_->broken_call, here_.position);
  cut();
  here_.row = from.at.row;
  ip_ = here_.position == from.at.position ? from.address : program_->start;
}

machine::flow machine::followed_by_other(const instruction& i) {
  const std::uint64_t until = here_.position;
  const point from = stack_.back().at;
  restore(from);
  pop_barrier();
  if (!silent_) {
    add_event(node_event_type::begin, i.role, 0, here_.position);
    here_.position = until;
    add_event(node_event_type::end, i.role, 0, from.position);
    if (i.x != 0)
      add_event(node_event_type::label, node_role::label, static_cast<std::uint16_t>(i.x - 1), from.position);
  }
  here_.position = until;
  return go_to(ip_ + 1);
}

void machine::text_step() {
  const std::uint64_t from = here_.position;
  here_.position = std::max(here_.position + 1, uncut_end_);
  note_text(from, here_.position);
}

machine::flow machine::scan_text(const instruction& i) {
  const char* const data = text_.data();
  const char* const from = data + (here_.position - base_);
  const char* const end = data + text_.size();
  const stop_place found = next_place(stop_at(i.y), before_text(from), from, end);
  const std::uint64_t until = here_.position + static_cast<std::uint64_t>(found.at - from);
  note_text(here_.position, until);
  here_.position = until;
  if (found.at != from || final_position_ != here_.position) move_cut();
  if (found.at == end) return at_end_ ? flow::done : flow::wait;
  if (found.undecided && !at_end_) return flow::wait;
  items_left_ = found.left;
  items_tried_ = 0;
  with_deferred_ = wanted_.deferred.empty();
  push(frame_kind::guard, target(i));
  return go_to(ip_ + 1);
}

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
