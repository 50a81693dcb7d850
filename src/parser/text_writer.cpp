// Writes text, reasoning and markup; see text_writer.hpp.

#include "parser/text_writer.hpp"

#include <algorithm>
#include <utility>

#include "text/finish_reason.hpp"

namespace toolcall::events {

void text_writer::end_with(std::string_view reason) {
  text_ended_ = true;
  broken_off_ = is_broken_off(reason);
}

// A piece of text, without the bytes that came from the prompt. Pieces that follow each other become one.
void text_writer::piece(event_type type, std::string_view text, std::uint64_t begin, std::uint64_t end) {
  if (end <= origin_) return;
  if (begin < origin_ && text.size() == end - begin) text.remove_prefix(static_cast<std::size_t>(origin_ - begin));
  event* const last = emitted.last();
  if (last == nullptr || last->type != type || last->end != shown(begin)) emitted.add(type, shown(begin), shown(end));
  emitted.last()->end = shown(end);
  emitted.text().append(text);
  emitted.end_text();
}

void text_writer::markup(std::uint64_t from, std::uint64_t end) {
  flush_text();
  piece(event_type::markup, {}, from, end);
}

// How much of this, the end of the message, is the beginning of a special token of a dialect in use. One byte may be
// anything.
std::size_t text_writer::cut_token(std::string_view text) const {
  std::size_t most = 0;
  for (std::size_t dialect = 0; dialect < dialects_->traits.size(); ++dialect) {
    if (!dialects_->uses(dialect)) continue;
    for (const std::string_view token : dialects_->traits[dialect].tokens)
      for (std::size_t size = std::min(token.size() - 1, text.size()); size > std::max<std::size_t>(most, 1); --size)
        if (text.ends_with(token.substr(0, size))) most = size;
  }
  return most;
}

void text_writer::delta(event_type type, std::string_view text, std::uint64_t from) {
  const std::uint64_t end = from + text.size();
  if (broken_off_ && end == window_begin_ + window_.size() && !is_off("cut_token"))
    if (const std::size_t cut = cut_token(text); cut > 0) {
      if (cut < text.size()) delta(type, text.substr(0, text.size() - cut), from);
      markup(end - cut, end);
      return say("cut_token", {}, end - cut, end);
    }
  if (cut_type_ != type) flush_text();
  cut_type_ = type;
  cut_text_.add(text, from,
                [&](std::string_view whole, std::uint64_t begin) { piece(type, whole, begin, begin + whole.size()); });
}

void text_writer::flush_text() {
  cut_text_.flush(
      [&](std::string_view text, std::uint64_t begin) { piece(cut_type_, text, begin, begin + text.size()); });
}

void text_writer::wait(std::string_view text, std::uint64_t from) {
  if (waiting_.empty()) waiting_begin_ = from;
  waiting_ += text;
}

void text_writer::settle_waiting(event_type as) {
  if (waiting_.empty()) return;
  flush_text();
  const std::string waiting = std::exchange(waiting_, {});
  const std::size_t leading = std::exchange(blanks_, 0);
  const bool is_shown = as != event_type::markup;
  const std::size_t shown = is_shown ? waiting.size() : call_.open() ? 0 : leading;
  if (shown > 0) delta(is_shown ? as : event_type::text, std::string_view(waiting).substr(0, shown), waiting_begin_);
  if (shown < waiting.size()) piece(as, {}, waiting_begin_ + shown, waiting_begin_ + waiting.size());
}

std::string_view text_writer::passed_since(std::uint64_t begin) const {
  if (begin < window_begin_) return {};
  return window_.substr(static_cast<std::size_t>(begin - window_begin_), static_cast<std::size_t>(at_ - begin));
}

}  // namespace toolcall::events
