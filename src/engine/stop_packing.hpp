// The automata of all stops as they are made, and as they are kept.

#pragma once

#include <cstdint>
#include <vector>

#include "engine/stop_ways.hpp"
#include "engine/stops.hpp"

namespace toolcall::engine {

struct stop_edge {
  byte_bits on;
  std::uint32_t to;
};
struct stop_state {
  std::uint16_t outcome = 0;
  std::vector<stop_edge> edges{};
};

// State 0 is where nothing is left; it has no edges. `starts` are where stops begin, the message first. Fills in
// classes, rows, target_classes and targets of `made`; gives for each state its number there. Throws setup_error where
// they are too many.
std::vector<stop_automaton::state> pack(const std::vector<stop_state>& states, const std::vector<std::uint32_t>& starts,
                                        bool minimal, stop_arrays& made);

}  // namespace toolcall::engine
