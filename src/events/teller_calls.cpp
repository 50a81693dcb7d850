// Calls: their names, their fields, and how they end. See spec/events.md, the rules 3 to 8.

#include <algorithm>

#include "events/teller.hpp"

namespace toolcall::events {

void teller::begin_call(const engine::mark& m) {
  flush_tail();
  call_ = {};
  nested_ = {};
  call_.open = true;
  call_.doubtful = !hold_calls_.empty();
  call_.candidate = call_.doubtful || dialect_->whole() || how_.policy.hold_calls;
  // Whether a doubtful call was meant is not known where the text was cut off.
  if (call_.doubtful && length_) call_.failed = "truncated";
  if (call_.doubtful && how_.policy.native_only) call_.failed = hold_calls_;
  call_.begin = m.begin;
  call_.index = calls_;
  call_.dialect = dialect_;
  held_.clear();
  if (trace_ && call_.candidate) trace_call("held", hold_calls_, m.begin, m.end);
}

void teller::end_prompt() {
  trace_.prompt(false);
  const bool open = call_.open && call_.begun;
  if (!open) ids_ = ids(how_);
  told.keep_call(open ? call_.index : no_call - 1);
  held_.keep_call(open ? call_.index : no_call - 1);
  call_.index = 0;
  calls_ = open ? 1 : 0;
  if (trace_ && open) trace_call("begun", "", call_.begin, call_.name_end);
}

event_list& teller::arguments_event(std::uint64_t begin, std::uint64_t end) {
  event_list& list = out();
  event* const last = list.last();
  if (last == nullptr || last->type != event_type::arguments || last->call != call_.index)
    list.add(event_type::arguments, shown(begin), shown(end)).call = call_.index;
  list.last()->end = shown(end);
  return list;
}

void teller::argument_piece(std::string_view json, std::uint64_t begin, std::uint64_t end) {
  if (json.empty()) return;
  event_list& list = arguments_event(begin, end);
  list.text().append(json);
  list.end_text();
}

void teller::string_piece(std::string_view raw, std::uint64_t begin, std::uint64_t end) {
  event_list& list = arguments_event(begin, end);
  arguments_.add(raw, list.text());
  list.end_text();
}

void teller::begin_value(const engine::mark& m) {
  value_is_ = m.what == engine::noun::string ? typing::form::string : typing::form::raw;
  if (nested_.open()) return nested_.begin_leaf(value_is_, m.begin);
  if (!call_.begun) return;
  arguments_.begin_field(call_.key);
  arguments_.read_as(value_is_);
  json_.clear();
}

// Measured in bytes of the text, so that it does not matter how the text is cut.
bool teller::too_long(std::size_t held, std::uint64_t until) {
  if (call_.failed == "limit") return true;
  if (held <= how_.held_bytes && (!call_.candidate || until - call_.begin <= how_.held_bytes)) return false;
  call_.failed = "limit";
  arguments_.forget();
  nested_.give_up();
  whole_.clear();
  return true;
}

void teller::add_value(std::string_view text, std::uint64_t from) {
  if (!call_.begun || text.empty()) return;
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

void teller::add_whole(std::string_view text, std::uint64_t from) {
  if (!too_long(call_.early_bytes + whole_.size() + text.size(), from + text.size())) whole_ += text;
}

void teller::end_value(std::uint64_t begin, std::uint64_t at) {
  if (nested_.open()) {
    nested_.end_leaf();
    if (call_.begun) too_long(nested_bytes(), at);
    return;
  }
  if (!call_.begun) return;
  flush_tail();
  const bool streamed = arguments_.streams();
  json_.clear();
  const arguments::outcome done = arguments_.end_field(json_, begin, at);
  // Of a streamed value only its closing quote is left to tell.
  if (call_.failed != "limit") tell_fields(done, json_, begin, at, streamed ? at : begin);
}

void teller::end_arguments(std::uint64_t begin, std::uint64_t at) {
  if (call_.begun) {
    whole_arguments(whole_, begin, at);
  } else {
    call_.arguments.push_back({whole_, begin, at});
    call_.early_bytes += whole_.size();
  }
  whole_.clear();
}

void teller::whole_arguments(std::string_view text, std::uint64_t begin, std::uint64_t at) {
  if (call_.failed == "limit") return;
  json_.clear();
  const arguments::outcome done = arguments_.whole(text, json_, begin, at);
  tell_fields(done, json_, begin, at, begin);
}

// The bytes [begin, at) say what is told; that of it which was not told before begins at json_begin.
void teller::tell_fields(const arguments::outcome& done, std::string_view json, std::uint64_t begin, std::uint64_t at,
                         std::uint64_t json_begin) {
  if (trace_) trace_.fields(about(trace_kind::conversion, begin, at), done.conversions, done.findings);
  report(done.findings, begin, at);
  argument_piece(json, json_begin, at);
  if (!done.unreadable || !call_.failed.empty()) return;
  call_.failed = "unreadable_arguments";
  call_.refused = true;
  diagnose(call_.failed, meaning_of(call_.failed).message, "", begin, at, call_.index, false);
}

void teller::report(const std::vector<typing::finding>& findings, std::uint64_t begin, std::uint64_t end) {
  for (const typing::finding& f : findings) {
    const label_meaning meaning = meaning_of(f.label);
    if (f.disagrees) call_.disagrees = meaning.name;
    call_.repaired = call_.repaired || f.repair;
    if (f.repair && how_.policy.native_only && call_.failed.empty()) call_.failed = meaning.name;
    const std::string_view message = f.message.empty() ? meaning.message : std::string_view(f.message);
    diagnose(meaning.name, message, f.pointer, begin, end, call_.index, f.repair);
    out().last()->level = f.level;
    out().last()->code = f.code;
    if (!f.refuses || !call_.failed.empty()) continue;
    call_.failed = meaning.name;
    call_.refused = true;
  }
}

void teller::settle_fields() {
  for (const arguments::settled& field : arguments_.settle())
    tell_fields(field.done, field.json, field.begin, field.end, field.begin);
}

void teller::end_call(std::uint64_t at, bool failed) {
  flush_tail();
  if (!failed) name_call(false);
  if (!failed && call_.begun && call_.failed.empty()) settle_fields();
  if (!call_.as_text) {
    if (failed && call_.failed.empty()) call_.failed = length_ ? "truncated" : "broken_call";
    if (call_.failed.empty() && call_.begun && arguments_.empty()) call_.failed = call_.needs_field;
    if (!call_.failed.empty()) {
      fail_call(at);
    } else if (!call_.begun) {
      call_.failed = "missing_name";
      call_.refused = true;
      fail_call(at);
    } else {
      complete_call(at);
    }
  }
  call_.open = false;
  call_.candidate = false;
}

void teller::complete_call(std::uint64_t at) {
  const std::vector<typing::finding> verdict = arguments_.verdict();
  if (trace_) trace_.verdict(about(trace_kind::decision, call_.begin, at), verdict);
  const bool missing = std::any_of(verdict.begin(), verdict.end(),
                                   [](const typing::finding& f) { return f.label == "missing_required"; });
  report(verdict, call_.begin, at);
  const bool valid = call_.disagrees.empty() && verdict.empty();
  if ((call_.repaired || call_.doubtful || !call_.name_in_text.empty()) && missing) {
    call_.failed = "missing_required";
    call_.refused = call_.doubtful || call_.dialect->whole() || !call_.name_in_text.empty();
  } else if (!valid && call_.failed.empty() && how_.policy.invalid_calls == invalid_calls::refuse) {
    call_.failed = call_.disagrees.empty() ? meaning_of(verdict.front().label).name : call_.disagrees;
    call_.refused = true;
  }
  if (!call_.failed.empty()) return fail_call(at);
  json_.clear();
  arguments_.close(json_);
  argument_piece(json_, at, at);
  event& e = add(event_type::call_end, call_.begin, at);
  e.call = call_.index;
  e.status = valid ? call_status::complete : call_status::invalid;
  if (trace_) trace_call(valid ? "complete" : "invalid", "", call_.begin, at);
  if (call_.candidate) told.take(held_, true);
}

// What was told of the call is no call. Of a candidate nothing was told, and only its diagnostics are.
void teller::fail_call(std::uint64_t at) {
  if (trace_) trace_call(call_.refused ? "refused" : "incomplete", call_.failed, call_.begin, at);
  const bool told_of = call_.begun && !call_.candidate;
  if (call_.candidate) {
    told.take(held_, false);
    if (call_.begun) {
      calls_ = call_.index;
      ids_.take_back();
    }
  }
  const event_type as = call_.refused && !told_of ? event_type::call_refused : event_type::call_incomplete;
  event& e = told.add(as, shown(call_.begin), shown(at));
  e.call = told_of ? call_.index : no_call;
  e.status = call_.refused ? call_status::refused : call_status::incomplete;
  e.label = meaning_of(call_.failed).name;
  e.dialect = call_.dialect->name;
  told.set_name(call_.written());
}

}  // namespace toolcall::events
