// Calls: their names, their fields, and how they end. See spec/events.md, the rules 3 to 8.

#include <algorithm>
#include <optional>

#include "parser/emitter.hpp"
#include "parser/library_diagnostics.hpp"

namespace toolcall::events {

void emitter::begin_call(const engine::node_event& m) {
  flush_tail();
  call_ = {};
  nested_ = {};
  withheld_.json.clear();
  call_.phase = fences_are_text_ || !unwanted_.empty() ? call_phase::as_text : call_phase::opened;
  const bool doubtful = !hold_calls_.empty();
  if (doubtful) call_.lower_evidence(call_evidence::doubtful);
  call_.candidate = !call_.is_text() && (doubtful || dialect_->whole() || how_.policy.hold_calls);
  // Only the end of the text shows that this is a call, and the text was cut off: with more of it, it might be no call.
  if (broken_off_) call_.fail(call_failure::truncated);
  if (doubtful && how_.policy.native_only) call_.replace_failure(hold_calls_, false);
  call_.begin = m.begin;
  call_.index = calls_;
  call_.dialect = dialect_;
  held_.clear();
  if (!unwanted_.empty()) return decide(call_decision::as_text, unwanted_, m.begin, m.end);
  if (call_.candidate) decide(call_decision::held, hold_calls_, m.begin, m.end);
}

void emitter::end_prompt() {
  tracer_.prompt(false);
  const bool open = call_.phase == call_phase::begun;
  if (!open) ids_.start_over();
  emitted.keep_call(open ? call_.index : no_call - 1);
  held_.keep_call(open ? call_.index : no_call - 1);
  if (to_confirm_ != no_call) to_confirm_ = open && to_confirm_ == call_.index ? 0 : no_call;
  call_.index = 0;
  calls_ = open ? 1 : 0;
  missed_ = {};
  if (open) decide(call_decision::begun, "", call_.begin, call_.name_end);
}

event_list& emitter::arguments_event(std::uint64_t begin, std::uint64_t end) {
  event_list& list = out();
  event* const last = list.last();
  if (last == nullptr || last->type != event_type::arguments || last->call != call_.index)
    list.add(event_type::arguments, shown(begin), shown(end)).call = call_.index;
  list.last()->end = shown(end);
  return list;
}

// Where no byte of the text closes a value, nothing closes it here. So what ends it waits for the byte after it, and
// after the end of the text all arguments wait for the end of a complete call. Those of a call that has failed wait for
// nothing, so they are not kept.
std::string& emitter::withheld(std::uint64_t begin, std::uint64_t end) {
  if (call_.failed()) withheld_.json.clear();
  if (withheld_.json.empty()) withheld_.begin = begin;
  withheld_.end = end;
  return withheld_.json;
}

void emitter::send_withheld() {
  if (!withheld_.json.empty()) send(withheld_.json, withheld_.begin, withheld_.end);
  withheld_.json.clear();
}

// A byte between the parts of a call: the value before it has ended.
void emitter::pass_markup() {
  if (!text_ended_ && !call_.failed()) send_withheld();
}

void emitter::send(std::string_view json, std::uint64_t begin, std::uint64_t end) {
  event_list& list = arguments_event(begin, end);
  list.text().append(json);
  list.end_text();
}

// Of a call that has failed nothing more is emitted.
void emitter::argument_piece(std::string_view json, std::uint64_t begin, std::uint64_t end) {
  if (json.empty() || call_.failed()) return;
  if (text_ended_) {
    withheld(begin, end) += json;
    return;
  }
  send_withheld();
  send(json, begin, end);
}

void emitter::string_piece(std::string_view raw, std::uint64_t begin, std::uint64_t end) {
  if (call_.failed() || text_ended_) return arguments_.add(raw, withheld(begin, end));
  event_list& list = arguments_event(begin, end);
  arguments_.add(raw, list.text());
  list.end_text();
}

void emitter::begin_value(const engine::node_event& m) {
  value_is_ = m.role == engine::node_role::string ? typing::form::string : typing::form::raw;
  if (nested_.open()) return nested_.begin_leaf(value_is_, m.begin);
  if (!call_.begun()) return;
  arguments_.begin_field(call_.key);
  arguments_.read_as(value_is_);
  json_.clear();
}

// Measured in bytes of the text, so that it does not matter how the text is cut.
bool emitter::too_long(std::size_t held, std::uint64_t until) {
  if (call_.failed_by(call_failure::limit)) return true;
  if (held <= how_.held_bytes && (!call_.candidate || until - call_.begin <= how_.held_bytes)) return false;
  call_.replace_failure(call_failure::limit, call_.refused());
  arguments_.forget();
  nested_.give_up();
  whole_.clear();
  return true;
}

void emitter::note_special(std::uint64_t begin, std::uint64_t end) {
  special_.erase(special_.begin(), std::find_if(special_.begin(), special_.end(),
                                                [&](const engine::byte_range& each) { return each.end > at_; }));
  special_.push_back({begin, end});
}

// A value ends where the model wrote a special token, whatever the grammar says.
void emitter::refuse_special(std::uint64_t begin, std::uint64_t end) {
  const bool found = std::any_of(special_.begin(), special_.end(),
                                 [&](const engine::byte_range& each) { return each.begin < end && begin < each.end; });
  if (found) call_.fail(call_failure::token_in_value);
}

void emitter::add_value(std::string_view text, std::uint64_t from) {
  refuse_special(from, from + text.size());
  if (!call_.begun() || text.empty()) return;
  if (nested_.open()) {
    if (!too_long(nested_bytes() + text.size(), from + text.size())) nested_.add(text);
    return;
  }
  if (!arguments_.begun()) {
    arguments_.start(text.front(), json_);
    argument_piece(json_, from, from);
    json_.clear();
  }
  const std::size_t held = arguments_.keeps() ? arguments_.held_bytes() + text.size() : 0;
  if (too_long(held, from + text.size())) return;
  if (arguments_.streams()) return delta(event_type::arguments, text, from);
  arguments_.add(text, json_);
}

void emitter::add_whole(std::string_view text, std::uint64_t from) {
  refuse_special(from, from + text.size());
  if (!too_long(call_.early_bytes + whole_.size() + text.size(), from + text.size())) whole_ += text;
}

void emitter::end_value(std::uint64_t begin, std::uint64_t at) {
  if (nested_.open()) {
    nested_.end_leaf();
    if (call_.begun()) too_long(nested_bytes(), at);
    return;
  }
  if (!call_.begun()) return;
  flush_tail();
  const bool streamed = arguments_.streams(), closed = arguments_.closes_itself();
  json_.clear();
  const arguments::field_result done = arguments_.end_field(json_, begin, at);
  // Of a streamed value only its closing quote is left to emit.
  if (!call_.failed_by(call_failure::limit)) emit_fields(done, json_, begin, at, streamed ? at : begin, closed);
}

void emitter::end_arguments(std::uint64_t begin, std::uint64_t at) {
  if (call_.begun()) {
    whole_arguments(whole_, begin, at);
  } else {
    call_.arguments.push_back({whole_, begin, at});
    call_.early_bytes += whole_.size();
  }
  whole_.clear();
}

void emitter::whole_arguments(std::string_view text, std::uint64_t begin, std::uint64_t at) {
  if (call_.failed_by(call_failure::limit)) return;
  json_.clear();
  const arguments::field_result done = arguments_.whole(text, json_, begin, at);
  emit_fields(done, json_, begin, at, begin, true);
}

// `json` stands for the bytes [begin, at); the part of it that was not emitted before begins at json_begin. `closed`:
// the value's own bytes show where it ends.
void emitter::emit_fields(const arguments::field_result& done, std::string_view json, std::uint64_t begin,
                          std::uint64_t at, std::uint64_t json_begin, bool closed) {
  trace_fields(done, begin, at);
  report(done.diagnostics, begin, at);
  if (closed && !done.unreadable)
    argument_piece(json, json_begin, at);
  else if (!json.empty())
    withheld(json_begin, at) += json;
  if (!done.unreadable || call_.failed()) return;
  call_.fail(call_failure::unreadable_arguments, true);
  diagnose(meaning_of(call_.failure_label()).name, {}, "", begin, at, call_.index, false);
}

void emitter::report(const std::vector<typing::diagnostic>& diagnostics, std::uint64_t begin, std::uint64_t end) {
  for (const typing::diagnostic& f : diagnostics) {
    const label_meaning meaning = meaning_of(f.label);
    if (f.invalidates) call_.invalid = meaning.name;
    if (f.repair) call_.lower_evidence(call_evidence::repaired);
    if (f.repair && how_.policy.native_only) call_.fail(meaning.name);
    diagnose(meaning.name, message_of(f), f.pointer, begin, end, call_.index, f.repair);
    out().last()->level = f.level;
    out().last()->code = f.code;
    if (f.refuses) call_.fail(meaning.name, true);
  }
}

void emitter::settle_fields() {
  for (const arguments::settled& field : arguments_.settle(!call_.cut_short))
    emit_fields(field.done, field.json, field.begin, field.end, field.begin, true);
}

void emitter::end_call(std::uint64_t at, bool failed) {
  flush_tail();
  if (!failed) infer_name();
  if (!failed) name_call(false);
  if (!failed && call_.begun() && !call_.failed()) settle_fields();
  if (!call_.is_text()) {
    settle_opener(event_type::markup);
    if (failed) call_.fail(broken_off_ ? call_failure::truncated : call_failure::broken_call);
    if (call_.begun() && arguments_.empty()) call_.fail(call_.needs_field);
    if (!call_.begun()) call_.fail(call_failure::missing_name, true);
    call_.failed() ? fail_call(at) : complete_call(at);
  }
  if (!call_.is_text()) call_end_ = at;
  call_.phase = call_.begun() ? call_phase::ended : call_phase::none;
  call_.candidate = false;
}

void emitter::complete_call(std::uint64_t at) {
  const std::optional<std::string> unclosed = call_.cut_short ? arguments_.unclosed_object() : std::nullopt;
  if (unclosed) {
    const label_meaning uncertain = meaning_of("uncertain_end");
    call_.fail(uncertain.name);
    diagnose(uncertain.name, {}, typing::json::pointer_to(*unclosed), call_.begin, at, call_.index, true);
    return fail_call(at);
  }
  const std::vector<typing::diagnostic> violations = arguments_.validate();
  trace_violations(violations, at);
  const bool missing = std::any_of(violations.begin(), violations.end(),
                                   [](const typing::diagnostic& d) { return d.label == "missing_required"; });
  report(violations, call_.begin, at);
  report_merged_call(at);
  const bool valid = call_.invalid.empty() && violations.empty();
  const bool resolved = !call_.name_in_text.empty();
  if ((call_.evidence != call_evidence::plain || resolved) && missing) {
    const bool refuses = call_.evidence == call_evidence::doubtful || call_.dialect->whole() || resolved;
    call_.replace_failure(call_failure::missing_required, refuses);
  } else if (!valid && how_.policy.invalid_calls == invalid_calls::refuse) {
    call_.fail(call_.invalid.empty() ? meaning_of(violations.front().label).name : call_.invalid, true);
  }
  if (call_.failed()) return fail_call(at);
  const bool waits = valid && needs_confirmation();
  to_confirm_ = no_call;
  json_.clear();
  arguments_.close(json_);
  if (waits) json_.pop_back();  // nobody who reads the pieces alone can take them for whole
  withheld(at, at) += json_;
  send_withheld();
  event& e = add(event_type::call_end, call_.begin, at);
  e.call = call_.index;
  e.status = !valid ? call_status::invalid : waits ? call_status::needs_confirmation : call_status::complete;
  missed_.add_call(marks_begin());
  missed_.end_call(at);
  decide(!valid  ? call_decision::invalid
         : waits ? call_decision::needs_confirmation
                 : call_decision::complete,
         "", call_.begin, at);
  if (call_.candidate) emitted.take(held_, true);
}

void emitter::report_merged_call(std::uint64_t at) {
  const std::string of_another = arguments_.field_of_another_call();
  if (of_another.empty()) return;
  const auto merged = library_diagnostic("merged_call", typing::json::pointer_to(of_another), false);
  trace_violations({merged}, at);
  report({merged}, call_.begin, at);
}

// What was emitted of the call does not count. Of a candidate only the diagnostics are emitted. Where no name was read,
// the second look may still say why there is no call.
void emitter::fail_call(std::uint64_t at) {
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

}  // namespace toolcall::events
