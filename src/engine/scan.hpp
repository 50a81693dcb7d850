// Finding the next place where a stop may begin, sixteen bytes at a time.
//
// A run or the message's text spends nearly all its bytes here, so a candidate is refuted as cheaply as possible: where
// the stop can only stand at the start of a line, by the bytes before it, and then by a small automaton over the bytes
// from it on. What the automaton does not refute is for the machine to decide.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace toolcall::engine {

struct stop_table {
  static constexpr std::uint8_t refuted = 0;      // no stop begins so
  static constexpr std::uint8_t candidate = 255;  // one may; ask the machine
  using transitions = std::array<std::uint8_t, 256>;

  std::vector<transitions> states;        // state n > 0 is states[n - 1]; state 1 is the start
  std::array<bool, 256> line_only{};      // a stop that begins with this byte begins a line
  std::array<unsigned char, 8> firsts{};  // the first bytes, when there are at most eight
  std::uint8_t count = 0;                 // how many; 255 when there are many
};

inline constexpr std::size_t automaton_bytes = 64;  // it reads no further; then the machine is asked

// What is known of the line before the bytes at hand.
struct look_behind {
  const char* begin;  // here ...
  bool blank;         // ... only blanks stood since the line began
};

namespace detail {

using block16 = unsigned char __attribute__((vector_size(16)));

// Which of the sixteen bytes at `at` may begin a stop: a set bit in every byte that does, low bytes first.
template <std::size_t Count>
inline void find_in_block(const char* at, const std::array<unsigned char, 8>& bytes, std::uint64_t (&half)[2]) {
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

enum class verdict : std::uint8_t { refuted, candidate, undecided };

inline verdict follow(const stop_table& stops, const char* at, const char* end) {
  const bool reaches = end - at >= static_cast<std::ptrdiff_t>(automaton_bytes);
  const char* const last = reaches ? at + automaton_bytes : end;
  std::uint8_t state = 1;
  do state = stops.states[state - 1U][static_cast<unsigned char>(*at++)];
  while (state != stop_table::refuted && state != stop_table::candidate && at < last);
  if (state == stop_table::refuted) return verdict::refuted;
  return state == stop_table::candidate || reaches ? verdict::candidate : verdict::undecided;
}

inline verdict ask(const stop_table& stops, const look_behind& before, const char* at, const char* end) {
  const auto byte = static_cast<unsigned char>(*at);
  if (stops.states.front()[byte] == stop_table::refuted) return verdict::refuted;
  if (stops.line_only[byte] && !begins_line(before, at)) return verdict::refuted;
  return follow(stops, at, end);
}

}  // namespace detail

struct stop_place {
  const char* at;  // where a stop may begin, or the end
  bool undecided;  // the bytes end before it can be said whether one may
};

namespace detail {

template <std::size_t Count>
inline stop_place next_of(const stop_table& stops, const look_behind& before, const char* at, const char* end) {
  if constexpr (Count > 0 && std::endian::native == std::endian::little) {
    for (; end - at >= 16; at += 16) {
      std::uint64_t half[2];
      find_in_block<Count>(at, stops.firsts, half);
      for (std::size_t i = 0; i < 2; ++i)
        while (half[i] != 0) {
          const auto byte = static_cast<std::size_t>(std::countr_zero(half[i])) / 8;
          half[i] &= ~(std::uint64_t{0xFF} << (8 * byte));
          const char* const found = at + 8 * i + byte;
          const verdict v = ask(stops, before, found, end);
          if (v != verdict::refuted) return {found, v == verdict::undecided};
        }
    }
  }
  for (; at < end; ++at) {
    const verdict v = ask(stops, before, at, end);
    if (v != verdict::refuted) return {at, v == verdict::undecided};
  }
  return {end, false};
}

}  // namespace detail

// The first place in [at, end) where a stop of the table may begin, or end.
inline stop_place next_stop(const stop_table& stops, const look_behind& before, const char* at, const char* end) {
  switch (stops.count) {
    case 0:
      return {end, false};
    case 1:
      return detail::next_of<1>(stops, before, at, end);
    case 2:
      return detail::next_of<2>(stops, before, at, end);
    case 3:
    case 4:
      return detail::next_of<4>(stops, before, at, end);
    case 5:
    case 6:
      return detail::next_of<6>(stops, before, at, end);
    case 7:
    case 8:
      return detail::next_of<8>(stops, before, at, end);
    default:
      return detail::next_of<0>(stops, before, at, end);
  }
}

}  // namespace toolcall::engine
