// The machine that runs a laid-out grammar on text as it arrives.
//
// It is a plain value: an instruction pointer, a stack of frames, and a handful of small vectors. It can be copied at
// any byte and both copies go on alone. It never throws (but for a failed allocation), never recurses, and does not own
// the text: whoever feeds it keeps the bytes from keep_from() on and shows them again. Its layers are named in
// machine_state.hpp; this one runs instructions, goes back where they fail, and finds the items of the message.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/machine_scanner.hpp"

namespace toolcall::engine {

class machine : public machine_scanner {
 public:
  machine(const program& laid_out, const vocabulary& names, const machine_limits& bounds, request wanted = {});

  // Goes on as far as the bytes allow. text holds the stream's bytes from `base` on, at least from keep_from() on;
  // ordinary lists the ranges that are flagged as no special tokens. With at_end no byte will follow.
  void run(std::string_view text, std::uint64_t base, bool at_end, const std::vector<byte_range>& ordinary);

  void forget_final_events();

  // Instructions executed, for tests of linearity.
  std::uint64_t steps() const { return steps_; }

 private:
  void execute();
  [[gnu::always_inline]] inline flow step(const instruction& i);
  flow single(const instruction& i);
  flow call(const instruction& i);
  flow inlined(const instruction& i);
  flow enter(rule_place of, std::uint32_t deeper);
  flow ret();
  flow partial_commit(const instruction& i);
  flow head(const instruction& i) {
    if (there(here_.position)) return program_->sets[i.y].has(byte(here_.position)) ? go_to(ip_ + 1) : jump(i);
    // What is tried next would wait as well; where a limit or the end of the text stands, it meets that itself.
    return at_end_ || is_past_limit(here_.position) ? go_to(ip_ + 1) : flow::wait;
  }
  // A dialect may ask for more than the next byte before it fails, so if that were not waited for, what is emitted
  // would depend on how the text is cut.
  flow guard(const instruction& i) {
    if (there(here_.position)) return program_->sets[i.x].has(byte(here_.position)) ? go_to(ip_ + 1) : flow::fail;
    return at_end_ || is_past_limit(here_.position) || !asks_a_dialect(ip_ + 1) ? go_to(ip_ + 1) : flow::wait;
  }
  bool asks_a_dialect(std::uint32_t choice) const;
  void unwind();
  bool resume(const frame& from, bool dead);
  void resume_at_cut(const frame& from);
  void give_up_item(const frame& from);
  flow followed_by_other(const instruction& i);

  // The text between items, and the items that may begin at a place.
  flow scan_text(const instruction& i);
  void text_step();
  flow next_item();
  flow noted(const instruction& i);

  std::uint16_t items_left_ = 0;  // the items that may begin where the last one might: a set of the stops
  std::size_t items_tried_ = 0;   // how many of them were asked
  std::size_t first_note_ = 0;    // the first item that is only noted
  std::uint64_t steps_ = 0;
};

}  // namespace toolcall::engine
