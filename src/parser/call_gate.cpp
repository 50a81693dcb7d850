// Decides which calls are text and which count; see call_gate.hpp. What concerns names is in call_gate_names.cpp.

#include "parser/call_gate.hpp"

#include <algorithm>

#include "dialects/policy.hpp"
#include "parser/library_diagnostics.hpp"

namespace toolcall::events {

call_gate::call_gate(const compiled_dialects& dialects, const tools& declared, const options& how)
    : call_builder(dialects, declared, how),
      ids_(how),
      as_text_(read_as_text(how.policy, dialects.grammar.labels)),
      history_(how.policy.history_marks) {
}

void call_gate::begin_item(std::uint16_t item) {
  dialect_ = dialect_of_item_ = &dialects_->traits_of(grammar_->program.items[item].dialect);
  hold_calls_ = {};
  confirms_item_ = false;
  evidence_of_item_ = call_evidence::exact;
  repair_of_item_ = {};
  channel_ = call_channel::text;
  echoes_in_item_ = false;
  had_call_ = around_text_ = false;
}

void call_gate::end_item() {
  settle_around_calls(event_type::markup);
  had_call_ = around_text_ = false;
  unwanted_ = {};
  echoes_in_item_ = false;
}

// A call that is quoted in a call that the host does not want is no call either.
bool call_gate::is_unwanted(const engine::node_event& m) {
  if (!unwanted_.empty()) return true;
  if (call_.open() || m.index >= as_text_.size() || !as_text_[m.index]) return false;
  unwanted_ = grammar_->labels[m.index].name;
  settle_around_calls(event_type::text);
  note_missed("undeclared_call", m.begin);
  return true;
}

// A call in a fence counts only at the end of the message. Where an earlier fence held one as well, the steps of a plan
// would be made without the first: so none is made, and the fence is text like the one before it, to the message's end.
bool call_gate::follows_fence(std::string_view label, std::uint64_t begin) {
  if (label == "earlier_fence" && !earlier_fence_) earlier_fence_ = begin;
  if (label == "fenced_call" && earlier_fence_ && !is_off("several_fences")) fences_are_text_ = true;
  if (fences_are_text_) missed_.drop(), settle_around_calls(event_type::text);
  return fences_are_text_;
}

// The bytes of the prompt are no part of the message.
void call_gate::note_missed(std::string_view label, std::uint64_t begin, std::string_view passed) {
  if (begin >= origin_) missed_.begin_excerpt(label, begin, passed);
}

void call_gate::begin_call(const engine::node_event& m) {
  flush_text();
  begin_contents();
  call_.phase = is_all_text() ? call_phase::as_text : call_phase::opened;
  const bool doubtful = !hold_calls_.empty();
  if (doubtful) call_.lower_plainness(plainness::doubtful);
  const bool is_held = doubtful || dialect_->whole() || how_.policy.hold_calls || looks_for_history();
  call_.candidate = !call_.is_text() && is_held;
  // Only the end of the text shows that this is a call, and the text was cut off: with more of it, it might be no call.
  if (broken_off_) call_.fail(call_failure::truncated);
  if (doubtful && how_.policy.native_only) call_.replace_failure(hold_calls_, false);
  call_.begin = m.begin;
  call_.index = calls_;
  call_.dialect = dialect_;
  call_.evidence = evidence_of_item_;
  call_.repair_before = repair_of_item_;
  held_.clear();
  if (!call_.is_text() && next_is_echo()) return begin_echo();
  if (!unwanted_.empty()) return decide(call_decision::as_text, unwanted_, m.begin, m.end);
  if (call_.candidate) decide(call_decision::held, hold_calls_, m.begin, m.end);
}

// Applies the consequence of a recovery to the call that is open. A refused call stays refused.
void call_gate::take_consequence(const label_meaning& meaning) {
  using consequence = label_meaning::consequence;
  call_.cut_short = call_.cut_short || meaning.then == consequence::by_finish_reason;
  call_.lower_plainness(call_.begun() ? plainness::repaired : plainness::doubtful);
  call_.candidate = call_.candidate || call_.plain == plainness::doubtful;
  if (meaning.then == consequence::without_fields) call_.needs_field = meaning.name;
  if (call_.refused()) return;
  const bool ends = meaning.then == consequence::incomplete || meaning.then == consequence::refused;
  if (broken_off_ && (ends || meaning.then == consequence::by_finish_reason)) {
    call_.replace_failure(call_failure::truncated, false);
  } else if (ends) {
    call_.replace_failure(meaning.name, meaning.then == consequence::refused);
  } else if (how_.policy.native_only || is_off(meaning.name)) {
    call_.fail(meaning.name);
  }
}

void call_gate::end_call(std::uint64_t at, bool failed) {
  flush_value();
  flush_text();
  if (call_.echoes && !call_.is_text() && !call_.raw_lost) return end_echo(at);
  if (!failed) infer_name();
  if (!failed) name_call(false);
  if (!failed && call_.begun() && !call_.failed()) settle_fields();
  if (!call_.is_text()) {
    settle_around_calls(event_type::markup);
    judge(at, failed);
    call_end_ = at;
  }
  call_.phase = call_.begun() ? call_phase::ended : call_phase::none;
  call_.candidate = false;
}

// Why a call that has ended does not count: each question is asked where those before it found nothing.
void call_gate::judge(std::uint64_t at, bool failed) {
  judge_parts(failed);
  if (!call_.failed()) judge_end(at);
  const bool valid = !call_.failed() && judge_arguments(at);
  call_.failed() ? fail_call(at) : complete_call(at, valid);
}

void call_gate::judge_parts(bool failed) {
  if (failed) call_.fail(broken_off_ ? call_failure::truncated : call_failure::broken_call);
  if (call_.begun() && arguments_.empty()) call_.fail(call_.needs_field);
  if (!call_.begun()) call_.fail(call_failure::missing_name, true);
}

void call_gate::judge_end(std::uint64_t at) {
  const std::optional<std::string> unclosed = call_.cut_short ? arguments_.unclosed_object() : std::nullopt;
  if (!unclosed) return;
  const label_meaning uncertain = meaning_of("uncertain_end");
  call_.fail(uncertain.name);
  diagnose(uncertain.name, {}, typing::json::pointer_to(*unclosed), call_.begin, at, call_.index, true);
}

// Whether they are valid; where they are not, the call may count all the same.
bool call_gate::judge_arguments(std::uint64_t at) {
  const std::vector<typing::diagnostic> violations = arguments_.validate();
  trace_violations(violations, at);
  const bool missing = std::any_of(violations.begin(), violations.end(),
                                   [](const typing::diagnostic& d) { return d.label == "missing_required"; });
  report(violations, call_.begin, at);
  report_merged_call(at);
  const bool valid = call_.invalid.empty() && violations.empty();
  const bool resolved = !call_.name_in_text.empty();
  if ((call_.plain != plainness::plain || resolved) && missing) {
    const bool refuses = call_.plain == plainness::doubtful || call_.dialect->whole() || resolved;
    call_.replace_failure(call_failure::missing_required, refuses);
  } else if (!valid && how_.policy.invalid_calls == invalid_calls::refuse) {
    call_.fail(call_.invalid.empty() ? meaning_of(violations.front().label).name : call_.invalid, true);
  }
  return valid;
}

void call_gate::report_merged_call(std::uint64_t at) {
  const std::string of_another = arguments_.field_of_another_call();
  if (of_another.empty()) return;
  const auto merged = library_diagnostic("merged_call", typing::json::pointer_to(of_another), false);
  trace_violations({merged}, at);
  report({merged}, call_.begin, at);
}

void call_gate::complete_call(std::uint64_t at, bool valid) {
  const bool waits = valid && needs_confirmation();
  to_confirm_ = no_call;
  close_arguments(at, !waits);  // without its brace nobody who reads the pieces alone can take them for whole
  event& e = add(event_type::call_end, call_.begin, at);
  e.call = call_.index;
  e.status = !valid ? call_status::invalid : waits ? call_status::needs_confirmation : call_status::complete;
  e.channel = channel_;
  e.evidence = call_.evidence;
  e.label = call_.repair_before;
  missed_.add_call(marks_begin());
  missed_.end_call(at);
  decide(!valid  ? call_decision::invalid
         : waits ? call_decision::needs_confirmation
                 : call_decision::complete,
         "", call_.begin, at);
  if (call_.candidate) emitted.take(held_, true);
}

// What was emitted of the call does not count. Of a candidate only the diagnostics are emitted. Where no name was read,
// explain_missed_calls() may still say why there is no call.
void call_gate::fail_call(std::uint64_t at) {
  to_confirm_ = no_call;
  const bool refused = call_.refused();
  if (call_.named) missed_.add_call(marks_begin());
  missed_.add_report(call_.begin);
  if (call_.named) missed_.end_call(at);
  decide(refused ? call_decision::refused : call_decision::incomplete, call_.failure_label(), call_.begin, at);
  const bool was_begun = call_.begun() && !call_.candidate;
  if (call_.candidate) {
    emitted.take(held_, false);
    if (call_.begun()) {
      calls_ = call_.index;
      ids_.take_back();
    }
  }
  const event_type as = refused && !was_begun ? event_type::call_refused : event_type::call_incomplete;
  event& e = emitted.add(as, shown(call_.begin), shown(at));
  e.call = was_begun ? call_.index : no_call;
  e.status = refused ? call_status::refused : call_status::incomplete;
  e.label = meaning_of(call_.failure_label()).name;
  e.dialect = call_.dialect->name;
  emitted.set_name(call_.written_name());
}

void call_gate::end_prompt() {
  tracer_.prompt(false);
  const bool open = call_.phase == call_phase::begun;
  if (!open) ids_.start_over();
  history_.start_over();
  echoes_in_item_ = echoes_from_here_ = call_.echoes = false;
  emitted.keep_call(open ? call_.index : no_call - 1);
  held_.keep_call(open ? call_.index : no_call - 1);
  if (to_confirm_ != no_call) to_confirm_ = open && to_confirm_ == call_.index ? 0 : no_call;
  call_.index = 0;
  calls_ = open ? 1 : 0;
  missed_ = {};
  if (open) decide(call_decision::begun, "", call_.begin, call_.name_end);
}

void call_gate::flush() {
  settle_around_calls(event_type::markup);
  flush_value();
  flush_text();
  if (fences_are_text_) say("several_fences", {}, *earlier_fence_, at_);
}

void call_gate::add_around_calls(std::string_view text, std::uint64_t from) {
  if (call_.open()) return pass_markup();
  if (around_text_) return delta(is_echo() ? echo_type() : event_type::text, text, from);
  if (blanks_ == 0 && ((how_.policy.unknown_tools != unknown_tools::text && !looks_for_history()) || had_call_))
    return markup(from, from + text.size());
  wait_for_call(text, from);
}

void call_gate::wait_for_call(std::string_view text, std::uint64_t from) {
  wait(text, from);
  if (waiting_.size() > how_.held_bytes) settle_around_calls(event_type::markup);
}

void call_gate::settle_around_calls(event_type as) {
  had_call_ = had_call_ || call_.open();
  around_text_ = around_text_ && !call_.open();
  settle_waiting(as);
}

// No call follows for which anything would have to wait: what is not text is markup from here on, with the blanks
// before.
void call_gate::begin_the_rest(bool in_text) {
  if (!in_text) blanks_ = 0;
  settle_around_calls(event_type::markup);
  had_call_ = true;
}

}  // namespace toolcall::events
