// Parts of the message: which are open, what a call knows of itself; what failure restores, and what a cut makes final.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/captures.hpp"
#include "engine/clear_span.hpp"
#include "engine/machine_memory.hpp"
#include "engine/request.hpp"

namespace toolcall::engine {

class machine_parts : public machine_memory {
 public:
  // Whether from now on this recovery is not there; gives what was so before.
  bool switch_off(std::size_t label, bool off = true) {
    if (label >= wanted_.off.size()) wanted_.off.resize(label + 1);
    const bool before = wanted_.off[label];
    wanted_.off[label] = off;
    return before;
  }

 protected:
  struct role_node {
    node_role role;
    std::uint16_t index;
    std::uint32_t parent;
    std::uint32_t call;   // the innermost call around or at it, 0 for none
    std::uint32_t trail;  // height of the trail when a call began
    std::uint64_t begin;
  };
  // What the open calls know by now: their tool, and the fields they have had.
  struct trail_entry {
    std::uint32_t call;
    int value;
    bool is_tool;
  };

  machine_parts(const program& laid_out, const vocabulary& names, const machine_limits& bounds, request wanted);

  // In a call that has begun a recovery is always there: what was emitted stands, and the call ends as one.
  bool is_off(std::size_t label) {
    const auto holds = [label](const std::vector<bool>& labels) { return label < labels.size() && labels[label]; };
    const bool off = holds(wanted_.off);
    if (!off && !holds(wanted_.deferred)) return false;
    return depends(), (off || !with_deferred_) && roles_[here_.role].call == 0;
  }
  void begin(const instruction& i);
  void end(const instruction& i);
  void close_failed(std::uint32_t down_to);
  flow name_only_field();
  bool is_field_left();
  int tool_of_call() const;
  bool seen(int word) const;
  void open_capture(std::uint32_t id);
  void close_capture(std::uint32_t id);
  void drop_captures(std::uint32_t down_to) {
    for (; here_.captures > down_to; --here_.captures) captures_.drop_last();
  }

  // Spans in which no stop was found.
  void begin_span(std::uint32_t number);
  void note_clear(std::uint32_t number);

  void restore(const point& to) {
    go_back_over(here_.position - to.position);
    drop_events(to.events);
    drop_captures(to.captures);
    drop_trail(to.trail);
    here_ = to;
  }
  void cut();
  void move_cut();
  // Whether nothing but the position would change if a cut were made now.
  bool cut_is_near() const {
    return barriers_.empty() && watermark_ == stack_.size() && cut_.role == here_.role &&
           final_events_ == events_base_ + events_.size();
  }

  request wanted_;
  bool with_deferred_ = true;  // items are tried with the deferred labels
  std::vector<role_node> roles_;
  std::vector<clear_span> clear_spans_;
  captures captures_;

 private:
  bool has_named() const;
  bool makes_none();
  std::string content(const role_node& node) const;
  std::string_view replacement(std::uint16_t index) const;
  void note_name(const role_node& node);
  void note_key(const role_node& node);
  void learn(const trail_entry& what) {
    trail_.push_back(what);
    ++here_.trail;
  }
  void drop_trail(std::uint32_t down_to) {
    if (here_.trail != down_to) trail_.resize(here_.trail = down_to);
  }

  std::vector<trail_entry> trail_;
};

}  // namespace toolcall::engine
