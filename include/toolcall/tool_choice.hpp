// What the model was told about its tools, as a request says it in "tool_choice".

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toolcall {

struct tool_choice {
  enum class kind : std::uint8_t {
    automatic,  // it may call tools
    none,       // it may not: no call is looked for, and the bytes of one are visible text
    required,   // it must: a message that is nothing but a call as JSON, as servers force it, is one too
    named,      // it must call this tool: likewise, and JSON without a name is the arguments of this tool
  };

  // "auto", "none", "required", or a tool's name. A tool that is called like one of these words needs kind::named.
  static tool_choice of(std::string_view word) {
    if (word == "auto") return {};
    if (word == "none") return {kind::none, {}};
    if (word == "required") return {kind::required, {}};
    return {kind::named, std::string(word)};
  }

  bool allows_calls() const { return is != kind::none; }

  kind is = kind::automatic;
  std::string name;  // named: a declared tool's, where tools are given
};

}  // namespace toolcall
