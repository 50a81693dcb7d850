// How often a test repeats itself. A sanitizer makes each step some twenty times as long, and WebAssembly some five
// times; they look for something that the first repetitions show. What is counted is counted without them.

#pragma once

#include <cstddef>

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

}  // namespace toolcall::tests
