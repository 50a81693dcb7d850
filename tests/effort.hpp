// How often a test repeats itself. A sanitizer makes each step some twenty times as long, and it looks for something
// that the first repetitions show; what is counted is counted without one.

#pragma once

#include <cstddef>

namespace toolcall::tests {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

constexpr std::size_t effort(std::size_t usual, std::size_t under_sanitizer) {
  return sanitized ? under_sanitizer : usual;
}

}  // namespace toolcall::tests
