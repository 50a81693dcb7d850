// Fills in what the emitter does not know: the rule of the node event, the bytes of a part, and how a conversion went,
// which its result shows.

#include "parser/tracer.hpp"

#include <algorithm>
#include <utility>

#include "dialects/compiled_dialects.hpp"
#include "parser/call_state.hpp"
#include "parser/library_diagnostics.hpp"
#include "text/utf8.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t most_shown = 64;
constexpr std::string_view unreadable = "unreadable", unreadable_label = "unreadable_arguments";

std::string_view how(const typing::typed& value, const typing::written& from) {
  const auto found = [&](std::string_view label) {
    return std::any_of(value.diagnostics.begin(), value.diagnostics.end(),
                       [&](const typing::diagnostic& f) { return f.label == label; });
  };
  if (!value.readable) return unreadable;
  if (value.omitted) return "left out";
  if (!value.fits) return "not converted";
  if (found("repeated_field")) return "joined";
  if (found("assumed_type")) return "assumed";
  if (found("loose_json")) return "repaired";
  std::string same;
  const bool text = from.is == typing::form::raw || from.is == typing::form::string;
  if (text) typing::append_json_string(same, from.text);
  return value.json == (text ? same : from.text) ? "as written" : "lossless";
}

}  // namespace

std::string shortened(std::string_view text) {
  return utf8::shortened(text, most_shown);
}

traced_conversion conversion_of(std::string pointer, const typing::typed& value, const typing::written& from) {
  return {std::move(pointer), how(value, from), shortened(from.text), shortened(value.json)};
}

std::string_view part_name(engine::node_role role) {
  switch (role) {
    case engine::node_role::name:
      return "name";
    case engine::node_role::id:
      return "id";
    case engine::node_role::key:
      return "key";
    case engine::node_role::value:
    case engine::node_role::string:
      return "value";
    case engine::node_role::arguments:
      return "arguments";
    default:
      return {};
  }
}

void tracer::add(std::string_view bytes) {
  if (*this && text_.size() <= most_shown) text_ += bytes.substr(0, most_shown + 1 - text_.size());
}

void tracer::emit(trace_entry e) {
  if (prompt_) return;
  e.rule = program_->rule_at(at_);
  to_.on_entry(to_.context, e);
}

void tracer::item(trace_entry e, bool failed) {
  e.what = "item";
  if (failed) e.label = "broken_call";
  emit(e);
}

void tracer::part(trace_entry e, engine::node_role role, bool failed) {
  const std::string shown = shortened(text_);
  e.what = part_name(role);
  e.text = shown;
  if (failed) e.label = "broken_call";
  emit(e);
}

// Conversions in their order, each with the first of its diagnostics; every other diagnostic is an entry of its own.
void tracer::fields(trace_entry e, const std::vector<traced_conversion>& made,
                    const std::vector<typing::diagnostic>& all) {
  const std::string at_hand = shortened(text_);
  for (const traced_conversion& c : made) {
    e.what = c.how;
    trace_entry first = e;
    first.pointer = c.pointer;
    first.text = c.at_hand ? at_hand : c.text;
    first.json = c.json;
    if (c.how == unreadable) {
      first.label = unreadable_label;
      first.message = meaning_of(unreadable_label).message;
    }
    const bool found = c.from < c.to && c.how != unreadable;
    found ? add_diagnostic(first, all[c.from]) : emit(first);
    for (std::size_t i = c.from + (found ? 1 : 0); i < c.to; ++i) add_diagnostic(e, all[i]);
  }
}

void tracer::validation(trace_entry e, const std::vector<typing::diagnostic>& all) {
  e.what = to_string(call_decision::validated);
  for (const typing::diagnostic& f : all) add_diagnostic(e, f);
}

void tracer::add_diagnostic(trace_entry e, const typing::diagnostic& f) {
  e.label = f.label;
  e.pointer = f.pointer;
  const std::string message = message_of(f);
  e.message = message;
  emit(e);
}

}  // namespace toolcall::events
