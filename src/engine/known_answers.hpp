// What rules were found to do at places of the text: going back over a text then costs no second reading of it, whoever
// asks for the same rule there (Ford, "Packrat Parsing", 2002).
//
// A table of fixed size in which a later answer takes the place of an earlier one: what it has lost is asked again. It
// is used only where much was gone back over, so that what is read once costs nothing.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toolcall::engine {

// A rule, or an argument, of an instance.
struct rule_place {
  std::uint32_t address = 0;
  std::uint32_t row = 0;
  bool operator==(const rule_place&) const = default;
};

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
    const known_answer& there = answers_[place(of, position)];
    return there.position == position && there.of == of && there.epoch == epoch_ ? &there : nullptr;
  }
  void add(const known_answer& found) {
    known_answer& there = answers_[place(found.of, found.position)];
    there = found;
    there.epoch = epoch_;
  }

  bool is_empty() const { return answers_.empty(); }
  void begin() { answers_.resize(std::size_t{1} << bits); }
  // Nothing is known any longer.
  void forget() {
    if (++epoch_ == 0) std::fill(answers_.begin(), answers_.end(), known_answer{});
  }
  void give_back() { std::vector<known_answer>().swap(answers_); }

 private:
  static constexpr unsigned bits = 8;  // of the number of answers: four times as many save 4 steps in 100

  static std::size_t place(rule_place of, std::uint64_t position) {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>((((position << 32U) + of.address) * golden ^ of.row * golden) >> (64U - bits));
  }

  std::vector<known_answer> answers_;
  std::uint16_t epoch_ = 0;
};

}  // namespace toolcall::engine
