// Ids for calls whose text gives none: determined by a seed and the call's index, so that replays and copies agree.

#pragma once

#include <cstdint>
#include <string>

namespace toolcall::events {

// "call_" and 24 letters and digits, as the OpenAI API makes them.
inline std::string made_id(std::uint64_t seed, std::uint64_t index) {
  static constexpr char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string id = "call_";
  std::uint64_t state = seed * 0x9E3779B97F4A7C15U + index;
  for (int i = 0; i < 24; ++i) {
    // SplitMix64 (Steele, Lea and Flood 2014)
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    id += letters[(z ^ (z >> 31U)) % 62U];
  }
  return id;
}

}  // namespace toolcall::events
