// JSON values to JSON of the schema's type.
//
// A value that the model wrote as JSON has a type already: it is changed only where the schema does not admit it, and
// what is right is copied lexeme by lexeme.

#include <algorithm>

#include "typing/convert.hpp"
#include "typing/spell.hpp"

namespace toolcall::typing {
namespace {

using json::kind;

unsigned type_of(const json::document& doc, std::uint32_t node) {
  switch (doc[node].what) {
    case kind::null:
      return null_type;
    case kind::boolean:
      return boolean_type;
    case kind::string:
      return string_type;
    case kind::array:
      return array_type;
    case kind::object:
      return object_type;
    case kind::number:
      break;
  }
  return decimal::of(doc.lexeme(node)).is_integral() ? integer_type | number_type : number_type;
}

outcome copied(const json::document& doc, std::uint32_t node) {
  outcome o;
  doc.append_compact(node, o.json);
  return o;
}

bool is_member(const schema::member& m, const json::document& doc, std::uint32_t node) {
  const unsigned type = type_of(doc, node);
  if ((type & m.type) == 0) return false;
  if (type == string_type) return doc.text_of(node) == m.text;
  if ((type & number_type) != 0) return compare(decimal::of(doc.lexeme(node)), decimal::of(m.text)) == 0;
  return copied(doc, node).json == m.text;
}

}  // namespace

bool converter::is_placed(const json::document& doc, std::uint32_t node) const {
  return &doc == placed_in_ && std::binary_search(places_.begin(), places_.end(), doc[node].begin);
}

bool converter::is_raw_text(const json::document& doc, std::uint32_t node) const {
  return doc[node].what == kind::string && is_placed(doc, node);
}

outcome converter::value(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  if (schema != no_schema && is_raw_text(doc, node)) return raw(schema, doc.text_of(node), types);
  if (schema == no_schema || schemas_[schema].anything) return copied(doc, node);
  const auto list = alternatives(schema, types);
  if (list.empty()) return outcome::refused();
  if (list.size() > 1) return value_union(list, doc, node);
  const auto& s = schemas_[list[0].schema];
  if (s.members) return value_member(s, doc, node, list[0].type);
  return value_typed(list[0].schema, doc, node, list[0].type);
}

outcome converter::value_union(const std::vector<alternative>& list, const json::document& doc, std::uint32_t node) {
  std::vector<outcome> results;
  for (const auto& [schema, type] : list) {
    if (budget_ == 0) return outcome::refused();
    --budget_;
    results.push_back(value(schema, doc, node, type));
    if (results.back().valid && results.back().cost == 0) return results.back();
  }
  return least(std::move(results));
}

outcome converter::value_member(const schema& s, const json::document& doc, std::uint32_t node, unsigned types) {
  for (const schema::member& m : *s.members) {
    if ((m.type & types) != 0 && is_member(m, doc, node)) return copied(doc, node);
  }
  if (doc[node].what == kind::string) return raw_member(s, doc.text_of(node), types);
  if (doc[node].what == kind::number) {
    outcome o = raw_member(s, doc.lexeme(node), types & string_type, true);
    o.cost += outcome::lossless;
    return o;
  }
  return outcome::refused();
}

outcome converter::value_typed(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  const auto& s = schemas_[schema];
  const bool numeric = (types & (integer_type | number_type)) != 0;
  if (numeric && doc[node].what == kind::number) return number(s, doc.lexeme(node), types);
  if ((type_of(doc, node) & types) == 0) return other_type(schema, doc, node, types);
  if (types == array_type) return array(s, doc, node);
  if (types == object_type) return object(schema, doc, node);
  outcome o = copied(doc, node);
  if (types == string_type) o.valid = string_holds(s, doc.text_of(node));
  return o;
}

outcome converter::number(const schema& s, std::string_view lexeme, unsigned types) {
  const decimal d = decimal::of(lexeme);
  if (d.is_out_of_range() || (types == integer_type && !d.is_integral())) return outcome::refused();
  outcome o;
  const bool spelled = types == integer_type && lexeme.find_first_of(".eE") != lexeme.npos;
  o.json = spelled ? d.integer_text() : std::string(lexeme);
  o.valid = number_holds(s, lexeme);
  return o;
}

// The schema does not admit the type that the value has.
outcome converter::other_type(int schema, const json::document& doc, std::uint32_t node, unsigned types) {
  const json::node& n = doc[node];
  const std::string_view lexeme = doc.lexeme(node);
  // What the dialect's own syntax says is an object is no list of one.
  if (types == array_type && n.what == kind::object && is_placed(doc, node)) return outcome::refused();
  if (types == array_type) {
    const outcome listed =
        n.what == kind::string ? raw_container(schema, doc.text_of(node), array_type, 1) : outcome::refused();
    if (listed.ok) return listed;
    return n.what == kind::null ? outcome::refused() : single(schema, doc, node);
  }
  if (n.what == kind::array && n.size == 1) {
    outcome inner = value(schema, doc, node + 1, types);
    return inner.ok && inner.cost == 0 ? assumed(std::move(inner), lexeme, "its one item") : outcome::refused();
  }
  if (n.what == kind::string) {
    // The text of a string is read as raw text would be.
    return types == string_type ? outcome::refused() : raw(schema, doc.text_of(node), types);
  }
  if (types == boolean_type && (lexeme == "1" || lexeme == "0")) return raw_boolean(lexeme);
  if (types != string_type || n.what == kind::null || n.what == kind::array) return outcome::refused();
  outcome o;
  std::string text;
  doc.append_compact(node, text);
  append_json_string(o.json, text);
  o.valid = string_holds(schemas_[schema], text);
  o.cost = outcome::lossless;
  return n.what == kind::number ? o : assumed(std::move(o), lexeme, "a string");
}

outcome converter::single(int schema, const json::document& doc, std::uint32_t node) {
  const auto& s = schemas_[schema];
  const int items = s.prefix_items.empty() ? s.items : s.prefix_items[0];
  if (wraps_ == max_wraps) return outcome::refused();
  ++wraps_;
  outcome item = value(items, doc, node);
  --wraps_;
  if (!item.ok || !item.valid) return outcome::refused();
  item.json = "[" + item.json + "]";
  return assumed(std::move(item), doc.lexeme(node), "an array of one item");
}

void converter::part(int schema, const json::document& doc, std::uint32_t node, std::string_view step, outcome& whole) {
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, step);
  outcome inner = value(schema, doc, node);
  if (!inner.ok) {
    inner.whole = false;
    const std::string got(is_raw_text(doc, node) ? doc.text_of(node) : std::string(doc.lexeme(node)));
    if (whole.findings.size() < max_value_findings) inner.findings = {not_converted(schema, got)};
    inner.json.clear();
    doc.append_compact(node, inner.json);
  }
  pointer_.resize(length);
  whole.json += inner.json;
  whole.valid = whole.valid && inner.valid;
  whole.cost += inner.cost;
  whole.whole = whole.whole && inner.whole;
  for (finding& f : inner.findings) {
    if (whole.findings.size() < max_value_findings) whole.findings.push_back(std::move(f));
  }
}

outcome converter::array(const schema& s, const json::document& doc, std::uint32_t node) {
  if (s.items == no_schema && s.prefix_items.empty()) return copied(doc, node);
  outcome whole;
  whole.json = "[";
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n].next, ++i) {
    if (i != 0) whole.json += ',';
    part(i < s.prefix_items.size() ? s.prefix_items[i] : s.items, doc, n, std::to_string(i), whole);
  }
  whole.json += ']';
  return whole;
}

outcome converter::object(int schema, const json::document& doc, std::uint32_t node) {
  const auto& s = schemas_[schema];
  outcome whole;
  whole.json = "{";
  std::map<std::string, std::string> seen;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n + 1].next) {
    std::string name = doc.text_of(n);
    std::string written = copied(doc, n + 1).json;
    if (const auto first = seen.find(name); first != seen.end()) {
      if (first->second != written) duplicate(name, whole);
      continue;
    }
    int property = schemas_.property(schema, name);
    if (s.closed && property == no_schema) whole.valid = false;
    // Nobody said what it is, so raw text stays text.
    if (property != no_schema && schemas_[property].anything && s.field(name) == no_schema) property = no_schema;
    if (whole.json.size() > 1) whole.json += ',';
    whole.json += doc.lexeme(n);
    whole.json += ':';
    part(property, doc, n + 1, name, whole);
    seen.emplace(std::move(name), std::move(written));
  }
  whole.json += '}';
  for (const std::string& name : s.required) {
    if (!seen.contains(name)) whole.valid = false;
  }
  return whole;
}

void converter::duplicate(std::string_view name, outcome& whole) const {
  whole.valid = false;
  if (whole.findings.size() >= max_value_findings) return;
  std::string pointer = pointer_;
  json::append_step(pointer, name);
  whole.findings.push_back(
      {"duplicate_field", std::move(pointer), "given again with another value; the first counts", false, true});
}

}  // namespace toolcall::typing
