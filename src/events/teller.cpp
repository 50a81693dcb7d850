// Walking the text beside the marks; see teller.hpp. What concerns calls is in teller_calls.cpp.

#include "events/teller.hpp"

#include <algorithm>

#include "events/finish_reason.hpp"
#include "events/utf8.hpp"

namespace toolcall::events {

using engine::mark;
using engine::noun;

teller::teller(const compiled_dialects& dialects, const tools& declared, const options& how)
    : dialects_(&dialects),
      grammar_(&dialects.grammar),
      tools_(declared.internals()),
      how_(how),
      rules_{how.policy.max_level, how.policy.unknown_keys},
      ids_(how),
      trace_(how.trace, grammar_->program) {
}

void teller::tell(const mark* marks, std::size_t count, std::string_view text, std::uint64_t base,
                  std::uint64_t until) {
  const auto up_to = [&](std::uint64_t position) {
    if (position <= at_) return;
    const std::uint64_t from = at_;
    at_ = position;
    bytes(text.substr(static_cast<std::size_t>(from - base), static_cast<std::size_t>(position - from)), from);
  };
  for (std::size_t i = 0; i < count; ++i) {
    up_to(marks[i].end);
    apply(marks[i]);
  }
  up_to(until);
}

bool teller::goes_on(std::string_view text) const {
  const bool string =
      sink_ == sink::value && call_.begun && !call_.candidate && call_.failed.empty() && arguments_.streams();
  const bool plain = (sink_ == sink::text || sink_ == sink::reasoning) && !call_.open;
  if (string && trace_) return false;  // it shows how a value begins
  return !text.empty() && (string || plain) && tail_.empty() && at_ >= origin_ && whole_characters(text) == text.size();
}

void teller::go_on(std::string_view text, std::uint64_t base) {
  at_ = base + text.size();
  if (sink_ == sink::value) {
    told.go_on(event_type::arguments, call_.index);
    return string_piece(text, base, at_);
  }
  const event_type type = sink_ == sink::text ? event_type::text : event_type::reasoning;
  told.go_on(type, no_call);
  piece(type, text, base, at_);
}

void teller::end_with(std::string_view reason) {
  length_ = ending_of(reason) == ending::length;
}

void teller::flush() {
  flush_tail();
}

void teller::bytes(std::string_view text, std::uint64_t from) {
  if (call_.open && call_.as_text) return delta(event_type::text, text, from);
  if (call_.open && !call_.begun && how_.policy.unknown_tools == unknown_tools::text)
    call_.raw += text;  // it may be text after all
  give(text, from);
}

void teller::give(std::string_view text, std::uint64_t from) {
  if (trace_ && sink_ != sink::nothing) trace_.add(text);
  switch (sink_) {
    case sink::text:
      return delta(event_type::text, text, from);
    case sink::reasoning:
      return delta(event_type::reasoning, text, from);
    case sink::markup:
      return markup(from, from + text.size());
    case sink::name:
      (call_.named ? call_.rival : call_.name) += text;
      if (call_.in_id) call_.id += text;
      return;
    case sink::id:
      call_.id += text;
      return;
    case sink::key:
      (nested_.open() ? call_.inner_key : call_.key) += text;
      return;
    case sink::value:
      return add_value(text, from);
    case sink::whole:
      return add_whole(text, from);
    case sink::nothing:
      return;
  }
}

teller::sink teller::sink_of(noun what) {
  switch (what) {
    case noun::text:
      return sink::text;
    case noun::reasoning:
      return sink::reasoning;
    case noun::name:
      return sink::name;
    case noun::id:
      return sink::id;
    case noun::key:
      return sink::key;
    case noun::value:
    case noun::string:
      return sink::value;
    case noun::arguments:
      return sink::whole;
    case noun::replace:
      return sink::nothing;
    default:
      return sink::markup;
  }
}

void teller::apply(const mark& m) {
  if (trace_) trace_.at(m, open_.empty() ? 0 : open_.back().at);
  switch (m.is) {
    case mark::kind::begin:
      return begin(m);
    case mark::kind::end:
      return end(m, false);
    case mark::kind::failed:
      return end(m, true);
    case mark::kind::label:
      return label(m);
    case mark::kind::cut:
      return name_call(true);
  }
}

void teller::begin(const mark& m) {
  open_.push_back({m.what, sink_, m.at});
  if (trace_ && !part_name(m.what).empty()) trace_.begin_part();
  if (m.what == noun::dialect) dialect_ = &dialects_->traits[m.index];
  if (m.what == noun::json) holds_json_ = true;
  if (m.what == noun::json) read_value_as(typing::form::json);
  if (m.what == noun::python) read_value_as(typing::form::python);
  // What is in them is what is around them.
  if (m.what == noun::dialect || m.what == noun::json || m.what == noun::python) return;
  if (m.what == noun::object || m.what == noun::array) return begin_container(m);
  sink_ = sink_of(m.what);
  holds_json_ = false;
  if (m.what == noun::block) begin_item(m.index);
  if (m.what == noun::call) begin_call(m);
  if (m.what == noun::id) call_.in_id = true;
  if (m.what == noun::key || m.what == noun::value || m.what == noun::string || m.what == noun::arguments)
    name_call(false);
  if (m.what == noun::key) begin_key(m.begin);
  if (m.what == noun::value || m.what == noun::string) begin_value(m);
  if (m.what == noun::arguments) whole_.clear();
}

void teller::end(const mark& m, bool failed) {
  sink_ = open_.back().around;
  open_.pop_back();
  if (trace_ && m.what == noun::id) trace_.begin_part(), trace_.add(call_.id);  // with the name that it may hold
  if (trace_) trace_end(m, failed);
  if (m.what == noun::call) return end_call(m.end, failed);
  if (m.what == noun::dialect) dialect_ = dialect_of_item_;
  if (m.what == noun::id) call_.in_id = false;
  if (m.what == noun::object || m.what == noun::array) end_container(m, failed);
  if (failed && nested_.open()) nested_.give_up();
  if (failed && call_.open && call_.failed.empty()) call_.failed = "broken_call";
  if (failed) return;
  if (m.what == noun::name) end_name(m.begin, m.end);
  if (m.what == noun::key) end_key(m.begin);
  if (m.what == noun::value || m.what == noun::string) end_value(m.begin, m.end);
  if (m.what == noun::arguments) end_arguments(m.begin, m.end);
  if (m.what == noun::replace) {
    const bool chosen = m.index == engine::chosen_name;
    const std::string_view instead = chosen ? how_.tool_choice.name : grammar_->program.replacements[m.index];
    // What is told as text is told as it stands. Nothing may seem to end behind the bytes that it stands for.
    if (!call_.open || !call_.as_text) give(instead, m.end - std::min<std::uint64_t>(instead.size(), m.end));
  }
}

void teller::begin_item(std::size_t item) {
  dialect_ = dialect_of_item_ = &dialects_->traits[grammar_->program.items[item]];
  hold_calls_ = {};
}

// What follows for the open call from a recovery in it. Once it is refused, it stays so.
void teller::take_consequence(const label_meaning& meaning) {
  using consequence = label_meaning::consequence;
  call_.repaired = true;
  call_.doubtful = call_.doubtful || !call_.begun;
  call_.candidate = call_.candidate || call_.doubtful;
  if (meaning.then == consequence::without_fields) call_.needs_field = meaning.name;
  if (call_.refused) return;
  const bool ends = meaning.then == consequence::incomplete || meaning.then == consequence::refused;
  if (length_ && (ends || meaning.then == consequence::by_finish_reason)) {
    call_.failed = "truncated";
  } else if (ends) {
    call_.failed = meaning.name;
    call_.refused = meaning.then == consequence::refused;
  } else if ((how_.policy.native_only || is_off(meaning.name)) && call_.failed.empty()) {
    call_.failed = meaning.name;
  }
}

void teller::label(const mark& m) {
  const label_meaning& meaning = grammar_->labels[m.index];
  using consequence = label_meaning::consequence;
  if ((call_.open && call_.as_text) || meaning.then == consequence::silent) return;
  if (!call_.open && (meaning.then == consequence::held || how_.policy.native_only)) hold_calls_ = meaning.name;
  // A label that ends behind a call and began before it speaks of that call, if it is one.
  const bool of_next = !call_.open && meaning.then == consequence::held;
  const bool of_last = !call_.open && call_.begun && call_.index < calls_ && m.begin <= call_.begin;
  const bool was_held = call_.candidate;
  if (call_.open) take_consequence(meaning);
  std::string pointer;
  if (call_.open && meaning.concerns_field && m.begin >= call_.key_begin && !call_.key.empty())
    pointer = nested_.open() ? nested_.pointer(m.begin) : typing::json::pointer_to(call_.key);
  flush_tail();
  const std::int64_t call = of_next ? calls_ : call_.open || of_last ? call_.index : no_call;
  diagnose(meaning.name, meaning.message, pointer, m.begin, m.end, call, true);
  if (trace_) trace_label(m, pointer, call, call_.candidate && !was_held);
}

event& teller::add(event_type type, std::uint64_t begin, std::uint64_t end) {
  return out().add(type, shown(begin), shown(end));
}

// A piece of text, without the bytes that came from the prompt. Pieces that follow each other become one.
void teller::piece(event_type type, std::string_view text, std::uint64_t begin, std::uint64_t end) {
  if (type == event_type::arguments) return string_piece(text, begin, end);
  if (end <= origin_) return;
  if (begin < origin_ && text.size() == end - begin) text.remove_prefix(static_cast<std::size_t>(origin_ - begin));
  event* const last = told.last();
  if (last == nullptr || last->type != type || last->end != shown(begin)) told.add(type, shown(begin), shown(end));
  told.last()->end = shown(end);
  told.text().append(text);
  told.end_text();
}

void teller::markup(std::uint64_t from, std::uint64_t end) {
  if (call_.open) return;  // it is part of the call
  flush_tail();
  piece(event_type::markup, {}, from, end);
}

// Text is told up to the last whole character.
void teller::delta(event_type type, std::string_view text, std::uint64_t from) {
  if (tail_.empty() && whole_characters(text) == text.size()) return piece(type, text, from, from + text.size());
  if (!tail_.empty() && tail_type_ != type) flush_tail();
  std::string joined;
  if (!tail_.empty()) {
    joined = tail_;
    joined += text;
    text = joined;
    from = tail_begin_;
    tail_.clear();
  }
  const std::size_t whole = whole_characters(text);
  if (whole > 0) piece(type, text.substr(0, whole), from, from + whole);
  if (whole == text.size()) return;
  tail_ = text.substr(whole);
  tail_type_ = type;
  tail_begin_ = from + whole;
}

void teller::flush_tail() {
  if (tail_.empty()) return;
  const std::string text = std::move(tail_);
  tail_.clear();
  piece(tail_type_, text, tail_begin_, tail_begin_ + text.size());
}

void teller::diagnose(std::string_view name, std::string_view message, std::string_view pointer, std::uint64_t begin,
                      std::uint64_t end, std::int64_t call, bool recovery) {
  if (call != no_call && call_.open && call_.failed.empty() && is_off(name)) call_.failed = name;
  event& e = add(event_type::diagnostic, begin, end);
  e.label = name;
  e.call = call;
  e.recovery = recovery;
  out().text().append(message);
  out().end_text();
  if (!pointer.empty()) out().set_pointer(pointer);
}

}  // namespace toolcall::events
