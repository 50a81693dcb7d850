// Whether the model may, must or must not call a tool, as a request says it in "tool_choice".

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toolcall {

struct tool_choice {
  enum class kind : std::uint8_t {
    automatic,  // it may call tools
    none,       // it may not call: calls are not looked for, and their bytes are visible text
    required,   // it must call one: a message that is only a JSON call, as constrained decoding writes it, counts too
    named,      // it must call this one: likewise, and JSON without a name is its arguments
  };

  // "auto", "none", "required", or a tool's name. A tool that is called like one of these words needs kind::named.
  static tool_choice of(std::string_view word) {
    if (word == "auto") return {};
    if (word == "none") return {kind::none, {}};
    if (word == "required") return {kind::required, {}};
    return {kind::named, std::string(word)};
  }

  [[nodiscard]] bool allows_calls() const { return is != kind::none; }
  [[nodiscard]] bool wants_call() const { return is == kind::required || is == kind::named; }

  kind is = kind::automatic;
  std::string name;  // named: a declared tool's, where tools are given
};

}  // namespace toolcall
