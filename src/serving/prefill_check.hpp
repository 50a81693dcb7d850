// Whether a content goes on with the end of the prompt, where that is assumed.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <toolcall/parser.hpp>

namespace toolcall::serving {

// The reasoning that a prompt opens is closed in the text, unless the server has taken it out. A parser that was not
// told of the prompt reads along, and says when a closing mark stands alone. Until then the text is held.
class prefill_check {
 public:
  // More bytes than `most` are not held.
  prefill_check(parser asked, std::size_t most) : asked_(std::move(asked)), most_(most) {}

  // Nothing while both are possible.
  std::optional<bool> add(std::string_view text) {
    held_ += text;
    for (const event& e : asked_.feed(text)) {
      if (e.label == "unopened_reasoning") return true;
      if (e.type == event_type::call_begin) return false;
    }
    return held_.size() > most_ ? std::optional(false) : std::nullopt;
  }
  // Of a text that has ended.
  bool is_closed_at_end(std::string_view finish_reason) {
    for (const event& e : asked_.finish(finish_reason))
      if (e.label == "unopened_reasoning") return true;
    return false;
  }
  std::string take() { return std::exchange(held_, {}); }

 private:
  parser asked_;
  std::size_t most_;
  std::string held_;
};

}  // namespace toolcall::serving
