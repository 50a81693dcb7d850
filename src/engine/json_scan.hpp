// Reading over JSON as it comes: which byte begins a value, and where a string, array or object ends.
//
// Brackets are counted, not matched by kind, and what stands in them is not looked at: a value that is not quite JSON
// still has an end, and what it says is for src/typing to find out.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/scan.hpp"

namespace toolcall::engine {

constexpr bool begins_json_scalar(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == 't' || c == 'f' || c == 'n';
}
constexpr bool begins_json_part(char c) {
  return c == '"' || c == '{' || c == '[';
}
constexpr bool begins_json(char c) {
  return begins_json_scalar(c) || begins_json_part(c);
}

// What is open where reading stopped. At first nothing is; when nothing is again, the value has ended.
struct json_place {
  std::uint32_t depth = 0;
  bool quoted = false;
  bool escaped = false;  // behind a backslash

  bool ended() const { return depth == 0 && !quoted; }
};

namespace detail {

// The first quote or backslash in [at, end), or end.
inline const char* end_of_plain(const char* at, const char* end) {
  static constexpr std::array<unsigned char, 8> marks{'"', '\\'};
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 16; at += 16) {
      std::uint64_t half[2];
      find_in_block<2>(at, marks, half);
      if (half[0] != 0) return at + std::countr_zero(half[0]) / 8;
      if (half[1] != 0) return at + 8 + std::countr_zero(half[1]) / 8;
    }
  }
  while (at < end && *at != '"' && *at != '\\') ++at;
  return at;
}

// At least a byte of a string, from behind its opening quote.
inline const char* read_quoted(json_place& place, const char* at, const char* end) {
  if (place.escaped) {
    place.escaped = false;
    return at + 1;
  }
  at = end_of_plain(at, end);
  if (at == end) return at;
  place.escaped = *at == '\\';
  place.quoted = place.escaped;
  return at + 1;
}

}  // namespace detail

// Reads on in [at, end): up to behind the value, or to the end. At least one byte is there.
inline const char* read_json(json_place& from, const char* at, const char* end) {
  json_place place = from;  // not seen by anyone, so it can stay in registers
  do {
    if (place.quoted) {
      at = detail::read_quoted(place, at, end);
      continue;
    }
    const char c = *at++;
    if (c == '"') place.quoted = true;
    if (c == '{' || c == '[') ++place.depth;
    if (c == '}' || c == ']') --place.depth;
  } while (at < end && !place.ended());
  from = place;
  return at;
}

}  // namespace toolcall::engine
