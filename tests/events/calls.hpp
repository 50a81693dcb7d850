// Texts, tools and parsers that several tests of events use.

#pragma once

#include <string>
#include <string_view>

#include <toolcall/parser.hpp>

#include "events/emitted.hpp"

namespace toolcall::tests {

inline const std::string open_block = "<minimax:tool_call>", close_block = "</minimax:tool_call>";

inline std::string field(std::string_view key, std::string_view value) {
  return "<parameter name=\"" + std::string(key) + "\">" + std::string(value) + "</parameter>";
}
inline std::string invoke(std::string_view name, std::string_view fields = {}) {
  return "<invoke name=\"" + std::string(name) + "\">" + std::string(fields) + "</invoke>";
}
inline std::string block(std::string_view calls) {
  return open_block + std::string(calls) + close_block;
}

// put(text: string), set(n: integer, mode: enum, text: string; n required), ping().
inline tools some_tools() {
  return tools::from_json(R"([
    {"name": "put", "input_schema": {"type": "object", "properties": {"text": {"type": "string"}}}},
    {"name": "set", "input_schema": {"type": "object", "required": ["n"],
      "properties": {"n": {"type": "integer"}, "mode": {"type": "string", "enum": ["on", "off"]}, "text": {"type": "string"}}}},
    {"name": "ping", "input_schema": {"type": "object", "properties": {}}}])");
}

inline const dialect& minimax() {
  static const dialect known = dialect::named("minimax");
  return known;
}

inline message parsed(std::string_view text, const options& how = {}, std::string_view reason = "stop") {
  return parse(text, minimax(), some_tools(), seeded(how), reason);
}

// The labels of its diagnostics, one after the other.
inline std::string labels(const message& of) {
  std::string all;
  for (const diagnostic& d : of.diagnostics) all += (all.empty() ? "" : " ") + d.label;
  return all;
}

}  // namespace toolcall::tests
