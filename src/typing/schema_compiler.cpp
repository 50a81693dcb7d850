// Compiles a normalised schema into the graph.
//
// Definitions have their places before anything is compiled, so a reference is a number from the start: recursion in a
// schema is a circle in the graph, and a long chain of references is not deep recursion here.

#include <algorithm>

#include "typing/normalise.hpp"
#include "typing/schema.hpp"

namespace toolcall::typing {

class schema_compiler {
 public:
  schema_compiler(schema_graph& graph, const dom& normal) : graph_(graph), normal_(normal) {}

  int run() {
    first_ = graph_.schemas_.size();
    const dom* const definitions = normal_.find("definitions");
    const std::size_t count = definitions == nullptr ? 0 : definitions->members().size();
    graph_.schemas_.resize(first_ + count);
    for (std::size_t i = 0; i < count; ++i) {
      const dom& definition = definitions->at(std::to_string(i));
      if (definition.contains("$ref")) continue;  // nothing refers to it, see `target`
      schema made = compiled(definition);
      made.shared = true;
      graph_.schemas_[first_ + i] = std::move(made);
    }
    const int root = add(normal_);
    graph_.merge_parts(first_);
    return root;
  }

 private:
  int add(const dom& s) { return s.contains("$ref") ? target(s) : graph_.add(compiled(s)); }

  // A definition that is only a reference is what it refers to.
  int target(const dom& reference) const {
    const dom* s = &reference;
    std::size_t name = 0;
    while (s->contains("$ref")) {
      name = reference_of(*s);
      s = &normal_.at("definitions").at(std::to_string(name));
    }
    return static_cast<int>(first_ + name);
  }

  schema compiled(const dom& s) {
    schema out;
    if (s.is_boolean()) {
      out.never = s.is(false);
      out.anything = !out.never;
      return out;
    }
    const std::size_t keywords = s.members().size() - (s.contains("definitions") ? 1 : 0);
    out.unenforced = s.contains("unenforced");
    out.anything = keywords == (out.unenforced ? 1U : 0U);
    out.plain_string = keywords == 1 && s.contains("type") && s.at("type") == dom(dom::list{"string"});
    scalars(out, s);
    sizes(out, s);
    array(out, s);
    object(out, s);
    combined(out, s);
    return out;
  }

  void scalars(schema& out, const dom& s) {
    if (const dom* const types = s.find("type")) {
      out.types = 0;
      for (const dom& t : types->items()) out.types |= bit_of(t.text());
    }
    if (const dom* const values = s.find("enum")) members(out, values->items());
    if (const dom* const value = s.find("const")) members(out, {*value});
    bound(out, s, "minimum", schema::relation::at_least);
    bound(out, s, "exclusiveMinimum", schema::relation::above);
    bound(out, s, "maximum", schema::relation::at_most);
    bound(out, s, "exclusiveMaximum", schema::relation::below);
    if (const dom* const m = s.find("multipleOf")) out.multiples.push_back({decimal::of(m->lexeme()), m->lexeme()});
    if (const dom* const text = s.find("pattern")) out.patterns.emplace_back(compiled(text->text()), text->text());
    if (const dom* const name = s.find("format")) out.format = format_named(name->text());
  }

  static void members(schema& out, const dom::list& values) {
    member_list these;
    for (const dom& value : values) these.add(value);
    if (out.members) these.intersect(*out.members);
    out.members = std::move(these);
  }

  const pattern& compiled(const std::string& text) { return graph_.patterns().get(text).compiled; }

  static void bound(schema& out, const dom& s, const char* keyword, schema::relation is) {
    const dom* const limit = s.find(keyword);
    if (limit != nullptr) out.bounds.push_back({is, decimal::of(limit->lexeme()), limit->lexeme()});
  }

  static void sizes(schema& out, const dom& s) {
    const auto read = [&](const char* keyword, std::optional<std::uint64_t>& to) {
      if (const dom* const count = s.find(keyword)) to = count_of(*count);
    };
    read("minLength", out.min_length);
    read("maxLength", out.max_length);
    read("minItems", out.min_items);
    read("maxItems", out.max_items);
    read("minProperties", out.min_properties);
    read("maxProperties", out.max_properties);
    read("maxContains", out.max_contains);
    std::optional<std::uint64_t> contained;
    read("minContains", contained);
    out.min_contains = contained.value_or(1);
  }

  void part(int& to, const dom& s, const char* keyword) {
    if (const dom* const found = s.find(keyword)) to = add(*found);
  }
  // The same schema twice says no more than once.
  void parts(std::vector<int>& to, const dom& s, const char* keyword, bool once = false) {
    const dom* const found = s.find(keyword);
    if (found == nullptr) return;
    for (const dom& each : found->items()) {
      const int index = add(each);
      if (!once || std::find(to.begin(), to.end(), index) == to.end()) to.push_back(index);
    }
  }

  void array(schema& out, const dom& s) {
    out.unique_items = s.contains("uniqueItems");
    const dom* const items = s.find("items");
    if (items != nullptr && items->is_array()) {
      parts(out.prefix_items, s, "items");
      part(out.items, s, "additionalItems");
    } else {
      part(out.items, s, "items");
    }
    part(out.contains, s, "contains");
    part(out.unevaluated_items, s, "unevaluatedItems");
  }

  static schema::names names_in(const dom& list) {
    schema::names names;
    for (const dom& name : list.items()) names.push_back(name.text());
    return names;
  }

  void object(schema& out, const dom& s) {
    const auto each = [&](const char* keyword, auto act) {
      const dom* const found = s.find(keyword);
      if (found == nullptr) return;
      for (const auto& [name, value] : found->members()) act(name, value);
    };
    each("properties", [&](const std::string& name, const dom& v) { out.properties.emplace(name, add(v)); });
    each("patternProperties",
         [&](const std::string& name, const dom& v) { out.pattern_properties.emplace_back(compiled(name), add(v)); });
    each("dependentRequired",
         [&](const std::string& name, const dom& v) { out.dependent_required.emplace_back(name, names_in(v)); });
    each("dependentSchemas",
         [&](const std::string& name, const dom& v) { out.dependent_schemas.emplace_back(name, add(v)); });
    if (const dom* const others = s.find("additionalProperties")) {
      out.closed = others->is(false);
      if (!out.closed) out.additional = add(*others);
    }
    part(out.property_names, s, "propertyNames");
    part(out.unevaluated_properties, s, "unevaluatedProperties");
    if (const dom* const required = s.find("required")) out.required = names_in(*required);
  }

  void combined(schema& out, const dom& s) {
    parts(out.all_of, s, "allOf", true);
    parts(out.any_of, s, "anyOf");
    parts(out.one_of, s, "oneOf");
    part(out.none_of, s, "not");
    part(out.condition, s, "if");
    part(out.then, s, "then");
    part(out.otherwise, s, "else");
  }

  schema_graph& graph_;
  const dom& normal_;
  std::size_t first_ = 0;
};

int schema_graph::add(const dom& normal) {
  return schema_compiler(*this, normal).run();
}

}  // namespace toolcall::typing
