// Edits by members: an object is written anew of the lexemes of its members, so numbers, escapes and what nobody here
// knows come out as they went in.

#include "mender/object_edit.hpp"

#include <algorithm>

#include "output/json_writer.hpp"

namespace toolcall::mender {

using typing::json::document;
using typing::json::value_kind;

std::string edited(const document& in, std::uint32_t object, const std::vector<member_edit>& edits) {
  std::string made = "{";
  std::vector<bool> is_written(edits.size(), false);
  const auto add = [&](std::string_view key, std::string_view json) {
    if (made.size() > 1) made += ", ";
    ((made += key) += ": ") += json;
  };
  for (std::uint32_t key = object + 1; key < in[object].next; key = in[key + 1].next) {
    const std::string name = in.text_of(key);
    const auto edit =
        std::find_if(edits.begin(), edits.end(), [&](const member_edit& each) { return each.key == name; });
    if (edit == edits.end()) {
      add(in.lexeme(key), in.lexeme(key + 1));
    } else if (edit->json && !is_written[static_cast<std::size_t>(edit - edits.begin())]) {
      is_written[static_cast<std::size_t>(edit - edits.begin())] = true;
      add(in.lexeme(key), *edit->json);
    }
  }
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (edits[i].json && !is_written[i]) add(quoted(edits[i].key), *edits[i].json);
  return made + "}";
}

std::string quoted(std::string_view text) {
  return events::json_string(text);
}

std::string joined_list(const std::vector<std::string>& items) {
  std::string made = "[";
  for (const std::string& each : items) (made += made.size() > 1 ? ", " : "") += each;
  return made + "]";
}

bool is_blank(std::string_view text) {
  return typing::json::trim(text).empty();
}

std::string member_text(const document& in, std::uint32_t object, std::string_view key) {
  const std::uint32_t node = is_object(in, object) ? in.member(object, key) : 0;
  return is_string(in, node) ? in.text_of(node) : std::string();
}

bool is_object(const document& in, std::uint32_t node) {
  return in[node].what == value_kind::object;
}

bool is_list(const document& in, std::uint32_t node) {
  return node != 0 && in[node].what == value_kind::array;
}

bool is_null(const document& in, std::uint32_t node) {
  return in[node].what == value_kind::null;
}

bool is_string(const document& in, std::uint32_t node) {
  return node != 0 && in[node].what == value_kind::string;
}

std::vector<std::uint32_t> items_of(const document& in, std::uint32_t list) {
  std::vector<std::uint32_t> made;
  for (std::uint32_t at = list + 1; at < in[list].next; at = in[at].next) made.push_back(at);
  return made;
}

}  // namespace toolcall::mender
