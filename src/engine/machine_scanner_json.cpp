// JSON and Python: one value that finds its own end.

#include "engine/machine_scanner.hpp"
#include "text/ascii.hpp"

namespace toolcall::engine {

namespace {

bool is_scalar_byte(char c) {
  const char l = ascii::lower(c);
  return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-';
}

}  // namespace

// A string, array or object is cut after each of its bytes, so they need not be kept: once for all that are there.
machine_scanner::flow machine_scanner::match_json(std::uint32_t then) {
  if (scan_.json.ended() && !opens_json()) return match_json_scalar(then);
  while (there(here_.position)) {
    const flow f = read_json_to(stop_, then);
    if (scan_.json.ended()) return f;
  }
  return starved(here_.position);
}

bool machine_scanner::opens_json() const {
  return there(here_.position) && begins_json_part(byte(here_.position));
}

machine_scanner::flow machine_scanner::match_json_scalar(std::uint32_t then) {
  if (!there(here_.position)) return starved(here_.position);
  return begins_json_scalar(byte(here_.position)) ? match_scalar(is_scalar_byte, then) : flow::fail;
}

// Likewise, and where the stop may match, that is asked.
machine_scanner::flow machine_scanner::match_json_until(const instruction& i) {
  const std::uint32_t after = target(i) + 2;
  if (!may_stop(i)) return match_json(after);
  if (scan_.json.ended()) return opens_json() ? read_json_to(here_.position + 1, after) : match_json_scalar(after);
  const char* const data = text_.data();
  const char* const from = data + (here_.position - base_);
  const char* const end = data + (stop_ - base_);
  const stop_place found = next_place(stop_at(i.y), before_run(), from, end);
  if (found.at != from) return read_json_to(base_ + static_cast<std::uint64_t>(found.at - data), after);
  if (found.at == end) return starved(here_.position);
  if (found.undecided && stop_ == available_ && !at_end_) return flow::wait;
  push_barrier(frame_kind::predicate, target(i), nowhere);
  scan_ = {};
  return go_to(ip_ + 1);
}

// Up to this place, or to the end of the value, after which reading goes on at `then`.
machine_scanner::flow machine_scanner::read_json_to(std::uint64_t end, std::uint32_t then) {
  const char* const data = text_.data();
  const char* const at = read_json(scan_.json, data + (here_.position - base_), data + (end - base_));
  here_.position = base_ + static_cast<std::uint64_t>(at - data);
  move_cut();  // it may move the limit
  return scan_.json.ended() ? succeed(0, then) : flow::on;
}

// No stop matches here.
machine_scanner::flow machine_scanner::take_json_step(const instruction& i) {
  if (!there(here_.position)) return starved(here_.position);
  const flow f = read_json_to(here_.position + 1, ip_ + 2);
  return scan_.json.ended() ? f : jump(i);
}

machine_scanner::flow machine_scanner::match_scalar(bool (*belongs)(char), std::uint32_t then) {
  for (;; ++scan_.done) {
    const std::uint64_t at = here_.position + scan_.done;
    if (!there(at)) {
      const flow f = starved(at);
      return f == flow::ended ? succeed(scan_.done, then) : f;
    }
    if (!belongs(byte(at))) return succeed(scan_.done, then);
  }
}

machine_scanner::flow machine_scanner::match_python() {
  if (!there(here_.position)) return starved(here_.position);
  const char first = byte(here_.position);
  if (is_python_scalar(first)) return match_scalar(is_python_scalar, ip_ + 1);
  if (!opens_python(first) && !quotes_python(first)) return flow::fail;
  for (;; ++scan_.done) {
    const std::uint64_t at = here_.position + scan_.done;
    if (!there(at)) {
      const flow f = starved(at);
      return f == flow::ended ? succeed(scan_.done) : f;
    }
    const python_place::ending read = scan_.python.read(byte(at));
    if (read == python_place::ending::ended_before) return succeed(scan_.done);
    if (read == python_place::ending::ended_after) return succeed(scan_.done + 1);
  }
}

// Outside of reasoning, for example, nothing ends what is open.
bool machine_scanner::may_stop(const instruction& json_until) const {
  return stop_start(json_until.y).count != 0;
}

// passes_over() in the middle of JSON that does not end in the piece.
bool machine_scanner::passes_over_json(const instruction& i) {
  if (scan_.json.ended() || at_end_ || !cut_is_near() || here_.position == available_) return false;
  const char* const data = text_.data();
  const char* const from = data + (here_.position - base_);
  const char* const end = data + text_.size();
  if (i.is == code::json_until && may_stop(i) &&
      (limits_.uncut_bytes < automaton_bytes || next_place(stop_at(i.y), before_run(), from, end).at != end))
    return false;
  json_place place = scan_.json;
  read_json(place, from, end);
  if (place.ended()) return false;
  scan_.json = place;
  cut_.position = final_position_ = here_.position = available_;
  return true;
}

}  // namespace toolcall::engine
