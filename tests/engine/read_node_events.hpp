// A grammar written as PEGTL types, run on a text, and its marks as lines.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/layout.hpp>

#include "catch.hpp"
#include "engine/grammar_builder.hpp"
#include "engine/program.hpp"
#include "engine/stream.hpp"

namespace toolcall::tests {

struct dialect_in_use {
  std::size_t number;
  std::span<const engine::offered_rule> offers;
};

template <typename... Items>
engine::program program_of(const std::vector<dialect_in_use>& dialects = {}) {
  engine::grammar_builder builder;
  for (const dialect_in_use& each : dialects) builder.use(each.number, each.offers);
  (builder.add_item(builder.rule_of(engine::item_of<Items>()), 0), ...);
  std::vector<std::string> problems;
  engine::program made = engine::lay_out(builder.result(), problems);
  CHECK(problems == std::vector<std::string>{});
  return made;
}

// "call 3-9", "failed value 5-7", "label odd 4-4", one a line, in the order of the ends; text is fed in pieces of this
// many bytes.
inline std::string node_events_of(const engine::program& laid_out, std::string_view text, std::size_t piece,
                                  const engine::machine_limits& bounds = {}) {
  static const char* const names[] = {"block",     "call", "name",      "id",     "key",    "value",
                                      "arguments", "text", "reasoning", "string", "object", "array"};
  static const vocabulary no_names;
  engine::stream machine(laid_out, no_names, bounds);
  std::string lines;
  const auto note = [&](const engine::node_event* all, std::size_t count, std::string_view, std::uint64_t,
                        std::uint64_t) {
    for (std::size_t i = 0; i < count; ++i) {
      const engine::node_event& m = all[i];
      if (m.is == engine::node_event_type::begin || m.is == engine::node_event_type::cut) continue;
      if (m.is == engine::node_event_type::failed) lines += "failed ";
      if (m.role == engine::node_role::label) {
        lines += "label " + std::string(laid_out.label(m.index));
      } else if (m.role == engine::node_role::json) {
        lines += "json";
      } else if (m.role == engine::node_role::python) {
        lines += "python";
      } else if (m.role == engine::node_role::dialect) {
        lines += "dialect " + std::to_string(m.index);
      } else if (m.role == engine::node_role::replace) {
        lines += "-> " + std::string(laid_out.at(laid_out.replacements[m.index]));
      } else {
        lines += names[static_cast<std::size_t>(m.role)];
      }
      lines += " " + std::to_string(m.begin) + "-" + std::to_string(m.end) + "\n";
    }
  };
  for (std::size_t at = 0; at < text.size(); at += piece) machine.feed(text.substr(at, piece), false, note);
  machine.finish(note);
  return lines;
}

// The same for every size of piece up to 7 and for the whole; checked to be so.
inline std::string node_events_of(const engine::program& laid_out, std::string_view text) {
  const std::string whole = node_events_of(laid_out, text, text.size() + 1);
  for (std::size_t piece = 1; piece <= 7; ++piece) {
    INFO("in pieces of " << piece << " bytes: " << text);
    CHECK(node_events_of(laid_out, text, piece) == whole);
  }
  return whole;
}

}  // namespace toolcall::tests
