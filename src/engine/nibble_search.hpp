// A set of ASCII bytes, looked for in sixteen bytes at once, however many they are: two look-ups in tables of 16, by
// half bytes. The low half's table says with which high halves it may stand, a bit for each, and the high half has one
// bit.
//
// Each search says the same in its own way: hits() has `bits` bits for each of sixteen bytes, the first byte's the
// lowest, of which the first is set where the byte belongs to the set and the others never are.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace toolcall::engine {

using nibble_table = std::array<unsigned char, 16>;  // by low half: the high halves, a bit for each

class portable_search {
 public:
  static constexpr unsigned bits = 1;

  explicit portable_search(const nibble_table& by_low) : by_low_(by_low) {}
  static bool is_possible() { return true; }

  std::uint64_t hits(const char* at) const {
    std::uint64_t found = 0;
    for (unsigned i = 0; i < 16; ++i) {
      const auto byte = static_cast<unsigned char>(at[i]);
      found |= static_cast<std::uint64_t>((unsigned{by_low_[byte & 15U]} >> (byte >> 4U)) & 1U) << i;
    }
    return found;
  }

 private:
  nibble_table by_low_;
};

#if defined(__x86_64__)

class ssse3_search {
 public:
  static constexpr unsigned bits = 1;

  explicit ssse3_search(const nibble_table& by_low) : by_low_(by_low) {}
  static bool is_possible() { return __builtin_cpu_supports("ssse3") != 0; }

  // pshufb gives 0 for an index of 0x80 and above.
  __attribute__((target("ssse3"))) std::uint64_t hits(const char* at) const {
    const __m128i high_bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i by_low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(by_low_.data()));
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i high = _mm_and_si128(_mm_srli_epi16(block, 4), _mm_set1_epi8(15));
    const __m128i found = _mm_and_si128(_mm_shuffle_epi8(by_low, block), _mm_shuffle_epi8(high_bits, high));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128()))) ^ 0xFFFFU;
  }

 private:
  nibble_table by_low_;
};
using native_search = ssse3_search;

#elif defined(__aarch64__)

class neon_search {
 public:
  static constexpr unsigned bits = 4;

  explicit neon_search(const nibble_table& by_low) : by_low_(by_low) {}
  static bool is_possible() { return true; }

  // tbl gives 0 for an index of 16 and above. NEON has no movemask; a shift that narrows leaves four bits of each byte.
  std::uint64_t hits(const char* at) const {
    static constexpr nibble_table high_bits = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t block = vld1q_u8(reinterpret_cast<const unsigned char*>(at));
    const uint8x16_t high = vqtbl1q_u8(vld1q_u8(high_bits.data()), vshrq_n_u8(block, 4));
    const uint8x16_t low = vqtbl1q_u8(vld1q_u8(by_low_.data()), vandq_u8(block, vdupq_n_u8(15)));
    const uint8x8_t found = vshrn_n_u16(vreinterpretq_u16_u8(vtstq_u8(low, high)), 4);
    return vget_lane_u64(vreinterpret_u64_u8(found), 0) & 0x1111111111111111U;
  }

 private:
  nibble_table by_low_;
};
using native_search = neon_search;

#else

using native_search = portable_search;

#endif

}  // namespace toolcall::engine
