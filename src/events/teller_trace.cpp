// What the teller knows of an entry of the trace: where it stands, whose it is, and what was decided about a call.
//
// Nothing here changes what is told, so a parser with a sink and one without tell the same.

#include "events/teller.hpp"

namespace toolcall::events {

trace_entry teller::about(trace_kind kind, std::uint64_t begin, std::uint64_t end) const {
  trace_entry e;
  e.kind = kind;
  e.begin = shown(begin);
  e.end = shown(end);
  if (call_.open) e.call = call_.begun ? call_.index : calls_;
  const dialect_traits* const of = call_.open ? call_.dialect : dialect_;
  if (of != nullptr) e.dialect = of->name;
  return e;
}

void teller::trace_end(const engine::mark& m, bool failed) {
  if (m.what == engine::noun::block) {
    dialect_ = dialect_of_item_;
    trace_.item(about(trace_kind::item, m.begin, m.end), failed);
  } else if (call_.open && !call_.as_text && !part_name(m.what).empty()) {
    trace_.part(about(trace_kind::part, m.begin, m.end), m.what, failed);
  }
}

void teller::trace_label(const engine::mark& m, std::string_view pointer, std::int64_t call, bool now_held) {
  const label_meaning& meaning = grammar_->labels[m.index];
  trace_entry e = about(trace_kind::recovery, m.begin, m.end);
  e.what = "recovery";
  e.call = call;
  e.label = meaning.name;
  e.pointer = pointer;
  e.message = meaning.message;
  trace_.tell(e);
  if (now_held) trace_call("held", meaning.name, call_.begin, m.end);
}

void teller::trace_call(std::string_view what, std::string_view label, std::uint64_t begin, std::uint64_t end) {
  trace_entry e = about(trace_kind::decision, begin, end);
  e.what = what;
  e.label = label;
  e.text = call_.name;
  if (!label.empty()) e.message = meaning_of(label).message;
  if (what == "held" && label.empty()) e.message = "Calls of this dialect are told whole.";
  trace_.tell(e);
}

}  // namespace toolcall::events
