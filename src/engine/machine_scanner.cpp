// The primitives: each either waits, or answers what it would answer on every continuation of the text.
//
// That is the whole obligation (spec/semantics.md, "Certainty"), and starved() is the only way to learn that the bytes
// at hand have ended. A primitive that may be long keeps its progress in scan_, so that no byte is read twice.

#include "engine/machine_scanner.hpp"

#include <algorithm>

#include <toolcall/engine/leaf.hpp>

#include "text/ascii.hpp"

namespace toolcall::engine {

namespace {

// `text` is in lower case.
bool begins_in_any_case(std::string_view text, std::string_view begin) {
  return std::equal(begin.begin(), begin.end(), text.begin(), [](char b, char t) { return ascii::lower(b) == t; });
}

}  // namespace

machine_scanner::flow machine_scanner::match_literal(const literal_bytes& expected) {
  if (expected.token && is_ordinary(expected.text.size)) return flow::fail;
  return match_bytes(program_->at(expected.text), expected.any_case);
}

// Whether one of so many bytes from here on was handed in as ordinary text, which holds no token.
bool machine_scanner::is_ordinary(std::size_t size) const {
  if (ordinary_->empty()) return false;
  const std::uint64_t end = std::min(here_.position + size, stop_);
  const auto range = std::partition_point(ordinary_->begin(), ordinary_->end(),
                                          [this](const byte_range& r) { return r.end <= here_.position; });
  return range != ordinary_->end() && range->begin < end;
}

// What a choice of the literals would do, in a predicate or not: the first that may still be there is waited for. All
// are asked again after each wait, for they are a few bytes.
machine_scanner::flow machine_scanner::match_one_of(const instruction& i) {
  const std::string_view text = bytes(here_.position, std::max(here_.position, stop_));
  for (const std::uint16_t number : program_->literal_lists.subspan(i.x, i.y)) {
    const literal_bytes& literal = program_->literals[number];
    const std::string_view expected = program_->at(literal.text);
    if (!text.empty() && text.front() != expected.front() && !literal.any_case) continue;  // nearly always
    const std::string_view found = text.substr(0, expected.size());
    const bool begins = literal.any_case ? begins_in_any_case(expected, found) : expected.starts_with(found);
    if (!begins || (literal.token && is_ordinary(expected.size()))) continue;
    if (found.size() == expected.size()) {
      if (i.is == code::peek_none_of) return flow::fail;
      return succeed(i.is == code::one_of ? found.size() : 0);
    }
    const std::uint64_t missing = here_.position + found.size();
    if (missing >= cap_) return overrun();
    if (starved(missing) == flow::wait) return flow::wait;
  }
  return i.is == code::peek_none_of ? succeed(0) : flow::fail;
}

machine_scanner::flow machine_scanner::match_bytes(std::string_view expected, bool any_case) {
  if (!any_case && stop_ - std::min(here_.position, stop_) >= expected.size()) {
    const std::string_view found = text_.substr(static_cast<std::size_t>(here_.position - base_), expected.size());
    return found == expected ? succeed(expected.size()) : flow::fail;
  }
  for (; scan_.done < expected.size(); ++scan_.done) {
    if (!there(here_.position + scan_.done)) return starved(here_.position + scan_.done);
    const char c = byte(here_.position + scan_.done);
    if ((any_case ? ascii::lower(c) : c) != expected[static_cast<std::size_t>(scan_.done)]) return flow::fail;
  }
  return succeed(expected.size());
}

machine_scanner::flow machine_scanner::match_set(const byte_set& bytes) {
  if (!there(here_.position)) return starved(here_.position);
  return bytes.has(byte(here_.position)) ? succeed(1) : flow::fail;
}

machine_scanner::flow machine_scanner::match_leaf_rule(leaf_rule leaf) {
  const std::uint64_t end = std::min(stop_, here_.position + leaf_bytes);
  const std::string_view text = bytes(here_.position, end);
  const leaf_answer answer = leaf(text.data(), text.data() + text.size());
  if (answer.starved && text.size() < leaf_bytes) {
    const flow f = starved(end);
    if (f != flow::ended) return f;
  }
  return answer.matched ? succeed(answer.consumed) : flow::fail;
}

// A long row of blanks, say, is asked for by each alternative at its place, so it is passed over at once the next time.
machine_scanner::flow machine_scanner::skip(std::uint32_t set) {
  const byte_set& bytes = program_->sets[set];
  const std::uint64_t from = here_.position;
  skipped_row& last = skipped_[set % skipped_.size()];
  const bool again = last.set == set && last.from <= from && from < last.to;
  if (again) pass_over(last.to);
  while (there(here_.position) && bytes.has(byte(here_.position))) ++here_.position;
  if (here_.position - from >= limits_.row_bytes) last = {again ? last.from : from, here_.position, set};
  if (there(here_.position)) return succeed(0);
  const flow f = starved(here_.position);
  return f == flow::ended ? succeed(0) : f;
}

machine_scanner::flow machine_scanner::peek(const byte_set& bytes, bool wanted) {
  if (there(here_.position)) return bytes.has(byte(here_.position)) == wanted ? succeed(0) : flow::fail;
  const flow f = starved(here_.position);
  return f == flow::ended && !wanted ? succeed(0) : f;
}

machine_scanner::flow machine_scanner::match_back(std::uint32_t id) {
  depends();
  const captures::captured* const entry = captures_.last(id);
  return entry == nullptr ? flow::fail : match_bytes(captures_.text_of(*entry), false);
}

machine_scanner::flow machine_scanner::match_name(code is) {
  if (!names_->given || (is == code::tool && names_->any_tool)) return match_any_name();
  if (is != code::tool) depends();
  const name_index& names = is == code::tool ? names_->written_tools() : names_->fields(tool_of_call());
  const std::string_view text = bytes(here_.position, stop_);
  name_index::match name = names.longest(text, false);
  if (name.undecided) {
    const flow f = starved(stop_);
    if (f != flow::ended) return f;
    name = names.longest(text, true);
  }
  if (name.size == 0) return flow::fail;
  const bool taken = is == code::new_field && seen(names_->word(text.substr(0, name.size)));
  return taken ? flow::fail : succeed(name.size);
}

machine_scanner::flow machine_scanner::match_any_name() {
  std::uint64_t& size = scan_.done;
  while (there(here_.position + size) && is_name_byte(static_cast<unsigned char>(byte(here_.position + size)))) {
    if (++size > name_bytes) return flow::fail;
  }
  if (!there(here_.position + size)) {
    const flow f = starved(here_.position + size);
    if (f != flow::ended) return f;
  }
  return size == 0 ? flow::fail : succeed(size);
}

indent machine_scanner::indent_here() const {
  const char* const data = text_.data();
  return indent_at(data + (here_.position - base_), data + (line_base_ - base_), line_indent_);
}

// What is final is read once, so asking often costs no more.
void machine_scanner::read_place() {
  if (final_position_ <= place_base_) return;
  place_.read(bytes(place_base_, final_position_));
  place_base_ = final_position_;
}

line_place machine_scanner::place_here() {
  read_place();
  line_place now = place_;
  if (here_.position > place_base_) now.read(bytes(place_base_, here_.position));
  return now;
}

// What `line` must know when the bytes before final_position_ are gone.
void machine_scanner::remember_line() {
  read_place();
  if (final_position_ == line_base_) return;
  const char* const data = text_.data();
  line_indent_ = indent_at(data + (final_position_ - base_), data + (line_base_ - base_), line_indent_);
  line_base_ = final_position_;
}

// Bytes of the message that are in no item.
void machine_scanner::note_text(std::uint64_t from, std::uint64_t to) {
  const std::string_view read = bytes(from, to);
  if (read.find_last_not_of(" \t\r\n") != read.npos) ended_.text = std::max(ended_.text, to);
}

// Node events that are final are looked at once, so that asking often costs no more.
void machine_scanner::note_final_events() {
  for (; noted_ < final_events_; ++noted_) ended_.note(events_[static_cast<std::size_t>(noted_ - events_base_)]);
}

machine_scanner::last_ends machine_scanner::ends_by_now() {
  depends();
  note_final_events();
  last_ends now = ended_;
  for (auto i = static_cast<std::size_t>(noted_ - events_base_); i < events_.size(); ++i) now.note(events_[i]);
  return now;
}

// None of these consumes a byte.
machine_scanner::flow machine_scanner::test(form is) {
  const auto holds = [&](bool does) { return does ? succeed(0) : flow::fail; };
  switch (is) {
    case form::line_start:
      return holds(indent_here() != indent::not_at_start);
    case form::indented:
      return holds(indent_here() == indent::code);
    case form::in_sentence:
      return holds(place_here().in_sentence());
    case form::in_quotes:
      return holds(place_here().in_quotes());
    case form::start:
      return holds(ends_by_now().is_start());
    case form::had_call:
      return holds(ends_by_now().call > 0);
    case form::after_call:
      return holds(ends_by_now().is_after_call());
    case form::tools_given:
      return holds(names_->given);
    case form::call_required:
      return holds(wanted_.call_required);
    case form::tool_chosen:
      return holds(!wanted_.tool_chosen.empty());
    case form::only_field:
      return name_only_field();
    case form::field_left:
      return holds(is_field_left());
    default:
      return flow::fail;
  }
}

// Stop 0 is the message.
const stop_automaton::start& machine_scanner::stop_start(std::uint16_t number) const {
  const std::uint32_t stop = number == 0 ? 0 : edge(number);
  return stop == 0 ? program_->in_use.message() : program_->stops.starts[stop];
}

stop_view machine_scanner::stop_at(std::uint16_t number) {
  const stop_automaton::start& from = stop_start(number);
  if (!from.asks_the_call) return {program_->stops, program_->in_use, from};
  depends();
  return {program_->stops, program_->in_use, from, tool_of_call(), &captures_};
}

// What stands in the message between its items may still be at its start; then what begins a line is looked for here,
// too.
look_behind machine_scanner::before_text(const char* at) {
  note_final_events();
  return ended_.text <= ended_.reasoning ? look_behind{at, indent::none} : before_run();
}

look_behind machine_scanner::before_run() const {
  return {text_.data() + (line_base_ - base_), line_indent_};
}

// Where a stop may begin next. A followed_by that reaches its limit holds, and an item that does is text up to there,
// whatever stands there; so the automaton may be followed only where no limit is that low.
[[gnu::noinline]] stop_place machine_scanner::next_place(const stop_view& stops, const look_behind& before,
                                                         const char* from, const char* end) const {
  const bool unlimited = std::min(limits_.followed_by_bytes, limits_.uncut_bytes) >= automaton_bytes;
  return unlimited ? next_stop(stops, *names_, before, from, end) : next_first(stops, before, from, end);
}

machine_scanner::flow machine_scanner::scan_run(const instruction& i) {
  const char* const data = text_.data();
  const char* const from = data + (here_.position - base_);
  const char* const end = data + (stop_ - base_);
  const stop_place found = next_place(stop_at(i.y), before_run(), from, end);
  if (found.at != from) {
    here_.position += static_cast<std::uint64_t>(found.at - from);
    if (program_->code[target(i)].is == code::step) move_cut();
  }
  if (program_->code[target(i)].is == code::span_step) note_clear(edge(program_->code[ip_ - 1].x));
  if ((found.undecided || found.at == end) && end < data + (stop_ - base_)) return flow::on;  // the cut moved the limit
  if (found.undecided && stop_ == available_ && !at_end_) return flow::wait;
  if (found.at == end && here_.position == available_ && here_.position < cap_) return at_end_ ? jump(i) : flow::wait;
  push_barrier(frame_kind::predicate, target(i), nowhere);
  return go_to(ip_ + 1);
}

// The usual case, a piece in the middle of a run or of text in which no stop can begin: what the instructions would do,
// without going through them.
bool machine_scanner::passes_over() {
  const instruction& i = program_->code[ip_];
  if (i.is == code::json || i.is == code::json_until) return passes_over_json(i);
  const bool running = i.is == code::text || (i.is == code::run && program_->code[target(i)].is == code::step);
  // The automaton must not see more than the instructions might.
  const bool unlimited = limits_.uncut_bytes >= automaton_bytes;
  if (!running || !unlimited || at_end_ || !cut_is_near()) return false;
  const char* const data = text_.data();
  const char* const from = data + (here_.position - base_);
  const char* const end = data + text_.size();
  const look_behind before = i.is == code::text ? before_text(from) : before_run();
  if (next_place(stop_at(i.y), before, from, end).at != end) return false;
  if (i.is == code::text) note_text(here_.position, available_);
  cut_.position = final_position_ = here_.position = available_;
  return true;
}

bool machine_scanner::take(std::string_view piece, std::uint64_t base) {
  if (here_.position != base || at_end_) return false;
  text_ = piece;
  base_ = base;
  available_ = base + piece.size();
  const bool taken = passes_over();
  middle_ = middle::none;
  if (taken) remember_line(), note_middle();
  text_ = {};
  return taken;
}

void machine_scanner::note_middle() {
  if (line_indent_ != indent::not_at_start) return;
  const instruction& i = program_->code[ip_];
  if (i.is == code::json || i.is == code::json_until) {
    if (scan_.json.in != json_place::context::string || scan_.json.escaped) return;
    const bool stops = i.is == code::json_until && may_stop(i);
    middle_ = stops ? middle::of_run : middle::of_string;
    if (stops) run_stop_ = &stop_start(i.y);
  } else if (i.is == code::run || (i.is == code::text && ended_.text == here_.position)) {
    middle_ = middle::of_run;
    run_stop_ = &stop_start(i.y);
  }
}

machine_scanner::flow machine_scanner::take_step(const instruction& i, bool cutting) {
  if (!there(here_.position)) {
    const flow f = starved(here_.position);
    return f == flow::ended ? go_to(ip_ + 1) : f;
  }
  ++here_.position;
  if (cutting) move_cut();
  return jump(i);
}

}  // namespace toolcall::engine
