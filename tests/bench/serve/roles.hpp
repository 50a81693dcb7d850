// The programs of the measurement, each a process of its own with one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace serve_bench {

inline constexpr int events_of_a_stream = 40;

// What each stream says, piece by piece; the pieces of one stream are like those of no other.
std::string piece_of(std::size_t stream, int event);

// A model's server on this listening socket: streams of events, `pause` milliseconds apart, for ever. Each event says
// when it was sent, in microseconds of the steady clock.
[[noreturn]] void run_upstream(int listening, int pause);

// As little as can stand between the two: Beast reads the request, and the bytes of the answer pass as they come.
[[noreturn]] void run_relay(int listening, unsigned short upstream);

struct load {
  unsigned short port;
  std::size_t streams;  // in all,
  std::size_t at_once;  // and so many at a time
  std::size_t aborted;  // of them, closed at a random event
  int spread;           // milliseconds over which the first are begun
};
struct measured {
  std::size_t whole = 0;    // streams that came to their end byte for byte
  std::size_t wrong = 0;    // that did not, and were not closed by us
  std::size_t aborted = 0;  // that were
  std::size_t events = 0;
  double seconds = 0;
  std::vector<std::int64_t> delays;  // of each event, in microseconds
};
// `halfway` is called once, when half of the events have come, with the number of streams that are open.
measured run_load(const load& what, void (*halfway)(void*, std::size_t open), void* context);

std::int64_t now_in_microseconds();

}  // namespace serve_bench
