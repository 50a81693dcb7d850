// How often a test repeats itself. A sanitizer makes each step some twenty times as long, and WebAssembly some five
// times; they look for something that the first repetitions show. What is counted is counted without them. A few tests
// take minutes for all of their repetitions, which make nightly (TOOLCALL_NIGHTLY) has time for.

#pragma once

#include <cstddef>
#include <cstdlib>

namespace toolcall::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__wasm__)
inline constexpr bool slow = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool slow = true;
#else
inline constexpr bool slow = false;
#endif
#else
inline constexpr bool slow = false;
#endif

constexpr std::size_t effort(std::size_t usual, std::size_t where_slow) {
  return slow ? where_slow : usual;
}

inline bool is_nightly() {
  return std::getenv("TOOLCALL_NIGHTLY") != nullptr;
}

// Of many cases of one kind every n-th is tried; in make nightly all of them.
inline std::size_t every(std::size_t n) {
  return is_nightly() ? 1 : n;
}

}  // namespace toolcall::tests
