// Compiles a normalised schema into a graph of small structs.
//
// References become indices, so recursion in a schema is a circle in the graph; parts of an allOf are merged into one
// struct afterwards, because a part may still be under construction when it is first met.

#include "typing/schema.hpp"

#include <algorithm>
#include <cmath>

#include "ascii.hpp"

namespace toolcall::typing {

unsigned bit_of(std::string_view type) {
  if (type == "null") return null_type;
  if (type == "boolean") return boolean_type;
  if (type == "integer") return integer_type;
  if (type == "number") return number_type | integer_type;
  if (type == "string") return string_type;
  return type == "array" ? array_type : object_type;
}

namespace {

schema::member member_of(const nlohmann::json& value) {
  if (value.is_string()) return {string_type, value.get<std::string>()};
  std::string text = value.dump();
  if (value.is_null()) return {null_type, std::move(text)};
  if (value.is_boolean()) return {boolean_type, std::move(text)};
  if (value.is_number_integer()) return {integer_type, std::move(text)};
  if (value.is_number()) return {number_type, std::move(text)};
  return {value.is_array() ? array_type : object_type, std::move(text)};
}

bool same(const schema::bound& a, const schema::bound& b) {
  return a.is == b.is && a.spelled == b.spelled;
}
template <typename Part>
bool same(const Part& a, const Part& b) {
  return a == b;
}

// What is there already is not added again: parts of parts of parts may lead to the same one in many ways.
template <typename Part>
void append(std::vector<Part>& to, const std::vector<Part>& from) {
  for (const Part& part : from) {
    if (std::none_of(to.begin(), to.end(), [&](const Part& p) { return same(p, part); })) to.push_back(part);
  }
}

}  // namespace

class schema_compiler {
 public:
  schema_compiler(schema_graph& graph, const nlohmann::json& normal) : graph_(graph), normal_(normal) {}

  int run() {
    const std::size_t first = graph_.schemas_.size();
    const int root = compile(normal_);
    // One after the other, and not where they are met: a long chain of references would be a deep recursion.
    while (!queue_.empty()) {
      const auto [index, definition] = queue_.back();
      queue_.pop_back();
      fill(index, *definition);
    }
    done_.assign(graph_.schemas_.size(), false);
    for (std::size_t i = first; i < graph_.schemas_.size(); ++i) merge_parts(static_cast<int>(i));
    for (std::size_t i = first; i < graph_.schemas_.size(); ++i) {
      schema& s = graph_.schemas_[i];
      for (const auto& [name, ignored] : s.properties) s.styles.add(name);
      s.needed.insert(s.required.begin(), s.required.end());
    }
    return root;
  }

 private:
  int reserve() {
    graph_.schemas_.emplace_back();
    return static_cast<int>(graph_.schemas_.size() - 1);
  }

  int compile(const nlohmann::json& s) {
    if (s.is_object() && s.contains("$ref")) return target(s);
    const int index = reserve();
    fill(index, s);
    return index;
  }

  // Reserved before it is filled: a recursive schema meets itself on the way.
  int target(const nlohmann::json& reference) {
    const nlohmann::json* s = &reference;
    std::size_t name = 0;
    while (s->is_object() && s->contains("$ref")) {
      name = reference_of(*s);
      s = &normal_.at("definitions").at(std::to_string(name));
    }
    const auto [known, fresh] = targets_.try_emplace(name, no_schema);
    if (!fresh) return known->second;
    known->second = reserve();
    queue_.emplace_back(known->second, s);
    return known->second;
  }

  void fill(int index, const nlohmann::json& s) {
    schema out;
    if (s.is_boolean()) {
      out.never = s == false;
      out.anything = !out.never;
    } else {
      const std::size_t keywords = s.size() - s.count("definitions");
      out.anything = keywords == s.count("unenforced");
      out.plain_string = keywords == 1 && s.contains("type") && s["type"] == nlohmann::json::array({"string"});
      scalars(out, s);
      array(out, s);
      object(out, s);
      combined(out, s);
    }
    graph_.schemas_[static_cast<std::size_t>(index)] = std::move(out);
  }

  void scalars(schema& out, const nlohmann::json& s) {
    if (s.contains("type")) {
      out.types = 0;
      for (const auto& t : s["type"]) out.types |= bit_of(t.get_ref<const std::string&>());
    }
    if (s.contains("const")) out.members = {member_of(s["const"])};
    if (s.contains("enum") && !out.members) {
      out.members.emplace();
      for (const auto& value : s["enum"]) out.members->push_back(member_of(value));
    }
    if (s.contains("minLength")) out.min_length = s["minLength"].get<std::uint64_t>();
    if (s.contains("maxLength")) out.max_length = s["maxLength"].get<std::uint64_t>();
    if (s.contains("pattern")) {
      const auto& text = s["pattern"].get_ref<const std::string&>();
      out.patterns.emplace_back(graph_.patterns().get(text).compiled, text);
    }
    bound(out, s, "minimum", schema::relation::at_least);
    bound(out, s, "exclusiveMinimum", schema::relation::above);
    bound(out, s, "maximum", schema::relation::at_most);
    bound(out, s, "exclusiveMaximum", schema::relation::below);
    if (s.contains("multipleOf")) out.multiples.push_back(s["multipleOf"].dump());
  }

  static void bound(schema& out, const nlohmann::json& s, const char* name, schema::relation is) {
    if (!s.contains(name)) return;
    std::string text = s[name].dump();
    const bool big = std::abs(s[name].get<double>()) >= 9007199254740991.0;
    out.bounds.push_back({is, decimal::of(text), std::move(text), big});
  }

  void array(schema& out, const nlohmann::json& s) {
    out.unique_items = s.contains("uniqueItems");
    if (!s.contains("items")) return;
    if (!s["items"].is_array()) {
      out.items = compile(s["items"]);
      return;
    }
    for (const auto& item : s["items"]) out.prefix_items.push_back(compile(item));
    if (s.contains("additionalItems")) out.items = compile(s["additionalItems"]);
  }

  void object(schema& out, const nlohmann::json& s) {
    if (s.contains("properties")) {
      for (const auto& [name, value] : s["properties"].items()) out.properties.emplace(name, compile(value));
    }
    if (s.contains("patternProperties")) {
      for (const auto& [name, value] : s["patternProperties"].items()) {
        out.pattern_properties.emplace_back(graph_.patterns().get(name).compiled, compile(value));
      }
    }
    if (s.contains("additionalProperties")) {
      out.closed = s["additionalProperties"] == false;
      if (!out.closed) out.additional = compile(s["additionalProperties"]);
    }
    if (s.contains("propertyNames")) out.property_names = compile(s["propertyNames"]);
    if (s.contains("required")) out.required = s["required"].get<std::vector<std::string>>();
  }

  void combined(schema& out, const nlohmann::json& s) {
    for (const char* name : {"anyOf", "oneOf"}) {
      if (!s.contains(name)) continue;
      for (const auto& branch : s[name]) out.branches.push_back(compile(branch));
      break;  // both at once: the second is left to the judge
    }
    if (!s.contains("allOf")) return;
    for (const auto& part : s["allOf"]) {
      const int index = compile(part);
      if (std::find(out.all_of.begin(), out.all_of.end(), index) == out.all_of.end()) out.all_of.push_back(index);
    }
  }

  // Ends because no schema reaches itself through its parts.
  void merge_parts(int index) {
    const auto i = static_cast<std::size_t>(index);
    if (i < done_.size() && done_[i]) return;
    if (i < done_.size()) done_[i] = true;
    const std::vector<int> parts = graph_[index].all_of;
    for (const int part : parts) {
      merge_parts(part);
      merge(graph_.schemas_[i], graph_[part]);
    }
  }

  static std::vector<schema::member> common(const std::vector<schema::member>& a,
                                            const std::vector<schema::member>& b) {
    std::set<std::pair<unsigned, std::string_view>> others;
    for (const schema::member& m : b) others.emplace(m.type, m.text);
    std::vector<schema::member> both;
    for (const schema::member& m : a) {
      if (others.contains({m.type, m.text})) both.push_back(m);
    }
    return both;
  }

  static void merge(schema& to, const schema& from) {
    to.types &= from.types;
    to.never = to.never || from.never;
    if (from.members) to.members = to.members ? common(*to.members, *from.members) : *from.members;
    if (from.min_length) to.min_length = std::max(to.min_length.value_or(0), *from.min_length);
    if (from.max_length) to.max_length = std::min(to.max_length.value_or(*from.max_length), *from.max_length);
    append(to.patterns, from.patterns);
    append(to.bounds, from.bounds);
    append(to.multiples, from.multiples);
    if (to.items == no_schema && to.prefix_items.empty()) {
      to.items = from.items;
      to.prefix_items = from.prefix_items;
    }
    to.unique_items = to.unique_items || from.unique_items;
    to.properties.insert(from.properties.begin(), from.properties.end());
    append(to.pattern_properties, from.pattern_properties);
    to.closed = to.closed || from.closed;
    if (to.additional == no_schema) to.additional = from.additional;
    if (to.property_names == no_schema) to.property_names = from.property_names;
    append(to.required, from.required);
    if (to.branches.empty()) to.branches = from.branches;
  }

  schema_graph& graph_;
  const nlohmann::json& normal_;
  std::map<std::size_t, int> targets_;
  std::vector<std::pair<int, const nlohmann::json*>> queue_;
  std::vector<bool> done_;
};

int schema_graph::add(const nlohmann::json& normal) {
  return schema_compiler(*this, normal).run();
}

int schema_graph::add(schema s) {
  schemas_.push_back(std::move(s));
  return static_cast<int>(schemas_.size() - 1);
}

std::string key_styles::folded(std::string_view name) {
  std::string out = ascii::lowered(name);
  std::erase_if(out, [](char c) { return c == '_' || c == '-' || c == ' '; });
  return out;
}

void key_styles::add(const std::string& name) {
  const auto [known, fresh] = names_.try_emplace(folded(name), name);
  if (!fresh && known->second != name) known->second.clear();
}

std::string_view key_styles::find(std::string_view name) const {
  const auto found = names_.find(folded(name));
  return found == names_.end() || found->first.empty() ? std::string_view() : found->second;
}

bool schema_graph::names(int object, std::string_view name) const {
  const schema& s = (*this)[object];
  return s.field(name) != no_schema || std::any_of(s.pattern_properties.begin(), s.pattern_properties.end(),
                                                   [&](const auto& p) { return matches(*p.first, name); });
}

int schema_graph::property(int object, std::string_view name) const {
  const schema& s = (*this)[object];
  if (const int own = s.field(name); own != no_schema) return own;
  for (const auto& [expression, index] : s.pattern_properties) {
    if (matches(*expression, name)) return index;
  }
  return s.additional;
}

}  // namespace toolcall::typing
