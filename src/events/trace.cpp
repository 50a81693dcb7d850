// Filling in what the teller does not know: the rule of the mark at hand, the bytes of a part, and how a conversion
// went, which is read from what it came to.

#include "events/trace.hpp"

#include <algorithm>
#include <utility>

#include "events/compiled_dialects.hpp"
#include "events/utf8.hpp"
#include "typing/spell.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t most_shown = 64;
constexpr std::string_view unreadable = "unreadable", unreadable_label = "unreadable_arguments";

std::string_view how(const typing::typed& value, const typing::written& from) {
  const auto found = [&](std::string_view label) {
    return std::any_of(value.findings.begin(), value.findings.end(),
                       [&](const typing::finding& f) { return f.label == label; });
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
  return shortened(text, most_shown);
}

conversion conversion_of(std::string pointer, const typing::typed& value, const typing::written& from) {
  return {std::move(pointer), how(value, from), shortened(from.text), shortened(value.json)};
}

std::string_view part_name(engine::noun what) {
  switch (what) {
    case engine::noun::name:
      return "name";
    case engine::noun::id:
      return "id";
    case engine::noun::key:
      return "key";
    case engine::noun::value:
    case engine::noun::string:
      return "value";
    case engine::noun::arguments:
      return "arguments";
    default:
      return {};
  }
}

void trace::add(std::string_view bytes) {
  if (text_.size() <= most_shown) text_ += bytes.substr(0, most_shown + 1 - text_.size());
}

void trace::tell(trace_entry e) {
  if (prompt_) return;
  e.rule = program_->rule_at(at_);
  to_.tell(to_.context, e);
}

void trace::item(trace_entry e, bool failed) {
  e.what = "item";
  if (failed) e.label = "broken_call";
  tell(e);
}

void trace::part(trace_entry e, engine::noun what, bool failed) {
  const std::string shown = shortened(text_);
  e.what = part_name(what);
  e.text = shown;
  if (failed) e.label = "broken_call";
  tell(e);
}

// Conversions in their order, each with the first of its findings; every other finding is an entry of its own.
void trace::fields(trace_entry e, const std::vector<conversion>& made, const std::vector<typing::finding>& all) {
  const std::string at_hand = shortened(text_);
  for (const conversion& c : made) {
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
    found ? finding(first, all[c.from]) : tell(first);
    for (std::size_t i = c.from + (found ? 1 : 0); i < c.to; ++i) finding(e, all[i]);
  }
}

void trace::verdict(trace_entry e, const std::vector<typing::finding>& all) {
  e.what = "judged";
  for (const typing::finding& f : all) finding(e, f);
}

void trace::finding(trace_entry e, const typing::finding& f) {
  e.label = f.label;
  e.pointer = f.pointer;
  e.message = f.message;
  tell(e);
}

}  // namespace toolcall::events
