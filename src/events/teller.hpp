// From the machine's marks to events: what each part of the text is told as, and when.
//
// The machine has settled where parts begin and end; here they become text, reasoning and calls. Marks come in the
// order of the text and are final, so everything here only ever goes forward.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/mark.hpp>
#include <toolcall/parser.hpp>

#include "events/arguments.hpp"
#include "events/compiled_dialects.hpp"
#include "events/event_list.hpp"
#include "events/ids.hpp"
#include "events/nested_value.hpp"
#include "events/policy.hpp"
#include "events/trace.hpp"
#include "typing/json.hpp"

namespace toolcall::events {

class teller {
 public:
  teller(const compiled_dialects& dialects, const tools& declared, const options& how);

  // Bytes before this position came from the prompt: they decide what is what, and are not told.
  void begin_at(std::uint64_t position) {
    origin_ = position;
    trace_.prompt(true);
  }
  // The prompt has ended: of what it holds, only a call that is still open is told.
  void end_prompt();
  // From now on the text has ended, for this reason.
  void end_with(std::string_view reason);

  void tell(const engine::mark* marks, std::size_t count, std::string_view text, std::uint64_t base,
            std::uint64_t until);
  // Whether the next bytes, if the machine has no mark for them, are just more of the text, reasoning or string that
  // was told last; and telling them so.
  bool goes_on(std::string_view text) const;
  void go_on(std::string_view text, std::uint64_t base);
  void flush();  // the text has ended: what is left of a cut character is told

  event_list told;

  std::size_t held_bytes() const {
    return tail_.size() + arguments_.held_bytes() + nested_.bytes() + held_.bytes() + whole_.size() + call_.early_bytes;
  }

 private:
  // What becomes of the bytes that stand here.
  enum class sink : unsigned char { text, reasoning, markup, name, id, key, value, whole, nothing };

  struct open_part {
    engine::noun what;
    sink around;       // what becomes of bytes outside of it again
    std::uint32_t at;  // where the program begins it
  };
  struct early {
    std::string text;
    std::uint64_t begin, end;
  };
  struct call_state {
    bool open = false;
    bool begun = false;      // its beginning has been told
    bool candidate = false;  // it is told whole, or refused
    bool doubtful = false;   // its evidence is not plain
    bool as_text = false;    // of an undeclared tool, where the host wants those as text
    bool repaired = false;
    std::uint64_t begin = 0;
    bool named = false;
    std::uint64_t name_begin = 0, name_end = 0;
    std::int64_t index = 0;
    int tool = -1;
    std::string name, rival, id, key, inner_key, raw;
    std::string name_in_text;  // where it was read as another
    const std::string& written() const { return name_in_text.empty() ? name : name_in_text; }
    bool in_id = false;
    std::uint64_t key_begin = 0;
    const dialect_traits* dialect = nullptr;
    std::string_view disagrees;    // why it says two things at once
    std::string_view failed;       // why it cannot be complete
    bool refused = false;          // it is closed, but not acceptable
    std::string_view needs_field;  // why it cannot be without a field
    std::vector<early> arguments;  // that came before the name
    std::size_t early_bytes = 0;   // of these
  };

  void bytes(std::string_view text, std::uint64_t from);
  void give(std::string_view text, std::uint64_t from);  // to what is open
  void apply(const engine::mark& m);
  void begin(const engine::mark& m);
  void end(const engine::mark& m, bool failed);
  void label(const engine::mark& m);
  void take_consequence(const label_meaning& meaning);
  static sink sink_of(engine::noun what);

  void delta(event_type type, std::string_view text, std::uint64_t from);
  void piece(event_type type, std::string_view text, std::uint64_t begin, std::uint64_t end);
  void argument_piece(std::string_view json, std::uint64_t begin, std::uint64_t end);
  void string_piece(std::string_view raw, std::uint64_t begin, std::uint64_t end);
  event_list& arguments_event(std::uint64_t begin, std::uint64_t end);
  void markup(std::uint64_t from, std::uint64_t end);
  void flush_tail();

  void begin_item(std::size_t item);
  void begin_call(const engine::mark& m);
  void end_name(std::uint64_t begin, std::uint64_t end);
  void name_call(bool behind_cut);
  void resolve_name();
  void say_of_name(std::string_view label, std::string_view message);
  std::string name_message() const;
  void tell_beginning();
  void begin_key(std::uint64_t at);
  void end_key(std::uint64_t begin);
  void begin_container(const engine::mark& m);
  void end_container(const engine::mark& m, bool failed);
  std::size_t nested_bytes() const { return arguments_.held_bytes() + nested_.bytes(); }
  void begin_value(const engine::mark& m);
  void read_value_as(typing::form is);
  void add_value(std::string_view text, std::uint64_t from);
  void end_value(std::uint64_t begin, std::uint64_t at);
  void add_whole(std::string_view text, std::uint64_t from);
  void end_arguments(std::uint64_t begin, std::uint64_t at);
  void whole_arguments(std::string_view text, std::uint64_t begin, std::uint64_t at);
  void settle_fields();
  bool too_long(std::size_t held, std::uint64_t until);
  static std::string meant(std::string_view json);
  void tell_fields(const arguments::outcome& done, std::string_view json, std::uint64_t begin, std::uint64_t at,
                   std::uint64_t json_begin);
  void end_call(std::uint64_t at, bool failed);
  void complete_call(std::uint64_t at);
  void fail_call(std::uint64_t at);

  void diagnose(std::string_view name, std::string_view message, std::string_view pointer, std::uint64_t begin,
                std::uint64_t end, std::int64_t call, bool recovery);
  void report(const std::vector<typing::finding>& findings, std::uint64_t begin, std::uint64_t end);
  // For the trace: an entry about these bytes; the end of a part, a recovery, what was decided about a call.
  trace_entry about(trace_kind kind, std::uint64_t begin, std::uint64_t end) const;
  void trace_end(const engine::mark& m, bool failed);
  void trace_label(const engine::mark& m, std::string_view pointer, std::int64_t call, bool now_held);
  void trace_call(std::string_view what, std::string_view label, std::uint64_t begin, std::uint64_t end);

  // Whether the host wants no call that needs this.
  bool is_off(std::string_view label) const { return is_without(how_.policy, label); }

  event_list& out() { return call_.candidate ? held_ : told; }
  event& add(event_type type, std::uint64_t begin, std::uint64_t end);
  std::uint64_t shown(std::uint64_t position) const { return position > origin_ ? position - origin_ : 0; }

  const compiled_dialects* dialects_;
  const compiled_grammar* grammar_;
  const typing::tool_set* tools_;
  options how_;
  typing::rules rules_;
  ids ids_;
  trace trace_;
  bool length_ = false;
  std::uint64_t origin_ = 0;

  std::uint64_t at_ = 0;  // bytes before are told
  sink sink_ = sink::text;
  std::vector<open_part> open_;
  const dialect_traits* dialect_ = nullptr;  // of what stands here
  const dialect_traits* dialect_of_item_ = nullptr;
  bool holds_json_ = false;      // the name, key, value or arguments that began last
  std::string_view hold_calls_;  // the label because of which the calls of this item are candidates
  call_state call_;
  std::int64_t calls_ = 0;
  arguments arguments_;
  nested_value nested_;                        // the field that is open, if its value comes in parts
  typing::form value_is_ = typing::form::raw;  // the value that began last
  std::string whole_;
  std::string json_;  // what is about to be told
  event_list held_;   // of a candidate
  std::string tail_;  // a character that is not whole yet, of ...
  event_type tail_type_ = event_type::text;
  std::uint64_t tail_begin_ = 0;
};

}  // namespace toolcall::events
