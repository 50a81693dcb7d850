// The trace: which rule, recovery, conversion and decision decided what each part of the text became.
//
// It is for a person who asks why, and says nothing that a program needs: events and diagnostics are for those. Like
// them it does not depend on how the text is cut. Without a sink nothing is gathered for it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <toolcall/event.hpp>

namespace toolcall {

enum class trace_kind : std::uint8_t {
  item,        // an item of the message has ended: a passage that is quoted, calls, reasoning, a control mark
  part,        // a rule has cut out a part of a call: `what` it is, and its bytes in `text`
  recovery,    // a rule has skipped what should not be there: `label`, `message`
  conversion,  // what became of a field's text: `pointer`, `text`, `json`, in `what` how, and what was found in `label`
  decision,    // what became of a call: `what`, and in `label` why
};

// Its word, for a sink that keeps entries as records.
constexpr std::string_view to_string(trace_kind value) noexcept {
  switch (value) {
    case trace_kind::item:
      return "item";
    case trace_kind::part:
      return "part";
    case trace_kind::recovery:
      return "recovery";
    case trace_kind::conversion:
      return "conversion";
    case trace_kind::decision:
      return "decision";
  }
  return {};
}

// Views live until the sink returns. A text of more than 64 bytes is cut short, with "…" after it.
struct trace_entry {
  trace_kind kind = trace_kind::item;
  std::string_view what;  // "item"; "name", "id", "key", "value", "arguments"; "recovery"; how a field was
                          // converted: "as written", "lossless", "assumed", "joined", "repaired", "not converted",
                          // "unreadable"; what was decided: "held" (as a candidate), "unknown" (its tool),
                          // "resolved" (its name), "begun", "as text", "ignored" (what says something again),
                          // "validated" (by the schema), "complete", "invalid", "incomplete", "refused"
  std::int64_t call = no_call;  // the call's number; of a candidate, the one that it gets if it is emitted
  std::uint64_t begin = 0;      // the bytes of the stream that this is about,
  std::uint64_t end = 0;        // [begin, end), counted from the first byte fed
  std::string_view dialect;     // empty where the rule is of no dialect
  std::string_view rule;        // whose instruction it was: "invoke.closed"
  std::string_view label;       // of spec/recovery.md
  std::string_view pointer;     // conversion, recovery: a JSON Pointer into the call's arguments
  std::string_view text;        // as the model wrote it; of a decision, the call's name
  std::string_view json;        // conversion; empty if the text was emitted as it came
  std::string_view message;     // one sentence
};

// A plain function, so that C can have one. It must neither throw nor call the parser that calls it. A copy of a parser
// has the same sink.
struct trace_sink {
  void (*on_entry)(void* context, const trace_entry& entry) = nullptr;
  void* context = nullptr;
};

// The entry as a line for a terminal, without its end; control characters are escaped.
[[nodiscard]] std::string to_line(const trace_entry& entry);

}  // namespace toolcall
