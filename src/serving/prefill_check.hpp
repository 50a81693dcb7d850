// Whether a content goes on with the end of the prompt, where that is assumed.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <toolcall/parser.hpp>

namespace toolcall::serving {

// The reasoning that a prompt opens is closed in the text, unless the server has taken it out. A parser that was not
// told of the prompt reads along, and says when a closing mark stands alone. Until then the text is held. A call before
// the mark may be one that was only thought of, so from its beginning the text is held to its end.
class prefill_check {
 public:
  // `inside` was told of the prompt. More bytes than `most` are not held.
  prefill_check(parser asked, parser inside, std::size_t most)
      : asked_(std::move(asked)), inside_(std::move(inside)), most_(most) {}

  // Nothing while both are possible.
  std::optional<bool> add(std::string_view text) {
    held_ += text;
    if (!has_call_ && closes(asked_.feed(text))) return true;
    return held_.size() > most_ ? std::optional(false) : std::nullopt;
  }
  // Of a text that has ended.
  bool is_closed_at_end(std::string_view finish_reason) {
    if (!has_call_ && closes(asked_.finish(finish_reason))) return true;
    if (!has_call_) return false;
    bool is_open = false;
    const auto look = [&](std::span<const event> emitted) {
      for (const event& e : emitted)
        is_open = is_open || e.label == "unclosed_reasoning" || e.label == "call_ends_reasoning";
    };
    look(inside_.feed(held_));
    look(inside_.finish(finish_reason));
    return !is_open;
  }
  bool has_call() const { return has_call_; }
  std::string take() { return std::exchange(held_, {}); }

 private:
  // Whether a closing mark stands alone before the first call; and notes whether there is one.
  bool closes(std::span<const event> emitted) {
    for (const event& e : emitted) {
      if (!has_call_ && e.label == "unopened_reasoning") return true;
      has_call_ = has_call_ || e.type == event_type::call_begin;
    }
    return false;
  }

  parser asked_, inside_;
  std::size_t most_;
  bool has_call_ = false;
  std::string held_;
};

}  // namespace toolcall::serving
