// Every byte gets one colour. The message says what it counts as: text, reasoning, markup, a call, or a call that is
// none; the trace says which part of a call it is. A part is traced before what contains it, so the innermost comes
// first and is not painted over.

#include "cli/explanation.hpp"

#include <algorithm>

#include "cli/visible.hpp"

namespace toolcall::cli {

namespace {

constexpr fate fates[fate_count] = {
    {"text", ' ', "", "text to show"},
    {"reasoning", 'r', "2;3", "reasoning"},
    {"markup", '-', "90", "markers of the dialect, and blanks between them"},
    {"control", 'c', "2;7", "control marks"},
    {"call", '=', "34", "a call"},
    {"name", 'N', "1;35", "its tool's name"},
    {"id", 'I', "35", "its id"},
    {"key", 'K', "36", "the key of a field"},
    {"value", 'v', "32", "the value of a field, or the arguments in one piece"},
    {"recovery", '!', "30;43", "what a recovery skipped"},
    {"refused", 'x', "31", "not a call, because it is incomplete or refused"},
};

became base(message_part what) {
  switch (what) {
    case message_part::text:
      return became::text;
    case message_part::reasoning:
      return became::reasoning;
    case message_part::markup:
      return became::markup;
    case message_part::call:
      return became::call;
    case message_part::refused:
      break;
  }
  return became::failed;
}

became part_of_call(std::string_view what) {
  return what == "name" ? became::name : what == "id" ? became::id : what == "key" ? became::key : became::value;
}

became colour_of(const trace_entry& e) {
  switch (e.kind) {
    case trace_kind::part:
      return part_of_call(e.what);
    case trace_kind::conversion:
      return became::value;
    case trace_kind::recovery:
      return became::recovery;
    case trace_kind::decision:
      return e.what == "invalid" || e.what == "incomplete" || e.what == "refused" ? became::failed : became::call;
    case trace_kind::item:
      break;
  }
  return became::text;
}

std::string about(std::string_view label, std::uint64_t begin, std::uint64_t end) {
  return std::string(label) + ' ' + std::to_string(begin) + ' ' + std::to_string(end);
}

}  // namespace

const fate& fate_of(became what) {
  return fates[static_cast<std::size_t>(what)];
}

trace_sink explanation::sink() {
  return {on_entry, this};
}

void explanation::on_entry(void* context, const trace_entry& entry) {
  static_cast<explanation*>(context)->take(entry);
}

void explanation::take(const trace_entry& e) {
  const bool control = e.kind == trace_kind::item && e.rule.ends_with(".control");
  if (e.kind == trace_kind::part || e.kind == trace_kind::recovery || control)
    parts_.push_back(
        {control ? became::control : colour_of(e), static_cast<std::size_t>(e.begin), static_cast<std::size_t>(e.end)});
  if (!e.label.empty()) reported_.push_back(about(e.label, e.begin, e.end));
  decisions_.push_back({visible(to_line(e)), e.begin, e.end, colour_of(e)});
}

// Only bytes of a call, or of markup, become something else.
void explanation::paint(const stretch& part, bool markup, bool call) {
  for (std::size_t at = part.begin; at < std::min(part.end, bytes_.size()); ++at)
    if ((markup && bytes_[at] == became::markup) || (call && bytes_[at] == became::call)) bytes_[at] = part.what;
}

void explanation::finish(const message& m, std::size_t size) {
  bytes_.assign(size, became::markup);
  const auto fill = [&](std::uint64_t begin, std::uint64_t end, became what) {
    for (auto at = static_cast<std::size_t>(begin); at < size && at < end; ++at) bytes_[at] = what;
  };
  for (const part_span& span : m.spans) fill(span.begin, span.end, base(span.part));
  for (const failed_call& c : m.incomplete) fill(c.begin, c.end, became::failed);
  for (const stretch& part : parts_)
    if (part.what != became::recovery) paint(part, part.what == became::control, part.what != became::control);
  for (const stretch& part : parts_)
    if (part.what == became::recovery) paint(part, true, true);
  add_untraced(m);
}

// A diagnostic that no entry of the trace speaks of.
void explanation::add_untraced(const message& m) {
  std::sort(reported_.begin(), reported_.end());
  for (const diagnostic& d : m.diagnostics) {
    if (std::binary_search(reported_.begin(), reported_.end(), about(d.label, d.begin, d.end))) continue;
    trace_entry e;
    e.kind = trace_kind::recovery;
    e.what = "note";
    e.begin = d.begin;
    e.end = d.end;
    e.label = d.label;
    e.pointer = d.pointer;
    e.message = d.message;
    decisions_.push_back({visible(to_line(e)), d.begin, d.end, became::text});
  }
}

std::vector<stretch> explanation::stretches() const {
  std::vector<stretch> made;
  for (std::size_t at = 0; at < bytes_.size(); ++at)
    if (!made.empty() && made.back().what == bytes_[at])
      made.back().end = at + 1;
    else
      made.push_back({bytes_[at], at, at + 1});
  return made;
}

}  // namespace toolcall::cli
