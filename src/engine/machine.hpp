// The machine that runs a laid-out grammar on text as it arrives.
//
// It is a plain value: an instruction pointer, a stack of frames, and a handful of small vectors. It can be copied at
// any byte and both copies go on alone. It never throws (but for a failed allocation), never recurses, and does not own
// the text: whoever feeds it keeps the bytes from keep_from() on and shows them again.

#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_scan.hpp"
#include "engine/program.hpp"
#include "engine/python_scan.hpp"
#include "engine/vocabulary.hpp"

namespace toolcall::engine {

inline constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::size_t name_bytes = 4096;  // a declared name is not longer; a longer run of name bytes is none

struct limits {
  std::uint64_t trial_bytes = 1U << 20U;  // bytes from the start of a trial; at least 2, as all of these
  std::uint64_t late_bytes = 1U << 20U;   // of a late
  std::uint64_t span_bytes = 4096;        // of a span
  std::uint64_t uncut_bytes = 1U << 22U;  // that may be read behind what is final; what would need more fails
  std::uint32_t depth = 1000;             // rules within rules
};

struct byte_range {
  std::uint64_t begin, end;
};

class machine {
 public:
  machine(const program& laid_out, const vocabulary& names, const limits& bounds, request wanted = {});

  // Goes on as far as the bytes allow. text holds the stream's bytes from `base` on, at least from keep_from() on;
  // ordinary lists the ranges that are flagged as no special tokens. With at_end no byte will follow.
  void run(std::string_view text, std::uint64_t base, bool at_end, const std::vector<byte_range>& ordinary);

  // Takes a piece behind all that was read, if it is the usual one: in the middle of a run or of text, and no stop can
  // begin in it, or in the middle of JSON that does not end in it. Then all of it is final, and there is no mark. Else
  // nothing has happened.
  bool take(std::string_view piece, std::uint64_t base);

  // What is final: these marks, and all bytes before final_position().
  const mark* told_begin() const { return marks_.data(); }
  std::size_t told_count() const { return static_cast<std::size_t>(final_marks_ - marks_base_); }
  std::uint64_t final_position() const { return final_position_; }
  void forget_told();

  std::uint64_t keep_from() const { return final_position_; }
  std::uint64_t position() const { return position_; }
  // For tests of linearity: instructions executed, and bytes that were gone back over. Of those that an instruction
  // reads each is one that it goes forward over, or one of a number that the grammar bounds.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t bytes_again() const { return bytes_again_; }

 private:
  enum class kind : std::uint8_t { choice, recovery, guard, ret, look, trial, late };
  enum class flow : std::uint8_t { on, fail, ended, wait, done };

  // Everything that failure restores.
  struct point {
    std::uint64_t position = 0;
    std::uint64_t marks = 0;
    std::uint32_t role = 0;
    std::uint32_t captures = 0;
    std::uint32_t trail = 0;
    std::uint32_t depth = 0;
  };
  struct frame {
    kind is;
    std::uint32_t address;
    point at;
  };
  // What a barrier (predicate, trial, late) saves of the cut around it.
  struct barrier {
    std::uint64_t watermark;
    std::uint64_t cap;      // the cap around it
    std::uint64_t own_cap;  // nowhere for a predicate
    point cut;
    bool silent;
  };
  struct role_node {
    noun what;
    std::uint16_t index;
    std::uint32_t parent;
    std::uint32_t call;   // the innermost call around or at it, 0 for none
    std::uint32_t trail;  // height of the trail when a call began
    std::uint64_t begin;
  };
  struct captured {
    std::uint32_t id;
    std::uint32_t begin;  // in capture_bytes_
    std::uint64_t from;   // in the text, while open
    std::uint32_t size;
    bool open;
  };
  // What the open calls know by now: their tool, and the fields they have had.
  struct trail_entry {
    std::uint32_t call;
    int value;
    bool is_tool;
  };
  // The state of an instruction that waits in its middle.
  struct scan_state {
    std::uint64_t done = 0;  // bytes behind position_
    json_place json;
    python_place python;
  };

  // machine.cpp: frames, cuts, failure
  void go_on();
  flow step(const instruction& i);
  flow go_to(std::uint32_t address);
  flow call(const instruction& i);
  flow ret();
  flow again(const instruction& i);
  flow next_item();
  point now() const;
  void restore(const point& to);
  void push(kind is, std::uint32_t address);
  void pop();
  void push_barrier(kind is, std::uint32_t address, std::uint64_t own_cap);
  void pop_barrier();
  void cut();
  void move_cut();
  // Whether nothing but the position would change if a cut were made now.
  bool cut_is_near() const {
    return barriers_.empty() && watermark_ == stack_.size() && cut_.role == role_ &&
           final_marks_ == marks_base_ + marks_.size();
  }
  void find_stop();
  flow unwind();
  bool resume(const frame& from, bool dead);
  void resume_at_cut(const frame& from);
  void give_up_item(const frame& from);
  flow overrun();
  flow late_other(const instruction& i);

  // machine_parts.cpp: open parts and captures
  void add_mark(mark::kind is, noun what, std::uint16_t index, std::uint64_t from);
  // In a call that has begun a recovery is always there: what was told stands, and the call is to end as one.
  bool is_off(std::size_t label) const {
    return label < wanted_.off.size() && wanted_.off[label] && roles_[role_].call == 0;
  }
  void begin(const instruction& i);
  void end(const instruction& i);
  void close_failed(std::uint32_t down_to);
  void note_name(const role_node& node);
  void note_key(const role_node& node);
  int tool_of_call() const;
  bool seen(int word) const;
  void open_capture(std::uint32_t id);
  void close_capture(std::uint32_t id);
  void drop_captures(std::size_t count);

  // machine_match.cpp: primitives
  flow starved(std::uint64_t at);
  flow succeed(std::uint64_t count);
  flow match_literal(const literal& expected);
  flow match_bytes(std::string_view expected, bool any_case);
  flow match_set(const byte_set& bytes);
  flow match_leaf_rule(leaf_rule leaf);
  flow skip(const byte_set& bytes);
  flow peek(const byte_set& bytes, bool wanted);
  flow match_back(std::uint32_t id);
  flow match_json();
  flow match_python();
  flow match_scalar(bool (*belongs)(char));
  flow match_name(code is);
  flow match_line();
  void remember_line();
  stop_place next_place(const stop_table& stops, const char* from, const char* end) const;
  bool passes_over();
  bool passes_over_json();
  flow scan_run(const instruction& i);
  flow take_step(const instruction& i, bool cutting);
  flow scan_text(const instruction& i);

  bool there(std::uint64_t at) const { return at < stop_; }
  char byte(std::uint64_t at) const { return text_[static_cast<std::size_t>(at - base_)]; }
  std::string_view bytes(std::uint64_t from, std::uint64_t to) const {
    return text_.substr(static_cast<std::size_t>(from - base_), static_cast<std::size_t>(to - from));
  }

  const program* program_;
  const vocabulary* names_;
  limits limits_;
  request wanted_;

  // The text at hand, valid within run().
  std::string_view text_;
  std::uint64_t base_ = 0;
  std::uint64_t available_ = 0;  // end of the bytes at hand
  // Where an item that begins here has reached the limit on bytes behind the last cut: the text that it is instead is
  // not asked again byte by byte.
  std::uint64_t uncut_end_ = 0;
  std::uint64_t stop_ = 0;  // end of the bytes that may be read: at hand, and within all limits
  bool at_end_ = false;
  const std::vector<byte_range>* ordinary_ = nullptr;

  std::uint32_t ip_;
  std::uint64_t position_ = 0;
  std::uint64_t cap_ = nowhere;
  std::uint64_t watermark_ = 0;   // choices below this height are dead
  point cut_;                     // where the last cut was
  std::uint16_t items_left_ = 0;  // the items that may begin where the last one might: a set of the message's stops
  std::size_t items_tried_ = 0;   // how many of them were asked
  bool silent_ = false;           // inside a predicate: no marks
  bool named_ = false;            // a name, or the id around it, has ended since the last cut
  std::uint32_t role_ = 0;
  std::uint32_t depth_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t bytes_again_ = 0;
  scan_state scan_;
  std::vector<frame> stack_;
  std::vector<barrier> barriers_;
  std::vector<role_node> roles_;
  std::vector<captured> captures_;
  std::string capture_bytes_;
  std::vector<trail_entry> trail_;
  std::vector<mark> marks_;
  std::uint64_t marks_base_ = 0;
  std::uint64_t final_marks_ = 0;
  std::uint64_t final_position_ = 0;
  std::uint64_t line_base_ = 0;  // look-behind: at this position ...
  bool line_blank_ = true;       // ... only blanks stood since the line began
};

}  // namespace toolcall::engine
