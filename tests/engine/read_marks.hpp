// A grammar written as PEGTL types, run on a text, and its marks as lines.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/layout.hpp>

#include "catch.hpp"
#include "engine/program.hpp"
#include "engine/stream.hpp"

namespace toolcall::tests {

template <typename... Items>
engine::program program_of(engine::grammar_builder builder = {}) {
  (builder.add_item<Items>(0), ...);
  std::vector<std::string> problems;
  engine::program made = engine::lay_out(builder.made(), problems);
  CHECK(problems == std::vector<std::string>{});
  return made;
}

// "call 3-9", "failed value 5-7", "label odd 4-4", one a line, in the order of the ends; text is fed in pieces of this
// many bytes.
inline std::string marks_of(const engine::program& laid_out, std::string_view text, std::size_t piece,
                            const engine::limits& bounds = {}) {
  static const char* const names[] = {"block",     "call", "name",      "id",     "key",    "value",
                                      "arguments", "text", "reasoning", "string", "object", "array"};
  static const engine::vocabulary no_names;
  engine::stream machine(laid_out, no_names, bounds);
  std::string lines;
  const auto note = [&](const engine::mark* all, std::size_t count, std::string_view, std::uint64_t, std::uint64_t) {
    for (std::size_t i = 0; i < count; ++i) {
      const engine::mark& m = all[i];
      if (m.is == engine::mark::kind::begin || m.is == engine::mark::kind::cut) continue;
      if (m.is == engine::mark::kind::failed) lines += "failed ";
      if (m.what == engine::noun::label) {
        lines += "label " + laid_out.labels[m.index];
      } else if (m.what == engine::noun::json) {
        lines += "json";
      } else if (m.what == engine::noun::python) {
        lines += "python";
      } else if (m.what == engine::noun::dialect) {
        lines += "dialect " + std::to_string(m.index);
      } else if (m.what == engine::noun::replace) {
        lines += "-> " + laid_out.replacements[m.index];
      } else {
        lines += names[static_cast<std::size_t>(m.what)];
      }
      lines += " " + std::to_string(m.begin) + "-" + std::to_string(m.end) + "\n";
    }
  };
  for (std::size_t at = 0; at < text.size(); at += piece) machine.feed(text.substr(at, piece), false, note);
  machine.finish(note);
  return lines;
}

// The same for every size of piece up to 7 and for the whole; checked to be so.
inline std::string marks_of(const engine::program& laid_out, std::string_view text) {
  const std::string whole = marks_of(laid_out, text, text.size() + 1);
  for (std::size_t piece = 1; piece <= 7; ++piece) {
    INFO("in pieces of " << piece << " bytes: " << text);
    CHECK(marks_of(laid_out, text, piece) == whole);
  }
  return whole;
}

}  // namespace toolcall::tests
