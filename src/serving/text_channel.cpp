// A parser, and the bytes that it has not emitted yet. They are kept here as well, because they must be given as text
// where the server turns out to have read the calls itself: a parser that is asked to finish would make calls of them.
// What is held and is no call, such as the mark that ends reasoning, is read all the same.

#include "serving/text_channel.hpp"

#include <algorithm>
#include <utility>

#include "typing/json.hpp"

namespace toolcall::serving {

text_channel::text_channel(parser reads, channel_kind kind, std::int64_t first_number, bool show_refused,
                           bool confirmed_only)
    : reads_(std::move(reads)),
      kind_(kind),
      show_refused_(show_refused),
      confirmed_only_(confirmed_only),
      first_number_(first_number),
      next_number_(first_number),
      last_(kind == channel_kind::reasoning ? event_type::reasoning : event_type::text) {
}

void text_channel::feed(std::string_view bytes, choice_sink& to) {
  if (released_) return emit_text(last_, bytes, to);
  kept_ += bytes;
  pass_all(reads_.feed(bytes), to);
  forget_emitted();
}

void text_channel::release(choice_sink& to, bool lost) {
  if (std::exchange(released_, true)) return;
  const auto held = reads_.finish("length");
  const bool holds_call = std::any_of(held.begin(), held.end(), [](const event& e) {
    return e.call != no_call || e.type == event_type::call_incomplete || e.type == event_type::call_refused;
  });
  if (!call_is_open_ && holds_call && !lost) {
    waiting_ = {};
    emit_text(last_, bytes_of(std::max(emitted_, base_), base_ + kept_.size()), to);
  } else {
    const bool is_cut_off = call_is_open_;
    for (const event& e : held)
      if (!is_cut_off || e.type == event_type::call_incomplete) pass(e, to);
  }
  kept_ = {};
}

void text_channel::finish(std::string_view reason, choice_sink& to) {
  if (std::exchange(released_, true)) return;
  pass_all(reads_.finish(reason), to);
  kept_ = {};
}

// The mark of reasoning that was not opened stays: what came before it has been given as text, and a client that knows
// the mark can still tell the two apart. Markup before it may be in the same event.
void text_channel::pass_all(std::span<const event> events, choice_sink& to) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::uint64_t mark = i + 1 < events.size() ? events[i + 1].begin : 0;
    const bool marks_reasoning = events[i].type == event_type::markup && i + 1 < events.size() &&
                                 events[i + 1].label == "unopened_reasoning" && events[i].begin <= mark &&
                                 mark < events[i].end;
    if (!marks_reasoning || !has_text_) {
      pass(events[i], to);
      continue;
    }
    event before = events[i], stays = events[i];
    before.end = stays.begin = mark;
    if (before.begin < before.end) pass(before, to);
    stays.type = event_type::text;
    stays.text = bytes_of(stays.begin, stays.end);
    pass(stays, to);
  }
}

event text_channel::kept_event::view() const {
  event made = what;
  made.text = text;
  made.name = name;
  made.id = id;
  made.dialect = dialect;
  made.label = label;
  made.pointer = pointer;
  made.code = code;
  return made;
}

// A call is begun with the first piece of its arguments: what breaks before that, or turns out to have none that are an
// object, is no call for anybody.
void text_channel::pass(const event& e, choice_sink& to) {
  if (waits(e)) {
    waiting_.emplace_back(e);
    return;
  }
  const bool is_first = !waiting_.empty() && e.call != no_call;
  if (is_first && e.type == event_type::call_incomplete) return give_as_lost(e, to);
  if (is_first && e.status == call_status::needs_confirmation) return give_unconfirmed(e, to);
  if (is_first && e.type == event_type::arguments && e.text.empty()) return;
  if (is_first) give_waiting(to);
  hand_on(e, to);
}

// What is reported of a call may come before its beginning.
bool text_channel::waits(const event& e) const {
  if (e.call == no_call || e.call + first_number_ < next_number_) return false;
  return e.type == event_type::call_begin || e.type == event_type::diagnostic ||
         (confirmed_only_ && e.type == event_type::arguments);
}

void text_channel::give_waiting(choice_sink& to) {
  for (const kept_event& each : std::exchange(waiting_, {})) hand_on(each.view(), to);
}

void text_channel::give_as_lost(const event& end, choice_sink& to) {
  for (const kept_event& each : std::exchange(waiting_, {})) {
    event said = each.view();
    said.call = no_call;
    if (said.type == event_type::diagnostic) hand_on(said, to);
  }
  next_number_ = std::max(next_number_, end.call + first_number_ + 1);
  event lost = end;
  lost.call = no_call;
  if (lost.status == call_status::refused) lost.type = event_type::call_refused;
  hand_on(lost, to);
}

// No client can be asked, so it is a call that is refused.
void text_channel::give_unconfirmed(const event& end, choice_sink& to) {
  std::string name, dialect;
  for (const kept_event& each : waiting_)
    if (each.what.type == event_type::call_begin) name = each.name, dialect = each.dialect;
  event refused = end;
  refused.status = call_status::refused;
  refused.name = name;
  refused.dialect = dialect;
  refused.label = "unconfirmed";
  give_as_lost(refused, to);
}

void text_channel::hand_on(const event& e, choice_sink& to) {
  const bool is_lost = e.type == event_type::call_refused || (e.type == event_type::call_incomplete && !call_is_open_);
  event emitted = e;
  if (kind_ == channel_kind::reasoning) emitted.channel = call_channel::reasoning;
  if (e.call != no_call) {
    emitted.call += first_number_;
    next_number_ = std::max(next_number_, emitted.call + 1);
  }
  if (e.type != event_type::diagnostic) emitted_ = std::max(emitted_, e.end);
  if (e.type != event_type::diagnostic && e.type != event_type::markup) settled_ = std::max(settled_, e.end);
  switch (e.type) {
    case event_type::text:
    case event_type::reasoning:
      last_ = e.type;
      break;
    case event_type::call_begin:
      call_is_open_ = true;
      break;
    case event_type::call_end:
    case event_type::call_incomplete:
      call_is_open_ = false;
      break;
    case event_type::markup:
      // Blanks belong to the marks of reasoning that a model writes. Here the server has taken these marks away.
      if (kind_ == channel_kind::reasoning && typing::json::trim(bytes_of(e.begin, e.end)).empty())
        return emit_text(event_type::reasoning, bytes_of(e.begin, e.end), to);
      break;
    case event_type::arguments:
    case event_type::call_refused:
    case event_type::diagnostic:
      break;
  }
  has_text_ = has_text_ || (e.type == event_type::text && !typing::json::trim(e.text).empty());
  to.emit(emitted, {});
  if (is_lost && show_refused_)
    emit_text(kind_ == channel_kind::content ? event_type::text : event_type::reasoning, bytes_of(e.begin, e.end), to);
}

// Bytes that nobody will ask for are dropped when they are half of what is kept, so that each is moved once at most.
void text_channel::forget_emitted() {
  const std::uint64_t needed = show_refused_ ? std::min(settled_, emitted_) : emitted_;
  const std::size_t gone = std::min(static_cast<std::size_t>(std::max(needed, base_) - base_), kept_.size());
  if (gone * 2 < kept_.size()) return;
  kept_.erase(0, gone);
  base_ += gone;
}

std::string_view text_channel::bytes_of(std::uint64_t begin, std::uint64_t end) const {
  if (begin < base_ || end > base_ + kept_.size() || end < begin) return {};
  return std::string_view(kept_).substr(static_cast<std::size_t>(begin - base_), static_cast<std::size_t>(end - begin));
}

}  // namespace toolcall::serving
