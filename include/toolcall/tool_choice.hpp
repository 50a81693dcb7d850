// Whether the model may, must or must not call a tool, as a request says it in "tool_choice".

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toolcall {

enum class tool_choice_kind : std::uint8_t {
  automatic,  // it may call tools
  none,       // it may not call: calls are not looked for, and their bytes are visible text
  required,   // it must call one: a message that is only a JSON call, as constrained decoding writes it, counts too
  named,      // it must call this one: likewise, and JSON without a name is its arguments
};

// As in a request; for `named`, a request has the tool's name instead.
constexpr std::string_view to_string(tool_choice_kind value) noexcept {
  switch (value) {
    case tool_choice_kind::automatic:
      return "auto";
    case tool_choice_kind::none:
      return "none";
    case tool_choice_kind::required:
      return "required";
    case tool_choice_kind::named:
      return "named";
  }
  return {};
}

struct tool_choice {
  // "auto", "none", "required", or a tool's name. A tool that is called like one of these words needs
  // tool_choice_kind::named.
  static tool_choice of(std::string_view word) {
    using enum tool_choice_kind;
    for (const tool_choice_kind each : {automatic, none, required})
      if (word == to_string(each)) return {each, {}};
    return {named, std::string(word)};
  }

  [[nodiscard]] bool allows_calls() const { return kind != tool_choice_kind::none; }
  [[nodiscard]] bool wants_call() const {
    return kind == tool_choice_kind::required || kind == tool_choice_kind::named;
  }

  tool_choice_kind kind = tool_choice_kind::automatic;
  std::string name;  // named: a declared tool's, where tools are given
};

}  // namespace toolcall
