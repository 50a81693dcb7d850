// Raw text that holds an array or an object: as JSON, as JSON in a string, as elements, as pieces between commas.
//
// A text that begins like JSON and is not JSON is damaged, and is never taken for one item. Elements are turned into
// JSON whose strings are raw text (typing.hpp, `places`), so that what stands in them is converted by the one reader of
// nested values.

#include <algorithm>
#include <optional>

#include "typing/canonical.hpp"
#include "typing/convert.hpp"
#include "typing/json_escape.hpp"
#include "typing/loose_json.hpp"
#include "typing/python_literal.hpp"

namespace toolcall::typing {
namespace {

struct element {
  std::string_view name, inner;
};

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// The name of the tag that the text begins with, its brackets given by `opener` and a `>`; or nothing.
std::string_view tag_name(std::string_view text, std::string_view opener) {
  if (!text.starts_with(opener)) return {};
  std::size_t end = opener.size();
  while (end < text.size() && is_name_byte(text[end])) ++end;
  return end < text.size() && text[end] == '>' ? text.substr(opener.size(), end - opener.size()) : std::string_view();
}

// Where the element's closing tag begins; elements of its own name inside it are closed before.
std::size_t closing_tag(std::string_view text, std::string_view name, std::size_t from) {
  std::size_t open = 1;
  for (std::size_t at = text.find('<', from); at != text.npos; at = text.find('<', at + 1)) {
    if (tag_name(text.substr(at), "<") == name) ++open;
    if (tag_name(text.substr(at), "</") == name && --open == 0) return at;
  }
  return text.npos;
}

// The elements of a text that is nothing else; empty if it is.
std::vector<element> elements_of(std::string_view text) {
  std::vector<element> found;
  for (text = json::trim(text); !text.empty(); text = json::trim(text)) {
    const std::string_view name = tag_name(text, "<");
    const std::size_t begin = name.size() + 2;
    const std::size_t end = name.empty() ? text.npos : closing_tag(text, name, begin);
    if (end == text.npos) return {};
    found.push_back({name, text.substr(begin, end - begin)});
    text.remove_prefix(end + name.size() + 3);
  }
  return found;
}

// Names that mean no more than that this is an item.
constexpr const char* item_words[] = {"item", "items", "element"};
bool is_item_word(std::string_view name) {
  return std::find(std::begin(item_words), std::end(item_words), name) != std::end(item_words);
}

void append_place(std::string& out, std::vector<std::size_t>& places, std::string_view text) {
  places.push_back(out.size());
  append_json_string(out, text);
}

std::string_view none(unsigned type) {
  return type == array_type ? "not_array" : "not_object";
}

// Reads a text that is not JSON, but would be a container of this type with other quotes, as a Python literal, or
// without the backslashes before its quotes. Respelled, it is in `kept`. The code of what had to be done; empty if
// nothing helps.
std::string_view read_nearly(std::string_view text, unsigned type, json::document& doc, std::string& kept) {
  constexpr std::string_view sequences = "[({", objects = "{";  // a set of Python has braces
  const bool array = type == array_type;
  if (text.empty() || (array ? sequences : objects).find(text.front()) == text.npos) return {};
  json::syntax_error why;
  for (const auto& [rewrite, code] :
       {std::pair(&as_strict_json, "loose_json"), std::pair(&with_python_sequences, "python_sequence"),
        std::pair(&with_quotes_unescaped, "escaped_quotes")}) {
    std::optional<std::string> other = rewrite(text);
    if (!other) continue;
    kept = std::move(*other);
    if (doc.read(kept, why) && doc[0].what == (array ? json::value_kind::array : json::value_kind::object)) return code;
  }
  return {};
}

}  // namespace

conversion converter::raw_container(int schema, std::string_view text, unsigned type, unsigned decodes) {
  const bool array = type == array_type;
  json::document doc;
  json::syntax_error why;
  std::string kept;
  std::string_view code = array ? "raw_array" : "raw_object";
  if (!doc.read(text, why)) code = read_nearly(json::trim(text), type, doc, kept);
  if (code.empty())
    return conversion::refused(array && json::trim(text).starts_with('[') ? "array_unparseable" : none(type));
  const json::value_kind what = doc[0].what;
  if (what == json::value_kind::array || what == json::value_kind::object) {
    conversion o = value(schema, doc, 0, type);
    if (code == "python_sequence") return assumed(std::move(o), code, shown(text), "a tuple or set of Python");
    if (code == "escaped_quotes") return assumed(std::move(o), code, shown(text), "JSON whose quotes are escaped");
    return step(std::move(o), typing_level::lossless, code);
  }
  if (what != json::value_kind::string || decodes == 0) return conversion::refused(none(type));
  const std::string inner = doc.text_of(0);
  conversion o = raw_container(schema, inner, type, decodes - 1);
  return step(std::move(o), typing_level::lossless, "double_encoded");
}

conversion converter::empty_container(std::string_view text, unsigned type) const {
  if (!rules_.elements || !json::trim(text).empty()) return conversion::refused("empty_for_array");
  return step(converted_json(type == array_type ? "[]" : "{}"), typing_level::lossless, "empty_element");
}

conversion converter::raw_object(int schema, std::string_view text, unsigned decodes) {
  if (conversion empty = empty_container(text, object_type); empty.ok) return empty;
  conversion o = raw_container(schema, text, object_type, decodes);
  if (o.ok || !json::trim(text).starts_with('<')) return o;
  return element_members(schema, text);
}

conversion converter::raw_array(int schema, std::string_view text, unsigned decodes) {
  conversion whole = raw_container(schema, text, array_type, decodes);
  // What is a container, or a broken list, is not one item.
  if (whole.ok || whole.code == "array_unparseable") return whole;
  const std::string_view trimmed = json::trim(text);
  if (trimmed.empty()) return empty_container(text, array_type);
  if (trimmed.starts_with('<')) {
    if (conversion o = element_items(schema, text); o.ok) return o;
  }
  if (wraps_ == max_wraps) return conversion::refused("not_array");
  ++wraps_;
  conversion item = one_item(item_schema(schemas_[schema], 0), text);
  --wraps_;
  return item;
}

conversion converter::one_item(int items, std::string_view text) {
  conversion item = raw(items, text);
  const bool fits = item.ok && item.valid;
  if (!fits || item.level >= typing_level::assumed) {
    conversion split = split_list(items, json::trim(text));
    if (split.ok) return assumed(std::move(split), "split_list", shown(text), "an array of its pieces");
  }
  if (!fits) return conversion::refused(item.code.empty() ? "not_array" : item.code);
  item.json = "[" + item.json + "]";
  return assumed(std::move(item), "single_to_array", shown(text), "an array of one item");
}

conversion converter::split_list(int items, std::string_view text) {
  const char separator = text.find(',') == text.npos ? '\n' : ',';
  if (text.find(separator) == text.npos) return conversion::refused("not_array");
  conversion list;
  list.json = "[";
  for (bool more = true; more;) {
    const std::size_t comma = std::min(text.find(separator), text.size());
    const std::string_view piece = json::trim(text.substr(0, comma));
    conversion item = piece.empty() ? conversion::refused("not_array") : raw(items, piece);
    if (!item.ok || !item.valid) return conversion::refused("not_array");
    if (list.json.size() > 1) list.json += ',';
    list.json += item.json;
    list.take_in(item);
    more = comma < text.size();
    text.remove_prefix(more ? comma + 1 : comma);
  }
  list.json += ']';
  return list;
}

// JSON that was made of a text, with raw text in these places.
conversion converter::with_places(int schema, std::string_view text, const std::vector<std::size_t>& places,
                                  unsigned type) {
  json::document doc;
  json::syntax_error why;
  if (elements_depth_ == max_elements_depth || !doc.read(text, why)) return conversion::refused(none(type));
  const json::document* const outer = placed_in_;
  const std::span<const std::size_t> outer_places = places_;
  note_places(doc, places);
  ++elements_depth_;
  conversion o = value(schema, doc, 0, type);
  --elements_depth_;
  placed_in_ = outer;
  places_ = outer_places;
  return o;
}

// <item>a</item><item>b</item>: elements of one name, which is not a field of the items.
conversion converter::element_items(int schema, std::string_view text) {
  const std::vector<element> list = elements_of(text);
  const auto& s = schemas_[schema];
  const bool one_name =
      !list.empty() && std::all_of(list.begin(), list.end(), [&](const element& e) { return e.name == list[0].name; });
  if (!one_name || (list.size() == 1 && !is_item_word(list[0].name))) return conversion::refused("not_array");
  if (s.items != no_schema && schemas_[s.items].field(list[0].name) != no_schema)
    return conversion::refused("not_array");
  std::string made = "[";
  std::vector<std::size_t> places;
  for (const element& e : list) {
    if (made.size() > 1) made += ',';
    append_place(made, places, e.inner);
  }
  conversion o = with_places(schema, made + "]", places, array_type);
  if (!o.ok || !o.valid) return conversion::refused(o.code.empty() ? "not_array" : o.code);
  return assumed(std::move(o), "xml_item_list", shown(text), "an array of its elements");
}

// <a>1</a><b>x</b>: what has one name several times is a list, where a list is wanted.
conversion converter::element_members(int schema, std::string_view text) {
  const std::vector<element> list = elements_of(text);
  if (list.empty()) return conversion::refused("not_object");
  std::vector<std::string_view> names;
  std::map<std::string_view, std::vector<std::string_view>> values;
  for (const element& e : list) {
    auto& of_name = values[e.name];
    if (of_name.empty()) names.push_back(e.name);
    of_name.push_back(e.inner);
  }
  std::string made = "{";
  std::vector<std::size_t> places;
  for (const std::string_view name : names) {
    const auto& all = values[name];
    const int property = schemas_.property(schema, name);
    if (all.size() > 1 && (property == no_schema || !admits(property, array_type)))
      return conversion::refused("not_object");
    if (made.size() > 1) made += ',';
    append_json_string(made, name);
    made += all.size() > 1 ? ":[" : ":";
    for (const std::string_view& inner : all) {
      if (&inner != &all.front()) made += ',';
      append_place(made, places, inner);
    }
    if (all.size() > 1) made += ']';
  }
  return step(with_places(schema, made + "}", places, object_type), typing_level::lossless, "xml_children");
}

// A list in the dialect's own syntax, where the schema wants an object with a field that is called as items are: its
// elements are that field.
conversion converter::named_like_items(int schema, const json::document& doc, std::uint32_t node) {
  for (const char* const name : item_words) {
    const int property = schemas_[schema].field(name);
    if (property == no_schema || doc[node].size == 0) continue;
    const bool list = admits(property, array_type);
    conversion whole = converted_json("{\"" + std::string(name) + "\":");
    part(property, doc, list ? node : node + 1, name, whole);
    bool differs = false;
    for (std::uint32_t n = node + 1; !list && n < doc[node].next; n = doc[n].next)
      differs = differs || canonical(doc, n) != canonical(doc, node + 1);
    if (differs) report_field(name, repeated_key(""), whole);
    whole.json += '}';
    const auto& needed = schemas_[schema].needed;
    whole.valid = whole.valid && needed.size() == needed.count(name);
    return whole;
  }
  return conversion::refused("not_object");
}

// {"item": [...]} and {"0": ..., "1": ...}: an object that is a list in all but its brackets.
conversion converter::wrapped_items(int schema, const json::document& doc, std::uint32_t node) {
  const auto& s = schemas_[schema];
  const std::string lexeme = shown_value(doc.lexeme(node));
  if (doc[node].size == 0) return conversion::refused("not_array");
  const std::string first = doc.text_of(node + 1);
  if (doc[node].size == 1 && is_item_word(first)) {
    if (s.items != no_schema && schemas_[s.items].field(first) != no_schema) return conversion::refused("not_array");
    const bool list = doc[node + 2].what == json::value_kind::array;
    conversion o = list ? array(s, doc, node + 2) : single(schema, doc, node + 2);
    if (!o.ok || !o.valid) return conversion::refused(o.code.empty() ? "not_array" : o.code);
    return assumed(std::move(o), "item_wrapper", lexeme, "the list in it");
  }
  conversion whole = converted_json("[");
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n + 1].next, ++i) {
    if (doc.text_of(n) != std::to_string(i)) return conversion::refused("not_array");
    if (i != 0) whole.json += ',';
    part(item_schema(s, i), doc, n + 1, std::to_string(i), whole);
  }
  whole.json += ']';
  if (!whole.valid) return conversion::refused("not_array");
  return assumed(std::move(whole), "index_keys", lexeme, "the list of its members");
}

}  // namespace toolcall::typing
