// Is this a call, or text after all, and why; and if it is one, does it count?
//
// Before a call begins, what looks like it may be text. The reasons, in the order in which they are asked:
//   1. a fence before it held a call as well, so no fence does         is_all_text(), follows_fence()
//   2. the host does not want a call that needed this recovery         is_all_text(), is_unwanted()
//   3. its tool is not declared, and its name is a misspelt one, or    becomes_text()
//      the host wants calls of undeclared tools as text
//   4. a mark of the host's history stands in or before it             begin_echo(), end_echo()
// A call with none of these reasons is held (a candidate) where it is doubtful, and counts unless it fails. The first
// failure is the one that is reported, but for those that replace it because they say more:
//   5. as it begins: the text was cut off, or the call is held and the host wants native calls alone    begin_call()
//   6. while it is read: a recovery that the host does not want or after which no call is complete,
//      a special token in a value, a value beyond the limit take_consequence()
//   7. as it ends: its parts, its end, its arguments                                                   judge()

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/call_builder.hpp"
#include "parser/history_scan.hpp"
#include "parser/ids.hpp"
#include "parser/missed_calls.hpp"

namespace toolcall::events {

class call_gate : public call_builder {
 public:
  // The prompt has ended: of what it holds, only a call that is still open is emitted.
  void end_prompt();
  // The text has ended: what waits, or is left of a cut character, is emitted.
  void flush();
  // For a message that has ended: the calls that may have been missed.
  const missed_calls& missed() const { return missed_; }

 protected:
  call_gate(const compiled_dialects& dialects, const tools& declared, const options& how);

  void begin_item(std::uint16_t item);
  void end_item();
  void begin_call(const engine::node_event& m);
  void add_name(std::string_view text);
  void end_name(std::uint64_t begin, std::uint64_t end);
  void name_call(bool after_cut);
  void end_call(std::uint64_t at, bool failed);

  // Reasons for which all that stands here is text.
  bool is_all_text() const { return fences_are_text_ || !unwanted_.empty(); }
  bool is_unwanted(const engine::node_event& m);
  bool follows_fence(std::string_view label, std::uint64_t begin);
  // Calls of this item are held because of this label.
  void hold_calls(std::string_view label) { hold_calls_ = label; }
  void take_consequence(const label_meaning& meaning);

  // What stands around calls: markup, unless the call beside it is text.
  void add_around_calls(std::string_view text, std::uint64_t from);
  void wait_for_call(std::string_view text, std::uint64_t from);
  void settle_around_calls(event_type as);
  void begin_the_rest(bool in_text);
  std::uint64_t last_call_end() const { return call_end_; }

  // call_gate_history.cpp: the marks of the host's history
  bool looks_for_history() const { return history_.is_on(); }
  void look_for_history(std::string_view text, bool in_item);
  void keep_raw(std::string_view text);
  bool next_is_echo() const { return echoes_in_item_ || echoes_from_here_; }
  bool is_echo() const { return call_.echoes || next_is_echo(); }
  event_type echo_type() const {
    return channel_ == call_channel::reasoning ? event_type::reasoning : event_type::text;
  }

  // Here is what may be a call that was missed; its first bytes, `passed`, were read before.
  void note_missed(std::string_view label, std::uint64_t begin, std::string_view passed = {});

  missed_calls missed_;

 private:
  bool becomes_text() const;
  void make_text();
  void resolve_name();
  void infer_name();
  void say_of_name(std::string_view label, std::string_view message);
  std::string resolved_message() const;
  std::string unknown_message() const;
  void emit_call_begin();

  void begin_echo();
  void end_echo(std::uint64_t at);

  void judge(std::uint64_t at, bool failed);
  void judge_parts(bool failed);
  void judge_end(std::uint64_t at);
  bool judge_arguments(std::uint64_t at);
  void report_merged_call(std::uint64_t at);
  void complete_call(std::uint64_t at, bool valid);
  void fail_call(std::uint64_t at);

  ids ids_;
  std::vector<bool> as_text_;                   // by label number: the host wants no call that needs it,
  std::string_view unwanted_;                   // and what stands here needs this one, so it is text as a whole
  std::optional<std::uint64_t> earlier_fence_;  // where a fence with a call began that did not end the message
  bool fences_are_text_ = false;                // from here to the end of the message
  std::string_view hold_calls_;                 // the label because of which the calls of this item are candidates
  // Where a call of an undeclared tool is text, so are the tags around it: those before the first call of an item wait
  // until it has a name, and those after a call are what it was. Blanks between two calls are markup, beside text they
  // are text; so those after a call wait as well.
  bool had_call_ = false, around_text_ = false;  // of this item; the last of them is text
  std::uint64_t call_end_ = 0;                   // of the last that was no text
  history_scan history_;
  bool echoes_in_item_ = false;    // a mark of the history stands in this item, outside of its calls;
  bool echoes_from_here_ = false;  // or in the text
};

}  // namespace toolcall::events
