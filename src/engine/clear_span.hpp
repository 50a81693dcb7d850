// What was found of bytes that need not be read again: that no stop begins in them, or that all are of one set.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toolcall::engine {

// Where a span was found to hold no stop. Asked again from a place in it, by a stop that looks ahead at each of its
// candidates, the span goes on at its end: so what looks ahead reads each byte once. What a stop finds may depend on
// the call's tool and fields, and on captures, so these are noted too.
struct clear_span {
  std::uint32_t number;
  std::uint32_t trail;
  std::uint64_t call_begin;
  std::vector<std::uint64_t> captures;  // where they begin
  std::uint64_t from, to;

  bool is_asked_as(const clear_span& other) const {
    return number == other.number && trail == other.trail && call_begin == other.call_begin &&
           captures == other.captures;
  }
};

inline constexpr std::size_t most_clear_spans = 8;

// A long row of bytes of one set.
struct skipped_row {
  std::uint64_t from = 0, to = 0;
  std::uint32_t set = 0;
};

}  // namespace toolcall::engine
