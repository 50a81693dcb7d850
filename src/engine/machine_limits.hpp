// How far the machine reads before it gives up, most of it in bytes of the text, whichever way the text is cut.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace toolcall::engine {

inline constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::size_t name_bytes = 4096;  // a longer run of name bytes is not a name

struct machine_limits {
  std::uint64_t trial_bytes = 1U << 20U;  // bytes from the start of a trial; at least 2, as all of these
  std::uint64_t followed_by_bytes = 1U << 20U;
  std::uint64_t span_bytes = 1U << 16U;   // of a span
  std::uint64_t uncut_bytes = 1U << 22U;  // that may be read after what is final; what would need more fails
  std::uint64_t uncut_events =
      1U << 16U;  // of parts that are not final, in a trial or followed_by; one more ends it as its bytes do
  std::uint32_t depth = 1000;  // rules within rules
  // What rules do is remembered where so many more bytes were gone back over than were read. No limit: it changes how
  // long reading takes, and nothing of what is read.
  std::uint64_t unremembered_bytes = 256;
  // A row of bytes of one set that is at least so long is passed over at once where it is asked for again. No limit
  // either.
  std::uint64_t row_bytes = 64;
};

}  // namespace toolcall::engine
