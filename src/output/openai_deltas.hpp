// The deltas of one choice: what was emitted, in the order and with the care that OpenAI's clients need.
//
// Only what a client must not see wrong is kept: whether the role was written, how many calls there are, which of them
// are open, and whether one was completed. What stands around a delta is the caller's: each delta is handed to
// put(members, finish_reason), where members(json_writer&) writes what stands in the delta's braces.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toolcall/event.hpp>
#include <toolcall/openai.hpp>

#include "output/json_writer.hpp"
#include "text/finish_reason.hpp"

namespace toolcall::events {

// The names that clients read reasoning by; a server has one of them, or writes it under both.
struct reasoning_names {
  bool reasoning_content = true;
  bool reasoning = false;
};

// What a server wrote of a call of its own, and what events do not know.
struct server_part {
  std::string_view more{};   // members of the call, as JSON with commas between them
  bool is_custom = false;    // a call of a custom tool, whose input is text: in events its arguments are {"input": …}
  std::string_view input{};  // what this event adds to that text
};

// What became of the calls of a message.
struct call_outcomes {
  bool called = false;       // one is complete or invalid
  bool broken = false;       // one broke off of which a part was written,
  bool broken_away = false;  // or nothing
};

// A finish reason in OpenAI's words. `broken_is_length`: also where the text came to its end, or was broken off for
// anything but what it says (completion_rewriter).
inline std::string_view openai_reason(std::string_view given, const call_outcomes& calls,
                                      bool broken_is_length = false) {
  const bool is_broken = broken_is_length && (calls.broken || (calls.broken_away && !calls.called));
  switch (ending_of(given)) {
    case ending::natural:
      if (is_broken) return "length";
      return calls.called ? "tool_calls" : "stop";
    case ending::length:
      return "length";
    case ending::other:
      if (is_broken) return is_filter_reason(given) ? "content_filter" : "length";
      break;
  }
  return given;
}

class openai_deltas {
 public:
  explicit openai_deltas(arguments_as mode, bool broken_is_length = false)
      : mode_(arguments_for(mode, false)), broken_is_length_(broken_is_length) {}

  reasoning_names reasoning;

  bool called() const { return outcomes_.called; }
  bool finished() const { return finished_; }

  // The role, before all else and once.
  template <typename Put>
  void begin(Put&& put) {
    if (begun_) return;
    begun_ = true;
    put([](json_writer& out) { out.member("role", "assistant").key("content").null(); }, std::string_view());
  }

  // `part`: of a call that a server wrote itself.
  template <typename Put>
  void write(const event& e, const server_part& part, Put&& put) {
    begin(put);
    switch (e.type) {
      case event_type::text:
      case event_type::reasoning:
        if (!e.text.empty()) put([&](json_writer& out) { write_text(out, e); }, std::string_view());
        break;
      case event_type::call_begin:
        begin_call(e, part);
        break;
      case event_type::arguments:
        add_arguments(e, part, put);
        break;
      case event_type::call_end:
        // One that the host must confirm first does not count yet, and its arguments are not closed.
        e.status == call_status::needs_confirmation ? break_call(e) : end_call(e, put);
        break;
      case event_type::call_incomplete:
        break_call(e);
        break;
      case event_type::markup:
      case event_type::call_refused:
      case event_type::diagnostic:
        break;
    }
  }

  template <typename Put>
  void finish(std::string_view finish_reason, Put&& put) {
    begin(put);
    finished_ = true;
    put([](json_writer&) {}, openai_reason(finish_reason, outcomes_, broken_is_length_));
  }

 private:
  struct open_call {
    std::int64_t number;  // as events count
    std::int64_t index;   // as it is written
    std::string id, name, more;
    bool is_custom;
    std::string arguments;  // where a call is written when it is complete
    bool begun;             // something of it was written
  };

  void write_text(json_writer& out, const event& e) const {
    if (e.type == event_type::text) {
      out.member("content", e.text);
      return;
    }
    if (reasoning.reasoning_content) out.member("reasoning_content", e.text);
    if (reasoning.reasoning) out.member("reasoning", e.text);
  }

  // A delta with one call in it: its beginning, or further arguments.
  template <typename Put>
  static void put_call(const open_call& call, bool begins, std::string_view arguments, Put& put) {
    const char* const type = call.is_custom ? "custom" : "function";
    const auto function = [&](json_writer& out) {
      if (begins) out.member("name", call.name);
      out.member(call.is_custom ? "input" : "arguments", arguments);
    };
    const auto members = [&](json_writer& out) {
      out.member("index", call.index);
      if (begins) out.member("id", call.id).member("type", type);
      out.key(type).object([&] { function(out); });
      if (begins && !call.more.empty()) out.json(call.more);
    };
    put([&](json_writer& out) { out.key("tool_calls").array([&] { out.object([&] { members(out); }); }); },
        std::string_view());
  }

  void begin_call(const event& e, const server_part& part) {
    open_.push_back(
        {e.call, 0, std::string(e.id), std::string(e.name), std::string(part.more), part.is_custom, {}, false});
  }

  // Not before the first piece of the arguments: clients read a call whose arguments are empty as one that has none.
  template <typename Put>
  void begin_once(open_call& call, Put& put) {
    if (std::exchange(call.begun, true)) return;
    call.index = calls_++;
    put_call(call, true, "", put);
  }

  template <typename Put>
  void add_arguments(const event& e, const server_part& part, Put& put) {
    open_call* const to = find(e.call);
    if (to == nullptr) return;
    const std::string_view added = to->is_custom ? part.input : e.text;
    if (mode_ == arguments_as::complete) {
      to->arguments += added;
    } else if (!added.empty()) {
      begin_once(*to, put);
      put_call(*to, false, added, put);
    }
  }

  template <typename Put>
  void end_call(const event& e, Put& put) {
    outcomes_.called = true;
    open_call* const ended = find(e.call);
    if (ended != nullptr && mode_ == arguments_as::complete) {
      ended->index = calls_++;
      put_call(*ended, true, ended->arguments, put);
    } else if (ended != nullptr) {
      begin_once(*ended, put);  // the input of a custom tool may be empty
    }
    forget(e.call);
  }

  // Of a call that was begun, the emitted part is all there will be.
  void break_call(const event& e) {
    (is_begun(e.call) ? outcomes_.broken : outcomes_.broken_away) = true;
    forget(e.call);
  }

  open_call* find(std::int64_t number) {
    const auto found = std::find_if(open_.begin(), open_.end(), [&](const open_call& c) { return c.number == number; });
    return found == open_.end() ? nullptr : &*found;
  }
  bool is_begun(std::int64_t number) {
    const open_call* const found = find(number);
    return found != nullptr && found->begun;
  }
  void forget(std::int64_t number) {
    open_.erase(std::remove_if(open_.begin(), open_.end(), [&](const open_call& c) { return c.number == number; }),
                open_.end());
  }

  arguments_as mode_;
  bool broken_is_length_;
  call_outcomes outcomes_;
  bool begun_ = false;
  bool finished_ = false;
  std::int64_t calls_ = 0;       // written, or begun to be
  std::vector<open_call> open_;  // a message has one at a time, but what a server calls itself may be interleaved
};

}  // namespace toolcall::events
