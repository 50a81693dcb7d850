// The machine that runs a laid-out grammar on text as it arrives.
//
// It is a plain value: an instruction pointer, a stack of frames, and a handful of small vectors. It can be copied at
// any byte and both copies go on alone. It never throws (but for a failed allocation), never recurses, and does not own
// the text: whoever feeds it keeps the bytes from keep_from() on and shows them again.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/captures.hpp"
#include "engine/clear_span.hpp"
#include "engine/json_scan.hpp"
#include "engine/known_answers.hpp"
#include "engine/line_place.hpp"
#include "engine/machine_limits.hpp"
#include "engine/program.hpp"
#include "engine/python_scan.hpp"
#include "engine/request.hpp"
#include "engine/scan.hpp"
#include "text/vocabulary.hpp"

namespace toolcall::engine {

struct byte_range {
  std::uint64_t begin, end;
};

class machine {
 public:
  machine(const program& laid_out, const vocabulary& names, const machine_limits& bounds, request wanted = {});

  // Whether from now on this recovery is not there; gives what was so before.
  bool switch_off(std::size_t label, bool off = true) {
    if (label >= wanted_.off.size()) wanted_.off.resize(label + 1);
    const bool before = wanted_.off[label];
    wanted_.off[label] = off;
    return before;
  }

  // Goes on as far as the bytes allow. text holds the stream's bytes from `base` on, at least from keep_from() on;
  // ordinary lists the ranges that are flagged as no special tokens. With at_end no byte will follow.
  void run(std::string_view text, std::uint64_t base, bool at_end, const std::vector<byte_range>& ordinary);

  // Takes a piece after all that was read, if it is the usual one: in the middle of a run or of text, and no stop can
  // begin in it, or in the middle of JSON that does not end in it. Then all of it is final without an event. Else
  // nothing has happened.
  bool take(std::string_view piece, std::uint64_t base);

  // Likewise a piece of plain bytes (text/plain_bytes.hpp) that comes directly after one that was taken.
  bool take_plain(std::string_view piece) {
    if (middle_ == middle::none) return false;
    if (middle_ == middle::of_run && !is_clear(piece)) return false;
    here_.position += piece.size();
    cut_.position = final_position_ = available_ = line_base_ = place_base_ = here_.position;
    place_.read(piece);
    return true;
  }

  // What is final: these events, and all bytes before final_position().
  const node_event* final_events() const { return events_.data(); }
  std::size_t final_event_count() const { return static_cast<std::size_t>(final_events_ - events_base_); }
  std::uint64_t final_position() const { return final_position_; }
  void forget_final_events();

  std::uint64_t keep_from() const { return final_position_; }
  std::uint64_t position() const { return here_.position; }
  // For tests of linearity: instructions executed, and bytes that were gone back over, but for those that were passed
  // over as known. Of those that an instruction reads each is one that it goes forward over, or one of a number that
  // the grammar bounds.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t bytes_again() const { return bytes_again_ - std::min(bytes_again_, bytes_passed_); }

 private:
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
  // Where the last piece was taken: with plain bytes nothing changes there but the position. (ended_.text stays behind,
  // but is only compared with ended_.reasoning, after which it is.)
  enum class middle : std::uint8_t { none, of_string, of_run };

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
  struct role_node {
    node_role role;
    std::uint16_t index;
    std::uint32_t parent;
    std::uint32_t call;   // the innermost call around or at it, 0 for none
    std::uint32_t trail;  // height of the trail when a call began
    std::uint64_t begin;
  };
  // Where the message's last text that is not blank ended, its last reasoning, and its last call, whole or not.
  struct last_ends {
    std::uint64_t text = 0, reasoning = 0, call = 0;
    bool is_start() const { return text <= reasoning; }
    bool is_after_call() const { return call > 0 && text <= call; }
    void note(const node_event& m) {
      const bool is_over = m.is == node_event_type::end || m.is == node_event_type::failed;
      if (is_over && m.role == node_role::call) call = std::max(call, m.end);
      if (m.is != node_event_type::end || m.begin == m.end) return;
      if (m.role == node_role::text) text = std::max(text, m.end);
      if (m.role == node_role::reasoning) reasoning = std::max(reasoning, m.end);
    }
  };
  // What the open calls know by now: their tool, and the fields they have had.
  struct trail_entry {
    std::uint32_t call;
    int value;
    bool is_tool;
  };
  // The state of an instruction that waits in its middle.
  struct scan_state {
    std::uint64_t done = 0;  // bytes after the position
    json_place json;
    python_place python;
  };

  // machine.cpp: frames, cuts, failure
  void execute();
  [[gnu::always_inline]] inline flow step(const instruction& i);
  flow single(const instruction& i);
  flow go_to(std::uint32_t address) { return ip_ = address, flow::on; }
  std::uint32_t target(const instruction& here) const { return ip_ + here.x; }
  flow jump(const instruction& here) { return go_to(target(here)); }
  flow call(const instruction& i);
  flow inlined(const instruction& i);
  flow enter(rule_place of, std::uint32_t deeper);
  flow ret();
  flow partial_commit(const instruction& i);
  flow head(const instruction& i) {
    if (there(here_.position)) return program_->sets[i.y].has(byte(here_.position)) ? go_to(ip_ + 1) : jump(i);
    // What is tried next would wait as well; where a limit or the end of the text stands, it meets that itself.
    return at_end_ || is_past_limit(here_.position) ? go_to(ip_ + 1) : flow::wait;
  }
  // A dialect may ask for more than the next byte before it fails, so if that were not waited for, what is emitted
  // would depend on how the text is cut.
  flow guard(const instruction& i) {
    if (there(here_.position)) return program_->sets[i.x].has(byte(here_.position)) ? go_to(ip_ + 1) : flow::fail;
    return at_end_ || is_past_limit(here_.position) || !asks_a_dialect(ip_ + 1) ? go_to(ip_ + 1) : flow::wait;
  }
  bool asks_a_dialect(std::uint32_t choice) const;
  // machine_parts.cpp
  flow name_only_field();
  bool is_field_left();
  std::string_view replacement(std::uint16_t index) const;
  // machine_items.cpp
  flow next_item();
  flow noted(const instruction& i);

  void restore(const point& to) {
    bytes_again_ += here_.position - to.position;
    if (bytes_again_ > allowed_again_ && !remembers_) begin_remembering();
    drop_events(to.events);
    drop_captures(to.captures);
    drop_trail(to.trail);
    here_ = to;
  }
  std::uint32_t edge(std::uint32_t number) const { return program_->rows[here_.row + number]; }
  void go_on_at(const frame& from) {
    ip_ = from.address;
    here_.row = from.at.row;
  }
  void push(frame_kind is, std::uint32_t address) { stack_.push_back({here_, address, is}); }
  void pop() {
    stack_.pop_back();
    watermark_ = std::min<std::uint64_t>(watermark_, stack_.size());
    dependent_ = std::min<std::uint64_t>(dependent_, stack_.size());
  }
  void push_barrier(frame_kind is, std::uint32_t address, std::uint64_t own_cap);
  void pop_barrier();
  bool has_named() const;
  void cut();
  void move_cut();
  // Whether nothing but the position would change if a cut were made now.
  bool cut_is_near() const {
    return barriers_.empty() && watermark_ == stack_.size() && cut_.role == here_.role &&
           final_events_ == events_base_ + events_.size();
  }

  // machine_limits.cpp
  flow starved(std::uint64_t at);
  void find_stop();
  void bound_events();
  flow overrun();

  // machine_memory.cpp: what rules and spans were found to do
  rule_place called_by(const frame& of) const;
  const known_answer* recall(rule_place of) const;
  void remember(const frame& of, bool failed);
  void begin_remembering();
  void allow_going_back();
  void give_back_memory();
  std::uint64_t most_allowed_again() const;
  // What is known up to there need not be read again.
  void pass_over(std::uint64_t to) {
    const std::uint64_t end = std::max(std::min(to, stop_), here_.position);
    bytes_passed_ += end - here_.position;
    here_.position = end;
  }
  void begin_span(std::uint32_t number);
  void note_clear(std::uint32_t number);
  // What is answered here depends on more than the text, so nothing that is open now will be remembered.
  void depends() { dependent_ = stack_.size(); }
  std::uint64_t uncut_events() const { return events_base_ + events_.size() - final_events_; }
  void unwind();
  static bool is_barrier(frame_kind is) { return is >= frame_kind::predicate; }
  bool resume(const frame& from, bool dead);
  void resume_at_cut(const frame& from);
  void give_up_item(const frame& from);
  flow followed_by_other(const instruction& i);

  // machine_parts.cpp: open parts and captures
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
  // In a call that has begun a recovery is always there: what was emitted stands, and the call ends as one.
  bool is_off(std::size_t label) {
    const auto holds = [label](const std::vector<bool>& labels) { return label < labels.size() && labels[label]; };
    const bool off = holds(wanted_.off);
    if (!off && !holds(wanted_.deferred)) return false;
    return depends(), (off || !with_deferred_) && roles_[here_.role].call == 0;
  }
  void begin(const instruction& i);
  bool makes_none();
  void end(const instruction& i);
  void close_failed(std::uint32_t down_to);
  std::string content(const role_node& node) const;
  void note_name(const role_node& node);
  void note_key(const role_node& node);
  int tool_of_call() const;
  bool seen(int word) const;
  void open_capture(std::uint32_t id);
  void close_capture(std::uint32_t id);
  void drop_captures(std::uint32_t down_to) {
    for (; here_.captures > down_to; --here_.captures) captures_.drop_last();
  }
  void learn(const trail_entry& what) {
    trail_.push_back(what);
    ++here_.trail;
  }
  void drop_trail(std::uint32_t down_to) {
    if (here_.trail != down_to) trail_.resize(here_.trail = down_to);
  }

  // machine_match.cpp: primitives
  flow succeed(std::uint64_t count) { return succeed(count, ip_ + 1); }
  flow succeed(std::uint64_t count, std::uint32_t then) {
    here_.position += count;
    scan_ = {};
    return go_to(then);
  }
  flow match_literal(const literal_bytes& expected);
  flow match_one_of(const instruction& i);
  bool is_ordinary(std::size_t size) const;
  flow match_bytes(std::string_view expected, bool any_case);
  flow match_set(const byte_set& bytes);
  flow match_leaf_rule(leaf_rule leaf);
  flow skip(std::uint32_t set);
  flow peek(const byte_set& bytes, bool wanted);
  flow match_back(std::uint32_t id);
  flow match_name(code is);
  flow match_any_name();
  indent indent_here() const;
  line_place place_here();
  void read_place();
  void remember_line();
  flow test(form is);
  last_ends ends_by_now();
  void note_text(std::uint64_t from, std::uint64_t to);
  void note_final_events();
  void text_step();
  const stop_automaton::start& stop_start(std::uint16_t number) const;
  stop_view stop_at(std::uint16_t number);
  look_behind before_text(const char* at);
  look_behind before_run() const;
  stop_place next_place(const stop_view& stops, const look_behind& before, const char* from, const char* end) const;
  void note_middle();
  bool is_clear(std::string_view piece) const {
    return std::none_of(piece.begin(), piece.end(),
                        [this](char c) { return run_stop_->may_look_for(static_cast<unsigned char>(c)); });
  }
  bool passes_over();
  flow scan_run(const instruction& i);
  flow take_step(const instruction& i, bool cutting);
  flow scan_text(const instruction& i);

  // machine_json.cpp: JSON and Python
  flow match_json(std::uint32_t then);
  bool opens_json() const;
  flow match_json_scalar(std::uint32_t then);
  flow match_json_until(const instruction& i);
  bool may_stop(const instruction& json_until) const;
  flow read_json_to(std::uint64_t end, std::uint32_t then);
  flow take_json_step(const instruction& i);
  bool passes_over_json(const instruction& i);
  flow match_scalar(bool (*belongs)(char), std::uint32_t then);
  flow match_python();

  bool there(std::uint64_t at) const { return at < stop_; }
  bool is_past_limit(std::uint64_t at) const { return at >= cap_ || at >= final_position_ + limits_.uncut_bytes; }
  char byte(std::uint64_t at) const { return text_[static_cast<std::size_t>(at - base_)]; }
  std::string_view bytes(std::uint64_t from, std::uint64_t to) const {
    return text_.substr(static_cast<std::size_t>(from - base_), static_cast<std::size_t>(to - from));
  }

  const program* program_;
  const vocabulary* names_;
  machine_limits limits_;
  request wanted_;

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
  const std::vector<byte_range>* ordinary_ = nullptr;

  std::uint32_t ip_;
  point here_;
  std::uint64_t cap_ = nowhere;
  std::uint64_t watermark_ = 0;   // choices below this height are dead
  std::uint64_t dependent_ = 0;   // likewise, what depends on more than the text
  point cut_;                     // where the last cut was
  std::uint16_t items_left_ = 0;  // the items that may begin where the last one might: a set of the stops
  std::size_t items_tried_ = 0;   // how many of them were asked
  std::size_t first_note_ = 0;    // the first item that is only noted
  middle middle_ = middle::none;
  const stop_automaton::start* run_stop_ = nullptr;  // in the middle of a run
  bool with_deferred_ = true;                        // they are tried with the deferred labels
  bool silent_ = false;                              // inside a predicate: no node events
  std::uint64_t steps_ = 0;
  std::uint64_t bytes_again_ = 0;
  std::uint64_t bytes_passed_ = 0;
  std::uint64_t allowed_again_ = 0;  // bytes_again_ up to which rules are asked again
  std::uint64_t allowed_at_ = 0;     // the place that this was counted at
  std::uint64_t silent_events_ = 0;  // that the outermost predicate did not make
  bool remembers_ = false;
  known_answers known_;
  scan_state scan_;
  std::vector<frame> stack_;
  std::vector<barrier> barriers_;
  std::vector<role_node> roles_;
  std::vector<clear_span> clear_spans_;
  std::array<skipped_row, 4> skipped_{};  // by the set's number
  captures captures_;
  std::vector<trail_entry> trail_;
  std::vector<node_event> events_;
  std::uint64_t events_base_ = 0;
  std::uint64_t final_events_ = 0;
  std::uint64_t final_position_ = 0;
  std::uint64_t line_base_ = 0;  // look-behind: what stands at this position is indented so
  indent line_indent_ = indent::none;
  std::uint64_t place_base_ = 0;  // likewise, all of the line before this position
  line_place place_;
  last_ends ended_;          // as far as it is final
  std::uint64_t noted_ = 0;  // the node events before are in it
};

}  // namespace toolcall::engine
