// The events of a message as they are written, at the message's own positions, with the diagnostics and the trace.
//
// What turns node events into events has five layers, each above the one that it derives from: event_writer;
// text_writer, which writes bytes as text, reasoning and markup; call_builder, which writes what a call holds;
// call_gate, which decides what is a call; and emitter, which walks the text. A layer calls those below it and knows
// none above it. They are layers and no members of one another because all of them write one list of events, of one
// call at a time, and because parsers are copied, which would leave references between members behind.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <toolcall/engine/node_event.hpp>
#include <toolcall/parser.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/policy.hpp"
#include "parser/arguments.hpp"
#include "parser/call_state.hpp"
#include "parser/event_list.hpp"
#include "parser/tracer.hpp"

namespace toolcall::events {

class event_writer {
 public:
  event_list emitted;

  // Bytes before this position came from the prompt: they decide what is what, and are not emitted.
  void begin_at(std::uint64_t position) {
    origin_ = position;
    tracer_.prompt(true);
  }
  // A diagnostic of the message as a whole.
  void say(std::string_view label, std::string_view message, std::uint64_t begin, std::uint64_t end) {
    diagnose(label, message, "", begin, end, no_call, false);
  }

 protected:
  event_writer(const compiled_dialects& dialects, const options& how);

  // Where events go: those of a candidate wait until it is known what it is.
  event_list& out() { return call_.candidate ? held_ : emitted; }
  event& add(event_type type, std::uint64_t begin, std::uint64_t end) {
    return out().add(type, shown(begin), shown(end));
  }
  std::uint64_t shown(std::uint64_t position) const { return position > origin_ ? position - origin_ : 0; }

  // With an empty message, what the label says.
  void diagnose(std::string_view name, std::string_view message, std::string_view pointer, std::uint64_t begin,
                std::uint64_t end, std::int64_t call, bool recovery);
  // Whether the host has switched this label off.
  bool is_off(std::string_view label) const { return is_without(how_.policy, label); }
  // Whether the call that is open was read as the host wants to confirm.
  bool needs_confirmation() const;
  // What the label says of the call that is open, and of those after it in this item.
  void lower_evidence(const label_meaning& meaning);

  // For the trace and nothing else; each returns at once where there is no sink.
  void trace_begin(const engine::node_event& m);
  void trace_end(const engine::node_event& m, bool failed);
  void trace_label(const engine::node_event& m, std::string_view message, std::string_view pointer, std::int64_t call,
                   bool now_held);
  void trace_fields(const arguments::field_result& done, std::uint64_t begin, std::uint64_t end);
  void trace_violations(const std::vector<typing::diagnostic>& violations, std::uint64_t end);
  void decide(call_decision what, std::string_view label, std::uint64_t begin, std::uint64_t end);

  const compiled_dialects* dialects_;
  const compiled_grammar* grammar_;
  options how_;
  tracer tracer_;
  std::uint64_t origin_ = 0;
  const dialect_traits* dialect_ = nullptr;  // of what stands here
  const dialect_traits* dialect_of_item_ = nullptr;
  call_state call_;
  std::int64_t calls_ = 0;             // that were begun
  event_list held_;                    // of a candidate
  std::int64_t to_confirm_ = no_call;  // the call that is open was read as the host wants to confirm;
  bool confirms_item_ = false;         // or so was what stands before it in this item
  call_evidence evidence_of_item_ = call_evidence::exact;  // of the calls to come in it
  std::string_view repair_of_item_;                        // because of which they have it, or wait
  call_channel channel_ = call_channel::text;              // of the calls of this item

 private:
  void note_repair(const label_meaning& meaning, std::int64_t call);
  static bool is_shared(const label_meaning& meaning);
  trace_entry about(trace_kind kind, std::uint64_t begin, std::uint64_t end) const;
};

}  // namespace toolcall::events
