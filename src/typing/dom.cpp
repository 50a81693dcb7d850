// See dom.hpp.

#include "typing/dom.hpp"

#include <charconv>
#include <utility>

#include "text/utf8.hpp"
#include "typing/json_escape.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {

dom dom::number(std::string_view lexeme) {
  dom made;
  made.value_ = digits{std::string(lexeme)};
  return made;
}

const dom* dom::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const auto found = members().find(name);
  return found == members().end() ? nullptr : &found->second;
}

dom& dom::operator[](std::string_view name) {
  if (is_null()) value_ = map();
  if (dom* const known = find(name)) return *known;
  return members().emplace(name, dom()).first->second;
}

void dom::push_back(dom item) {
  if (is_null()) value_ = list();
  items().push_back(std::move(item));
}

dom dom::take(std::string_view name) {
  const auto found = members().find(name);
  if (found == members().end()) return {};
  dom taken = std::move(found->second);
  members().erase(found);
  return taken;
}

dom to_dom(const json::document& doc, std::uint32_t i) {
  switch (doc[i].what) {
    case json::value_kind::null:
      return {};
    case json::value_kind::boolean:
      return doc.lexeme(i) == "true";
    case json::value_kind::number:
      return dom::number(doc.lexeme(i));
    case json::value_kind::string:
      return utf8::well_formed(doc.text_of(i));
    case json::value_kind::array: {
      dom::list items;
      for (std::uint32_t n = i + 1; n < doc[i].next; n = doc[n].next) items.push_back(to_dom(doc, n));
      return items;
    }
    case json::value_kind::object:
      break;
  }
  dom::map members;
  for (std::uint32_t n = i + 1; n < doc[i].next; n = doc[n + 1].next) {
    std::string key = utf8::well_formed(doc.text_of(n));
    if (!members.contains(key)) members.emplace(std::move(key), to_dom(doc, n + 1));
  }
  return members;
}

namespace {

void append(std::string& out, const dom& value) {
  if (value.is_null()) {
    out += "null";
  } else if (value.is_boolean()) {
    out += value.is(true) ? "true" : "false";
  } else if (value.is_number()) {
    out += value.lexeme();
  } else if (value.is_string()) {
    append_json_string(out, value.text());
  } else if (value.is_array()) {
    out += '[';
    for (const dom& item : value.items()) {
      if (&item != &value.items().front()) out += ',';
      append(out, item);
    }
    out += ']';
  } else {
    out += '{';
    for (const auto& [name, member] : value.members()) {
      if (out.back() != '{') out += ',';
      append_json_string(out, name);
      out += ':';
      append(out, member);
    }
    out += '}';
  }
}

}  // namespace

std::string json_text(const dom& value) {
  std::string out;
  append(out, value);
  return out;
}

std::optional<std::uint64_t> count_of(const dom& value) {
  if (!value.is_number()) return std::nullopt;
  const decimal d = decimal::of(value.lexeme());
  if (d.negative || !d.is_integral() || d.exponent > 20) return std::nullopt;
  const std::string text = d.integer_text();
  std::uint64_t count = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), count).ec != std::errc{}) return std::nullopt;
  return count;
}

}  // namespace toolcall::typing
