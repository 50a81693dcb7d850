// The names of calls: which tool is meant, and when a call begins. See spec/events.md, B3 and B7.

#include <utility>

#include "events/policy.hpp"
#include "events/teller.hpp"
#include "events/utf8.hpp"
#include "typing/relax.hpp"

namespace toolcall::events {

// What a JSON string means; nothing for any other JSON.
std::string teller::meant(std::string_view json) {
  typing::json::document read;
  std::string respelled;
  if (!typing::read_loosely(json, read, respelled) || read[0].what != typing::json::kind::string) return {};
  return read.text_of(0);
}

void teller::end_name(std::uint64_t begin, std::uint64_t end) {
  std::string& name = call_.named ? call_.rival : call_.name;
  if (holds_json_) name = meant(name);
  if (!call_.named) {
    call_.named = !name.empty();
    call_.name_begin = begin;
    call_.name_end = end;
  } else if (!call_.as_text && call_.rival != call_.written()) {  // a second name: the first counts
    call_.disagrees = "rival_name";
    diagnose("rival_name", meaning_of("rival_name").message, "", call_.begin, end, call_.index, false);
    if (trace_) trace_call("ignored", "rival_name", call_.begin, end);
  }
  call_.rival.clear();
}

// A name that is not declared may evidently mean one that is. What is read so is doubtful enough to be told whole.
void teller::resolve_name() {
  const int tool = how_.policy.native_only || is_off("resolved_name") ? -1 : tools_->resolve(call_.name);
  if (tool < 0) return;
  call_.tool = tool;
  call_.name_in_text = std::exchange(call_.name, tools_->name(static_cast<std::size_t>(tool)));
  call_.candidate = true;
}

// The name is complete: the call begins. What had to be read over until here was in its opener, and makes it a
// candidate. So does a name behind which the page has no cut that counts: then the call stands in a trial.
void teller::name_call(bool behind_cut) {
  if (!call_.open || !call_.named || call_.begun || call_.as_text || call_.in_id) return;
  const std::uint64_t at = call_.name_end;
  call_.candidate = call_.candidate || !behind_cut;
  call_.tool = tools_ == nullptr ? -1 : tools_->find(call_.name);
  if (tools_ != nullptr && call_.tool < 0) resolve_name();
  const bool unknown = tools_ != nullptr && call_.tool < 0;
  if (unknown && how_.policy.unknown_tools == unknown_tools::text) {
    call_.as_text = true;
    call_.candidate = false;
    held_.clear();
    if (trace_) trace_call("as text", "unknown_tool", call_.begin, at);
    return delta(event_type::text, call_.raw, call_.begin);
  }
  call_.begun = true;
  call_.index = calls_++;
  arguments_.begin(tools_, call_.tool, call_.dialect->repeats, static_cast<bool>(trace_), rules_);
  if (unknown) say_of_name("unknown_tool", "");
  if (!call_.name_in_text.empty()) say_of_name("resolved_name", name_message());
  if (trace_ && !call_.name_in_text.empty()) trace_call("resolved", "resolved_name", call_.name_begin, at);
  if (trace_ && unknown) trace_call("unknown", "unknown_tool", call_.name_begin, at);
  if (trace_) trace_call("begun", "", call_.begin, at);
  tell_beginning();
}

void teller::say_of_name(std::string_view label, std::string_view message) {
  const label_meaning meaning = meaning_of(label);
  diagnose(meaning.name, message.empty() ? meaning.message : message, "", call_.name_begin, call_.name_end, call_.index,
           label == "resolved_name");
}

std::string teller::name_message() const {
  constexpr std::size_t shown = 80;
  return '"' + shortened(call_.name_in_text, shown) + "\" is not declared, and was read as \"" +
         shortened(call_.name, shown) + "\".";
}

void teller::tell_beginning() {
  const std::uint64_t at = call_.name_end;
  const ids::given id = ids_.give(call_.id, call_.name, static_cast<std::uint64_t>(call_.index));
  if (id.repeated) diagnose("repeated_id", meaning_of("repeated_id").message, "", call_.begin, at, call_.index, false);
  event& e = add(event_type::call_begin, call_.begin, at);
  e.call = call_.index;
  e.dialect = call_.dialect->name;
  out().set_name(call_.name);
  out().set_id(id.text);
  const std::vector<early> waiting = std::move(call_.arguments);
  call_.early_bytes = 0;
  for (const early& part : waiting) whole_arguments(part.text, part.begin, part.end);
}

}  // namespace toolcall::events
