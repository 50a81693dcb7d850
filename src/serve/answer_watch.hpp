// What passes through a rewriter, counted for the log and the metrics.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <toolcall/completion_rewriter.hpp>
#include <toolcall/message.hpp>

#include "serve/answer.hpp"

namespace toolcall::serve {

// Of an answer that came to its end, and says no error of its own.
refusal no_message();

// Must stay where it is while its sink is in use.
class answer_watch {
 public:
  answer_watch() = default;
  answer_watch(const answer_watch&) = delete;
  answer_watch& operator=(const answer_watch&) = delete;
  virtual ~answer_watch() = default;

  response_sink sink();
  const answer_report& report() const { return report_; }
  void keep_reasoning_with(std::size_t most, keep_reasoning keep) {
    most_reasoning_ = most;
    keep_ = std::move(keep);
  }

 protected:
  virtual void event_came(std::uint64_t choice, const event& e);
  virtual void choice_ended(std::uint64_t choice, std::string_view finish_reason);
  // An object that is no part of a message: an error, say.
  virtual void other_came(std::string_view object, bool is_error);

 private:
  void note_reasoning(const event& e);

  answer_report report_;
  keep_reasoning keep_;
  std::size_t most_reasoning_ = 0;
  std::string reasoning_;
  answer_call open_, first_;  // calls of the first choice: that is open, and that was complete first
  std::map<std::pair<std::uint64_t, std::int64_t>, std::string> dialects_;  // of calls that are open
  std::map<std::uint64_t, message> choices_;  // that have not ended: all that a verdict asks for, and no text
};

}  // namespace toolcall::serve
