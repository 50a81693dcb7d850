// The message as a fold of the events: nothing here looks at the text.

#include <algorithm>
#include <utility>

#include <toolcall/message.hpp>

namespace toolcall {

bool message::recovered() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const diagnostic& d) { return d.recovery; });
}

void message::add(const event& e) {
  switch (e.type) {
    case event_type::text:
      content += e.text;
      return add_span(message_part::text, e.begin, e.end);
    case event_type::reasoning:
      reasoning += e.text;
      return add_span(message_part::reasoning, e.begin, e.end);
    case event_type::markup:
      return add_span(message_part::markup, e.begin, e.end);
    case event_type::call_begin:
      open(e.call);
      open_.call.name = e.name;
      open_.call.id = e.id;
      open_.call.dialect = e.dialect;
      return;
    case event_type::arguments:
      open_.call.arguments += e.text;
      return;
    case event_type::call_end:
      return end_call(e);
    case event_type::call_incomplete:
    case event_type::call_refused:
      return fail_call(e);
    case event_type::diagnostic:
      return add_diagnostic(e);
  }
}

void message::add_span(message_part what, std::uint64_t begin, std::uint64_t end) {
  if (begin == end) return;
  if (!spans.empty() && spans.back().part == what && spans.back().end == begin && what != message_part::call) {
    spans.back().end = end;
  } else {
    spans.push_back({what, begin, end});
  }
}

// A diagnostic of a call may come before its beginning.
void message::open(std::int64_t index) {
  if (open_.index == index) return;
  open_ = {};
  open_.index = index;
}

// Of a call that is still open it is not known yet which one it will be, so its diagnostics wait for a number.
void message::add_diagnostic(const event& e) {
  diagnostic d{
      std::string(e.label), std::string(e.text), e.begin, e.end, no_call, std::string(e.pointer), e.recovery, e.level,
      std::string(e.code)};
  const auto ended = std::lower_bound(indices_.begin(), indices_.end(), e.call);  // indices only grow
  if (e.call != no_call && ended != indices_.end() && *ended == e.call) {
    d.call = ended - indices_.begin();
    if (d.recovery) calls[static_cast<std::size_t>(d.call)].repairs.push_back(d.label);
  } else if (e.call != no_call) {
    open(e.call);
    open_.diagnostics.push_back(diagnostics.size());
    if (d.recovery) open_.repairs.push_back(d.label);
  }
  diagnostics.push_back(std::move(d));
}

void message::end_call(const event& e) {
  for (const std::size_t at : open_.diagnostics) diagnostics[at].call = static_cast<std::int64_t>(calls.size());
  open_.call.status = e.status;
  open_.call.channel = e.channel;
  open_.call.evidence = e.evidence;
  // The pieces lack it until the host has decided.
  if (e.status == call_status::needs_confirmation) open_.call.arguments += '}';
  open_.call.begin = e.begin;
  open_.call.end = e.end;
  const bool has_it = std::find(open_.repairs.begin(), open_.repairs.end(), e.label) != open_.repairs.end();
  if (!e.label.empty() && !has_it) open_.repairs.emplace(open_.repairs.begin(), e.label);
  open_.call.repairs = std::move(open_.repairs);
  indices_.push_back(e.call);
  calls.push_back(std::move(open_.call));
  open_ = {};
  add_span(message_part::call, e.begin, e.end);
}

// The number of calls where no call has it.
std::size_t message::waiting(std::string_view id) const {
  const auto is_it = [&](const tool_call& c) { return c.status == call_status::needs_confirmation && c.id == id; };
  return static_cast<std::size_t>(std::find_if(calls.begin(), calls.end(), is_it) - calls.begin());
}

bool message::confirm(std::string_view id) {
  const std::size_t at = waiting(id);
  if (at == calls.size()) return false;
  calls[at].status = call_status::complete;
  return true;
}

bool message::deny(std::string_view id) {
  const std::size_t at = waiting(id);
  if (at == calls.size()) return false;
  const auto offset = static_cast<std::ptrdiff_t>(at);
  const tool_call denied = std::move(calls[at]);
  calls.erase(calls.begin() + offset);
  if (at < indices_.size()) indices_.erase(indices_.begin() + offset);
  for (diagnostic& each : diagnostics) {
    if (each.call == offset) each.call = no_call;
    if (each.call > offset) --each.call;
  }
  const auto is_later = [&](const failed_call& each) { return each.begin > denied.begin; };
  refused.insert(std::find_if(refused.begin(), refused.end(), is_later),
                 {denied.name, "denied", denied.begin, denied.end, denied.dialect});
  for (part_span& each : spans)
    if (each.part == message_part::call && each.begin == denied.begin && each.end == denied.end)
      each.part = message_part::refused;
  if (calls.empty() && finish_reason == "tool_calls") finish_reason = "stop";
  return true;
}

void message::fail_call(const event& e) {
  const bool refuse = e.status == call_status::refused;
  (refuse ? refused : incomplete)
      .push_back({std::string(e.name), std::string(e.label), e.begin, e.end, std::string(e.dialect),
                  e.call != no_call && e.call == open_.index ? std::move(open_.call.arguments) : std::string()});
  open_ = {};
  add_span(refuse ? message_part::refused : message_part::call, e.begin, e.end);
}

}  // namespace toolcall
