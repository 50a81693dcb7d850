// Frames, cuts and failure: how the machine goes back.
//
// One stack holds everything that failure may meet: choices, recoveries, returns, and the barriers of predicates and
// trials. A cut does not touch it; it only remembers the height of the stack, and failure skips the choices below that
// height. See spec/semantics.md, "Implementation by one number".

#include "engine/machine.hpp"

#include <algorithm>
#include <utility>

namespace toolcall::engine {

machine::machine(const program& laid_out, const vocabulary& names, const limits& bounds, request wanted)
    : program_(&laid_out), names_(&names), limits_(bounds), wanted_(std::move(wanted)), ip_(laid_out.start) {
  limits_.trial_bytes = std::max<std::uint64_t>(limits_.trial_bytes, 2);
  limits_.late_bytes = std::max<std::uint64_t>(limits_.late_bytes, 2);
  limits_.span_bytes = std::max<std::uint64_t>(limits_.span_bytes, 2);
  limits_.uncut_bytes = std::max<std::uint64_t>(limits_.uncut_bytes, 2);
  roles_.push_back({noun::block, 0, 0, 0, 0, 0});  // the message itself; never opened, never closed
}

void machine::run(std::string_view text, std::uint64_t base, bool at_end, const std::vector<byte_range>& ordinary) {
  text_ = text;
  base_ = base;
  available_ = base + text.size();
  at_end_ = at_end;
  ordinary_ = &ordinary;
  if (!passes_over()) go_on();
  remember_line();
  text_ = {};
  ordinary_ = nullptr;
}

void machine::go_on() {
  find_stop();
  for (flow f = flow::on; f != flow::wait && f != flow::done;) {
    ++steps_;
    f = f == flow::on ? step(program_->code[ip_]) : unwind();
  }
}

void machine::forget_told() {
  marks_.erase(marks_.begin(), marks_.begin() + static_cast<std::ptrdiff_t>(told_count()));
  marks_base_ = final_marks_;
}

machine::flow machine::step(const instruction& i) {
  switch (i.is) {
    case code::literal:
      return match_literal(program_->literals[i.x]);
    case code::set:
      return match_set(program_->sets[i.x]);
    case code::leaf:
      return match_leaf_rule(program_->leaves[i.x]);
    case code::skip:
      return skip(program_->sets[i.x]);
    case code::peek:
      return peek(program_->sets[i.x], true);
    case code::peek_not:
      return peek(program_->sets[i.x], false);
    case code::fail:
      return flow::fail;
    case code::call:
      return call(i);
    case code::ret:
      return ret();
    case code::choice:
      return push(kind::choice, i.x), go_to(ip_ + 1);
    case code::commit:
      return pop(), go_to(i.x);
    case code::again:
      return again(i);
    case code::recover:
      return push(kind::recovery, i.x), go_to(ip_ + 1);
    case code::look:
      return push_barrier(kind::look, i.x, nowhere), go_to(ip_ + 1);
    case code::looked:
      return restore(stack_.back().at), pop_barrier(), go_to(i.x);
    case code::refuse:
      return pop_barrier(), flow::fail;
    case code::trial:
      return push_barrier(kind::trial, 0, position_ + (i.y != 0 ? limits_.span_bytes : limits_.trial_bytes)),
             go_to(ip_ + 1);
    case code::trial_end:
      return pop_barrier(), go_to(ip_ + 1);
    case code::late:
      return push_barrier(kind::late, i.x, position_ + limits_.late_bytes), go_to(ip_ + 1);
    case code::late_end:
      return pop_barrier(), go_to(i.x);
    case code::late_other:
      return late_other(i);
    case code::cut:
      return cut(), go_to(ip_ + 1);
    case code::begin:
      if (i.what == noun::call && !wanted_.find_calls) return flow::fail;
      if (i.what == noun::label && is_off(i.x)) return flow::fail;
      return begin(i), go_to(ip_ + 1);
    case code::end:
      return end(i), go_to(ip_ + 1);
    case code::capture:
      return open_capture(i.x), go_to(ip_ + 1);
    case code::captured:
      return close_capture(i.x), go_to(ip_ + 1);
    case code::back:
      return match_back(i.x);
    case code::run:
      return scan_run(i);
    case code::step:
      return take_step(i, true);
    case code::span_step:
      return take_step(i, false);
    case code::json:
      return match_json();
    case code::python:
      return match_python();
    case code::tool:
    case code::field:
    case code::new_field:
      return match_name(i.is);
    case code::line:
      return match_line();
    case code::offered:
      return names_->given ? succeed(0) : flow::fail;
    case code::forced:
      return wanted_.forced ? succeed(0) : flow::fail;
    case code::chosen:
      return wanted_.chosen.empty() ? flow::fail : succeed(0);
    case code::text:
      return scan_text(i);
    case code::item:
      return next_item();
    case code::text_step:
      return position_ = std::max(position_ + 1, uncut_end_), cut(), go_to(i.x);
    case code::item_end:
      return pop(), cut(), go_to(i.x);
  }
  return flow::done;
}

machine::flow machine::go_to(std::uint32_t address) {
  ip_ = address;
  return flow::on;
}

machine::flow machine::call(const instruction& i) {
  if (depth_ >= limits_.depth) return flow::fail;
  push(kind::ret, ip_ + 1);
  ++depth_;
  return go_to(i.x);
}

machine::flow machine::ret() {
  const frame from = stack_.back();
  pop();
  drop_captures(from.at.captures);
  depth_ = from.at.depth;
  return go_to(from.address);
}

machine::flow machine::again(const instruction& i) {
  const std::uint32_t out = stack_.back().address;
  pop();
  push(kind::choice, out);
  return go_to(i.x);
}

// Of the items that are left at this place, one after the other.
machine::flow machine::next_item() {
  const std::vector<std::uint16_t>& left = program_->stops.front().sets[items_left_];
  if (items_tried_ == left.size()) return flow::fail;
  const std::uint32_t address = program_->item_at[left[items_tried_++]];
  push(kind::choice, ip_);
  return go_to(address);
}

machine::point machine::now() const {
  return {position_,
          marks_base_ + marks_.size(),
          role_,
          static_cast<std::uint32_t>(captures_.size()),
          static_cast<std::uint32_t>(trail_.size()),
          depth_};
}

void machine::restore(const point& to) {
  bytes_again_ += position_ - to.position;
  position_ = to.position;
  marks_.resize(static_cast<std::size_t>(to.marks - marks_base_));
  role_ = to.role;
  drop_captures(to.captures);
  trail_.resize(to.trail);
  depth_ = to.depth;
}

void machine::push(kind is, std::uint32_t address) {
  stack_.push_back({is, address, now()});
}

void machine::pop() {
  stack_.pop_back();
  watermark_ = std::min<std::uint64_t>(watermark_, stack_.size());
}

void machine::push_barrier(kind is, std::uint32_t address, std::uint64_t own_cap) {
  push(is, address);
  barriers_.push_back({watermark_, cap_, own_cap, cut_, silent_});
  cap_ = std::min(cap_, own_cap);
  find_stop();
  silent_ = silent_ || is == kind::look;
}

void machine::pop_barrier() {
  const barrier& outside = barriers_.back();
  watermark_ = outside.watermark;
  cap_ = outside.cap;
  cut_ = outside.cut;
  silent_ = outside.silent;
  barriers_.pop_back();
  find_stop();
  pop();
}

void machine::cut() {
  watermark_ = stack_.size();
  if (barriers_.empty()) {
    if (named_) add_mark(mark::kind::cut, noun::name, 0, position_);
    named_ = false;
    roles_.resize(role_ + 1U);
    if (roles_[role_].call == 0) trail_.clear();
    final_position_ = position_;
    uncut_end_ = 0;
    final_marks_ = marks_base_ + marks_.size();
    find_stop();
  }
  cut_ = now();
}

void machine::find_stop() {
  stop_ = std::min({available_, cap_, final_position_ + limits_.uncut_bytes});
}

void machine::move_cut() {
  if (!cut_is_near()) return cut();
  cut_.position = final_position_ = position_;
  find_stop();
}

machine::flow machine::unwind() {
  scan_ = {};
  for (;;) {
    const frame from = stack_.back();
    const bool dead = stack_.size() <= watermark_;
    const bool barred = from.is == kind::look || from.is == kind::trial || from.is == kind::late;
    barred ? pop_barrier() : pop();
    if (resume(from, dead)) return flow::on;
  }
}

bool machine::resume(const frame& from, bool dead) {
  switch (from.is) {
    case kind::choice:
      if (dead) return false;
      break;
    case kind::look:
      if (from.address == 0) return false;
      break;
    case kind::recovery:
      if (dead) return resume_at_cut(from), ip_ = from.address, true;
      break;
    case kind::guard:
      if (dead) return give_up_item(from), true;
      break;
    default:
      return false;
  }
  restore(from.at);
  ip_ = from.address;
  return true;
}

// A recovery takes over where the last cut was: what stands there is final, what is open there has failed.
void machine::resume_at_cut(const frame& from) {
  point at = cut_;
  at.captures = from.at.captures;
  at.depth = from.at.depth;
  restore(at);
  close_failed(from.at.role);
  cut_ = now();
  if (barriers_.empty()) final_marks_ = cut_.marks;
}

// The message goes on behind an item that broke; an item that broke where it began would begin there again.
void machine::give_up_item(const frame& from) {
  resume_at_cut(from);
  add_mark(mark::kind::label, noun::label, program_->broken_call, position_);
  cut();
  ip_ = position_ == from.at.position ? from.address : program_->start;
}

// The innermost construct whose limit was reached: a trial fails, a late takes its other reading for all its bytes.
machine::flow machine::overrun() {
  const std::uint64_t reached = cap_;
  scan_ = {};
  for (;;) {
    const frame from = stack_.back();
    const bool barred = from.is == kind::look || from.is == kind::trial || from.is == kind::late;
    if (barred && barriers_.back().own_cap == reached) {
      if (from.is != kind::late) return unwind();
      position_ = reached;
      return go_to(from.address);
    }
    barred ? pop_barrier() : pop();
  }
}

machine::flow machine::late_other(const instruction& i) {
  const std::uint64_t until = position_;
  const point from = stack_.back().at;
  restore(from);
  pop_barrier();
  if (!silent_) {
    add_mark(mark::kind::begin, i.what, 0, position_);
    position_ = until;
    add_mark(mark::kind::end, i.what, 0, from.position);
    if (i.x != 0) add_mark(mark::kind::label, noun::label, static_cast<std::uint16_t>(i.x - 1), from.position);
  }
  position_ = until;
  return go_to(ip_ + 1);
}

}  // namespace toolcall::engine
