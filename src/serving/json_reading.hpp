// Small questions to a JSON document that was read.

#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "typing/json.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::serving {

// visit(key, index of the value) for each member; nothing where the node is not an object.
template <typename Visit>
void each_member(const typing::json::document& in, std::uint32_t object, const Visit& visit) {
  if (in[object].what != typing::json::value_kind::object) return;
  std::string unescaped;
  for (std::uint32_t key = object + 1; key < in[object].next; key = in[key + 1].next) {
    const std::string_view quoted = in.lexeme(key), body = quoted.substr(1, quoted.size() - 2);
    if (body.find('\\') == body.npos) {
      visit(body, key + 1);
    } else {
      unescaped = in.text_of(key);
      visit(unescaped, key + 1);
    }
  }
}

// visit(index of the item); nothing where the node is not an array.
template <typename Visit>
void each_item(const typing::json::document& in, std::uint32_t array, const Visit& visit) {
  if (in[array].what != typing::json::value_kind::array) return;
  for (std::uint32_t item = array + 1; item < in[array].next; item = in[item].next) visit(item);
}

inline std::optional<std::int64_t> integer(const typing::json::document& in, std::uint32_t node) {
  const std::string_view text = in.lexeme(node);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (in[node].what != typing::json::value_kind::number || error != std::errc() || end != text.data() + text.size())
    return {};
  return value;
}

inline bool is_string(const typing::json::document& in, std::uint32_t node) {
  return node != 0 && in[node].what == typing::json::value_kind::string;
}

// What a string node says; empty if missing or no string.
inline std::string string_of(const typing::json::document& in, std::uint32_t node) {
  return is_string(in, node) ? in.text_of(node) : std::string();
}

// The same, in memory that is there.
inline std::string_view string_of(const typing::json::document& in, std::uint32_t node, std::string& into) {
  into.clear();
  if (is_string(in, node)) in.append_text(node, into);
  return into;
}

// A list of parts that are text and nothing else.
inline bool is_text_parts(const typing::json::document& in, std::uint32_t node) {
  if (node == 0 || in[node].what != typing::json::value_kind::array) return false;
  bool all = true;
  each_item(in, node, [&](std::uint32_t part) {
    all = all && string_of(in, in.member(part, "type")) == "text" && is_string(in, in.member(part, "text"));
  });
  return all;
}

// A member with the server's own calls: a list of them, or the one of the older "function_call".
inline bool holds_calls(const typing::json::document& in, std::string_view key, std::uint32_t value) {
  using typing::json::value_kind;
  return (key == "tool_calls" && in[value].what == value_kind::array) ||
         (key == "function_call" && in[value].what == value_kind::object);
}

// The first such member of a message, or of a part of one, that is not an empty list; 0 if missing.
inline std::uint32_t own_calls(const typing::json::document& in, std::uint32_t message) {
  for (const char* const key : {"tool_calls", "function_call"})
    if (const std::uint32_t calls = in.member(message, key);
        calls != 0 && holds_calls(in, key, calls) && in[calls].size != 0)
      return calls;
  return 0;
}

// The place of a call that is the only one: that of the older interface.
inline constexpr std::int64_t only_call = -1;

// visit(index of the call, its place) for each of them.
template <typename Visit>
void each_call(const typing::json::document& in, std::uint32_t calls, const Visit& visit) {
  if (calls == 0) return;
  if (in[calls].what == typing::json::value_kind::object) visit(calls, only_call);
  std::int64_t place = 0;
  each_item(in, calls, [&](std::uint32_t call) { visit(call, place++); });
}

// Where a call has its name and its arguments: in a member for its type, or in itself.
inline std::uint32_t body_of_call(const typing::json::document& in, std::uint32_t call) {
  for (const char* const type : {"custom", "function"})
    if (const std::uint32_t body = in.member(call, type);
        body != 0 && in[body].what == typing::json::value_kind::object)
      return body;
  return call;
}

inline std::string compact(const typing::json::document& in, std::uint32_t node) {
  std::string made;
  in.append_compact(node, made);
  return made;
}

// Adds a member to others, with a comma between them.
inline void append_member(std::string& to, std::string_view key, const typing::json::document& in,
                          std::uint32_t value) {
  if (!to.empty()) to += ',';
  typing::append_json_string(to, key);
  to += ':';
  in.append_compact(value, to);
}

}  // namespace toolcall::serving
