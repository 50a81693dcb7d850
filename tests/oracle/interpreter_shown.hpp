// What an expression came to, in words, for tests with outcomes worked out by hand.

#pragma once

#include <string>

#include "interpreter/interpreter.hpp"
#include "oracle/interpreter_trees.hpp"

namespace toolcall::interpreter {

// "ok 3 cut 2 final 1", "fail", "broken 2", and the node events in one line each after it.
inline std::string shown(const match_result& o) {
  if (o.is == match_kind::fail) return o.events.empty() && !o.k ? "fail" : "fail with remains";
  const std::string cut = o.k ? std::to_string(*o.k) + " final " + std::to_string(o.final_count) : "";
  const bool ok = o.is == match_kind::ok;
  return (ok ? "ok " + std::to_string(o.j) + (o.k ? " cut " : "") : "broken ") + cut + "\n" + show(o.events);
}

inline std::string on(const grammarc::expression& e, const std::string& text, const reading_limits& bounds = {},
                      const names& declared = {}) {
  const auto all = shown(evaluate({trees::page("p", {trees::rule("r", e)})}, "p", "r", text, 0, declared, bounds));
  return all.back() == '\n' ? all.substr(0, all.size() - 1) : all;
}

}  // namespace toolcall::interpreter
