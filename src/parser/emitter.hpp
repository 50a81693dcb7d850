// From the machine's node events to the events of the interface: what each part of the text becomes, and when.
//
// The machine has settled where nodes begin and end; here they become text, reasoning and calls. Node events come in
// the order of the text and are final, so everything here only ever goes forward. The layers are named in
// event_writer.hpp; this one walks the text along with the node events and hands each byte and part to its layer.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/node_event.hpp>

#include "engine/machine.hpp"
#include "parser/call_gate.hpp"

namespace toolcall::events {

class emitter : public call_gate {
 public:
  emitter(const compiled_dialects& dialects, const tools& declared, const options& how)
      : call_gate(dialects, declared, how) {}

  bool is_in_item() const { return is_in(engine::node_role::block); }
  // Whether the text ends in reasoning or a quotation so far.
  bool is_in_passage() const {
    return !call_.open() && (is_in(engine::node_role::reasoning) || is_in(engine::node_role::text));
  }
  // What goes on after the prompt of that which begins in it; empty while that is not decided.
  enum class crossing : unsigned char { none, text, other };
  std::optional<crossing> goes_beyond_prompt() const;

  void emit(const engine::node_event* events, std::size_t count, std::string_view text, std::uint64_t base,
            std::uint64_t until);
  // Whether the next bytes, if the machine has no node event for them, are just more of the text, reasoning or string
  // that was emitted last; and adding them to it.
  bool can_append(std::string_view text) const;
  void append(std::string_view text, std::uint64_t base);
  // The caller has taken the events.
  void forget() {
    emitted.clear();
    goes_on_ = false;
  }

  // Whether plain bytes (text/plain_bytes.hpp) may be added to the event that was appended last; and adding them.
  bool can_go_on() const { return goes_on_; }
  std::span<const event> go_on(std::string_view text) {
    at_ += text.size();
    if (destination_ == destination::value) arguments_.go_on(text);
    return emitted.go_on(text);
  }

  std::size_t held_bytes() const {
    return cut_text_.size() + waiting_.size() + held_by_call() + (looks_for_history() ? call_.raw.size() : 0);
  }

 private:
  // What becomes of the bytes that stand here.
  enum class destination : unsigned char { text, reasoning, markup, name, id, key, value, whole, nothing };

  struct open_part {
    engine::node_role role;
    destination around;  // what becomes of bytes outside of it again
    std::uint32_t at;    // where the program begins it
  };

  void bytes(std::string_view text, std::uint64_t from);
  void give(std::string_view text, std::uint64_t from);  // to what is open
  void apply(const engine::node_event& m);
  void begin(const engine::node_event& m);
  void begin_block(const engine::node_event& m);
  void begin_syntax(typing::form is);
  void begin_container_in_call(const engine::node_event& m);
  void end(const engine::node_event& m, bool failed);
  void label(const engine::node_event& m);
  bool takes_silently(const engine::node_event& m, const label_meaning& meaning);
  std::string said_of(const label_meaning& meaning) const;
  bool is_in(engine::node_role role) const;
  bool follows_call() const { return open_.empty() && shown_end_ < last_call_end(); }
  static destination destination_of(engine::node_role role);
  // The text that takes the place of the bytes.
  std::string_view replacement(std::uint16_t index) const;

  void note_crossing(const engine::node_event& m);
  void note_crossing(std::string_view text, std::uint64_t from);
  crossing crossing_as() const;

  bool goes_on_ = false;
  destination destination_ = destination::text;
  std::vector<open_part> open_;
  std::uint64_t item_begin_ = 0;              // of the item that began last
  bool prompt_recovered_ = false;             // with a recovery that began in the prompt
  crossing crosses_origin_ = crossing::none;  // a part of an item that began before it ended after it
};

}  // namespace toolcall::events
