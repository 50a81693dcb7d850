// The names of calls: which tool is meant, and when a call begins. See spec/events.md, B3 and B7.

#include <utility>

#include "dialects/policy.hpp"
#include "parser/call_gate.hpp"
#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t longest_shown = 80;  // bytes of a name in a message

}  // namespace

void call_gate::add_name(std::string_view text) {
  (call_.named ? call_.rival : call_.name) += text;
  if (call_.in_id) call_.id += text;
}

void call_gate::end_name(std::uint64_t begin, std::uint64_t end) {
  std::string& name = call_.named ? call_.rival : call_.name;
  if (holds_json_) name = meant(name);
  if (!call_.named) {
    call_.named = !ascii::is_blank(name);
    call_.name_begin = begin;
    call_.name_end = end;
  } else if (!call_.is_text() && call_.rival != call_.written_name()) {  // a second name: the first counts
    call_.invalid = "rival_name";
    diagnose("rival_name", {}, "", call_.begin, end, call_.index, false);
    decide(call_decision::ignored, "rival_name", call_.begin, end);
  }
  call_.rival.clear();
}

// An undeclared name may evidently mean a declared one. Such a call is doubtful, so it is emitted whole.
void call_gate::resolve_name() {
  const int tool = how_.policy.native_only || is_off("resolved_name") ? -1 : tools_->resolve(call_.name);
  if (tool < 0) return;
  call_.tool = tool;
  call_.name_in_text = std::exchange(call_.name, tools_->name(static_cast<std::size_t>(tool)));
  call_.candidate = true;
}

// A call that ended without a name may be named by its arguments.
void call_gate::infer_name() {
  if (call_.named || call_.name_label.empty() || call_.arguments.size() != 1) return;
  if (tools_ == nullptr || how_.policy.native_only || is_off(call_.name_label)) return;
  const int tool = tools_->only_one_with(call_.arguments.front().text);
  if (tool == vocabulary::none) return;
  call_.name = tools_->name(static_cast<std::size_t>(tool));
  call_.named = true;
  call_.lower_plainness(plainness::doubtful);
  name_call(false);
  say_of_name(call_.name_label, "");
  decide(call_decision::resolved, call_.name_label, call_.name_begin, call_.name_end);
}

// A name that is spelled like a declared one and was not resolved is no declared tool.
bool call_gate::becomes_text() const {
  if (tools_ == nullptr || call_.tool >= 0) return false;
  return tools_->names().is_spelling(call_.name) || how_.policy.unknown_tools == unknown_tools::text;
}

void call_gate::make_text() {
  call_.phase = call_phase::as_text;
  call_.candidate = false;
  held_.clear();
  settle_around_calls(event_type::text);
  around_text_ = true;
  if (!is_off("unknown_tool")) say_of_name("unknown_tool", unknown_message());
  note_missed("undeclared_call", call_.begin, call_.raw);
  decide(call_decision::as_text, "unknown_tool", call_.begin, call_.name_end);
  delta(event_type::text, call_.raw, call_.begin);
}

// The name is complete: the call begins. What had to be skipped until here was in its opener, and makes it a
// candidate. So does a name after which the page has no cut that counts: then the call stands in a trial.
void call_gate::name_call(bool after_cut) {
  if (call_.phase != call_phase::opened || !call_.named || call_.in_id) return;
  const std::uint64_t at = call_.name_end;
  call_.candidate = call_.candidate || !after_cut;
  call_.tool = tools_ == nullptr ? -1 : tools_->find(call_.name);
  if (tools_ != nullptr && call_.tool < 0) resolve_name();
  if (!call_.raw_lost && becomes_text()) return make_text();
  if (!looks_for_history())
    settle_around_calls(event_type::markup);  // else it may be text with the call, when that ends
  call_.phase = call_phase::begun;
  call_.index = calls_++;
  begin_arguments();
  const bool unknown = tools_ != nullptr && call_.tool < 0;
  if (unknown) say_of_name("unknown_tool", unknown_message());
  if (!call_.name_in_text.empty()) say_of_name("resolved_name", resolved_message());
  if (!call_.name_in_text.empty()) decide(call_decision::resolved, "resolved_name", call_.name_begin, at);
  if (unknown) decide(call_decision::unknown, "unknown_tool", call_.name_begin, at);
  decide(call_decision::begun, "", call_.begin, at);
  emit_call_begin();
}

void call_gate::say_of_name(std::string_view label, std::string_view message) {
  diagnose(meaning_of(label).name, message, "", call_.name_begin, call_.name_end,
           call_.is_text() ? no_call : call_.index, label != "unknown_tool");
}

std::string call_gate::unknown_message() const {
  const std::string_view near = tools_->nearest(call_.name);
  std::string made = "There is no tool \"" + utf8::shortened(call_.name, longest_shown) + '"';
  made += near.empty() ? "." : "; did you mean \"" + utf8::shortened(near, longest_shown) + "\"?";
  return made + (call_.is_text() ? " The call is text." : " The arguments of its call were not checked.");
}

std::string call_gate::resolved_message() const {
  return '"' + utf8::shortened(call_.name_in_text, longest_shown) + "\" is not declared, and was read as \"" +
         utf8::shortened(call_.name, longest_shown) + "\".";
}

void call_gate::emit_call_begin() {
  const std::uint64_t at = call_.name_end;
  const ids::given id = ids_.give(call_.id, call_.name, static_cast<std::uint64_t>(call_.index));
  if (id.repeated) diagnose("repeated_id", {}, "", call_.begin, at, call_.index, false);
  event& e = add(event_type::call_begin, call_.begin, at);
  e.call = call_.index;
  e.dialect = call_.dialect->name;
  out().set_name(call_.name);
  out().set_id(id.text);
  emit_early_arguments();
}

}  // namespace toolcall::events
