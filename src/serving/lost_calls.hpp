// What a client is told of a call that it does not get.

#pragma once

#include <string>
#include <string_view>

#include <toolcall/completion_rewriter.hpp>
#include <toolcall/message.hpp>
#include <toolcall/tools.hpp>

namespace toolcall::serving {

// Follows the events of a choice. A call of which nothing was written, and that is refused or broke off, is replaced by
// a line or a correction; its own text, with refused_as::text, is the text channel's to give. One that was begun, and
// then cannot be read although the text goes on, is followed by the line.
class lost_calls {
 public:
  // `whole`: calls are written when they are complete, so nothing was written of one that broke off.
  lost_calls(refused_as how, bool whole, tools declared) : how_(how), whole_(whole), declared_(std::move(declared)) {}

  // What to write as text after this event: mostly nothing, else whole lines. Valid until the next call.
  std::string_view follow(const event& e);
  // The text ends, with this reason: what follows is said with it.
  void ends(std::string_view finish_reason) {
    reason_ = finish_reason;
    has_ended_ = true;
  }
  // What to write when all is said: a line where the marks of calls had nothing between them and nothing else was said.
  std::string_view at_end();
  // The message breaks off, which the client learns in another way: it is not the calls that are to be written anew.
  void be_silent() { how_ = refused_as::hidden; }

 private:
  bool is_told() const { return how_ == refused_as::note || how_ == refused_as::correction; }
  std::string said_of(const event& e);
  bool is_cut(const event& e) const;

  refused_as how_;
  bool whole_;
  tools declared_;
  message seen_;  // the diagnostics since the last call, and the call that failed
  std::string made_;
  std::string reason_;
  std::string written_;  // of the call that is open, its arguments as the server sent them, where they may be shown
  bool has_ended_ = false;
  bool in_line_ = false;  // the text that was written last does not end its line
  bool has_answer_ = false, had_empty_marks_ = false;
};

}  // namespace toolcall::serving
