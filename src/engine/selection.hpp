// The dialects of a program that are in use, and what follows from it for its items and stops.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/stop_automaton.hpp"

namespace toolcall::engine {

inline constexpr std::size_t most_dialects = 512;
using dialect_set = std::bitset<most_dialects>;
inline constexpr std::size_t no_dialect = most_dialects - 1;  // that of quoted passages and notes; always in use

struct item_entry {
  std::uint32_t address;
  std::uint16_t dialect;
  std::uint16_t same_as;  // the first item that reads the same, or stop_automaton::no_item
  condition when;         // of a note
  std::uint16_t note;     // the label of what is only noted; those with the same one stand together

  static constexpr std::uint16_t no_note = 0xFFFF;
};

class selection {
 public:
  selection() = default;
  selection(const stop_automaton& stops, std::span<const item_entry> items, const dialect_set& in_use) {
    select(stops, items, in_use);
  }
  // The same again for other dialects of the same program, without asking for memory.
  void select(const stop_automaton& stops, std::span<const item_entry> items, const dialect_set& in_use);

  // What is left in a state for those in use.
  struct remainder {
    bool is_dead : 1;     // nothing
    bool is_done : 1;     // no further byte says more, but for the text that is waited for
    bool is_settled : 1;  // one of those left must be asked, whatever follows
    bool waits : 1;       // for a text that is known when the message is read
  };
  remainder of_outcome(std::uint16_t outcome) const { return table_[outcome]; }
  bool is_live(stop_automaton::set parts) const { return !table_[sets_at_ + parts].is_dead; }
  const dialect_set& dialects() const { return in_use_; }
  bool uses(std::size_t dialect) const { return in_use_[dialect]; }
  bool holds(condition when) const { return when.is_none() || in_use_[when.dialect()] == when.wants_use(); }
  bool may_begin(const stop_automaton::candidate& c) const {
    return holds(c.when) && (c.item == stop_automaton::no_item || !table_[items_at_ + c.item].is_dead);
  }
  const stop_automaton::start& message() const { return message_; }

 private:
  void select_items(std::span<const item_entry> items);
  void select_first_bytes(const stop_automaton& stops);
  remainder of(const stop_automaton& stops, const stop_automaton::outcome& all) const;

  dialect_set in_use_;
  std::vector<remainder> table_;  // by outcome; then by set and by item, which are dead where they are not in use
  std::size_t sets_at_ = 0, items_at_ = 0;
  stop_automaton::start message_{};
};

// Fills in how the first bytes are looked for, of which it is known which ones only begin a line.
void set_firsts(stop_automaton::start& of, const std::bitset<256>& bytes);

}  // namespace toolcall::engine
