// Finding the next place where a stop may begin, sixteen bytes at a time.
//
// A run or the message's text spends nearly all its bytes here, so a candidate is refuted as cheaply as possible: where
// the stop can only stand at the start of a line, by the bytes before it, and then by a small automaton over the bytes
// from it on. What the automaton does not refute is for the machine to decide; of the items of a message, the automaton
// says which ones are left.

#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "engine/vocabulary.hpp"

namespace toolcall::engine {

inline constexpr std::size_t most_firsts = 16;      // first bytes that are looked for one by one as vectors
inline constexpr std::size_t automaton_bytes = 64;  // it reads no further; then the machine is asked

struct stop_table {
  using number = std::uint16_t;
  using state = std::uint32_t;                 // where its row begins in `next`
  static constexpr state refuted = 0;          // no stop begins so
  static constexpr state done = 0x8000'0000U;  // with the number of an ending: no further byte tells more

  // What is left in a state, as numbers of `sets`; number 0 is the empty set.
  struct outcome {
    number left = 0;
    number unnamed = 0;       // ... if the name at hand is not declared
    number unoffered = 0;     // ... if no tools are given
    std::uint8_t back = 0;    // how many bytes ago the name began, 0 for none
    bool is_settled = false;  // one of those left must be asked, whatever follows
  };

  std::array<std::uint8_t, 256> classes{};          // of bytes that all states take alike
  std::size_t width = 1;                            // how many classes
  std::array<state, 256> behind_first{};            // the state behind a first byte
  std::vector<state> next;                          // by state and class; the start is the row behind that of refuted
  std::vector<outcome> outcomes;                    // by row
  std::vector<outcome> endings;                     // of what is done: endings[n & ~done]
  std::vector<std::vector<std::uint16_t>> sets;     // of the parts that the table is for
  number every = 0;                                 // the set of them all
  std::array<bool, 256> line_only{};                // a stop that begins with this byte begins a line
  std::array<unsigned char, most_firsts> firsts{};  // the first bytes, where they are no more
  std::size_t count = 0;                            // how many first bytes
  std::uint8_t block = 0;                           // as how many they are looked for one by one; 0: not so
  std::array<unsigned char, 16> nibbles{};          // by low nibble: the high nibbles of first bytes, a bit each
  bool by_nibbles = false;                          // they are all ASCII, and the processor can look for all at once

  void set_firsts(const std::bitset<256>& bytes);

  state after(state from, char byte) const { return next[from + classes[static_cast<unsigned char>(byte)]]; }
};

// What is known of the line before the bytes at hand.
struct look_behind {
  const char* begin;  // here ...
  bool blank;         // ... only blanks stood since the line began
};

struct stop_place {
  const char* at;           // where a stop may begin, or the end
  bool undecided;           // the bytes end before it can be said whether one may
  stop_table::number left;  // which ones
};

namespace detail {

using block16 = unsigned char __attribute__((vector_size(16)));

// Which of the sixteen bytes at `at` may begin a stop: a set bit in every byte that does, low bytes first.
template <std::size_t Count, std::size_t Size>
inline void find_in_block(const char* at, const std::array<unsigned char, Size>& bytes, std::uint64_t (&half)[2]) {
  block16 block;
  std::memcpy(&block, at, 16);
  auto hit = block == bytes[0];
  for (std::size_t i = 1; i < Count; ++i) hit |= block == bytes[i];
  std::memcpy(half, &hit, 16);
}

inline bool begins_line(const look_behind& before, const char* at) {
  while (at > before.begin && (at[-1] == ' ' || at[-1] == '\t')) --at;
  return at == before.begin ? before.blank : at[-1] == '\n';
}

// Behind a name, what is left depends on whether it is declared.
inline stop_place name_at(const stop_table::outcome& then, const vocabulary& names, const char* from, const char* name,
                          const char* last, bool is_cut_off) {
  if (!names.given) return {from, false, then.unoffered};
  const char* behind = name;
  while (behind < last && is_name_byte(static_cast<unsigned char>(*behind))) ++behind;
  if (behind == last) return {from, !is_cut_off && !then.is_settled, then.left};
  const bool declared = names.is_tool({name, static_cast<std::size_t>(behind - name)});
  return {from, false, declared ? then.left : then.unnamed};
}

// Follows the automaton from a byte on. What is left may be nothing.
inline stop_place follow(const stop_table& stops, const vocabulary& names, const char* at, const char* end) {
  const char* const from = at;
  const bool reaches = end - at >= static_cast<std::ptrdiff_t>(automaton_bytes);
  const char* const last = reaches ? at + automaton_bytes : end;
  stop_table::state state = stops.behind_first[static_cast<unsigned char>(*at++)];
  while (state != stop_table::refuted && state < stop_table::done && at < last) state = stops.after(state, *at++);
  if (state == stop_table::refuted) return {from, false, 0};
  if (state < stop_table::done) {
    const stop_table::outcome& then = stops.outcomes[state / stops.width];
    return {from, !reaches && !then.is_settled, then.left};
  }
  const stop_table::outcome& then = stops.endings[state & ~stop_table::done];
  if (then.back == 0) return {from, false, then.left};
  return name_at(then, names, from, at - then.back, last, reaches);
}

// Nearly all first bytes are refuted by what stands before them, or by the next byte.
inline bool is_refuted_at_once(const stop_table& stops, const look_behind& before, const char* at, const char* end) {
  const auto byte = static_cast<unsigned char>(*at);
  const stop_table::state state = stops.behind_first[byte];
  if (state == stop_table::refuted) return true;
  if (stops.line_only[byte] && !begins_line(before, at)) return true;
  return state < stop_table::done && at + 1 < end && stops.after(state, at[1]) == stop_table::refuted;
}

template <std::size_t Count>
inline stop_place next_of(const stop_table& stops, const vocabulary& names, const look_behind& before, const char* at,
                          const char* end) {
  if constexpr (Count > 0 && std::endian::native == std::endian::little) {
    for (; end - at >= 16; at += 16) {
      std::uint64_t half[2];
      find_in_block<Count>(at, stops.firsts, half);
      for (std::size_t i = 0; i < 2; ++i)
        while (half[i] != 0) {
          const auto byte = static_cast<std::size_t>(std::countr_zero(half[i])) / 8;
          half[i] &= ~(std::uint64_t{0xFF} << (8 * byte));
          if (is_refuted_at_once(stops, before, at + 8 * i + byte, end)) continue;
          const stop_place found = follow(stops, names, at + 8 * i + byte, end);
          if (found.left != 0) return found;
        }
    }
  }
  for (; at < end; ++at) {
    if (is_refuted_at_once(stops, before, at, end)) continue;
    const stop_place found = follow(stops, names, at, end);
    if (found.left != 0) return found;
  }
  return {end, false, 0};
}

#if defined(__x86_64__)
// However many first bytes there are, two look-ups in tables of 16 find them: the low nibble's gives the high nibbles
// that it may stand with.
__attribute__((target("ssse3"))) inline stop_place next_by_nibbles(const stop_table& stops, const vocabulary& names,
                                                                   const look_behind& before, const char* at,
                                                                   const char* end) {
  const __m128i high_bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m128i by_low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(stops.nibbles.data()));
  for (; end - at >= 16; at += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i high = _mm_and_si128(_mm_srli_epi16(block, 4), _mm_set1_epi8(15));
    const __m128i found = _mm_and_si128(_mm_shuffle_epi8(by_low, block), _mm_shuffle_epi8(high_bits, high));
    auto hits = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128()))) ^ 0xFFFFU;
    for (; hits != 0; hits &= hits - 1) {
      const char* const first = at + std::countr_zero(hits);
      if (is_refuted_at_once(stops, before, first, end)) continue;
      const stop_place place = follow(stops, names, first, end);
      if (place.left != 0) return place;
    }
  }
  return next_of<0>(stops, names, before, at, end);
}
#else
inline stop_place next_by_nibbles(const stop_table& stops, const vocabulary& names, const look_behind& before,
                                  const char* at, const char* end) {
  return next_of<0>(stops, names, before, at, end);
}
#endif

}  // namespace detail

// The first byte in [at, end) that a stop may begin with, or end; nothing else is asked.
inline stop_place next_first(const stop_table& stops, const look_behind& before, const char* at, const char* end) {
  for (; at < end; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (stops.behind_first[byte] == stop_table::refuted) continue;
    if (!stops.line_only[byte] || detail::begins_line(before, at)) return {at, false, stops.every};
  }
  return {end, false, 0};
}

// The first place in [at, end) where a stop of the table may begin, or end.
inline stop_place next_stop(const stop_table& stops, const vocabulary& names, const look_behind& before, const char* at,
                            const char* end) {
  using namespace detail;
  if (stops.by_nibbles) return next_by_nibbles(stops, names, before, at, end);
  switch (stops.block) {
    case 1:
      return next_of<1>(stops, names, before, at, end);
    case 2:
      return next_of<2>(stops, names, before, at, end);
    case 4:
      return next_of<4>(stops, names, before, at, end);
    case 6:
      return next_of<6>(stops, names, before, at, end);
    case 8:
      return next_of<8>(stops, names, before, at, end);
    case 12:
      return next_of<12>(stops, names, before, at, end);
    case most_firsts:
      return next_of<most_firsts>(stops, names, before, at, end);
    default:
      return stops.count == 0 ? stop_place{end, false, 0} : next_of<0>(stops, names, before, at, end);
  }
}

}  // namespace toolcall::engine
