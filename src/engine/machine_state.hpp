// What the machine is made of: the text at hand, an instruction pointer, a stack of frames, node events, and the
// limits.
//
// The machine has five layers, each above the one that it derives from: machine_state; machine_memory, which knows what
// rules were found to do; machine_parts, the open parts of the message, and cuts; machine_scanner, which reads bytes;
// and machine, which runs instructions and finds the items of the message. A layer calls those below it and knows none
// above it. They are layers and no members because all of them work on one place of one text, and failure restores all
// of it.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/json_scan.hpp"
#include "engine/machine_limits.hpp"
#include "engine/program.hpp"
#include "engine/python_scan.hpp"
#include "text/vocabulary.hpp"

namespace toolcall::engine {

class machine_state {
 public:
  // What is final: these events, and all bytes before final_position().
  const node_event* final_events() const { return events_.data(); }
  std::size_t final_event_count() const { return static_cast<std::size_t>(final_events_ - events_base_); }
  std::uint64_t final_position() const { return final_position_; }

  std::uint64_t keep_from() const { return final_position_; }
  std::uint64_t position() const { return here_.position; }

 protected:
  enum class frame_kind : std::uint8_t {
    choice,
    recovery,
    guard,
    ret,
    predicate,
    trial,
    followed_by
  };  // then barriers
  enum class flow : std::uint8_t { on, fail, ended, wait, done };

  // Everything that failure restores.
  struct point {
    std::uint64_t position = 0;
    std::uint32_t events = 0;  // how many so far, modulo 2^32
    std::uint32_t captures = 0;
    std::uint32_t trail = 0;
    std::uint32_t role = 0;   // the innermost open part
    std::uint32_t depth = 0;  // rules within rules
    std::uint32_t row = 0;    // of the instance whose code runs
  };
  struct frame {
    point at;
    std::uint32_t address;
    frame_kind is;
  };
  // What a barrier (predicate, trial, followed_by) saves of the cut around it.
  struct barrier {
    std::uint64_t watermark;
    std::uint64_t cap;      // the cap around it
    std::uint64_t own_cap;  // nowhere for a predicate
    point cut;
    bool silent;
    json_place json;  // where the stop of JSON is asked, how far that was read
  };
  // The state of an instruction that waits in its middle.
  struct scan_state {
    std::uint64_t done = 0;  // bytes after the position
    json_place json;
    python_place python;
  };

  machine_state(const program& laid_out, const vocabulary& names, const machine_limits& bounds);

  bool there(std::uint64_t at) const { return at < stop_; }
  bool is_past_limit(std::uint64_t at) const { return at >= cap_ || at >= final_position_ + limits_.uncut_bytes; }
  char byte(std::uint64_t at) const { return text_[static_cast<std::size_t>(at - base_)]; }
  std::string_view bytes(std::uint64_t from, std::uint64_t to) const {
    return text_.substr(static_cast<std::size_t>(from - base_), static_cast<std::size_t>(to - from));
  }

  flow go_to(std::uint32_t address) { return ip_ = address, flow::on; }
  std::uint32_t target(const instruction& here) const { return ip_ + here.x; }
  flow jump(const instruction& here) { return go_to(target(here)); }
  std::uint32_t edge(std::uint32_t number) const { return program_->rows[here_.row + number]; }
  void go_on_at(const frame& from) {
    ip_ = from.address;
    here_.row = from.at.row;
  }
  flow succeed(std::uint64_t count) { return succeed(count, ip_ + 1); }
  flow succeed(std::uint64_t count, std::uint32_t then) {
    here_.position += count;
    scan_ = {};
    return go_to(then);
  }

  // Frames. Barriers are those of predicates, trials and followed_by.
  void push(frame_kind is, std::uint32_t address) { stack_.push_back({here_, address, is}); }
  void pop() {
    stack_.pop_back();
    watermark_ = std::min<std::uint64_t>(watermark_, stack_.size());
    dependent_ = std::min<std::uint64_t>(dependent_, stack_.size());
  }
  static bool is_barrier(frame_kind is) { return is >= frame_kind::predicate; }
  void push_barrier(frame_kind is, std::uint32_t address, std::uint64_t own_cap);
  void pop_barrier();
  // What is answered here depends on more than the text, so nothing that is open now will be remembered.
  void depends() { dependent_ = stack_.size(); }

  // Limits.
  flow starved(std::uint64_t at);
  void find_stop();
  flow overrun();

  // Node events.
  void note(const node_event& m) {
    events_.push_back(m);
    ++here_.events;
  }
  void drop_events(std::uint32_t down_to) {
    if (here_.events == down_to) return;
    events_.erase(events_.end() - static_cast<std::ptrdiff_t>(here_.events - down_to), events_.end());
    here_.events = down_to;
  }
  void add_event(node_event_type is, node_role role, std::uint16_t index, std::uint64_t from);
  std::uint64_t uncut_events() const { return events_base_ + events_.size() - final_events_; }

  const program* program_;
  const vocabulary* names_;
  machine_limits limits_;

  // The text at hand, valid within run().
  std::string_view text_;
  std::uint64_t base_ = 0;
  std::uint64_t available_ = 0;  // end of the bytes at hand
  // Where an item that begins here has reached the limit on bytes after the last cut: the text that it is instead is
  // not asked again byte by byte.
  std::uint64_t uncut_end_ = 0;
  std::uint64_t reach_ = 0;  // where a limit is
  std::uint64_t stop_ = 0;   // end of the bytes that may be read: at hand, and within all limits
  bool at_end_ = false;

  std::uint32_t ip_;
  point here_;
  std::uint64_t cap_ = nowhere;
  std::uint64_t watermark_ = 0;      // choices below this height are dead
  std::uint64_t dependent_ = 0;      // likewise, what depends on more than the text
  point cut_;                        // where the last cut was
  bool silent_ = false;              // inside a predicate: no node events
  std::uint64_t silent_events_ = 0;  // that the outermost predicate did not make
  scan_state scan_;
  std::vector<frame> stack_;
  std::vector<barrier> barriers_;
  std::vector<node_event> events_;
  std::uint64_t events_base_ = 0;
  std::uint64_t final_events_ = 0;
  std::uint64_t final_position_ = 0;

 private:
  void bound_events();
};

}  // namespace toolcall::engine
