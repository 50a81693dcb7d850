// One choice of a response: its content, its reasoning and the server's own calls become events.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/tools.hpp>

#include "serving/choice_sink.hpp"
#include "serving/lone_blanks.hpp"
#include "serving/lost_calls.hpp"
#include "serving/native_calls.hpp"
#include "serving/prefill_check.hpp"
#include "serving/text_channel.hpp"
#include "text/fingerprint.hpp"
#include "typing/json.hpp"

namespace toolcall::serving {

// What every choice is read with.
struct choice_settings {
  dialect which = dialect::automatic();
  tools declared{};
  options how{};
  std::string prefill{};            // of the content
  bool prefill_is_assumed = false;  // the server may have taken out what it opens
  std::size_t most_calls = 0;       // those after them are left out; 0: all
  refused_as refused = refused_as::hidden;
  bool whole_calls = false;     // a call is written when it is complete
  bool confirmed_only = false;  // a call that needs confirmation is refused, and calls are given when they are complete
  bool reads_reasoning = false;  // the dialects know <think>, with which a parser begins in reasoning
};

// Whether they do. Throws setup_error where a parser cannot be made.
bool knows_reasoning(const choice_settings& how);

// The same, for a message that is known whole. A stream must begin a call before it knows that the call can be read;
// here one that cannot be read does not count. One that was cut off, by its finish reason, stands there as far as it
// came.
choice_settings for_whole_message(choice_settings how, std::string_view finish_reason);

class choice_reader {
 public:
  // `number`: of this choice among all that are read with these settings; with a seed, ids depend on it.
  choice_reader(const choice_settings& how, std::uint64_t number);

  void content(std::string_view text, choice_sink& to);
  void reasoning(std::string_view text, choice_sink& to);
  // An entry of "tool_calls": a piece of a call, or the whole call that stands at this place; or the only call.
  void call(const typing::json::document& in, std::uint32_t entry, choice_sink& to,
            std::optional<std::int64_t> place = std::nullopt);
  // A piece of the response was lost, so nothing that is open can be whole: a call of the text is incomplete, and what
  // follows is read anew.
  void lose(choice_sink& to);
  void finish(std::string_view reason, choice_sink& to);
  // The same, where the response broke off.
  void cut(choice_sink& to) {
    lost_.be_silent();
    finish("length", to);
  }
  // Whether the content goes on with the prefill that was assumed, where the choice has shown it.
  void report_prefill(const response_sink& to) const {
    if (prefill_fits_ && to.on_prefill != nullptr) to.on_prefill(to.context, *prefill_fits_);
  }

 private:
  class watch;
  class within_limit;
  class native_watch;
  parser make_parser() const;
  bool is_left_out(const event& e) const { return first_left_out_ && e.call >= *first_left_out_; }
  void release(choice_sink& to, bool only_what_holds = false);
  bool holds_content(std::string_view text, choice_sink& seen);
  void begin_content(bool prefilled);
  void settle_prefill(bool fits, choice_sink& seen);

  choice_settings how_;
  std::int64_t next_number_ = 0;  // of a call
  std::optional<text_channel> content_, reasoning_;
  std::optional<prefill_check> check_;  // holds the content while it is not known whether the prefill fits
  std::optional<bool> prefill_fits_;
  std::optional<native_calls> native_;
  lone_blanks blanks_;
  lost_calls lost_;
  std::vector<events::fingerprint> emitted_;    // calls of the text that have ended
  std::vector<std::string> ids_;                // of calls of the text
  std::string open_name_, open_arguments_;      // of the one that has not ended
  std::size_t made_ = 0;                        // calls
  std::optional<std::int64_t> first_left_out_;  // the number of a call; so is every one after it
  bool had_reasoning_ = false, had_content_ = false;
  bool finished_ = false;
};

}  // namespace toolcall::serving
