// Echoes: calls that a model repeats from the history, where the host has left a mark. See spec/recovery.md,
// echoed_call.
//
// A mark counts for what it stands in: a call, an item (calls in one wrapper, reasoning, a quotation), or the text,
// from there to the end of the message. So it can be known when a call begins, or else when it ends; until then it is
// held.

#include "parser/call_gate.hpp"

namespace toolcall::events {

void call_gate::look_for_history(std::string_view text, bool in_item) {
  if (!history_.finds_in(text)) return;
  if (call_.open())
    call_.echoes = true;
  else if (in_item)
    echoes_in_item_ = true;
  else
    echoes_from_here_ = true;
}

// A call that may be an echo is held as it was written, up to the limit. The name of a call whose tool may be
// undeclared is as long as the engine lets it be.
void call_gate::keep_raw(std::string_view text) {
  if (call_.raw_lost) return;
  call_.raw += text;
  if (!looks_for_history() || call_.raw.size() <= how_.held_bytes) return;
  call_.raw_lost = true;
  call_.raw = {};
  call_.fail(call_failure::limit);
}

// The tags around it are what it is.
void call_gate::begin_echo() {
  call_.phase = call_phase::as_text;
  call_.candidate = false;
  held_.clear();
  settle_around_calls(echo_type());
  around_text_ = true;
  diagnose("echoed_call", {}, "", call_.begin, call_.begin, no_call, false);
  missed_.add_report(call_.begin);
  decide(call_decision::as_text, "echoed_call", call_.begin, call_.begin);
}

// The mark was in it: its bytes are at hand, and nothing of it was emitted.
void call_gate::end_echo(std::uint64_t at) {
  if (call_.begun()) {
    calls_ = call_.index;
    ids_.take_back();
  }
  to_confirm_ = no_call;
  forget_contents();
  begin_echo();
  delta(echo_type(), call_.raw, call_.begin);
  shown_end_ = at;
  call_.phase = call_phase::none;
}

}  // namespace toolcall::events
