// What rules were found to do at places of the text: going back over a text then costs no second reading of it, whoever
// asks for the same rule there (Ford, "Packrat Parsing", 2002).
//
// A table of fixed size in which a later answer takes the place of an earlier one, but for the matches of most bytes:
// what it has lost is asked again. It is used only where much was gone back over, so that what is read once costs
// nothing.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/program.hpp"

namespace toolcall::engine {

struct known_answer {
  std::uint64_t position = 0;
  std::uint64_t reach = 0;  // no byte from there on was looked at
  rule_place of{};          // at address 0 is no rule
  std::uint32_t size = 0;   // that it took
  std::uint16_t epoch = 0;
  bool failed = false;
  bool has_events = false;  // so it may stand only for what makes none, in a predicate
};

class known_answers {
 public:
  const known_answer* find(rule_place of, std::uint64_t position) const {
    const pair& there = answers_[place(of, position)];
    for (const known_answer* each : {&there.longest, &there.latest})
      if (each->position == position && each->of == of && each->epoch == epoch_) return each;
    return nullptr;
  }
  // Nothing before `needed` will be asked again.
  void add(known_answer found, std::uint64_t needed) {
    pair& there = answers_[place(found.of, found.position)];
    found.epoch = epoch_;
    const bool is_needed = there.longest.epoch == epoch_ && there.longest.position >= needed;
    if (is_needed && there.longest.size > found.size)
      there.latest = found;
    else
      there.latest = std::exchange(there.longest, found);
  }

  bool is_empty() const { return answers_.empty(); }
  void begin() { answers_.resize(std::size_t{1} << bits); }
  // Nothing is known any longer.
  void forget() {
    if (++epoch_ == 0) std::fill(answers_.begin(), answers_.end(), pair{});
  }
  void give_back() { std::vector<pair>().swap(answers_); }

 private:
  // A long match costs most to ask again; what came last is most often asked again. How far a failure read is unknown.
  struct pair {
    known_answer longest, latest;
  };
  static constexpr unsigned bits = 7;  // of the number of pairs

  static std::size_t place(rule_place of, std::uint64_t position) {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>((((position << 32U) + of.address) * golden ^ of.row * golden) >> (64U - bits));
  }

  std::vector<pair> answers_;
  std::uint16_t epoch_ = 0;
};

}  // namespace toolcall::engine
