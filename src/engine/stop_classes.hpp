// The table of an automaton: its edges by classes of bytes, so that a state is a short row and not one of 256.

#pragma once

#include <vector>

#include "engine/scan.hpp"
#include "engine/stop_ways.hpp"

namespace toolcall::engine {

struct stop_edge {
  byte_bits on;
  std::uint32_t to;  // a state's number, from 1 on, or an ending's
  bool is_ending;
  std::size_t first;  // of these bytes
  bool is_single;     // and it is the only one
};

// Fills in the table's classes and transitions, from the edges of each state.
void classify(const std::vector<std::vector<stop_edge>>& edges, stop_table& made);

}  // namespace toolcall::engine
