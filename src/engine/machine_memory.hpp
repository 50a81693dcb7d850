// What rules were found to do, remembered where many bytes are read again.

#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/known_answers.hpp"
#include "engine/machine_state.hpp"

namespace toolcall::engine {

class machine_memory : public machine_state {
 public:
  // For tests of linearity: bytes that were gone back over, but for those that were passed over as known. Of those that
  // an instruction reads each is one that it goes forward over, or one of a number that the grammar bounds.
  std::uint64_t bytes_again() const { return bytes_again_ - std::min(bytes_again_, bytes_passed_); }

 protected:
  machine_memory(const program& laid_out, const vocabulary& names, const machine_limits& bounds)
      : machine_state(laid_out, names, bounds), allowed_again_(limits_.unremembered_bytes) {}

  const known_answer* recall(rule_place of) const;
  void remember(const frame& of, bool failed);
  void go_back_over(std::uint64_t bytes) {
    bytes_again_ += bytes;
    if (bytes_again_ > allowed_again_ && !remembers_) begin_remembering();
  }
  void allow_going_back();
  void give_back_memory();
  // What is known up to there need not be read again.
  void pass_over(std::uint64_t to) {
    const std::uint64_t end = std::max(std::min(to, stop_), here_.position);
    bytes_passed_ += end - here_.position;
    here_.position = end;
  }

  bool remembers_ = false;
  known_answers known_;

 private:
  rule_place called_by(const frame& of) const;
  void begin_remembering();
  std::uint64_t most_allowed_again() const;

  std::uint64_t bytes_again_ = 0;
  std::uint64_t bytes_passed_ = 0;
  std::uint64_t allowed_again_;   // bytes_again_ up to which rules are asked again
  std::uint64_t allowed_at_ = 0;  // the place that this was counted at
};

}  // namespace toolcall::engine
