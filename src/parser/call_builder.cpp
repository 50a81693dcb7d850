// Builds the arguments of a call while their bytes come; see call_builder.hpp.

#include "parser/call_builder.hpp"

#include <algorithm>
#include <utility>

#include "parser/library_diagnostics.hpp"
#include "typing/loose_json.hpp"
#include "typing/tools_internals.hpp"

namespace toolcall::events {

using engine::node_role;

call_builder::call_builder(const compiled_dialects& dialects, const tools& declared, const options& how)
    : text_writer(dialects, how), tools_(internals(declared)), rules_{how.policy.max_level, how.policy.unknown_keys} {
}

void call_builder::begin_contents() {
  call_ = {};
  nested_ = {};
  withheld_.json.clear();
}

void call_builder::begin_arguments() {
  arguments_.begin(tools_, call_.tool, *call_.dialect, static_cast<bool>(tracer_), rules_);
}

void call_builder::forget_contents() {
  arguments_.forget();
  nested_.give_up();
  withheld_.json.clear();
}

void call_builder::emit_early_arguments() {
  const std::vector<call_state::early_arguments> waiting = std::move(call_.arguments);
  call_.early_bytes = 0;
  for (const call_state::early_arguments& part : waiting) whole_arguments(part.text, part.begin, part.end);
}

event_list& call_builder::arguments_event(std::uint64_t begin, std::uint64_t end) {
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
std::string& call_builder::withheld(std::uint64_t begin, std::uint64_t end) {
  if (call_.failed()) withheld_.json.clear();
  if (withheld_.json.empty()) withheld_.begin = begin;
  withheld_.end = end;
  return withheld_.json;
}

void call_builder::send_withheld() {
  if (!withheld_.json.empty()) send(withheld_.json, withheld_.begin, withheld_.end);
  withheld_.json.clear();
}

void call_builder::pass_markup() {
  if (!text_ended_ && !call_.failed()) send_withheld();
}

void call_builder::send(std::string_view json, std::uint64_t begin, std::uint64_t end) {
  event_list& list = arguments_event(begin, end);
  list.text().append(json);
  list.end_text();
}

// Of a call that has failed nothing more is emitted.
void call_builder::argument_piece(std::string_view json, std::uint64_t begin, std::uint64_t end) {
  if (json.empty() || call_.failed()) return;
  if (text_ended_) {
    withheld(begin, end) += json;
    return;
  }
  send_withheld();
  send(json, begin, end);
}

void call_builder::string_piece(std::string_view raw, std::uint64_t begin, std::uint64_t end) {
  if (call_.failed() || text_ended_) return arguments_.add(raw, withheld(begin, end));
  event_list& list = arguments_event(begin, end);
  arguments_.add(raw, list.text());
  list.end_text();
}

void call_builder::flush_value() {
  cut_value_.flush([&](std::string_view raw, std::uint64_t begin) { string_piece(raw, begin, begin + raw.size()); });
}

// Measured in bytes of the text, so that it does not matter how the text is cut.
bool call_builder::too_long(std::size_t held, std::uint64_t until) {
  if (call_.failed_by(call_failure::limit)) return true;
  if (held <= how_.held_bytes && (!call_.candidate || until - call_.begin <= how_.held_bytes)) return false;
  call_.replace_failure(call_failure::limit, call_.refused());
  arguments_.forget();
  nested_.give_up();
  whole_.clear();
  return true;
}

void call_builder::note_special(std::uint64_t begin, std::uint64_t end) {
  special_.erase(special_.begin(), std::find_if(special_.begin(), special_.end(),
                                                [&](const engine::byte_range& each) { return each.end > at_; }));
  special_.push_back({begin, end});
}

// A value ends where the model wrote a special token, whatever the grammar says.
void call_builder::refuse_special(std::uint64_t begin, std::uint64_t end) {
  const bool found = std::any_of(special_.begin(), special_.end(),
                                 [&](const engine::byte_range& each) { return each.begin < end && begin < each.end; });
  if (found) call_.fail(call_failure::token_in_value);
}

void call_builder::begin_value(const engine::node_event& m) {
  value_is_ = m.role == node_role::string ? typing::form::string : typing::form::raw;
  if (nested_.open()) return nested_.begin_leaf(value_is_, m.begin);
  if (!call_.begun()) return;
  arguments_.begin_field(call_.key);
  arguments_.read_as(value_is_);
  json_.clear();
}

void call_builder::read_value_as(typing::form is) {
  if (value_is_ != typing::form::raw) return;
  value_is_ = is;
  nested_.open() ? nested_.read_as(is) : arguments_.read_as(is);
}

void call_builder::add_value(std::string_view text, std::uint64_t from) {
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
  if (!arguments_.streams()) return arguments_.add(text, json_);
  cut_value_.add(text, from, [&](std::string_view whole, std::uint64_t begin) {
    string_piece(whole, begin, begin + whole.size());
  });
}

void call_builder::end_value(std::uint64_t begin, std::uint64_t at) {
  if (nested_.open()) {
    nested_.end_leaf();
    if (call_.begun()) too_long(nested_bytes(), at);
    return;
  }
  if (!call_.begun()) return;
  flush_value();
  const bool streamed = arguments_.streams(), closed = arguments_.closes_itself();
  json_.clear();
  const arguments::field_result done = arguments_.end_field(json_, begin, at);
  // Of a streamed value only its closing quote is left to emit.
  if (!call_.failed_by(call_failure::limit)) emit_fields(done, json_, begin, at, streamed ? at : begin, closed);
}

void call_builder::add_whole(std::string_view text, std::uint64_t from) {
  refuse_special(from, from + text.size());
  if (!too_long(call_.early_bytes + whole_.size() + text.size(), from + text.size())) whole_ += text;
}

void call_builder::end_whole(std::uint64_t begin, std::uint64_t at) {
  if (call_.begun()) {
    whole_arguments(whole_, begin, at);
  } else {
    call_.arguments.push_back({whole_, begin, at});
    call_.early_bytes += whole_.size();
  }
  whole_.clear();
}

void call_builder::whole_arguments(std::string_view text, std::uint64_t begin, std::uint64_t at) {
  if (call_.failed_by(call_failure::limit)) return;
  json_.clear();
  const arguments::field_result done = arguments_.whole(text, json_, begin, at);
  emit_fields(done, json_, begin, at, begin, true);
}

// `json` stands for the bytes [begin, at); the part of it that was not emitted before begins at json_begin. `closed`:
// the value's own bytes show where it ends.
void call_builder::emit_fields(const arguments::field_result& done, std::string_view json, std::uint64_t begin,
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

void call_builder::report(const std::vector<typing::diagnostic>& diagnostics, std::uint64_t begin, std::uint64_t end) {
  for (const typing::diagnostic& f : diagnostics) {
    const label_meaning meaning = meaning_of(f.label);
    if (f.invalidates) call_.invalid = meaning.name;
    if (f.repair) call_.lower_plainness(plainness::repaired);
    if (f.repair && how_.policy.native_only) call_.fail(meaning.name);
    diagnose(meaning.name, message_of(f), f.pointer, begin, end, call_.index, f.repair);
    out().last()->level = f.level;
    out().last()->code = f.code;
    if (f.refuses) call_.fail(meaning.name, true);
  }
}

void call_builder::settle_fields() {
  for (const arguments::settled& field : arguments_.settle(!call_.cut_short))
    emit_fields(field.done, field.json, field.begin, field.end, field.begin, true);
}

void call_builder::close_arguments(std::uint64_t at, bool is_last_brace_kept) {
  json_.clear();
  arguments_.close(json_);
  if (!is_last_brace_kept) json_.pop_back();
  withheld(at, at) += json_;
  send_withheld();
}

// The text that a JSON string spells; empty for any other JSON.
std::string call_builder::meant(std::string_view json) {
  typing::json::document read;
  std::string rewritten;
  if (!typing::read_loose_json(json, read, rewritten) || read[0].what != typing::json::value_kind::string) return {};
  return read.text_of(0);
}

// A key in an object is that object's; any other is a field's.
void call_builder::begin_key(std::uint64_t at) {
  if (nested_.open()) return call_.inner_key.clear();
  call_.key.clear();
  call_.key_begin = at;
}

void call_builder::end_key(std::uint64_t begin) {
  std::string& key = nested_.open() ? call_.inner_key : call_.key;
  if (holds_json_) key = meant(key);
  if (nested_.open()) nested_.key(key, begin);
}

std::string call_builder::pointer_at(std::uint64_t begin) const {
  return nested_.open() ? nested_.pointer(begin) : typing::json::pointer_to(call_.key);
}

void call_builder::begin_container(const engine::node_event& m) {
  nested_.begin(m.role == engine::node_role::object, call_.key, m.begin);
  // Fields before the name are not emitted.
  if (!call_.begun()) return nested_.give_up();
  too_long(nested_bytes(), m.begin);
}

void call_builder::end_container(const engine::node_event& m, bool failed) {
  if (!nested_.open()) return;
  if (failed) nested_.give_up();
  nested_.end();
  if (call_.begun()) too_long(nested_bytes(), m.end);
  kept_value made;
  if (nested_.open() || !nested_.take(made) || !call_.begun()) return;
  json_.clear();
  const arguments::field_result done = arguments_.nested_field(call_.key, std::move(made), json_, m.begin, m.end);
  emit_fields(done, json_, m.begin, m.end, m.begin, false);
}

}  // namespace toolcall::events
