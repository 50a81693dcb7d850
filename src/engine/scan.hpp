// Finding the next place where a stop may begin, sixteen bytes at a time.
//
// A run or the message's text spends nearly all its bytes here, so a candidate is refuted as cheaply as possible: where
// the stop can only stand at the start of a line, by the bytes before it, and then by a small automaton over the bytes
// from it on. What the automaton does not refute is for the machine to decide; of the items of a message, the automaton
// says which ones are left.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/captures.hpp"
#include "engine/nibble_search.hpp"
#include "engine/selection.hpp"
#include "engine/stop_automaton.hpp"
#include "text/vocabulary.hpp"

namespace toolcall::engine {

inline constexpr std::size_t automaton_bytes = 64;  // it reads no further; then the machine decides

enum class text_match : std::uint8_t { none, undecided, found };

// A stop of a program, as it is for the dialects in use; if it asks the call, in one of this tool, with what was
// captured.
struct stop_view {
  const stop_automaton& all;
  const selection& in_use;
  const stop_automaton::start& from;
  int tool = vocabulary::none;
  const captures* captured = nullptr;

  selection::remainder in(stop_automaton::state at) const { return in_use.of_outcome(all.rows[at].outcome); }
  const stop_automaton::outcome& outcome(stop_automaton::state at) const { return all.outcomes[all.rows[at].outcome]; }
  // Whether what was captured stands here.
  text_match captured_at(std::uint32_t id, std::string_view text) const {
    const captures::captured* const last = captured == nullptr ? nullptr : captured->last(id);
    if (last == nullptr) return text_match::none;
    const std::string_view wanted = captured->text_of(*last);
    if (text.size() >= wanted.size()) return text.starts_with(wanted) ? text_match::found : text_match::none;
    return wanted.starts_with(text) ? text_match::undecided : text_match::none;
  }
};

// How far a place is indented: the columns of blanks since its line began, a tab as wide as four, counted up to four,
// from where on a line is code (CommonMark, "Indented code blocks"); or that something else stands before it.
enum class indent : std::uint8_t { none, one, two, three, code, not_at_start };

// The place `at`, where the indent of `begin` is known.
inline indent indent_at(const char* at, const char* begin, indent of_begin) {
  std::size_t columns = 0;
  while (at > begin && (at[-1] == ' ' || at[-1] == '\t')) columns += *--at == '\t' ? 4 : 1;
  const indent before = at == begin ? of_begin : at[-1] == '\n' ? indent::none : indent::not_at_start;
  if (before == indent::not_at_start) return before;
  return static_cast<indent>(std::min<std::size_t>(columns + static_cast<std::size_t>(before), 4));
}

// What is known of the line before the bytes at hand.
struct look_behind {
  const char* begin;
  indent of_begin;
};

struct stop_place {
  const char* at;            // where a stop may begin, or the end
  bool undecided;            // the bytes end before it can be said whether one may
  stop_automaton::set left;  // which ones
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
  return at == before.begin ? before.of_begin != indent::not_at_start : at[-1] == '\n';
}

// Whether the text that is waited for begins here.
inline text_match match_of(const stop_view& stops, const stop_automaton::text_wait& wait, const vocabulary& names,
                           std::string_view text) {
  if (wait.if_given && !names.given) return text_match::none;
  if (wait.of >= wait.first_capture) return stops.captured_at(wait.of - wait.first_capture, text);
  if (!names.given || (names.any_tool && wait.of == wait.tool)) return text_match::found;
  const name_index::match found =
      (wait.of == wait.field ? names.fields(stops.tool) : names.written_tools()).longest(text, false);
  return found.undecided ? text_match::undecided : found.size != 0 ? text_match::found : text_match::none;
}
inline text_match any_of_waits(const stop_view& stops, const stop_automaton::outcome& in, const vocabulary& names,
                               std::string_view text) {
  text_match best = text_match::none;
  for (std::size_t i = in.waits_from; i < in.waits_end && best != text_match::found; ++i)
    if (stops.in_use.is_live(stops.all.waits[i].parts))
      best = std::max(best, match_of(stops, stops.all.waits[i], names, text));
  return best;
}

// Whether a text that is waited for may begin with the byte.
inline bool may_wait(const stop_view& stops, selection::remainder then, const vocabulary& names, char byte) {
  return then.waits && (stops.captured != nullptr || names.may_begin_with(byte));
}

// Whether nothing can begin that has led to this state with this byte.
inline bool is_refuted(const stop_view& stops, selection::remainder then, const vocabulary& names, char byte) {
  return then.is_dead || (then.is_done && then.waits && !then.is_settled && !may_wait(stops, then, names, byte));
}

// Follows the automaton, which the bytes up to `at` have led to this state. What is left may be nothing.
inline stop_place follow(const stop_view& stops, const vocabulary& names, const char* from, const char* at,
                         stop_automaton::state state, const char* end) {
  const bool reaches = end - from >= static_cast<std::ptrdiff_t>(automaton_bytes);
  const char* const last = reaches ? from + automaton_bytes : end;
  for (;;) {
    const selection::remainder then = stops.in(state);
    if (then.waits) {
      const stop_automaton::outcome& here = stops.outcome(state);
      const std::string_view text{at - 1, static_cast<std::size_t>(last - at) + 1};
      const text_match found =
          may_wait(stops, then, names, text.front()) ? any_of_waits(stops, here, names, text) : text_match::none;
      if (found == text_match::found) return {from, false, here.left};
      if (found == text_match::undecided) return {from, !reaches && !then.is_settled, here.left};
      if (then.is_done) return {from, false, then.is_settled ? here.settled : stop_automaton::set{}};
    }
    if (then.is_dead) return {from, false, 0};
    if (then.is_done || at == last)
      return {from, !then.is_done && !reaches && !then.is_settled, stops.outcome(state).left};
    state = stops.all.after(state, static_cast<unsigned char>(*at++));
  }
}

// A search that calls its parts takes a tenth more instructions, and whether compilers inline them depends on the
// sources beside it. In WebAssembly size counts more.
#if defined(__GNUC__) && !defined(__wasm__)
#define TOOLCALL_INLINED [[gnu::always_inline]]
#else
#define TOOLCALL_INLINED
#endif

// One search for the places where a stop may begin. `found` is the first of them.
struct stop_search {
  const stop_view& stops;
  const vocabulary& names;
  const look_behind& before;
  const char* end;
  stop_place found{};

  // Nearly all first bytes are refuted by the next byte, or by what stands before them.
  TOOLCALL_INLINED bool is_at(const char* at) {
    stop_automaton::state state = stops.all.after(stops.from.at, static_cast<unsigned char>(*at));
    const selection::remainder then = stops.in(state);
    if (is_refuted(stops, then, names, *at)) return false;
    const char* next = at + 1;
    if (next < end && !then.is_done && !may_wait(stops, then, names, *at)) {
      state = stops.all.after(state, static_cast<unsigned char>(*next));
      if (is_refuted(stops, stops.in(state), names, *next)) return false;
      ++next;
    }
    // Last, for it reads back over blanks.
    if (stops.from.begins_line_only(static_cast<unsigned char>(*at)) && !begins_line(before, at)) return false;
    found = follow(stops, names, at, next, state, end);
    return found.left != 0;
  }
  // What only begins a line begins with its first byte that is no blank, or with a blank before.
  TOOLCALL_INLINED bool is_on_line(const char* at) {
    for (; at < end; ++at) {
      if (is_at(at)) return true;
      if (*at != ' ' && *at != '\t') break;
    }
    return false;
  }
  // At one of the bytes that are looked for, or on the line after it.
  TOOLCALL_INLINED bool is_by(const char* at) {
    return is_at(at) || (stops.from.by_lines && *at == '\n' && is_on_line(at + 1));
  }
  bool is_on_begun_line(const char* at) {
    return stops.from.by_lines && at < end && begins_line(before, at) && is_on_line(at);
  }
  // Byte by byte. Most bytes are not looked for, and stand within a word, where nothing begins that only begins a line.
  stop_place next(const char* at) {
    for (; at < end; ++at) {
      const auto byte = static_cast<unsigned char>(*at);
      const bool may_begin = stops.from.may_look_for(byte) ||
                             (stops.from.by_lines && !is_within_word(at) && stops.from.begins_line_only(byte));
      if (may_begin && is_at(at)) return found;
    }
    return {end, false, 0};
  }
  bool is_within_word(const char* at) const {
    return at > before.begin && at[-1] != ' ' && at[-1] != '\n' && at[-1] != '\t';
  }
};
#undef TOOLCALL_INLINED

template <std::size_t Count>
inline stop_place next_of(const stop_view& stops, const vocabulary& names, const look_behind& before, const char* at,
                          const char* end) {
  stop_search search{stops, names, before, end};
  if constexpr (Count > 0 && std::endian::native == std::endian::little) {
    if (search.is_on_begun_line(at)) return search.found;
    for (; end - at >= 16; at += 16) {
      std::uint64_t half[2];
      find_in_block<Count>(at, stops.from.firsts, half);
      for (std::size_t i = 0; i < 2; ++i)
        while (half[i] != 0) {
          const auto byte = static_cast<std::size_t>(std::countr_zero(half[i])) / 8;
          half[i] &= ~(std::uint64_t{0xFF} << (8 * byte));
          if (search.is_by(at + 8 * i + byte)) return search.found;
        }
    }
  }
  return search.next(at);
}

template <typename Search>
__attribute__((always_inline)) inline stop_place next_by_nibbles(const stop_view& stops, const vocabulary& names,
                                                                 const look_behind& before, const char* at,
                                                                 const char* end) {
  const Search firsts(stops.from.nibbles);
  stop_search search{stops, names, before, end};
  if (search.is_on_begun_line(at)) return search.found;
  for (; end - at >= 16; at += 16)
    for (std::uint64_t hits = firsts.hits(at); hits != 0; hits &= hits - 1) {
      const char* const first = at + static_cast<unsigned>(std::countr_zero(hits)) / Search::bits;
      if (search.is_by(first)) return search.found;
    }
  return search.next(at);
}

// A function of its own, because one for all processors cannot have the instructions of some in it.
#if defined(__x86_64__)
__attribute__((target("ssse3")))
#endif
inline stop_place
next_by_native_search(const stop_view& stops, const vocabulary& names, const look_behind& before, const char* at,
                      const char* end) {
  return next_by_nibbles<native_search>(stops, names, before, at, end);
}

}  // namespace detail

// The first byte in [at, end) that a stop may begin with, or end; nothing else is checked.
inline stop_place next_first(const stop_view& stops, const look_behind& before, const char* at, const char* end) {
  for (; at < end; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (stops.in(stops.all.after(stops.from.at, byte)).is_dead) continue;
    if (!stops.from.begins_line_only(byte) || detail::begins_line(before, at)) return {at, false, stops.from.every};
  }
  return {end, false, 0};
}

// The first place in [at, end) where a stop of the table may begin, or end.
inline stop_place next_stop(const stop_view& stops, const vocabulary& names, const look_behind& before, const char* at,
                            const char* end) {
  using namespace detail;
  if (stops.from.by_nibbles && native_search::is_possible())
    return next_by_native_search(stops, names, before, at, end);
  switch (stops.from.block) {
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
      return stops.from.count == 0 ? stop_place{end, false, 0} : next_of<0>(stops, names, before, at, end);
  }
}

}  // namespace toolcall::engine
