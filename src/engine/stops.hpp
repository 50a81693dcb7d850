// Makes the automata of a grammar's stops.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/expression.hpp"
#include "engine/stop_automaton.hpp"

namespace toolcall::engine {

// What can be left out, or be more: all of it changes what is asked in vain, and nothing of what is found.
struct layout_effort {
  std::size_t run_states = 32;       // of the stop of a run; in a further one everything is possible
  std::size_t span_states = 32;      // of a stop that only spans have
  std::size_t message_states = 256;  // of all items together
  bool minimal = true;               // states that say the same are one
  bool head_tests = true;            // what is tried is tested by its first byte before
  bool same_once = true;             // of dialects that have the same alternative, the first in use alone is asked
  bool literal_lists = true;         // literals that are alternatives of each other are one instruction
};

// The arrays of a stop_automaton.
struct stop_arrays {
  std::vector<std::uint8_t> classes;
  std::vector<stop_automaton::row> rows;
  std::vector<std::uint8_t> target_classes;
  std::vector<stop_automaton::state> targets;
  std::vector<stop_automaton::outcome> outcomes;
  std::vector<stop_automaton::text_wait> waits;
  std::vector<std::uint32_t> sets_from;
  std::vector<stop_automaton::candidate> candidates;
  std::vector<stop_automaton::start> starts;
  std::vector<stop_automaton::set> elsewhere;
  std::vector<std::uint32_t> numbers;  // by stop of the grammar: where it is among the starts
  std::vector<std::string> captures;   // that are waited for, in the order of their numbers in `waits`

  stop_automaton view() const {
    return {classes, rows, target_classes, targets, outcomes, waits, sets_from, candidates, starts, elsewhere};
  }
};

// Start 0 is that of the message; stops that say the same share one. Where nothing is known, every byte may begin one.
stop_arrays stops_of(const grammar& source, const layout_effort& effort = {});

}  // namespace toolcall::engine
