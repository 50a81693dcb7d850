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

// What a string node says; empty where there is none, or it is not a string.
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

// Whether a list of calls has one with a name. Those without are left out.
inline bool names_calls(const typing::json::document& in, std::uint32_t calls) {
  bool found = false;
  if (calls == 0) return found;
  each_item(in, calls, [&](std::uint32_t entry) {
    for (const char* const type : {"function", "custom"}) {
      const std::uint32_t of = in.member(entry, type), name = of == 0 ? 0 : in.member(of, "name");
      found = found || (is_string(in, name) && in.lexeme(name) != "\"\"");
    }
  });
  return found;
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
