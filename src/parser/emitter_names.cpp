// The names of calls: which tool is meant, and when a call begins. See spec/events.md, B3 and B7.

#include <utility>

#include "dialects/policy.hpp"
#include "parser/emitter.hpp"
#include "text/ascii.hpp"
#include "text/utf8.hpp"
#include "typing/loose_json.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t longest_shown = 80;  // bytes of a name in a message

}  // namespace

// The text that a JSON string spells; empty for any other JSON.
std::string emitter::meant(std::string_view json) {
  typing::json::document read;
  std::string rewritten;
  if (!typing::read_loose_json(json, read, rewritten) || read[0].what != typing::json::value_kind::string) return {};
  return read.text_of(0);
}

void emitter::end_name(std::uint64_t begin, std::uint64_t end) {
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
void emitter::resolve_name() {
  const int tool = how_.policy.native_only || is_off("resolved_name") ? -1 : tools_->resolve(call_.name);
  if (tool < 0) return;
  call_.tool = tool;
  call_.name_in_text = std::exchange(call_.name, tools_->name(static_cast<std::size_t>(tool)));
  call_.candidate = true;
}

// A call that ended without a name may be named by its arguments.
void emitter::infer_name() {
  if (call_.named || call_.name_label.empty() || call_.arguments.size() != 1) return;
  if (tools_ == nullptr || how_.policy.native_only || is_off(call_.name_label)) return;
  const int tool = tools_->only_one_with(call_.arguments.front().text);
  if (tool == vocabulary::none) return;
  call_.name = tools_->name(static_cast<std::size_t>(tool));
  call_.named = true;
  call_.lower_evidence(call_evidence::doubtful);
  name_call(false);
  say_of_name(call_.name_label, "");
  decide(call_decision::resolved, call_.name_label, call_.name_begin, call_.name_end);
}

// The name is complete: the call begins. What had to be skipped until here was in its opener, and makes it a
// candidate. So does a name after which the page has no cut that counts: then the call stands in a trial.
void emitter::name_call(bool after_cut) {
  if (call_.phase != call_phase::opened || !call_.named || call_.in_id) return;
  const std::uint64_t at = call_.name_end;
  call_.candidate = call_.candidate || !after_cut;
  call_.tool = tools_ == nullptr ? -1 : tools_->find(call_.name);
  if (tools_ != nullptr && call_.tool < 0) resolve_name();
  const bool unknown = tools_ != nullptr && call_.tool < 0;
  const bool misspelt = unknown && tools_->names().is_spelling(call_.name);  // what is not resolved is no declared tool
  if (unknown && (misspelt || how_.policy.unknown_tools == unknown_tools::text)) {
    call_.phase = call_phase::as_text;
    call_.candidate = false;
    held_.clear();
    settle_opener(event_type::text);
    around_text_ = true;
    if (!is_off("unknown_tool")) say_of_name("unknown_tool", unknown_message());
    note("undeclared_call", call_.begin, call_.raw);
    decide(call_decision::as_text, "unknown_tool", call_.begin, at);
    return delta(event_type::text, call_.raw, call_.begin);
  }
  settle_opener(event_type::markup);
  call_.phase = call_phase::begun;
  call_.index = calls_++;
  arguments_.begin(tools_, call_.tool, *call_.dialect, static_cast<bool>(tracer_), rules_);
  if (unknown) say_of_name("unknown_tool", unknown_message());
  if (!call_.name_in_text.empty()) say_of_name("resolved_name", name_message());
  if (!call_.name_in_text.empty()) decide(call_decision::resolved, "resolved_name", call_.name_begin, at);
  if (unknown) decide(call_decision::unknown, "unknown_tool", call_.name_begin, at);
  decide(call_decision::begun, "", call_.begin, at);
  emit_call_begin();
}

void emitter::add_around_calls(std::string_view text, std::uint64_t from) {
  if (call_.open()) return pass_markup();
  if (around_text_) return delta(event_type::text, text, from);
  if (blanks_ == 0 && (how_.policy.unknown_tools != unknown_tools::text || had_call_))
    return markup(from, from + text.size());
  wait(text, from);
}

void emitter::wait(std::string_view text, std::uint64_t from) {
  if (opener_.empty()) opener_begin_ = from;
  opener_ += text;
  if (opener_.size() > how_.held_bytes) settle_opener(event_type::markup);
}

void emitter::settle_opener(event_type as) {
  had_call_ = had_call_ || call_.open();
  around_text_ = around_text_ && !call_.open();
  if (opener_.empty()) return;
  flush_tail();
  const std::string opener = std::exchange(opener_, {});
  const std::size_t blanks = std::exchange(blanks_, 0);
  const std::size_t shown = as == event_type::text ? opener.size() : call_.open() ? 0 : blanks;
  if (shown > 0) delta(event_type::text, std::string_view(opener).substr(0, shown), opener_begin_);
  if (shown < opener.size()) piece(as, {}, opener_begin_ + shown, opener_begin_ + opener.size());
}

void emitter::say_of_name(std::string_view label, std::string_view message) {
  diagnose(meaning_of(label).name, message, "", call_.name_begin, call_.name_end,
           call_.is_text() ? no_call : call_.index, label != "unknown_tool");
}

std::string emitter::unknown_message() const {
  const std::string_view near = tools_->nearest(call_.name);
  std::string made = "There is no tool \"" + utf8::shortened(call_.name, longest_shown) + '"';
  made += near.empty() ? "." : "; did you mean \"" + utf8::shortened(near, longest_shown) + "\"?";
  return made + (call_.is_text() ? " The call is text." : " The arguments of its call were not checked.");
}

std::string emitter::name_message() const {
  return '"' + utf8::shortened(call_.name_in_text, longest_shown) + "\" is not declared, and was read as \"" +
         utf8::shortened(call_.name, longest_shown) + "\".";
}

void emitter::emit_call_begin() {
  const std::uint64_t at = call_.name_end;
  const ids::given id = ids_.give(call_.id, call_.name, static_cast<std::uint64_t>(call_.index));
  if (id.repeated) diagnose("repeated_id", {}, "", call_.begin, at, call_.index, false);
  event& e = add(event_type::call_begin, call_.begin, at);
  e.call = call_.index;
  e.dialect = call_.dialect->name;
  out().set_name(call_.name);
  out().set_id(id.text);
  const std::vector<call_state::early_arguments> waiting = std::move(call_.arguments);
  call_.early_bytes = 0;
  for (const call_state::early_arguments& part : waiting) whole_arguments(part.text, part.begin, part.end);
}

}  // namespace toolcall::events
