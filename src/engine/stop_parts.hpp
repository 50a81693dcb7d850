// The parts that a stop may be: an item of the message, whatever else, or what one dialect adds to either.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/stop_automaton.hpp"

namespace toolcall::engine {

class stop_parts {
 public:
  using part_number = std::uint16_t;

  // Equal items are one part.
  part_number of(std::uint16_t item, condition when = {}) {
    const auto [known, fresh] = numbers_.try_emplace({item, when.code}, static_cast<part_number>(all_.size()));
    if (fresh) all_.push_back({item, when});
    return known->second;
  }
  // What is in it under a condition. A further condition in there is not kept: it may be too much.
  part_number within(part_number around, condition when) {
    const stop_automaton::candidate known = all_[around];
    return known.when.is_none() ? of(known.item, when) : around;
  }
  const stop_automaton::candidate& operator[](part_number number) const { return all_[number]; }

 private:
  std::vector<stop_automaton::candidate> all_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, part_number> numbers_;
};

}  // namespace toolcall::engine
