// A machine and the bytes it still needs.
//
// It reads the caller's bytes in place and copies only what is not final when a chunk ends.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/machine.hpp"

namespace toolcall::engine {

class stream {
 public:
  stream(const program& laid_out, const vocabulary& names, const machine_limits& bounds, request wanted = {})
      : machine_(laid_out, names, bounds, std::move(wanted)) {}

  // Reads a chunk. emit(events, count, text, base, until): these node events and all bytes before `until` are final;
  // text shows the stream from `base` on. Both are valid only within the call.
  template <typename Emit>
  void feed(std::string_view chunk, bool ordinary, Emit&& emit) {
    if (ordinary && !chunk.empty()) note_ordinary(end_, end_ + chunk.size());
    const std::string_view whole = chunk;
    const std::uint64_t origin = end_;
    while (!held_.empty() && !chunk.empty()) {
      // Enough to settle what is held, as a rule; doubled by every round, so that a long doubt costs no more than a
      // copy.
      const std::size_t piece = std::min(chunk.size(), std::max<std::size_t>(held_.size(), 64));
      held_.append(chunk.substr(0, piece));
      end_ += piece;
      chunk.remove_prefix(piece);
      advance(held_, held_base_, false, emit);
      drop_final();
      if (held_base_ < origin || chunk.empty()) continue;
      end_ = held_base_;  // all that is held came with this chunk: read on in place
      chunk = whole.substr(static_cast<std::size_t>(held_base_ - origin));
      held_.clear();
    }
    if (chunk.empty()) return;
    const std::uint64_t base = end_;
    end_ += chunk.size();
    advance(chunk, base, false, emit);
    held_base_ = machine_.keep_from();
    if (held_base_ < end_) held_.assign(chunk.substr(static_cast<std::size_t>(held_base_ - base)));
  }

  // Reads a chunk if nothing is held and all of it is final at once, without an event; else does nothing.
  bool take(std::string_view chunk) {
    if (!held_.empty() || !machine_.take(chunk, end_)) return false;
    held_base_ = end_ += chunk.size();
    return true;
  }

  // Likewise one of plain bytes, directly after one that was taken.
  bool take_plain(std::string_view chunk) {
    if (!machine_.take_plain(chunk)) return false;
    held_base_ = end_ += chunk.size();
    return true;
  }

  template <typename Emit>
  void finish(Emit&& emit) {
    advance(held_, held_base_, true, emit);
    held_base_ = end_;
    held_.clear();
  }

  bool switch_off(std::size_t label, bool off = true) { return machine_.switch_off(label, off); }

  std::uint64_t end() const { return end_; }  // bytes read so far
  std::size_t held_bytes() const { return held_.size(); }
  const machine& state() const { return machine_; }

 private:
  template <typename Emit>
  void advance(std::string_view text, std::uint64_t base, bool at_end, Emit& emit) {
    machine_.run(text, base, at_end, ordinary_);
    emit(machine_.final_events(), machine_.final_event_count(), text, base, machine_.final_position());
    if (machine_.final_event_count() > 0) machine_.forget_final_events();
    if (!ordinary_.empty() && ordinary_.front().end <= machine_.keep_from()) drop_ordinary();
  }
  void drop_final() {
    held_.erase(0, static_cast<std::size_t>(machine_.keep_from() - held_base_));
    held_base_ = machine_.keep_from();
  }
  void drop_ordinary() {
    const std::uint64_t from = machine_.keep_from();
    ordinary_.erase(ordinary_.begin(), std::partition_point(ordinary_.begin(), ordinary_.end(),
                                                            [from](const byte_range& r) { return r.end <= from; }));
  }
  void note_ordinary(std::uint64_t begin, std::uint64_t end) {
    if (!ordinary_.empty() && ordinary_.back().end == begin) {
      ordinary_.back().end = end;
    } else {
      ordinary_.push_back({begin, end});
    }
  }

  machine machine_;
  std::string held_;
  std::uint64_t held_base_ = 0;
  std::uint64_t end_ = 0;
  std::vector<byte_range> ordinary_;
};

}  // namespace toolcall::engine
