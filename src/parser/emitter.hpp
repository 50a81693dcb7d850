// From the machine's node events to the events of the interface: what each part of the text becomes, and when.
//
// The machine has settled where nodes begin and end; here they become text, reasoning and calls. Node events come in
// the order of the text and are final, so everything here only ever goes forward.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/node_event.hpp>
#include <toolcall/parser.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/policy.hpp"
#include "engine/machine.hpp"
#include "parser/arguments.hpp"
#include "parser/call_state.hpp"
#include "parser/event_list.hpp"
#include "parser/ids.hpp"
#include "parser/missed_calls.hpp"
#include "parser/nested_value.hpp"
#include "parser/tracer.hpp"
#include "typing/json.hpp"

namespace toolcall::events {

class emitter {
 public:
  emitter(const compiled_dialects& dialects, const tools& declared, const options& how);

  // Bytes before this position came from the prompt: they decide what is what, and are not emitted.
  void begin_at(std::uint64_t position) {
    origin_ = position;
    tracer_.prompt(true);
  }
  // These bytes are special tokens, and come next.
  void note_special(std::uint64_t begin, std::uint64_t end);
  // The prompt has ended: of what it holds, only a call that is still open is emitted.
  void end_prompt();
  bool is_in_item() const { return is_in(engine::node_role::block); }
  // Whether the text ends in reasoning or a quotation so far.
  bool is_in_passage() const {
    return !call_.open() && (is_in(engine::node_role::reasoning) || is_in(engine::node_role::text));
  }
  // What goes on after the prompt of that which begins in it; empty while that is not decided.
  enum class crossing : unsigned char { none, text, other };
  std::optional<crossing> goes_beyond_prompt() const;
  // From now on the text has ended, for this reason.
  void end_with(std::string_view reason);

  void emit(const engine::node_event* events, std::size_t count, std::string_view text, std::uint64_t base,
            std::uint64_t until);
  // Whether the next bytes, if the machine has no node event for them, are just more of the text, reasoning or string
  // that was emitted last; and adding them to it.
  bool can_append(std::string_view text) const;
  void append(std::string_view text, std::uint64_t base);
  // The caller has taken the events.
  void forget() {
    emitted.clear();
    goes_on_ = false;
  }

  // Whether plain bytes (text/plain_bytes.hpp) may be added to the event that was appended last; and adding them.
  bool can_go_on() const { return goes_on_; }
  std::span<const event> go_on(std::string_view text) {
    at_ += text.size();
    if (destination_ == destination::value) arguments_.go_on(text);
    return emitted.go_on(text);
  }
  void flush();  // the text has ended: what is left of a cut character is emitted

  event_list emitted;

  // For a message that has ended: the calls that may have been missed, and diagnostics of the message as a whole.
  const missed_calls& missed() const { return missed_; }
  void say(std::string_view label, std::string_view message, std::uint64_t begin, std::uint64_t end) {
    diagnose(label, message, "", begin, end, no_call, false);
  }

  std::size_t held_bytes() const {
    return tail_.size() + arguments_.held_bytes() + nested_.bytes() + held_.bytes() + whole_.size() +
           call_.early_bytes + opener_.size() + withheld_.json.size();
  }

 private:
  // What becomes of the bytes that stand here.
  enum class destination : unsigned char { text, reasoning, markup, name, id, key, value, whole, nothing };

  struct open_part {
    engine::node_role role;
    destination around;  // what becomes of bytes outside of it again
    std::uint32_t at;    // where the program begins it
  };

  void bytes(std::string_view text, std::uint64_t from);
  void give(std::string_view text, std::uint64_t from);  // to what is open
  void apply(const engine::node_event& m);
  void begin(const engine::node_event& m);
  void end(const engine::node_event& m, bool failed);
  void note_crossing(const engine::node_event& m);
  void note_crossing(std::string_view text, std::uint64_t from);
  crossing crossing_as() const;
  void label(const engine::node_event& m);
  void note(std::string_view label, std::uint64_t begin, std::string_view passed = {});
  bool is_in(engine::node_role role) const;
  std::string said_of(const label_meaning& meaning) const;
  // Where the marks before the call begin.
  std::uint64_t marks_begin() const { return std::min(call_.begin, shown_end_); }
  // The bytes from there on that were emitted, as far as they are at hand.
  std::string_view passed_since(std::uint64_t begin) const;
  void take_consequence(const label_meaning& meaning);
  bool follows_fence(std::string_view label, std::uint64_t begin);
  bool is_unwanted(const engine::node_event& m);
  static destination destination_of(engine::node_role role);

  void delta(event_type type, std::string_view text, std::uint64_t from);
  void piece(event_type type, std::string_view text, std::uint64_t begin, std::uint64_t end);
  void argument_piece(std::string_view json, std::uint64_t begin, std::uint64_t end);
  void string_piece(std::string_view raw, std::uint64_t begin, std::uint64_t end);
  event_list& arguments_event(std::uint64_t begin, std::uint64_t end);
  // Arguments that wait for what follows them; and emitting them.
  std::string& withheld(std::uint64_t begin, std::uint64_t end);
  void send_withheld();
  void pass_markup();
  void send(std::string_view json, std::uint64_t begin, std::uint64_t end);
  void markup(std::uint64_t from, std::uint64_t end);
  void flush_tail();
  std::size_t cut_token(std::string_view text) const;

  void begin_item(const engine::node_event& m);
  // The text that takes the place of the bytes.
  std::string_view replacement(std::uint16_t index) const;
  void end_item();
  void begin_the_rest();
  void begin_call(const engine::node_event& m);
  void end_name(std::uint64_t begin, std::uint64_t end);
  void name_call(bool after_cut);
  void resolve_name();
  void infer_name();
  void add_around_calls(std::string_view text, std::uint64_t from);
  void wait(std::string_view text, std::uint64_t from);
  bool follows_call() const { return open_.empty() && shown_end_ < call_end_; }
  void settle_opener(event_type as);
  void say_of_name(std::string_view label, std::string_view message);
  std::string name_message() const;
  std::string unknown_message() const;
  void emit_call_begin();
  void begin_key(std::uint64_t at);
  void end_key(std::uint64_t begin);
  void begin_container(const engine::node_event& m);
  void end_container(const engine::node_event& m, bool failed);
  std::size_t nested_bytes() const { return arguments_.held_bytes() + nested_.bytes(); }
  void begin_value(const engine::node_event& m);
  void read_value_as(typing::form is);
  void refuse_special(std::uint64_t begin, std::uint64_t end);
  void add_value(std::string_view text, std::uint64_t from);
  void end_value(std::uint64_t begin, std::uint64_t at);
  void add_whole(std::string_view text, std::uint64_t from);
  void end_arguments(std::uint64_t begin, std::uint64_t at);
  void whole_arguments(std::string_view text, std::uint64_t begin, std::uint64_t at);
  void settle_fields();
  bool too_long(std::size_t held, std::uint64_t until);
  static std::string meant(std::string_view json);
  void emit_fields(const arguments::field_result& done, std::string_view json, std::uint64_t begin, std::uint64_t at,
                   std::uint64_t json_begin, bool closed);
  void end_call(std::uint64_t at, bool failed);
  void complete_call(std::uint64_t at);
  void report_merged_call(std::uint64_t at);
  void fail_call(std::uint64_t at);

  // With an empty message, what the label says.
  void diagnose(std::string_view name, std::string_view message, std::string_view pointer, std::uint64_t begin,
                std::uint64_t end, std::int64_t call, bool recovery);
  void report(const std::vector<typing::diagnostic>& diagnostics, std::uint64_t begin, std::uint64_t end);

  // emitter_trace.cpp: for the trace and nothing else; each returns at once where there is no sink
  trace_entry about(trace_kind kind, std::uint64_t begin, std::uint64_t end) const;
  void trace_begin(const engine::node_event& m);
  void trace_end(const engine::node_event& m, bool failed);
  void trace_label(const engine::node_event& m, std::string_view message, std::string_view pointer, std::int64_t call,
                   bool now_held);
  void trace_fields(const arguments::field_result& done, std::uint64_t begin, std::uint64_t end);
  void trace_violations(const std::vector<typing::diagnostic>& violations, std::uint64_t end);
  void decide(call_decision what, std::string_view label, std::uint64_t begin, std::uint64_t end);

  // Whether the host has switched this label off.
  bool is_off(std::string_view label) const { return is_without(how_.policy, label); }
  // A call with this number needed a recovery, which the host may want to confirm.
  void note_repair(std::string_view label, std::int64_t call);
  bool needs_confirmation() const { return call_.index == to_confirm_ || confirms_item_; }

  event_list& out() { return call_.candidate ? held_ : emitted; }
  event& add(event_type type, std::uint64_t begin, std::uint64_t end);
  std::uint64_t shown(std::uint64_t position) const { return position > origin_ ? position - origin_ : 0; }

  const compiled_dialects* dialects_;
  const compiled_grammar* grammar_;
  const typing::tool_set* tools_;
  options how_;
  typing::rules rules_;
  ids ids_;
  tracer tracer_;
  bool text_ended_ = false;
  bool broken_off_ = false;
  bool goes_on_ = false;
  std::uint64_t origin_ = 0;

  std::uint64_t at_ = 0;                     // bytes before are emitted
  std::uint64_t shown_end_ = 0;              // those of text and reasoning; marks may follow
  std::string_view window_;                  // while emitting: the bytes at hand,
  std::uint64_t window_begin_ = 0;           // and where they begin
  std::vector<engine::byte_range> special_;  // those of special tokens from there on, as far as they are flagged
  destination destination_ = destination::text;
  std::vector<open_part> open_;
  std::uint64_t item_begin_ = 0;              // of the item that began last
  bool prompt_recovered_ = false;             // with a recovery that began in the prompt
  crossing crosses_origin_ = crossing::none;  // a part of an item that began before it ended after it
  const dialect_traits* dialect_ = nullptr;   // of what stands here
  const dialect_traits* dialect_of_item_ = nullptr;
  bool holds_json_ = false;      // the name, key, value or arguments that began last
  std::string_view hold_calls_;  // the label because of which the calls of this item are candidates
  // Where a call of an undeclared tool is text, so are the tags around it: those before the first call of an item wait
  // until it has a name, and those after a call are what it was. Blanks between two calls are markup, beside text they
  // are text; so those after a call wait as well.
  std::string opener_;
  std::size_t blanks_ = 0;  // of the opener, at its begin
  std::uint64_t call_end_ = 0;
  std::uint64_t opener_begin_ = 0;
  bool had_call_ = false, around_text_ = false;  // of this item; the last of them is text
  std::vector<bool> as_text_;                    // by label number: the host wants no call that needs it,
  std::string_view unwanted_;                    // and what stands here needs this one, so it is text as a whole
  call_state call_;
  missed_calls missed_;
  std::optional<std::uint64_t> earlier_fence_;  // where a fence with a call began that did not end the message
  bool fences_are_text_ = false;                // from here to the end of the message
  std::int64_t calls_ = 0;
  std::int64_t to_confirm_ = no_call;  // the call that is open was read as the host wants to confirm;
  bool confirms_item_ = false;         // or so was what stands before it in this item
  arguments arguments_;
  struct {
    std::string json;
    std::uint64_t begin = 0, end = 0;
  } withheld_;
  nested_value nested_;                        // the field that is open, if its value comes in parts
  typing::form value_is_ = typing::form::raw;  // the value that began last
  std::string whole_;
  std::string json_;  // what is about to be emitted
  event_list held_;   // of a candidate
  std::string tail_;  // a character that is not whole yet, of ...
  event_type tail_type_ = event_type::text;
  std::uint64_t tail_begin_ = 0;
};

}  // namespace toolcall::events
