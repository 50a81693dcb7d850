// Walks the text along with the node events; see emitter.hpp. What concerns calls is in emitter_calls.cpp.

#include "parser/emitter.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/finish_reason.hpp"
#include "text/utf8.hpp"
#include "typing/tools_internals.hpp"

namespace toolcall::events {

using engine::node_event;
using engine::node_event_type;
using engine::node_role;

emitter::emitter(const compiled_dialects& dialects, const tools& declared, const options& how)
    : dialects_(&dialects),
      grammar_(&dialects.grammar),
      tools_(internals(declared)),
      how_(how),
      rules_{how.policy.max_level, how.policy.unknown_keys},
      ids_(how),
      tracer_(how.trace, grammar_->program),
      as_text_(read_as_text(how.policy, grammar_->labels)) {
}

void emitter::emit(const node_event* events, std::size_t count, std::string_view text, std::uint64_t base,
                   std::uint64_t until) {
  goes_on_ = false;
  window_ = text;
  window_begin_ = base;
  const auto up_to = [&](std::uint64_t position) {
    if (position <= at_) return;
    const std::uint64_t from = at_;
    at_ = position;
    bytes(text.substr(static_cast<std::size_t>(from - base), static_cast<std::size_t>(position - from)), from);
  };
  for (std::size_t i = 0; i < count; ++i) {
    up_to(events[i].place());
    apply(events[i]);
  }
  up_to(until);
  window_ = {};
}

bool emitter::can_append(std::string_view text) const {
  const bool string = destination_ == destination::value && call_.begun() && !call_.candidate && !call_.failed() &&
                      arguments_.streams();
  const bool plain =
      (destination_ == destination::text || destination_ == destination::reasoning) && !call_.open() && !follows_call();
  if (string && tracer_) return false;  // it shows how a value begins
  return !text.empty() && (string || plain) && tail_.empty() && opener_.empty() && at_ >= origin_ &&
         utf8::whole_characters(text) == text.size();
}

void emitter::append(std::string_view text, std::uint64_t base) {
  at_ = base + text.size();
  if (missed_.wants_bytes()) missed_.add(text, base);
  if (destination_ == destination::value) {
    emitted.keep_last(event_type::arguments, call_.index);
    string_piece(text, base, at_);
  } else {
    shown_end_ = at_;
    const event_type type = destination_ == destination::text ? event_type::text : event_type::reasoning;
    emitted.keep_last(type, no_call);
    piece(type, text, base, at_);
  }
  goes_on_ = emitted.is_one() && emitted.last()->end == shown(at_) && !missed_.wants_bytes() &&
             (destination_ != destination::value || arguments_.can_go_on());
}

void emitter::end_with(std::string_view reason) {
  text_ended_ = true;
  broken_off_ = is_broken_off(reason);
}

void emitter::flush() {
  settle_opener(event_type::markup);
  flush_tail();
  if (fences_are_text_) say("several_fences", {}, *earlier_fence_, at_);
}

void emitter::bytes(std::string_view text, std::uint64_t from) {
  if (missed_.wants_bytes()) missed_.add(text, from);
  if (origin_ != 0 && crosses_origin_ == crossing::none) note_crossing(text, from);
  const bool as_text = fences_are_text_ || !unwanted_.empty() || (call_.open() && call_.is_text());
  if (!as_text && follows_call() && ascii::is_blank(text)) {
    tracer_.add(text);
    blanks_ += text.size();
    return wait(text, from);
  }
  if (as_text || destination_ == destination::text || destination_ == destination::reasoning)
    shown_end_ = from + text.size();
  if (as_text) return delta(event_type::text, text, from);
  if (call_.open() && !call_.begun() && how_.policy.unknown_tools == unknown_tools::text)
    call_.raw += text;  // it may be text after all
  if (!call_.open() && destination_ != destination::markup) settle_opener(event_type::markup);
  give(text, from);
}

void emitter::give(std::string_view text, std::uint64_t from) {
  if (destination_ != destination::nothing) tracer_.add(text);
  switch (destination_) {
    case destination::text:
      return delta(event_type::text, text, from);
    case destination::reasoning:
      return delta(event_type::reasoning, text, from);
    case destination::markup:
      return add_around_calls(text, from);
    case destination::name:
      (call_.named ? call_.rival : call_.name) += text;
      if (call_.in_id) call_.id += text;
      return;
    case destination::id:
      call_.id += text;
      return;
    case destination::key:
      (nested_.open() ? call_.inner_key : call_.key) += text;
      return;
    case destination::value:
      return add_value(text, from);
    case destination::whole:
      return add_whole(text, from);
    case destination::nothing:
      return;
  }
}

emitter::destination emitter::destination_of(node_role role) {
  switch (role) {
    case node_role::text:
      return destination::text;
    case node_role::reasoning:
      return destination::reasoning;
    case node_role::name:
      return destination::name;
    case node_role::id:
      return destination::id;
    case node_role::key:
      return destination::key;
    case node_role::value:
    case node_role::string:
      return destination::value;
    case node_role::arguments:
      return destination::whole;
    case node_role::replace:
      return destination::nothing;
    default:
      return destination::markup;
  }
}

void emitter::apply(const node_event& m) {
  tracer_.at(m, open_.empty() ? 0 : open_.back().at);
  switch (m.is) {
    case node_event_type::begin:
      return begin(m);
    case node_event_type::end:
      return end(m, false);
    case node_event_type::failed:
      return end(m, true);
    case node_event_type::label:
      return label(m);
    case node_event_type::note:
      return note(grammar_->labels[m.index].name, m.begin);
    case node_event_type::cut:
      return name_call(true);
  }
}

void emitter::begin(const node_event& m) {
  open_.push_back({m.role, destination_, m.at});
  trace_begin(m);
  if (m.role == node_role::dialect) dialect_ = &dialects_->traits_of(m.index);
  if (m.role == node_role::json) holds_json_ = true;
  if (m.role == node_role::json) read_value_as(typing::form::json);
  if (m.role == node_role::python) read_value_as(typing::form::python);
  // Their bytes belong to the part around them.
  if (m.role == node_role::dialect || m.role == node_role::json || m.role == node_role::python) return;
  if (m.role == node_role::object || m.role == node_role::array) return begin_container(m);
  destination_ = destination_of(m.role);
  holds_json_ = false;
  if (m.role == node_role::block) begin_item(m);
  if (m.role == node_role::call) begin_call(m);
  if (m.role == node_role::id) call_.in_id = true;
  if (m.role == node_role::key || m.role == node_role::value || m.role == node_role::string ||
      m.role == node_role::arguments)
    name_call(false);
  if (m.role == node_role::key) begin_key(m.begin);
  if (m.role == node_role::value || m.role == node_role::string) begin_value(m);
  if (m.role == node_role::arguments) whole_.clear();
}

void emitter::end(const node_event& m, bool failed) {
  destination_ = open_.back().around;
  open_.pop_back();
  trace_end(m, failed);
  if (origin_ != 0 && crosses_origin_ == crossing::none) note_crossing(m);
  if (m.role == node_role::block) end_item();
  if (m.role == node_role::call) return end_call(m.end, failed);
  if (m.role == node_role::dialect) dialect_ = dialect_of_item_;
  if (m.role == node_role::id) call_.in_id = false;
  if (m.role == node_role::object || m.role == node_role::array) end_container(m, failed);
  if (failed && nested_.open()) nested_.give_up();
  if (failed && call_.open()) call_.fail(call_failure::broken_call);
  if (failed) return;
  if (m.role == node_role::name) end_name(m.begin, m.end);
  if (m.role == node_role::key) end_key(m.begin);
  if (m.role == node_role::value || m.role == node_role::string) end_value(m.begin, m.end);
  if (m.role == node_role::arguments) end_arguments(m.begin, m.end);
  if (m.role == node_role::replace) {
    const std::string_view instead = replacement(m.index);
    // In a call that becomes text nothing is replaced. The replacement must not seem to end after the bytes that it
    // stands for.
    if (!call_.open() || !call_.is_text()) give(instead, m.end - std::min<std::uint64_t>(instead.size(), m.end));
  }
}

std::string_view emitter::replacement(std::uint16_t index) const {
  if (index == engine::chosen_name) return how_.tool_choice.name;
  if (index < engine::first_field_name) return grammar_->program.at(grammar_->program.replacements[index]);
  return tools_ == nullptr ? std::string_view{} : tools_->names().word(index - engine::first_field_name);
}

void emitter::begin_item(const node_event& m) {
  dialect_ = dialect_of_item_ = &dialects_->traits_of(grammar_->program.items[m.index].dialect);
  item_begin_ = m.begin;
  prompt_recovered_ = false;
  hold_calls_ = {};
  confirms_item_ = false;
  had_call_ = around_text_ = false;
}

void emitter::end_item() {
  settle_opener(event_type::markup);
  had_call_ = around_text_ = false;
  unwanted_ = {};
}

// Applies the consequence of a recovery to the call that is open. A refused call stays refused.
void emitter::take_consequence(const label_meaning& meaning) {
  using consequence = label_meaning::consequence;
  call_.cut_short = call_.cut_short || meaning.then == consequence::by_finish_reason;
  call_.lower_evidence(call_.begun() ? call_evidence::repaired : call_evidence::doubtful);
  call_.candidate = call_.candidate || call_.evidence == call_evidence::doubtful;
  if (meaning.then == consequence::without_fields) call_.needs_field = meaning.name;
  if (call_.refused()) return;
  const bool ends = meaning.then == consequence::incomplete || meaning.then == consequence::refused;
  if (broken_off_ && (ends || meaning.then == consequence::by_finish_reason)) {
    call_.replace_failure(call_failure::truncated, false);
  } else if (ends) {
    call_.replace_failure(meaning.name, meaning.then == consequence::refused);
  } else if (how_.policy.native_only || is_off(meaning.name)) {
    call_.fail(meaning.name);
  }
}

std::string emitter::said_of(const label_meaning& meaning) const {
  std::string made(meaning.message);
  if (meaning.then != label_meaning::consequence::by_finish_reason) return made;
  if (broken_off_)
    made += call_.open() ? " The text was cut off, so the call is incomplete." : " The text was cut off there.";
  else if (!call_.failed())
    made += " It counts as closed.";
  return made;
}

bool emitter::is_in(node_role role) const {
  return std::any_of(open_.begin(), open_.end(), [=](const open_part& each) { return each.role == role; });
}

emitter::crossing emitter::crossing_as() const {
  return !call_.open() && is_in(node_role::text) ? crossing::text : crossing::other;
}

// Marks that needed a recovery cross it only with a byte that is no blank: what they would have closed is not there.
std::optional<emitter::crossing> emitter::goes_beyond_prompt() const {
  if (crosses_origin_ != crossing::none) return crosses_origin_;
  if (!is_in(node_role::block) || item_begin_ >= origin_)
    return at_ > origin_ ? std::optional(crossing::none) : std::nullopt;
  const bool is_passed = !prompt_recovered_ || call_.open() || is_in_passage();
  return is_passed ? std::optional(crossing_as()) : std::nullopt;
}

void emitter::note_crossing(std::string_view text, std::uint64_t from) {
  if (from + text.size() <= origin_ || item_begin_ >= origin_ || !is_in(node_role::block)) return;
  if (from < origin_) text.remove_prefix(static_cast<std::size_t>(origin_ - from));
  if (!ascii::is_blank(text)) crosses_origin_ = crossing_as();
}

void emitter::note_crossing(const node_event& m) {
  if (m.end <= origin_ || item_begin_ >= origin_) return;
  if (m.role == node_role::text) crosses_origin_ = crossing::text;
  if (m.role == node_role::reasoning) missed_.end_rest(m.begin);
  if (m.role == node_role::call || m.role == node_role::reasoning) crosses_origin_ = crossing::other;
  if (m.role == node_role::block && !prompt_recovered_) crosses_origin_ = crossing::other;
}

std::string_view emitter::passed_since(std::uint64_t begin) const {
  if (begin < window_begin_) return {};
  return window_.substr(static_cast<std::size_t>(begin - window_begin_), static_cast<std::size_t>(at_ - begin));
}

// The bytes of the prompt are no part of the message.
void emitter::note(std::string_view label, std::uint64_t begin, std::string_view passed) {
  if (begin >= origin_) missed_.begin_excerpt(label, begin, passed);
}

// A call in a fence counts only at the end of the message. Where an earlier fence held one as well, the steps of a plan
// would be made without the first: so none is made, and the fence is text like the one before it, to the message's end.
bool emitter::follows_fence(std::string_view label, std::uint64_t begin) {
  if (label == "earlier_fence" && !earlier_fence_) earlier_fence_ = begin;
  if (label == "fenced_call" && earlier_fence_ && !is_off("several_fences")) fences_are_text_ = true;
  if (fences_are_text_) missed_.drop(), settle_opener(event_type::text);
  return fences_are_text_;
}

// A call that is quoted in a call that the host does not want is no call either.
bool emitter::is_unwanted(const node_event& m) {
  if (!unwanted_.empty()) return true;
  if (call_.open() || m.index >= as_text_.size() || !as_text_[m.index]) return false;
  unwanted_ = grammar_->labels[m.index].name;
  settle_opener(event_type::text);
  note("undeclared_call", m.begin);
  return true;
}

void emitter::label(const node_event& m) {
  const label_meaning& meaning = grammar_->labels[m.index];
  using consequence = label_meaning::consequence;
  if (is_unwanted(m)) return;
  if (follows_fence(meaning.name, m.begin)) return;
  if (meaning.then == consequence::looked_at_again) return note(meaning.name, m.begin, passed_since(m.begin));
  // A text as long as the limit of followed_by was not read to its end.
  const bool reached_limit = m.end - m.begin == engine::machine_limits{}.followed_by_bytes;
  if (meaning.then == consequence::without_a_call) {
    missed_.add_label(reached_limit ? "limit" : meaning.name, m.begin, m.end);
    if (!reached_limit) note("undeclared_call", m.begin, passed_since(m.begin));
    return;
  }
  if (call_.open() && call_.is_text()) return;
  if (meaning.then == consequence::switched) {
    confirms_item_ = confirms_item_ || is_to_confirm(how_.policy, meaning.name);
    return;
  }
  if (meaning.then == consequence::as_mark && is_in(node_role::text)) return;
  if (meaning.then == consequence::by_arguments) return call_.named_by_arguments(meaning.name, m.begin, m.end);
  const bool of_prompt = !call_.open() && m.begin < origin_ && m.end <= origin_;  // an earlier turn's, or no damage
  if (meaning.then == consequence::to_the_end) begin_the_rest();
  if (m.begin < origin_) prompt_recovered_ = true;
  if (!of_prompt) missed_.add_report(m.begin, meaning.name != "mentioned_call");
  if (!call_.open() && (meaning.then == consequence::held || how_.policy.native_only)) hold_calls_ = meaning.name;
  // A label that begins before a call and ends after it concerns that call.
  const bool of_next = !call_.open() && meaning.then == consequence::held;
  const bool of_last = !call_.open() && call_.begun() && call_.index < calls_ && m.begin <= call_.begin;
  const bool was_held = call_.candidate;
  if (call_.open()) take_consequence(meaning);
  std::string pointer;
  if (call_.open() && meaning.concerns_field && m.begin >= call_.key_begin && !call_.key.empty())
    pointer = nested_.open() ? nested_.pointer(m.begin) : typing::json::pointer_to(call_.key);
  if (of_prompt || (m.begin == m.end && !pointer.empty() && call_.repeats(meaning.name, pointer))) return;
  // Outside of calls a character that is not whole yet may go on behind what is said here, which ends before it then.
  if (call_.open()) flush_tail();
  node_event said = m;
  if (!tail_.empty() && tail_begin_ > m.begin) said.end = std::min(m.end, tail_begin_);
  const std::int64_t call = of_next ? calls_ : call_.open() || of_last ? call_.index : no_call;
  const std::string message = said_of(meaning);
  diagnose(meaning.name, message, pointer, said.begin, said.end, call, true);
  trace_label(said, message, pointer, call, call_.candidate && !was_held);
}

// No call follows for which anything would have to wait: what is not text is markup from here on, with the blanks
// before.
void emitter::begin_the_rest() {
  if (!is_in(node_role::text)) blanks_ = 0;
  settle_opener(event_type::markup);
  had_call_ = true;
}

event& emitter::add(event_type type, std::uint64_t begin, std::uint64_t end) {
  return out().add(type, shown(begin), shown(end));
}

// A piece of text, without the bytes that came from the prompt. Pieces that follow each other become one.
void emitter::piece(event_type type, std::string_view text, std::uint64_t begin, std::uint64_t end) {
  if (type == event_type::arguments) return string_piece(text, begin, end);
  if (end <= origin_) return;
  if (begin < origin_ && text.size() == end - begin) text.remove_prefix(static_cast<std::size_t>(origin_ - begin));
  event* const last = emitted.last();
  if (last == nullptr || last->type != type || last->end != shown(begin)) emitted.add(type, shown(begin), shown(end));
  emitted.last()->end = shown(end);
  emitted.text().append(text);
  emitted.end_text();
}

void emitter::markup(std::uint64_t from, std::uint64_t end) {
  flush_tail();
  piece(event_type::markup, {}, from, end);
}

// How much of this, the end of the message, is the beginning of a special token of a dialect in use. One byte may be
// anything.
std::size_t emitter::cut_token(std::string_view text) const {
  std::size_t most = 0;
  for (std::size_t dialect = 0; dialect < dialects_->traits.size(); ++dialect) {
    if (!dialects_->uses(dialect)) continue;
    for (const std::string_view token : dialects_->traits[dialect].tokens)
      for (std::size_t size = std::min(token.size() - 1, text.size()); size > std::max<std::size_t>(most, 1); --size)
        if (text.ends_with(token.substr(0, size))) most = size;
  }
  return most;
}

// Text is emitted up to the last whole character.
void emitter::delta(event_type type, std::string_view text, std::uint64_t from) {
  const std::uint64_t end = from + text.size();
  const bool is_shown = type == event_type::text || type == event_type::reasoning;
  if (broken_off_ && is_shown && end == window_begin_ + window_.size() && !is_off("cut_token"))
    if (const std::size_t cut = cut_token(text); cut > 0) {
      if (cut < text.size()) delta(type, text.substr(0, text.size() - cut), from);
      flush_tail();
      markup(end - cut, end);
      return say("cut_token", {}, end - cut, end);
    }
  if (tail_.empty() && utf8::whole_characters(text) == text.size()) return piece(type, text, from, from + text.size());
  if (!tail_.empty() && tail_type_ != type) flush_tail();
  std::string joined;
  if (!tail_.empty()) {
    joined = tail_;
    joined += text;
    text = joined;
    from = tail_begin_;
    tail_.clear();
  }
  const std::size_t whole = utf8::whole_characters(text);
  if (whole > 0) piece(type, text.substr(0, whole), from, from + whole);
  if (whole == text.size()) return;
  tail_ = text.substr(whole);
  tail_type_ = type;
  tail_begin_ = from + whole;
}

void emitter::flush_tail() {
  if (tail_.empty()) return;
  const std::string text = std::move(tail_);
  tail_.clear();
  piece(tail_type_, text, tail_begin_, tail_begin_ + text.size());
}

// What stands before a call, or around several, is as much a repair of each call of the item that is still to come.
void emitter::note_repair(std::string_view label, std::int64_t call) {
  if (how_.policy.confirm.empty()) return;
  if (!is_to_confirm(how_.policy, label) && !is_to_confirm(how_.policy, any_repair)) return;
  if (call_.open() && call == call_.index)
    to_confirm_ = call;
  else
    confirms_item_ = true;
}

void emitter::diagnose(std::string_view name, std::string_view message, std::string_view pointer, std::uint64_t begin,
                       std::uint64_t end, std::int64_t call, bool recovery) {
  if (call != no_call && call_.open() && is_off(name)) call_.fail(name);
  if (recovery) note_repair(name, call);
  event& e = add(event_type::diagnostic, begin, end);
  e.label = name;
  e.call = call;
  e.recovery = recovery;
  out().text().append(message.empty() ? meaning_of(name).message : message);
  out().end_text();
  if (!pointer.empty()) out().set_pointer(pointer);
}

}  // namespace toolcall::events
