// What the "tool_choice" of a request says, in the words of OpenAI's interface.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <toolcall/tool_choice.hpp>

#include "serving/json_reading.hpp"

namespace toolcall::serving {

// Nothing where it says no choice. An object names a tool whatever the tool is called, so also one called "none".
inline std::optional<tool_choice> requested_choice(const typing::json::document& in, std::uint32_t node) {
  using typing::json::value_kind;
  if (in[node].what == value_kind::string && !in.text_of(node).empty()) return tool_choice::of(in.text_of(node));
  if (in[node].what != value_kind::object) return std::nullopt;
  const auto inner = [&](std::string_view part, std::string_view name) {
    const std::uint32_t found = in.member(node, part);
    return found == 0 ? std::string() : string_of(in, in.member(found, name));
  };
  for (const std::string_view type : {"function", "custom"})
    if (std::string name = inner(type, "name"); !name.empty())
      return tool_choice{tool_choice_kind::named, std::move(name)};
  const std::string mode = inner("allowed_tools", "mode");
  if (mode == "required") return tool_choice{tool_choice_kind::required, {}};
  if (mode == "auto") return tool_choice{};
  return std::nullopt;
}

}  // namespace toolcall::serving
