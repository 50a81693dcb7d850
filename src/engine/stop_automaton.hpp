// The automata of all stops of a program as one table: which texts may begin a stop, and for whom.
//
// Plain arrays without a pointer, so that a program can be written down before it ships. The row of a state stands in
// `targets` from its base on, by class of byte, between those of other states: no two bases are the same, so an entry
// is the state's if it is of this class, and else its fallback counts, which is a state to go to or one whose row says
// more (comb and default states, see Aho, Sethi and Ullman, "Compilers", 3.9; told apart by class as in Aoe, "An
// efficient digital search algorithm by using a double-array structure", 1989).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace toolcall::engine {

inline constexpr std::size_t most_firsts = 16;  // first bytes that are looked for one by one as vectors

// What a dialect must be for something to be there: none, in use or not in use. A number that fits into an instruction.
struct condition {
  std::uint16_t code = 0;

  static condition of(std::size_t dialect, bool in_use) {
    return {static_cast<std::uint16_t>(2 * dialect + (in_use ? 2 : 3))};
  }
  bool is_none() const { return code == 0; }
  std::size_t dialect() const { return code / 2U - 1U; }
  bool wants_use() const { return code % 2 == 0; }
  auto operator<=>(const condition&) const = default;
};

struct stop_automaton {
  using state = std::uint16_t;
  using set = std::uint16_t;
  static constexpr state refuted = 0;      // no stop begins so
  static constexpr state as_in = 0x8000U;  // with a state, as a fallback: as the row of that state says
  static constexpr std::uint16_t no_item = 0xFFFF;

  struct row {
    std::uint32_t base;
    state fallback;
    std::uint16_t outcome;
  };
  // What is left in a state. A part may be read in several ways; one that is settled must be asked, whatever follows.
  struct outcome {
    set left;
    set settled;
    set open;                             // may be refuted by what follows
    std::uint16_t waits_from, waits_end;  // of `waits`
  };
  // These are left if the last byte begins a text that is known when the message is read.
  struct text_wait {
    static constexpr std::uint16_t tool = 0, field = 1, first_capture = 2;  // the name of one, or what was captured

    set parts;
    std::uint16_t of;
    bool if_given;  // only where tools are given
  };
  // A part of a set: an item of the message, or of a stop what one dialect adds to it.
  struct candidate {
    std::uint16_t item;
    condition when;
  };
  struct start {
    state at;
    set every;
    std::uint8_t count = 0;                           // how many bytes are looked for: first bytes, and ends of lines
    std::uint8_t block = 0;                           // as how many they are looked for one by one; 0: not so
    bool by_nibbles = false;                          // they are many, and all ASCII
    bool by_lines = false;                            // `line_only` is not among them: the end of a line stands for it
    bool asks_the_call = false;                       // for the fields of its tool, or for what was captured
    std::array<unsigned char, most_firsts> firsts{};  // the bytes, where they are no more
    std::array<unsigned char, 16> nibbles{};          // by low nibble: the high nibbles of the bytes, a bit each
    std::array<std::uint32_t, 8> line_only{};         // a bit a byte: a stop that begins with it begins a line

    bool operator==(const start&) const = default;
    // False only of bytes that are not looked for.
    bool may_look_for(unsigned char byte) const { return (nibbles[byte & 15U] >> (byte >> 4U & 7U) & 1U) != 0; }
    bool begins_line_only(unsigned char byte) const { return (line_only[byte / 32U] >> (byte % 32U) & 1U) != 0; }
  };

  std::span<const std::uint8_t> classes;         // of bytes that all states take alike
  std::span<const row> rows;                     // by state
  std::span<const std::uint8_t> target_classes;  // of the entries of `targets`
  std::span<const state> targets;
  std::span<const outcome> outcomes;
  std::span<const text_wait> waits;
  std::span<const std::uint32_t> sets_from;  // by set: where it begins in `candidates`; set 0 is empty
  std::span<const candidate> candidates;     // in the order of their items
  std::span<const start> starts;             // by number of stop; 0 is the message
  std::span<const set> elsewhere;            // by byte: the parts of the message that it may begin within a line

  state after(state from, unsigned char byte) const {
    for (const std::uint8_t on = classes[byte];;) {
      const row& r = rows[from];
      if (target_classes[r.base + on] == on) return targets[r.base + on];
      if ((r.fallback & as_in) == 0) return r.fallback;
      from = r.fallback ^ as_in;
    }
  }
  std::span<const candidate> candidates_of(set of) const {
    return candidates.subspan(sets_from[of], sets_from[of + 1U] - sets_from[of]);
  }
};

}  // namespace toolcall::engine
