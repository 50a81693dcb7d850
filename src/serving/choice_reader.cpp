// Two texts and a list of calls, read as one message. The server's own calls win: from the first of them on the texts
// pass as they are. Reasoning is over when content comes; a call in reasoning counts only where nothing came after it.

#include "serving/choice_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "text/finish_reason.hpp"

namespace toolcall::serving {

namespace {

constexpr std::string_view begin_of_reasoning = "<think>\n";  // so its text begins a line
constexpr std::size_t most_known = 1000;  // calls of the text that a call of the server is compared with

}  // namespace

bool knows_reasoning(const choice_settings& how) {
  parser asked(how.which, how.declared, how.how);
  asked.prefill(begin_of_reasoning);
  const std::span<const event> emitted = asked.feed("a b");
  return !emitted.empty() && emitted.front().type == event_type::reasoning;
}

choice_settings for_whole_message(choice_settings how, std::string_view finish_reason) {
  if (events::ending_of(finish_reason) == events::ending::length) return how;
  how.how.policy.hold_calls = true;
  how.how.held_bytes = ~std::size_t{0};  // the message is in memory
  return how;
}

// Remembers the calls of the text as they pass. One is open at a time.
class choice_reader::watch final : public choice_sink {
 public:
  watch(choice_reader& of, choice_sink& to) : of_(of), to_(to) {}
  void emit(const event& e, const server_part& part) override {
    if (e.type == event_type::call_begin) {
      of_.open_name_ = e.name;
      of_.open_arguments_.clear();
      if (of_.ids_.size() < most_known) of_.ids_.emplace_back(e.id);
    }
    if (e.type == event_type::arguments) of_.open_arguments_ += e.text;
    if (e.type == event_type::call_end && of_.emitted_.size() < most_known)
      of_.emitted_.push_back(fingerprint_of(of_.open_name_, of_.open_arguments_));
    of_.blanks_.pass(e, part, to_);
    event said;
    said.text = of_.lost_.follow(e);
    if (of_.is_left_out(e)) return;
    if (!said.text.empty()) of_.blanks_.pass(said, {}, to_);
  }

 private:
  choice_reader& of_;
  choice_sink& to_;
};

// The server's own calls, which are not compared with anything.
class choice_reader::native_watch final : public choice_sink {
 public:
  native_watch(choice_reader& of, choice_sink& to) : of_(of), to_(to) {}
  void emit(const event& e, const server_part& part) override {
    to_.emit(e, part);
    if (!of_.is_left_out(e)) emit_text(event_type::text, of_.lost_.follow(e), to_);
  }

 private:
  choice_reader& of_;
  choice_sink& to_;
};

// Leaves out the calls that are too many. One that failed takes no place.
class choice_reader::within_limit final : public choice_sink {
 public:
  within_limit(choice_reader& of, choice_sink& to) : of_(of), to_(to) {}
  void emit(const event& e, const server_part& part) override {
    const std::size_t most = of_.how_.most_calls;
    if (e.type == event_type::call_begin && most != 0 && of_.made_ == most && !of_.first_left_out_)
      of_.first_left_out_ = e.call;
    if (of_.is_left_out(e)) return;
    if (e.type == event_type::call_end) ++of_.made_;
    to_.emit(e, part);
  }

 private:
  choice_reader& of_;
  choice_sink& to_;
};

choice_reader::choice_reader(const choice_settings& how, std::uint64_t number)
    : how_(how), lost_(how.refused, how.whole_calls, how.declared) {
  how_.how.collect = false;
  if (how_.confirmed_only) how_.how.policy.hold_calls = true;
  if (how_.how.seed) *how_.how.seed += number;
}

parser choice_reader::make_parser() const {
  options how = how_.how;
  how.first_call += static_cast<std::uint64_t>(next_number_);
  return parser(how_.which, how_.declared, how);
}

void choice_reader::content(std::string_view text, choice_sink& out) {
  if (text.empty()) return;
  within_limit to(*this, out);
  if (native_ || finished_) return emit_text(event_type::text, text, to);
  watch seen(*this, to);
  if (reasoning_ && !typing::json::trim(text).empty()) {
    reasoning_->release(seen);
    next_number_ = std::max(next_number_, reasoning_->next_number());
    reasoning_.reset();
  }
  if (holds_content(text, seen)) return;
  if (!content_) begin_content(!had_reasoning_);
  content_->feed(text, seen);
}

// Where the prefill is assumed, until it is known whether it fits.
bool choice_reader::holds_content(std::string_view text, choice_sink& seen) {
  if (!check_) {
    if (!how_.prefill_is_assumed || how_.prefill.empty() || had_content_ || had_reasoning_) return false;
    parser inside = make_parser();
    inside.prefill(how_.prefill);
    check_.emplace(make_parser(), std::move(inside), how_.how.held_bytes);
  }
  if (const std::optional<bool> fits = check_->add(text)) {
    if (*fits) prefill_fits_ = true;
    settle_prefill(*fits, seen);
  }
  return true;
}

// The prefill is of the beginning of the content.
void choice_reader::begin_content(bool prefilled) {
  parser reads = make_parser();
  if (!std::exchange(had_content_, true) && prefilled && !how_.prefill.empty()) reads.prefill(how_.prefill);
  content_.emplace(std::move(reads), channel_kind::content, next_number_, how_.refused == refused_as::text,
                   how_.confirmed_only);
}

void choice_reader::settle_prefill(bool fits, choice_sink& seen) {
  const std::string held = check_->take();
  check_.reset();
  begin_content(fits);
  content_->feed(held, seen);
}

void choice_reader::reasoning(std::string_view text, choice_sink& out) {
  if (text.empty()) return;
  within_limit to(*this, out);
  had_reasoning_ = true;  // so the server has read the prefill
  if (!how_.prefill.empty()) prefill_fits_ = prefill_fits_.value_or(false);
  watch seen(*this, to);
  if (check_) settle_prefill(false, seen);
  if (native_ || finished_ || !how_.reads_reasoning) return emit_text(event_type::reasoning, text, to);
  if (!reasoning_) {
    if (content_) next_number_ = std::max(next_number_, content_->next_number());
    parser inside = make_parser();
    inside.prefill(begin_of_reasoning);
    reasoning_.emplace(std::move(inside), channel_kind::reasoning, next_number_, how_.refused == refused_as::text,
                       how_.confirmed_only);
  }
  reasoning_->feed(text, seen);
}

void choice_reader::lose(choice_sink& out) {
  if (finished_) return;
  lost_.be_silent();
  within_limit to(*this, out);
  if (native_) native_->lose();
  release(to, true);
}

void choice_reader::release(choice_sink& to, bool only_what_holds) {
  watch seen(*this, to);
  if (check_) settle_prefill(only_what_holds, seen);
  for (std::optional<text_channel>* const each : {&reasoning_, &content_}) {
    if (!*each || (only_what_holds && !(*each)->holds())) continue;
    (*each)->release(seen, only_what_holds);
    next_number_ = std::max(next_number_, (*each)->next_number());
    each->reset();
  }
}

void choice_reader::call(const typing::json::document& in, std::uint32_t entry, choice_sink& out,
                         std::optional<std::int64_t> place) {
  within_limit to(*this, out);
  if (!native_) {
    release(to);
    blanks_.give(to);
    options how = how_.how;
    native_.emplace(how, how_.declared, next_number_, ids_);
  }
  native_watch seen(*this, to);
  native_->add(in, entry, emitted_, seen, place);
}

void choice_reader::finish(std::string_view reason, choice_sink& out) {
  within_limit to(*this, out);
  lost_.ends(reason);
  finished_ = true;  // a server that sends more all the same is finished once more
  if (native_watch own(*this, to); native_) native_->close(reason, emitted_, own);
  watch seen(*this, to);
  if (check_) {
    // What was cut off may have gone on to the mark, and a call may end what was thought.
    const bool was_closed = check_->is_closed_at_end(reason), was_cut = events::is_broken_off(reason);
    if (was_closed || !(was_cut || check_->has_call())) prefill_fits_ = was_closed;
    settle_prefill(was_closed || was_cut, seen);
  }
  for (std::optional<text_channel>* const each : {&reasoning_, &content_}) {
    if (*each) (*each)->finish(reason, seen);
    each->reset();
  }
  blanks_.finish(to);
  emit_text(event_type::text, lost_.at_end(), to);
}

}  // namespace toolcall::serving
