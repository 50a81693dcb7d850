// Reads bytes: literals, sets, names and other primitives, tests of the place, runs up to a stop, JSON and Python.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/line_place.hpp"
#include "engine/machine_parts.hpp"
#include "engine/scan.hpp"

namespace toolcall::engine {

struct byte_range {
  std::uint64_t begin, end;
};

class machine_scanner : public machine_parts {
 public:
  // Takes a piece after all that was read, if it is the usual one: in the middle of a run or of text, and no stop can
  // begin in it, or in the middle of JSON that does not end in it. Then all of it is final without an event. Else
  // nothing has happened.
  bool take(std::string_view piece, std::uint64_t base);

  // Likewise a piece of plain bytes (text/plain_bytes.hpp) that comes directly after one that was taken.
  bool take_plain(std::string_view piece) {
    if (middle_ == middle::none) return false;
    if (middle_ == middle::of_run && !is_clear(piece)) return false;
    here_.position += piece.size();
    cut_.position = final_position_ = available_ = line_base_ = place_base_ = here_.position;
    place_.read(piece);
    return true;
  }

 protected:
  // Where the last piece was taken: with plain bytes nothing changes there but the position. (ended_.text stays behind,
  // but is only compared with ended_.reasoning, after which it is.)
  enum class middle : std::uint8_t { none, of_string, of_run };
  // Where the message's last text that is not blank ended, its last reasoning, and its last call, whole or not.
  struct last_ends {
    std::uint64_t text = 0, reasoning = 0, call = 0;
    bool is_start() const { return text <= reasoning; }
    bool is_after_call() const { return call > 0 && text <= call; }
    void note(const node_event& m) {
      const bool is_over = m.is == node_event_type::end || m.is == node_event_type::failed;
      if (is_over && m.role == node_role::call) call = std::max(call, m.end);
      if (m.is != node_event_type::end || m.begin == m.end) return;
      if (m.role == node_role::text) text = std::max(text, m.end);
      if (m.role == node_role::reasoning) reasoning = std::max(reasoning, m.end);
    }
  };

  using machine_parts::machine_parts;

  // machine_scanner.cpp: primitives, tests, runs
  flow match_literal(const literal_bytes& expected);
  flow match_one_of(const instruction& i);
  flow match_set(const byte_set& bytes);
  flow match_leaf_rule(leaf_rule leaf);
  flow skip(std::uint32_t set);
  flow peek(const byte_set& bytes, bool wanted);
  flow match_back(std::uint32_t id);
  flow match_name(code is);
  flow test(form is);
  flow scan_run(const instruction& i);
  flow take_step(const instruction& i, bool cutting);
  void remember_line();
  void note_text(std::uint64_t from, std::uint64_t to);
  void note_final_events();
  stop_view stop_at(std::uint16_t number);
  look_behind before_text(const char* at);
  stop_place next_place(const stop_view& stops, const look_behind& before, const char* from, const char* end) const;
  bool passes_over();

  // machine_scanner_json.cpp: JSON and Python
  flow match_json(std::uint32_t then);
  flow match_json_until(const instruction& i);
  flow take_json_step(const instruction& i);
  flow match_python();

  const std::vector<byte_range>* ordinary_ = nullptr;
  middle middle_ = middle::none;
  std::uint64_t line_base_ = 0;  // look-behind: what stands at this position is indented so
  indent line_indent_ = indent::none;
  std::uint64_t place_base_ = 0;  // likewise, all of the line before this position
  line_place place_;

 private:
  bool is_ordinary(std::size_t size) const;
  flow match_bytes(std::string_view expected, bool any_case);
  flow match_any_name();
  indent indent_here() const;
  line_place place_here();
  void read_place();
  last_ends ends_by_now();
  const stop_automaton::start& stop_start(std::uint16_t number) const;
  look_behind before_run() const;
  void note_middle();
  bool is_clear(std::string_view piece) const {
    return std::none_of(piece.begin(), piece.end(),
                        [this](char c) { return run_stop_->may_look_for(static_cast<unsigned char>(c)); });
  }
  bool opens_json() const;
  flow match_json_scalar(std::uint32_t then);
  bool may_stop(const instruction& json_until) const;
  flow read_json_to(std::uint64_t end, std::uint32_t then);
  bool passes_over_json(const instruction& i);
  flow match_scalar(bool (*belongs)(char), std::uint32_t then);

  const stop_automaton::start* run_stop_ = nullptr;  // in the middle of a run
  std::array<skipped_row, 4> skipped_{};             // by the set's number
  last_ends ended_;                                  // as far as it is final
  std::uint64_t noted_ = 0;                          // the node events before are in it
};

}  // namespace toolcall::engine
