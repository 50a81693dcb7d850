// Bytes written as text, reasoning and markup: up to the last whole character, and without those of the prompt.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "parser/cut_character.hpp"
#include "parser/event_writer.hpp"

namespace toolcall::events {

class text_writer : public event_writer {
 public:
  // From now on the text has ended, for this reason.
  void end_with(std::string_view reason);

 protected:
  using event_writer::event_writer;

  // Text or reasoning, up to the last whole character; and what is left of one that is cut.
  void delta(event_type type, std::string_view text, std::uint64_t from);
  void flush_text();
  // The same, of whole characters.
  void piece(event_type type, std::string_view text, std::uint64_t begin, std::uint64_t end);
  void markup(std::uint64_t from, std::uint64_t end);

  // Markup, and the blanks before it, that wait until it is known whether a call follows; and writing them as markup or
  // text. Where a call is open, the blanks belong to it.
  void wait(std::string_view text, std::uint64_t from);
  void settle_waiting(event_type as);

  // Where the marks before the call begin.
  std::uint64_t marks_begin() const { return std::min(call_.begin, shown_end_); }
  // The bytes from there on that were emitted, as far as they are at hand.
  std::string_view passed_since(std::uint64_t begin) const;

  bool text_ended_ = false;
  bool broken_off_ = false;         // the text was cut off
  std::uint64_t at_ = 0;            // bytes before are emitted
  std::uint64_t shown_end_ = 0;     // those of text and reasoning; marks may follow
  std::string_view window_;         // while emitting: the bytes at hand,
  std::uint64_t window_begin_ = 0;  // and where they begin
  std::string waiting_;
  std::size_t blanks_ = 0;  // of what waits, at its begin
  cut_character cut_text_;

 private:
  std::size_t cut_token(std::string_view text) const;

  std::uint64_t waiting_begin_ = 0;
  event_type cut_type_ = event_type::text;  // of the character that is cut
};

}  // namespace toolcall::events
