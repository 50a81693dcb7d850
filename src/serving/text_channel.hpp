// One text of a choice, its content or its reasoning, and the parser that reads it.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

#include "serving/choice_sink.hpp"

namespace toolcall::serving {

enum class channel_kind : std::uint8_t { content, reasoning };

class text_channel {
 public:
  // The calls are numbered from `first_number` on. `show_refused`: the text of a refused call, and of one that broke
  // off before it was begun, is emitted as text after the call. `confirmed_only`: so is one that needs confirmation,
  // for which each call waits until it has ended. A parser of reasoning has been told that it begins inside of it.
  text_channel(parser reads, channel_kind kind, std::int64_t first_number, bool show_refused, bool confirmed_only);

  void feed(std::string_view bytes, choice_sink& to);
  // What is held is not a call, and nothing that follows will be: from here on the text passes as it is. `lost`: the
  // rest of it will not come, so what is held is a call that broke off.
  void release(choice_sink& to, bool lost = false);
  void finish(std::string_view reason, choice_sink& to);

  // Whether a call is open, or bytes are held that may be one.
  bool holds() const { return !released_ && (call_is_open_ || !waiting_.empty() || reads_.held_bytes() > 0); }

  std::int64_t next_number() const { return next_number_; }

 private:
  // An event with its own bytes.
  struct kept_event {
    event what;
    std::string text, name, id, dialect, label, pointer, code;

    explicit kept_event(const event& e)
        : what(e),
          text(e.text),
          name(e.name),
          id(e.id),
          dialect(e.dialect),
          label(e.label),
          pointer(e.pointer),
          code(e.code) {}
    event view() const;
  };

  void pass_all(std::span<const event> events, choice_sink& to);
  void pass(const event& e, choice_sink& to);
  void hand_on(const event& e, choice_sink& to);
  bool waits(const event& e) const;
  void give_waiting(choice_sink& to);
  void give_as_lost(const event& end, choice_sink& to);
  void give_unconfirmed(const event& end, choice_sink& to);
  void forget_emitted();
  std::string_view bytes_of(std::uint64_t begin, std::uint64_t end) const;

  parser reads_;
  channel_kind kind_;
  bool show_refused_, confirmed_only_;
  std::int64_t first_number_, next_number_;
  event_type last_;  // text or reasoning, whichever was emitted last
  bool call_is_open_ = false;
  std::vector<kept_event> waiting_;  // the beginning of a call that has no arguments yet, and what is reported of it;
                                     // with confirmed_only_ all of it
  bool has_text_ = false;            // of which not all was blanks
  bool released_ = false;
  std::string kept_;           // the last bytes that were fed
  std::uint64_t base_ = 0;     // where kept_ begins in the text
  std::uint64_t emitted_ = 0;  // up to where the text was emitted,
  std::uint64_t settled_ = 0;  // and to where it is text or calls: a call that fails may begin before later marks
};

}  // namespace toolcall::serving
