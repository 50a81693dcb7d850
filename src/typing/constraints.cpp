// Compiles a normalised schema into constraints. Definitions come first, so that a reference is a number from the start
// and a chain of them no recursion.

#include "typing/constraints.hpp"

#include "typing/dom.hpp"
#include "typing/spell.hpp"

namespace toolcall::typing {
namespace {

using dom = nlohmann::json;

class compiler {
 public:
  compiler(const dom& normal, pattern_set& patterns) : normal_(normal), patterns_(patterns) {}

  constraints run() {
    const auto definitions = normal_.find("definitions");
    const std::size_t count = definitions == normal_.end() ? 0 : definitions->size();
    out_.all.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      constraint made = filled(definitions->at(std::to_string(i)));
      made.shared = true;
      out_.all[i] = std::move(made);
    }
    out_.root = add(normal_);
    return std::move(out_);
  }

 private:
  int add(const dom& s) {
    if (s.is_object() && s.contains("$ref")) return static_cast<int>(reference_of(s));
    constraint made = filled(s);
    out_.all.push_back(std::move(made));
    return static_cast<int>(out_.all.size() - 1);
  }

  constraint filled(const dom& s) {
    constraint c;
    if (s.is_boolean()) {
      c.never = s == false;
      return c;
    }
    if (s.contains("$ref")) {  // of a definition that is only that
      c.all_of.push_back(static_cast<int>(reference_of(s)));
      return c;
    }
    c.unknown = s.contains("unenforced");
    scalars(c, s);
    sizes(c, s);
    array(c, s);
    object(c, s);
    combined(c, s);
    return c;
  }

  void scalars(constraint& c, const dom& s) {
    if (s.contains("type")) {
      c.types = 0;
      for (const dom& t : s["type"]) c.types |= bit_of(t.get_ref<const std::string&>());
    }
    for (const char* k : {"enum", "const"}) {
      if (!s.contains(k)) continue;
      std::set<std::string> these;
      c.shown_members.clear();
      for (const dom& value : *k == 'c' ? dom::array({s[k]}) : s[k]) {
        these.insert(canonical(value));
        c.shown_members.push_back(value.is_string() ? value.get<std::string>() : value.dump());
      }
      if (c.members) std::erase_if(these, [&](const std::string& m) { return !c.members->contains(m); });
      c.members = std::move(these);
    }
    bound(c, s, "minimum", schema::relation::at_least);
    bound(c, s, "exclusiveMinimum", schema::relation::above);
    bound(c, s, "maximum", schema::relation::at_most);
    bound(c, s, "exclusiveMaximum", schema::relation::below);
    if (s.contains("multipleOf")) c.multiples.emplace_back(decimal::of(s["multipleOf"].dump()), s["multipleOf"].dump());
    if (s.contains("pattern")) c.patterns.emplace_back(compiled(s["pattern"]), s["pattern"].get<std::string>());
    if (s.contains("format")) c.form = format_named(s["format"].get_ref<const std::string&>());
  }

  const pattern& compiled(const dom& text) { return patterns_.get(text.get_ref<const std::string&>()).compiled; }

  static void bound(constraint& c, const dom& s, const char* name, schema::relation is) {
    if (!s.contains(name)) return;
    std::string text = s[name].dump();
    c.bounds.push_back({is, decimal::of(text), std::move(text), false});
  }

  static void sizes(constraint& c, const dom& s) {
    const auto read = [&](const char* k, std::optional<std::uint64_t>& to) {
      if (s.contains(k)) to = s[k].get<std::uint64_t>();
    };
    read("minLength", c.min_length);
    read("maxLength", c.max_length);
    read("minItems", c.min_items);
    read("maxItems", c.max_items);
    read("minProperties", c.min_properties);
    read("maxProperties", c.max_properties);
    read("maxContains", c.max_contains);
    if (s.contains("minContains")) c.min_contains = s["minContains"].get<std::uint64_t>();
  }

  void part(int& to, const dom& s, const char* k) {
    if (s.contains(k)) to = add(s[k]);
  }
  void parts(std::vector<int>& to, const dom& s, const char* k) {
    if (!s.contains(k)) return;
    for (const dom& each : s[k]) to.push_back(add(each));
  }

  void array(constraint& c, const dom& s) {
    c.unique_items = s.contains("uniqueItems");
    if (s.contains("items") && s["items"].is_array()) {
      parts(c.prefix_items, s, "items");
      part(c.items, s, "additionalItems");
    } else {
      part(c.items, s, "items");
    }
    part(c.contains, s, "contains");
    part(c.unevaluated_items, s, "unevaluatedItems");
  }

  void object(constraint& c, const dom& s) {
    const auto each = [&](const char* k, auto act) {
      if (!s.contains(k)) return;
      for (const auto& [name, value] : s[k].items()) act(name, value);
    };
    each("properties", [&](const std::string& name, const dom& v) { c.properties.emplace(name, add(v)); });
    each("patternProperties",
         [&](const std::string& name, const dom& v) { c.pattern_properties.emplace_back(compiled(name), add(v)); });
    each("dependentRequired", [&](const std::string& name, const dom& v) {
      c.dependent_required.emplace_back(name, v.get<constraint::names>());
    });
    each("dependentSchemas",
         [&](const std::string& name, const dom& v) { c.dependent_schemas.emplace_back(name, add(v)); });
    part(c.additional, s, "additionalProperties");
    part(c.property_names, s, "propertyNames");
    part(c.unevaluated_properties, s, "unevaluatedProperties");
    if (s.contains("required")) c.required = s["required"].get<constraint::names>();
  }

  void combined(constraint& c, const dom& s) {
    parts(c.all_of, s, "allOf");
    parts(c.any_of, s, "anyOf");
    parts(c.one_of, s, "oneOf");
    part(c.none_of, s, "not");
    part(c.condition, s, "if");
    part(c.then, s, "then");
    part(c.otherwise, s, "else");
  }

  const dom& normal_;
  pattern_set& patterns_;
  constraints out_;
};

std::string canonical_number(std::string_view lexeme) {
  const decimal d = decimal::of(lexeme);
  if (d.is_zero()) return "0";
  return (d.negative ? "-" : "") + d.digits + 'e' + std::to_string(d.exponent);
}

std::string in_braces(const std::map<std::string, std::string>& members) {
  std::string out = "{";
  for (const auto& [name, value] : members) {
    append_json_string(out, name);
    out += ':' + value + ',';
  }
  return out + '}';
}

}  // namespace

constraints compile_constraints(const dom& normal, pattern_set& patterns) {
  return compiler(normal, patterns).run();
}

std::string canonical(const json::document& doc, std::uint32_t node) {
  std::string out;
  switch (doc[node].what) {
    case json::kind::string:
      append_json_string(out, well_formed(doc.text_of(node)));
      return out;
    case json::kind::number:
      return canonical_number(doc.lexeme(node));
    case json::kind::array:
      out = "[";
      for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n].next) out += canonical(doc, n) + ',';
      return out + ']';
    case json::kind::object:
      break;
    default:
      return std::string(doc.lexeme(node));
  }
  std::map<std::string, std::string> members;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n + 1].next) {
    std::string name = well_formed(doc.text_of(n));
    if (!members.contains(name)) members.emplace(std::move(name), canonical(doc, n + 1));
  }
  return in_braces(members);
}

std::string canonical(const dom& value) {
  std::string out;
  if (value.is_string()) {
    append_json_string(out, value.get_ref<const std::string&>());
    return out;
  }
  if (value.is_number()) return canonical_number(value.dump());
  if (value.is_array()) {
    out = "[";
    for (const dom& item : value) out += canonical(item) + ',';
    return out + ']';
  }
  if (!value.is_object()) return value.dump();
  std::map<std::string, std::string> members;
  for (const auto& [name, member] : value.items()) members.emplace(name, canonical(member));
  return in_braces(members);
}

}  // namespace toolcall::typing
