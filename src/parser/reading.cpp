// What the machine and the emitter need to know of a caller's tools, options and prompt.
//
// The prompt's tail is read like a message, and only what of it goes on in the model's first bytes belongs to this one:
// closed turns, and the headers of roles, would else be text of this message, before which reasoning and calls that
// must begin a line do not begin.

#include "parser/reading.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "dialects/policy.hpp"
#include "text/finish_reason.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

namespace {

bool offers_none(const tools& declared) {
  return declared.given() && declared.size() == 0;
}

engine::request request_of(const options& how, const tools& declared, std::span<const label_meaning> labels) {
  const tool_choice& choice = how.tool_choice;
  std::vector<bool> off = switched_off(how.policy, labels);
  // Where no tool is offered nothing is repaired, but to drop a mark that closes nothing repairs no call.
  if (const std::size_t mark = number_of(labels, "stray_close"); mark < off.size() && offers_none(declared))
    off[mark] = is_without(how.policy, "stray_close");
  return {choice.wants_call(), choice.name, choice.allows_calls(), std::move(off), read_as_text(how.policy, labels)};
}

}  // namespace

const vocabulary& names_of(const tools& declared) {
  static const vocabulary none;
  return declared.given() ? internals(declared)->names() : none;
}

options settled(options how, const tools& declared) {
  if (offers_none(declared)) how.policy.native_only = true;
  // Where no call is wanted all of its markers are text, and nothing needs to be reported.
  if (!how.tool_choice.allows_calls())
    for (const char* const label : {"stray_close", "lone_close", "mentioned_call"})
      how.policy.without.emplace_back(label);
  return how;
}

reading::reading(const compiled_dialects& dialects, const vocabulary& names, const tools& declared, const options& how)
    : stream(dialects.grammar.program, names, {}, request_of(how, declared, dialects.grammar.labels)),
      emitter(dialects, declared, how),
      labels_(dialects.grammar.labels) {
}

// Results and turns of others are at home in a prompt.
void reading::feed_prompt(std::string_view tail) {
  std::vector<std::pair<std::size_t, bool>> before;
  for (std::size_t number = 0; number < labels_.size(); ++number)
    if (labels_[number].then == label_meaning::consequence::to_the_end)
      before.emplace_back(number, stream.switch_off(number));
  emitter.begin_at(tail.size());
  feed(tail, false);
  emitter.end_prompt();
  for (const auto& [number, was_off] : before) stream.switch_off(number, was_off);
}

void reading::finish(std::string_view reason) {
  emitter.end_with(reason);
  // Of a text that was cut off it is not known that nothing follows.
  if (is_broken_off(reason)) stream.switch_off(number_of(labels_, "closing_call"));
  stream.finish([this](auto... what) { emitter.emit(what...); });
  emitter.flush();
}

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Where the longest of the ends begins that the pages in use name; blanks may follow it, more or fewer than there.
std::size_t start_at_end(std::string_view tail, const compiled_dialects& dialects) {
  const std::string_view trimmed = without_blanks(tail);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < dialects.traits.size(); ++i) {
    if (!dialects.uses(i)) continue;
    for (const std::string_view start : dialects.traits[i].starts)
      if (trimmed.ends_with(without_blanks(start))) longest = std::max(longest, without_blanks(start).size());
  }
  return longest == 0 ? tail.size() : trimmed.size() - longest;
}

// Where the last mark begins that ends a turn, or begins the next, and after which another mark follows, or else the
// end of the tail, if that counts. Such a mark between words is what they are about.
std::size_t last_turn_mark(std::string_view tail, bool at_end) {
  std::size_t last = 0;
  for (const std::string_view mark : turn_marks())
    for (std::size_t at = tail.find(mark, last); at != tail.npos; at = tail.find(mark, at + 1)) {
      const std::size_t next = tail.find_first_not_of(blanks, at + mark.size());
      if (next == tail.npos ? at_end : tail[next] == '<' || tail[next] == '[') last = at;
    }
  return last;
}

}  // namespace

beginning::beginning(std::string tail, const compiled_dialects& dialects, tools declared, options how)
    : tail_(std::move(tail)), dialects_(&dialects), declared_(std::move(declared)), how_(std::move(how)) {
  how_.trace = {};
  try_from(last_turn_mark(tail_, false));
  const std::size_t ended = last_turn_mark(tail_, true);
  if (ended != from_ && stays_in_passage()) try_from(ended);
  start_ = start_at_end(tail_, dialects);
  settle();
}

void beginning::try_from(std::size_t from) {
  from_ = from;
  trial_.emplace(*dialects_, names_of(declared_), declared_, how_);
  trial_->feed_prompt(this->from());
  for (const chunk& each : chunks_) trial_->feed(each.bytes, each.ordinary);
  if (finish_reason_) trial_->finish(*finish_reason_);
}

// Where the tail ends in such a mark, it may close what the model wrote, or stand in an argument.
bool beginning::stays_in_passage() const {
  reading more = *trial_;
  more.feed("a", false);
  return more.emitter.is_in_passage();
}

void beginning::feed(chunk next) {
  if (!found_) trial_->feed(next.bytes, next.ordinary);
  chunks_.push_back(std::move(next));
  settle();
}

void beginning::finish(std::string_view reason) {
  finish_reason_ = reason;
  if (!found_) trial_->finish(reason);
  settle();
}

void beginning::settle() {
  while (!found_) {
    const bool undecided = !finish_reason_ && (trial_->stream.held_bytes() > 0 || trial_->emitter.is_in_item());
    const auto goes_on = trial_->emitter.goes_beyond_prompt();
    if (!goes_on && undecided) return;
    const bool earlier = from_ < start_ && start_ < tail_.size();
    const auto least = earlier ? emitter::crossing::other : emitter::crossing::text;
    if (goes_on.value_or(emitter::crossing::none) >= least && !is_prose()) {
      found_ = true;
    } else if (earlier) {
      try_from(start_);
    } else {
      from_ = tail_.size();
      found_ = true;
    }
  }
  trial_.reset();
}

// A role's header may go on to be a call's, so that a text without a mark that follows it seems to be a call that broke
// off. It is the answer.
bool beginning::is_prose() {
  if (!finish_reason_ || start_ == tail_.size()) return false;
  for (const chunk& each : chunks_)
    if (each.bytes.find_first_of("<[{=") != std::string::npos) return false;
  // Of a call without a name nothing is emitted but its end.
  const std::span<const event> emitted = trial_->emitter.emitted.finished();
  return std::any_of(emitted.begin(), emitted.end(),
                     [](const event& e) { return e.type == event_type::call_incomplete && e.call == no_call; });
}

std::size_t beginning::held_bytes() const {
  std::size_t bytes = tail_.size();
  for (const chunk& each : chunks_) bytes += each.bytes.size();
  return bytes;
}

}  // namespace toolcall::events
