// Writes diagnostics, and notes those that the host wants to confirm; see event_writer.hpp. The trace
// never changes what is emitted: its functions return at once where there is no sink.

#include "parser/event_writer.hpp"

#include <algorithm>

namespace toolcall::events {

using engine::node_role;

event_writer::event_writer(const compiled_dialects& dialects, const options& how)
    : dialects_(&dialects), grammar_(&dialects.grammar), how_(how), tracer_(how.trace, grammar_->program) {
}

// What stands before a call, or around several, is as much a repair of each call of the item that is still to come. So
// is damage to the marks of a call, unless it is a field's: the same marks show that there are calls after it.
void event_writer::note_repair(const label_meaning& meaning, std::int64_t call) {
  if (how_.policy.confirm.empty()) return;
  if (!is_to_confirm(how_.policy, meaning.name) && !is_to_confirm(how_.policy, any_repair)) return;
  const bool is_of_call = call_.open() && call == call_.index;
  if (is_of_call) to_confirm_ = call;
  if (is_of_call && !is_shared(meaning)) return;
  confirms_item_ = true;
  if (repair_of_item_.empty()) repair_of_item_ = meaning.name;
}

bool event_writer::is_shared(const label_meaning& meaning) {
  return meaning.evidence != call_evidence::exact && !meaning.concerns_field;
}

void event_writer::lower_evidence(const label_meaning& meaning) {
  if (call_.open()) call_.evidence = std::max(call_.evidence, meaning.evidence);
  if (!call_.open() || is_shared(meaning)) evidence_of_item_ = std::max(evidence_of_item_, meaning.evidence);
}

bool event_writer::needs_confirmation() const {
  return call_.index == to_confirm_ || confirms_item_ || is_to_confirm(how_.policy, to_string(call_.evidence));
}

void event_writer::diagnose(std::string_view name, std::string_view message, std::string_view pointer,
                            std::uint64_t begin, std::uint64_t end, std::int64_t call, bool recovery) {
  if (call != no_call && call_.open() && is_off(name)) call_.fail(name);
  if (recovery) {
    const std::size_t own = number_of(grammar_->labels, name);
    const label_meaning meaning = own < grammar_->labels.size() ? grammar_->labels[own] : meaning_of(name);
    const call_evidence before = evidence_of_item_;
    lower_evidence(meaning);
    if (evidence_of_item_ != before) repair_of_item_ = meaning.name;
    note_repair(meaning, call);
  }
  event& e = add(event_type::diagnostic, begin, end);
  e.label = name;
  e.call = call;
  e.recovery = recovery;
  out().text().append(message.empty() ? meaning_of(name).message : message);
  out().end_text();
  if (!pointer.empty()) out().set_pointer(pointer);
}

trace_entry event_writer::about(trace_kind kind, std::uint64_t begin, std::uint64_t end) const {
  trace_entry e;
  e.kind = kind;
  e.begin = shown(begin);
  e.end = shown(end);
  if (call_.open()) e.call = call_.begun() ? call_.index : calls_;
  const dialect_traits* const of = call_.open() ? call_.dialect : dialect_;
  if (of != nullptr) e.dialect = of->name;
  return e;
}

void event_writer::trace_begin(const engine::node_event& m) {
  if (tracer_ && !part_name(m.role).empty()) tracer_.begin_part();
}

void event_writer::trace_end(const engine::node_event& m, bool failed) {
  if (!tracer_) return;
  if (m.role == node_role::id) tracer_.begin_part(), tracer_.add(call_.id);  // with the name that it may hold
  if (m.role == node_role::block) {
    dialect_ = dialect_of_item_;
    tracer_.item(about(trace_kind::item, m.begin, m.end), failed);
  } else if (call_.open() && !call_.is_text() && !part_name(m.role).empty()) {
    tracer_.part(about(trace_kind::part, m.begin, m.end), m.role, failed);
  }
}

void event_writer::trace_label(const engine::node_event& m, std::string_view message, std::string_view pointer,
                               std::int64_t call, bool now_held) {
  if (!tracer_) return;
  const label_meaning& meaning = grammar_->labels[m.index];
  trace_entry e = about(trace_kind::recovery, m.begin, m.end);
  e.what = "recovery";
  e.call = call;
  e.label = meaning.name;
  e.pointer = pointer;
  e.message = message;
  tracer_.emit(e);
  if (now_held) decide(call_decision::held, meaning.name, call_.begin, m.end);
}

void event_writer::trace_fields(const arguments::field_result& done, std::uint64_t begin, std::uint64_t end) {
  if (tracer_) tracer_.fields(about(trace_kind::conversion, begin, end), done.conversions, done.diagnostics);
}

void event_writer::trace_violations(const std::vector<typing::diagnostic>& violations, std::uint64_t end) {
  if (tracer_) tracer_.validation(about(trace_kind::decision, call_.begin, end), violations);
}

// The one place that sees each decision about a call.
void event_writer::decide(call_decision what, std::string_view label, std::uint64_t begin, std::uint64_t end) {
  if (!tracer_) return;
  trace_entry e = about(trace_kind::decision, begin, end);
  e.what = to_string(what);
  e.label = label;
  e.text = call_.name;
  if (!label.empty()) e.message = meaning_of(label).message;
  if (what == call_decision::held && label.empty()) e.message = "Calls of this dialect are emitted whole.";
  tracer_.emit(e);
}

}  // namespace toolcall::events
