// Walks the text along with the node events; see emitter.hpp.

#include "parser/emitter.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace toolcall::events {

using engine::node_event;
using engine::node_event_type;
using engine::node_role;

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
  const bool string =
      destination_ == destination::value && call_.begun() && !call_.candidate && !call_.failed() && streams();
  const bool plain =
      (destination_ == destination::text || destination_ == destination::reasoning) && !call_.open() && !follows_call();
  if (string && tracer_) return false;  // it shows how a value begins
  if (looks_for_history()) return false;
  return !text.empty() && (string || plain) && cut_text_.empty() && waiting_.empty() && at_ >= origin_ &&
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

void emitter::bytes(std::string_view text, std::uint64_t from) {
  if (missed_.wants_bytes()) missed_.add(text, from);
  if (looks_for_history()) look_for_history(text, is_in(node_role::block) && destination_ != destination::text);
  if (origin_ != 0 && crosses_origin_ == crossing::none) note_crossing(text, from);
  const bool as_text = is_all_text() || (call_.open() && call_.is_text());
  if (!as_text && follows_call() && ascii::is_blank(text)) {
    tracer_.add(text);
    blanks_ += text.size();
    return wait_for_call(text, from);
  }
  if (as_text || destination_ == destination::text || destination_ == destination::reasoning)
    shown_end_ = from + text.size();
  if (as_text) return delta(call_.open() && is_echo() ? echo_type() : event_type::text, text, from);
  const bool may_be_text = looks_for_history() || (!call_.begun() && how_.policy.unknown_tools == unknown_tools::text);
  if (call_.open() && may_be_text) keep_raw(text);
  if (!call_.open() && destination_ != destination::markup) settle_around_calls(event_type::markup);
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
      return add_name(text);
    case destination::id:
      call_.id += text;
      return;
    case destination::key:
      return add_key(text);
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
      return note_missed(grammar_->labels[m.index].name, m.begin);
    case node_event_type::cut:
      return name_call(true);
  }
}

void emitter::begin(const node_event& m) {
  open_.push_back({m.role, destination_, m.at});
  trace_begin(m);
  if (m.role == node_role::dialect) dialect_ = &dialects_->traits_of(m.index);
  if (m.role == node_role::json) begin_syntax(typing::form::json);
  if (m.role == node_role::python) begin_syntax(typing::form::python);
  // Their bytes belong to the part around them.
  if (m.role == node_role::dialect || m.role == node_role::json || m.role == node_role::python) return;
  if (m.role == node_role::object || m.role == node_role::array) return begin_container_in_call(m);
  destination_ = destination_of(m.role);
  holds_json_ = false;
  if (m.role == node_role::block) begin_block(m);
  if (m.role == node_role::call) begin_call(m);
  if (m.role == node_role::id) call_.in_id = true;
  if (m.role == node_role::key || m.role == node_role::value || m.role == node_role::string ||
      m.role == node_role::arguments)
    name_call(false);
  if (m.role == node_role::key) begin_key(m.begin);
  if (m.role == node_role::value || m.role == node_role::string) begin_value(m);
  if (m.role == node_role::arguments) begin_whole();
}

void emitter::begin_syntax(typing::form is) {
  if (is == typing::form::json) holds_json_ = true;
  if (destination_ == destination::value) read_value_as(is);
}

void emitter::begin_block(const node_event& m) {
  item_begin_ = m.begin;
  prompt_recovered_ = false;
  begin_item(m.index);
}

// In a value, and in other parts that are bytes, an object or array is bytes as well.
void emitter::begin_container_in_call(const node_event& m) {
  if (destination_ != destination::markup || !call_.open()) return;
  name_call(false);
  begin_container(m);
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
  if ((m.role == node_role::object || m.role == node_role::array) && destination_ == destination::markup)
    end_container(m, failed);
  if (failed) give_up_container();
  if (failed && call_.open()) call_.fail(call_failure::broken_call);
  if (failed) return;
  if (m.role == node_role::name) end_name(m.begin, m.end);
  if (m.role == node_role::key) end_key(m.begin);
  if (m.role == node_role::value || m.role == node_role::string) end_value(m.begin, m.end);
  if (m.role == node_role::arguments) end_whole(m.begin, m.end);
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

// A label that is no diagnostic here: it says what the bytes are, or where they are looked at again.
bool emitter::takes_silently(const node_event& m, const label_meaning& meaning) {
  using consequence = label_meaning::consequence;
  if (is_unwanted(m)) return true;
  if (follows_fence(meaning.name, m.begin)) return true;
  if (meaning.then == consequence::looked_at_again) {
    note_missed(meaning.name, m.begin, passed_since(m.begin));
    return true;
  }
  if (meaning.then == consequence::without_a_call) {
    // A text as long as the limit of followed_by was not read to its end.
    const bool reached_limit = m.end - m.begin == engine::machine_limits{}.followed_by_bytes;
    missed_.add_label(reached_limit ? "limit" : meaning.name, m.begin, m.end);
    if (!reached_limit) note_missed("undeclared_call", m.begin, passed_since(m.begin));
    return true;
  }
  if (call_.open() && call_.is_text()) return true;
  if (meaning.then == consequence::switched) {
    lower_evidence(meaning);
    confirms_item_ = confirms_item_ || is_to_confirm(how_.policy, meaning.name);
    return true;
  }
  if (meaning.then == consequence::as_mark && is_in(node_role::text)) return true;
  if (meaning.then == consequence::by_arguments) {
    call_.named_by_arguments(meaning.name, m.begin, m.end);
    return true;
  }
  return false;
}

void emitter::label(const node_event& m) {
  const label_meaning& meaning = grammar_->labels[m.index];
  using consequence = label_meaning::consequence;
  if (takes_silently(m, meaning)) return;
  const bool of_prompt = !call_.open() && m.begin < origin_ && m.end <= origin_;  // an earlier turn's, or no damage
  if (meaning.name == "call_ends_reasoning") channel_ = call_channel::reasoning;
  if (meaning.then == consequence::to_the_end) begin_the_rest(is_in(node_role::text));
  if (m.begin < origin_) prompt_recovered_ = true;
  if (!of_prompt) missed_.add_report(m.begin, meaning.name != "mentioned_call");
  if (!call_.open() && (meaning.then == consequence::held || how_.policy.native_only)) hold_calls(meaning.name);
  // A label that begins before a call and ends after it concerns that call.
  const bool of_next = !call_.open() && meaning.then == consequence::held && !next_is_echo();
  const bool of_last = !call_.open() && call_.begun() && call_.index < calls_ && m.begin <= call_.begin;
  const bool was_held = call_.candidate;
  if (call_.open()) take_consequence(meaning);
  std::string pointer;
  if (call_.open() && meaning.concerns_field && m.begin >= call_.key_begin && !call_.key.empty())
    pointer = pointer_at(m.begin);
  if (of_prompt || (m.begin == m.end && !pointer.empty() && call_.repeats(meaning.name, pointer))) return;
  // Outside of calls a character that is not whole yet may go on behind what is said here, which ends before it then.
  if (call_.open()) flush_value(), flush_text();
  node_event said = m;
  if (!cut_text_.empty() && cut_text_.begin() > m.begin) said.end = std::min(m.end, cut_text_.begin());
  const std::int64_t call = of_next ? calls_ : call_.open() || of_last ? call_.index : no_call;
  const std::string message = said_of(meaning);
  diagnose(meaning.name, message, pointer, said.begin, said.end, call, true);
  trace_label(said, message, pointer, call, call_.candidate && !was_held);
}

}  // namespace toolcall::events
