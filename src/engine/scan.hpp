// Finding the next place where a stop may begin, sixteen bytes at a time.
//
// A run or the message's text spends nearly all its bytes here, so a candidate is refuted as cheaply as possible: by
// its first byte, by the byte behind it, and, where the stop can only stand at the start of a line, by the byte before.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace toolcall::engine {

struct stop_table {
  std::array<std::uint8_t, 256> second{};          // 0: no stop begins with this byte; else number of its seconds + 1
  std::array<bool, 256> line_only{};               // a stop that begins with this byte begins a line
  std::vector<std::array<bool, 256>> seconds;      // which bytes may follow
  std::array<unsigned char, 4> firsts{};           // the first bytes, when there are at most four
  std::uint8_t count = 0;                          // how many; 255 when there are more
};

namespace detail {

using block16 = unsigned char __attribute__((vector_size(16)));

inline block16 filled(unsigned char byte) { return block16{} + byte; }

inline const char* skip_to_any(const char* at, const char* end, const std::array<unsigned char, 4>& bytes) {
  const block16 a = filled(bytes[0]), b = filled(bytes[1]), c = filled(bytes[2]), d = filled(bytes[3]);
  while (end - at >= 16) {
    block16 block;
    std::memcpy(&block, at, 16);
    const auto hit = (block == a) | (block == b) | (block == c) | (block == d);
    std::uint64_t half[2];
    std::memcpy(half, &hit, 16);
    if ((half[0] | half[1]) != 0) break;
    at += 16;
  }
  return at;
}

}  // namespace detail

// The first place in [at, end) where a stop of the table may begin, or end. begin is where look-behind ends.
inline const char* next_stop(const stop_table& stops, const char* begin, const char* at, const char* end) {
  if (stops.count == 0) return end;
  while (at < end) {
    if (stops.count <= 4) at = detail::skip_to_any(at, end, stops.firsts);
    const char* const block = end - at > 16 ? at + 16 : end;
    for (; at < block; ++at) {
      const std::uint8_t number = stops.second[static_cast<unsigned char>(*at)];
      if (number == 0) continue;
      if (at + 1 < end && !stops.seconds[number - 1U][static_cast<unsigned char>(at[1])]) continue;
      if (stops.line_only[static_cast<unsigned char>(*at)] && at > begin && at[-1] != '\n' && at[-1] != ' ' &&
          at[-1] != '\t')
        continue;
      return at;
    }
  }
  return end;
}

}  // namespace toolcall::engine
