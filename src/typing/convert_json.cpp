// JSON values to JSON of the schema's type.
//
// A value that the model wrote as JSON has a type already: it is changed only where the schema does not admit it, and
// what is right is copied lexeme by lexeme.

#include <algorithm>

#include "typing/canonical.hpp"
#include "typing/convert.hpp"

namespace toolcall::typing {
namespace {

using json::value_kind;

// The codes for strings differ from those for raw text, which has no type of its own.
std::string_view code_of_string(std::string_view code) {
  constexpr std::pair<std::string_view, std::string_view> codes[] = {
      {"raw_integer", "string_to_integer"}, {"raw_number", "string_to_number"}, {"raw_boolean", "string_to_boolean"},
      {"raw_null", "string_to_null"},       {"raw_array", "json_in_string"},    {"raw_object", "json_in_string"}};
  const auto found = std::find_if(std::begin(codes), std::end(codes), [&](const auto& c) { return c.first == code; });
  return found == std::end(codes) ? code : found->second;
}

}  // namespace

int item_schema(const schema& list, std::size_t index) {
  if (index < list.prefix_items.size()) return list.prefix_items[index];
  return list.items == no_schema ? schema_graph::anything : list.items;
}

bool converter::is_placed(const json::document& doc, std::uint32_t node) const {
  return &doc == placed_in_ && std::binary_search(places_.begin(), places_.end(), doc[node].begin);
}

bool converter::is_raw_text(const json::document& doc, std::uint32_t node) const {
  return doc[node].what == value_kind::string && is_placed(doc, node);
}

conversion converter::value(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  if (schema == no_schema) return untyped(doc, node, false);
  if (is_raw_text(doc, node)) return raw(schema, doc.text_of(node), types);
  if (schemas_[schema].anything) return untyped(doc, node, true);
  const auto list = alternatives(schema, types);
  const auto& whole = schemas_[schema];
  if (list.empty()) {
    return conversion::refused(whole.never        ? "schema_false"
                               : whole.types == 0 ? "schema_unsatisfiable"
                                                  : "no_union_branch");
  }
  if (list.size() > 1) return value_union(list, doc, node);
  const auto& s = schemas_[list[0].schema];
  if (s.members) return value_member(s, doc, node, list[0].type);
  return value_typed(list[0].schema, doc, node, list[0].type);
}

// The branches that a member of the object names: one whose schema has certain values, and it is one of these.
std::vector<converter::alternative> converter::chosen_by_tag(const std::vector<alternative>& list,
                                                             const json::document& doc, std::uint32_t node) const {
  std::vector<alternative> chosen;
  for (const alternative& a : list) {
    bool named = false, other = a.type != object_type;
    for (std::uint32_t n = node + 1; !other && n < doc[node].next; n = doc[n + 1].next) {
      const int property = schemas_[a.schema].field(doc.text_of(n));
      if (property == no_schema || !schemas_[property].members) continue;
      const bool same = schemas_[property].members->contains(canonical(doc, n + 1));
      (same ? named : other) = true;
    }
    if (named && !other) chosen.push_back(a);
  }
  return chosen.empty() ? list : chosen;
}

conversion converter::value_union(const std::vector<alternative>& all, const json::document& doc, std::uint32_t node) {
  const bool object = doc[node].what == value_kind::object;
  const auto same = of_type(all, type_of(doc, node));
  std::vector<conversion> results;
  for (const auto& [schema, type] : object ? chosen_by_tag(same, doc, node) : same) {
    if (budget_ == 0) return conversion::refused("budget");
    --budget_;
    results.push_back(value(schema, doc, node, type));
    if (results.back().valid && results.back().cost == 0) return results.back();
  }
  return least(std::move(results));
}

conversion converter::value_member(const schema& s, const json::document& doc, std::uint32_t node, unsigned types) {
  const auto* const same = s.members->find(canonical(doc, node));
  if (same != nullptr && (same->type & types) != 0) return untyped(doc, node, true);
  const json::node& n = doc[node];
  if (n.what == value_kind::string) return raw_member(s, doc.text_of(node), types);
  if (n.what == value_kind::array && n.size == 1) {
    conversion inner = value_member(s, doc, node + 1, types);
    const bool sure = inner.ok && inner.level < typing_level::assumed;
    return sure ? assumed(std::move(inner), "unwrap_single", shown_value(doc.lexeme(node)), "its one item")
                : conversion::refused("not_in_enum");
  }
  if (n.what != value_kind::number && n.what != value_kind::boolean) return conversion::refused("not_in_enum");
  conversion o = raw_member(s, written(doc, node), types & string_type, true);
  if (n.what == value_kind::number) return step(std::move(o), typing_level::lossless, "number_to_string");
  return assumed(std::move(o), "boolean_to_string", std::string(doc.lexeme(node)), "a string");
}

conversion converter::value_typed(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  const auto& s = schemas_[schema];
  const bool numeric = (types & (integer_type | number_type)) != 0;
  if (numeric && doc[node].what == value_kind::number) return number(s, doc.lexeme(node), types);
  if ((type_of(doc, node) & types) == 0) return other_type(schema, doc, node, types);
  if (types == array_type) return array(s, doc, node);
  if (types == object_type) return object(schema, doc, node);
  conversion o = untyped(doc, node, true);
  if (types == string_type) o.valid = string_holds(s, doc.text_of(node));
  return o;
}

conversion converter::number(const schema& s, std::string_view lexeme, unsigned types) const {
  if (is_out_of_range(lexeme)) return conversion::refused("number_range");
  if (types == integer_type && !is_integral(lexeme)) return conversion::refused("integer_fraction");
  const bool fraction = types == integer_type && lexeme.find_first_of(".eE") != lexeme.npos;
  conversion o = converted_json(fraction ? decimal::of(lexeme).integer_text() : std::string(lexeme));
  o.valid = number_holds(s, lexeme);
  return o;
}

// The schema does not admit the type that the value has.
conversion converter::other_type(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  const json::node& n = doc[node];
  const bool numeric = (types & (integer_type | number_type)) != 0;
  if (n.what == value_kind::string) return string_as(schema, doc.text_of(node), types);
  if (types == array_type) return array_of_other(schema, doc, node);
  if (types == string_type && n.what != value_kind::array) return as_string(schema, doc, node);
  if (types == object_type && n.what == value_kind::array && is_placed(doc, node)) {
    if (conversion o = named_like_items(schema, doc, node); o.ok) return o;
  }
  if (n.what == value_kind::array && n.size == 1) {
    if (conversion o = only_item(schema, doc, node, types); o.ok) return o;
  }
  if (types == boolean_type && n.what == value_kind::number && (doc.lexeme(node) == "1" || doc.lexeme(node) == "0")) {
    const std::string_view word = doc.lexeme(node);
    const char* const meant = word == "1" ? "true" : "false";
    return assumed(converted_json(meant), "number_to_boolean", std::string(word), meant);
  }
  if (numeric && n.what == value_kind::boolean) return conversion::refused("boolean_for_number");
  return conversion::refused(types == string_type    ? "array_for_string"
                             : types == integer_type ? "not_integer"
                             : numeric               ? "not_number"
                             : types == boolean_type ? "not_boolean"
                             : types == null_type    ? "not_null"
                                                     : "not_object");
}

// The text of a string is read as raw text would be.
conversion converter::string_as(int schema, std::string_view text, unsigned types) {
  conversion o = types == array_type    ? raw_array(schema, text, 1)
                 : types == object_type ? raw_object(schema, text, 1)
                                        : raw(schema, text, types);
  o.code = code_of_string(o.code);
  const bool container = (types & (array_type | object_type)) != 0 && o.level == typing_level::lossless;
  if (container && o.code != "loose_json" && o.code != "xml_children") o.code = "json_in_string";
  return o;
}

std::string_view converter::written(const json::document& doc, std::uint32_t node) const {
  const respelled_number* const number = &doc == placed_in_ ? find_number(numbers_, doc[node].begin) : nullptr;
  return number != nullptr ? std::string_view(number->written) : doc.lexeme(node);
}

conversion converter::as_string(int schema, const json::document& doc, std::uint32_t node) const {
  const json::node& n = doc[node];
  if (n.what == value_kind::null) return conversion::refused("null_for_string");
  const std::string_view text = written(doc, node);
  conversion o = converted_string(text);
  o.valid = string_holds(schemas_[schema], text);
  if (n.what == value_kind::number) return step(std::move(o), typing_level::lossless, "number_to_string");
  const std::string_view code = n.what == value_kind::boolean ? "boolean_to_string" : "json_to_string";
  return assumed(std::move(o), code, shown_value(text), "a string");
}

conversion converter::only_item(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  conversion inner = value(schema, doc, node + 1, types);
  // A number in a list is not a string in a list: two things would have to be taken for granted.
  const auto limit = types == string_type ? typing_level::exact : typing_level::lossless;
  if (!inner.ok || inner.level > limit) return conversion::refused("not_object");
  return assumed(std::move(inner), "unwrap_single", shown_value(doc.lexeme(node)), "its one item");
}

conversion converter::array_of_other(int schema, const json::document& doc, std::uint32_t node) {
  if (doc[node].what == value_kind::null) return conversion::refused("null_for_array");
  if (doc[node].what == value_kind::object) {
    // What the dialect's own syntax says is an object is not a list of one.
    if (is_placed(doc, node)) return conversion::refused("not_array");
    if (conversion o = wrapped_items(schema, doc, node); o.ok) return o;
  }
  return single(schema, doc, node);
}

conversion converter::single(int schema, const json::document& doc, std::uint32_t node) {
  const int items = item_schema(schemas_[schema], 0);
  if (wraps_ == max_wraps) return conversion::refused("not_array");
  ++wraps_;
  conversion item = value(items, doc, node);
  --wraps_;
  if (!item.ok || !item.valid) return conversion::refused(item.code.empty() ? "not_array" : item.code);
  item.json = "[" + item.json + "]";
  return assumed(std::move(item), "single_to_array", shown_value(doc.lexeme(node)), "an array of one item");
}

void converter::part(int schema, const json::document& doc, std::uint32_t node, std::string_view name,
                     conversion& whole) {
  at(name, [&] { add_part(schema, doc, node, value(schema, doc, node), whole); });
}

void converter::add_part(int schema, const json::document& doc, std::uint32_t node, conversion inner,
                         conversion& whole) {
  if (!inner.ok) {
    conversion as_written = untyped(doc, node, false);
    if (!as_written.ok) as_written = converted_string(doc.text_of(node));
    inner.whole = false;
    inner.json = std::move(as_written.json);
    inner.diagnostics.clear();
    const bool raw_text = is_raw_text(doc, node);
    const std::string text = doc[node].what == value_kind::string ? doc.text_of(node) : std::string();
    std::string got = raw_text ? shown(text) : shown_value(doc.lexeme(node));
    inner.report(
        not_converted(schema == no_schema ? schema_graph::anything : schema, text, std::move(got), inner.code));
    for (diagnostic& f : as_written.diagnostics) {
      if (f.code != inner.code) inner.report(std::move(f));
    }
  }
  whole.json += inner.json;
  whole.take_in(inner);
  for (diagnostic& f : inner.diagnostics) whole.report(std::move(f));
}

conversion converter::array(const schema& s, const json::document& doc, std::uint32_t node) {
  if (s.items == no_schema && s.prefix_items.empty()) return untyped(doc, node, true);
  conversion whole = converted_json("[");
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n].next, ++i) {
    if (i != 0) whole.json += ',';
    part(item_schema(s, i), doc, n, std::to_string(i), whole);
  }
  whole.json += ']';
  return whole;
}

}  // namespace toolcall::typing
