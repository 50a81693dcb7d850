// Calls: their names, their fields, and how they end. See spec/events.md, the rules 3 to 8.

#include <algorithm>

#include "events/ids.hpp"
#include "events/teller.hpp"

namespace toolcall::events {

void teller::begin_call(const engine::mark& m) {
  flush_tail();
  const engine::program& laid_out = how_.find_calls ? dialects_->program : dialects_->without_calls;
  call_ = {};
  call_.open = true;
  call_.candidate = !hold_calls_.empty();
  // Whether a held call was meant is not known where the text was cut off.
  if (call_.candidate && length_) call_.failed = "truncated";
  if (call_.candidate && how_.native_only) call_.failed = hold_calls_;
  call_.begin = m.begin;
  call_.index = calls_;
  call_.dialect = dialects_->names[laid_out.items[item_]];
  held_.clear();
}

void teller::end_prompt() {
  const bool open = call_.open && call_.begun;
  told.keep_call(open ? call_.index : no_call - 1);
  held_.keep_call(open ? call_.index : no_call - 1);
  call_.index = 0;
  calls_ = open ? 1 : 0;
}

void teller::end_name(std::uint64_t at) {
  if (call_.name_end == 0) {
    call_.name_end = at;
  } else if (!call_.as_text && call_.rival != call_.name) {  // a second name: the first counts
    call_.agrees = false;
    diagnose("rival_name", meaning_of("rival_name").message, "", call_.begin, at, call_.index, false);
  }
  call_.rival.clear();
}

// The name is complete and a cut behind it is passed: the call begins. What had to be read over until here was in its
// opener, and makes it a candidate.
void teller::name_call() {
  if (!call_.open || call_.name_end == 0 || call_.begun || call_.as_text) return;
  const std::uint64_t at = call_.name_end;
  call_.tool = tools_ == nullptr ? -1 : tools_->find(call_.name);
  const bool unknown = tools_ != nullptr && call_.tool < 0;
  if (unknown && how_.unknown == unknown_tools::text) {
    call_.as_text = true;
    call_.candidate = false;
    held_.clear();
    return delta(event_type::text, call_.raw, call_.begin);
  }
  call_.begun = true;
  call_.index = calls_++;
  arguments_.begin(tools_, call_.tool);
  if (unknown)
    diagnose("unknown_tool", meaning_of("unknown_tool").message, "", at - call_.name.size(), at, call_.index, false);
  event& e = add(event_type::call_begin, call_.begin, at);
  e.call = call_.index;
  e.dialect = call_.dialect;
  out().set_name(call_.name);
  out().set_id(call_.id.empty() ? made_id(how_.seed, static_cast<std::uint64_t>(call_.index)) : call_.id);
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

void teller::begin_value(std::uint64_t at) {
  if (!call_.begun) return;
  json_.clear();
  arguments_.begin_field(call_.key, json_);
  argument_piece(json_, at, at);
}

void teller::add_value(std::string_view text, std::uint64_t from) {
  if (!call_.begun || call_.failed == "limit") return;
  // Both are measured in bytes of the text, so that it does not matter how the text is cut.
  const bool long_value = !arguments_.streams() && arguments_.held_bytes() + text.size() > how_.held_bytes;
  const bool long_candidate = call_.candidate && from + text.size() - call_.begin > how_.held_bytes;
  if (long_value || long_candidate) {
    call_.failed = "limit";
    arguments_.forget();
    return;
  }
  if (arguments_.streams()) return delta(event_type::arguments, text, from);
  arguments_.add(text, json_);
}

void teller::end_value(std::uint64_t begin, std::uint64_t at) {
  if (!call_.begun) return;
  flush_tail();
  json_.clear();
  const arguments::outcome done = arguments_.end_field(json_);
  if (call_.failed != "limit") tell_fields(done, json_, json_ == "\"" ? at : begin, at);
}

void teller::whole_arguments(std::uint64_t begin, std::uint64_t at) {
  if (!call_.begun) return;
  json_.clear();
  const arguments::outcome done = arguments_.whole(whole_, json_);
  if (done.unreadable) {
    call_.failed = "unreadable_arguments";
    diagnose(call_.failed, meaning_of(call_.failed).message, "", begin, at, call_.index, false);
  }
  tell_fields(done, json_, begin, at);
  whole_.clear();
}

void teller::tell_fields(const arguments::outcome& done, std::string_view json, std::uint64_t begin, std::uint64_t at) {
  report(done.findings, begin, at);
  for (const typing::finding& f : done.findings) call_.agrees = call_.agrees && f.label != "duplicate_field";
  argument_piece(json, begin, at);
  if (!done.duplicate) return;
  call_.agrees = false;
  std::string pointer;
  typing::json::append_step(pointer, call_.key);
  diagnose("duplicate_field", meaning_of("duplicate_field").message, pointer, begin, at, call_.index, false);
}

void teller::report(const std::vector<typing::finding>& findings, std::uint64_t begin, std::uint64_t end) {
  for (const typing::finding& f : findings)
    diagnose(meaning_of(f.label).name, f.message, f.pointer, begin, end, call_.index, false);
}

void teller::end_call(std::uint64_t at, bool failed) {
  flush_tail();
  if (!failed) name_call();
  if (!call_.as_text) {
    if (failed && call_.failed.empty()) call_.failed = length_ ? "truncated" : "broken_call";
    if (call_.failed.empty() && call_.begun && arguments_.empty()) call_.failed = call_.needs_field;
    if (!call_.failed.empty()) {
      fail_call(event_type::call_incomplete, at);
    } else if (!call_.begun) {
      call_.failed = "missing_name";
      fail_call(event_type::call_refused, at);
    } else {
      complete_call(at);
    }
  }
  call_.open = false;
  call_.candidate = false;
}

void teller::complete_call(std::uint64_t at) {
  const std::vector<typing::finding> verdict = arguments_.verdict();
  report(verdict, call_.begin, at);
  const bool missing = std::any_of(verdict.begin(), verdict.end(),
                                   [](const typing::finding& f) { return f.label == "missing_required"; });
  if ((call_.repaired || call_.candidate) && missing) {
    call_.failed = "missing_required";
    return fail_call(call_.candidate ? event_type::call_refused : event_type::call_incomplete, at);
  }
  json_.clear();
  arguments_.close(json_);
  argument_piece(json_, at, at);
  event& e = add(event_type::call_end, call_.begin, at);
  e.call = call_.index;
  e.status = verdict.empty() && call_.agrees ? call_status::complete : call_status::invalid;
  if (call_.candidate) told.take(held_, true);
}

// What was told of the call is no call. Of a candidate nothing was told, and only its diagnostics are.
void teller::fail_call(event_type as, std::uint64_t at) {
  if (call_.candidate) {
    told.take(held_, false);
    if (call_.begun) calls_ = call_.index;
  }
  event& e = told.add(as, shown(call_.begin), shown(at));
  e.call = call_.begun && !call_.candidate ? call_.index : no_call;
  e.status = as == event_type::call_refused ? call_status::refused : call_status::incomplete;
  e.label = meaning_of(call_.failed).name;
  e.dialect = call_.dialect;
  told.set_name(call_.name);
}

}  // namespace toolcall::events
