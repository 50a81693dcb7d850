// Normalises a tool's schema, once.
//
// What annotates is removed, what is spelled in another draft's way (or in no draft's way, but often) is rewritten, and
// what cannot be understood is left out with a remark: a tool with one odd keyword is still a tool. References are
// gathered in one place, so that rewriting keywords cannot break the pointers into them. One that leads nowhere or
// round in a circle is refused, because nobody knows what its author wanted to allow.

#include "typing/normalise.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "typing/format.hpp"
#include "typing/json.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {
namespace {

using dom = nlohmann::json;

constexpr unsigned max_depth = 64;
constexpr std::size_t max_subschemas = 4096;
constexpr std::size_t max_members = 1024;
constexpr std::size_t max_pattern = 1000;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string step(const std::string& pointer, std::string_view name) {
  std::string out = pointer;
  json::append_step(out, name);
  return out;
}

// What older drafts and other tools call a keyword.
std::string current_name(const std::string& k) {
  if (k == "divisibleBy") return "multipleOf";
  if (k == "extends") return "allOf";
  if (k == "disallow") return "not";
  if (k == "$dynamicRef" || k == "$recursiveRef") return "$ref";
  if (k == "dependencies") return "dependentSchemas";
  return k;
}

std::string dumped(const dom& value) {
  std::string text = value.dump(-1, ' ', false, dom::error_handler_t::replace);
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

class normaliser {
 public:
  normaliser(const dom& source, std::string pointer, pattern_set& patterns, remarks& found)
      : source_(source), base_(std::move(pointer)), patterns_(patterns), found_(found) {}

  dom run() {
    dom root = schema(source_, base_, 0);
    dom definitions = dom::object();
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const auto [target, pointer] = queue_[i];
      definitions[std::to_string(i)] = schema(*target, pointer, 0);
    }
    if (const std::size_t circle = circle_in(root, definitions); circle != no_circle) {
      throw refusal(code::circular_reference, queue_[circle].second,
                    "the schema refers to itself without going into the value, so no value could be judged");
    }
    if (!definitions.empty()) root["definitions"] = std::move(definitions);
    return root;
  }

 private:
  // Notes a keyword that is left out, so that what it forbids is taken.
  void leave_out(dom& s, const std::string& at, std::string message, code why = code::keyword_not_enforced) {
    found_.add(why, at, std::move(message));
    s["unenforced"] = true;
  }

  dom schema(const dom& s, const std::string& at, unsigned depth) {
    if (depth > max_depth) throw refusal(code::schema_too_deep, at, "the schema is nested more than 64 deep");
    if (++subschemas_ > max_subschemas) {
      throw refusal(code::too_many_subschemas, at, "the schema has more than 4096 subschemas");
    }
    if (s.is_boolean()) return s;
    dom out = dom::object();
    if (!s.is_object()) {
      leave_out(out, at, "a schema must be an object or a boolean; any value is taken here", code::schema_not_enforced);
      return out;
    }
    for (const auto& [name, value] : s.items()) {
      if (!value.is_null() || name == "const") keyword(name, value, out, step(at, name), depth);
    }
    undeclared(s, at);
    join_keywords(out);
    return out;
  }

  void keyword(const std::string& written, const dom& v, dom& out, const std::string& at, unsigned depth) {
    const std::string k = current_name(written);
    if (is_one_of(k, {"allOf", "anyOf", "oneOf", "prefixItems"})) {
      schemas(k, v, out, at, depth);
    } else if (written == "disallow") {
      type(v, out["not"] = dom::object(), at, depth);
    } else if (is_one_of(k, {"not", "if", "then", "else", "additionalProperties", "additionalItems", "contains",
                             "propertyNames", "unevaluatedItems", "unevaluatedProperties"})) {
      out[k] = schema(v, at, depth + 1);
    } else if (k == "items") {
      out[k] = v.is_array() ? list(v, at, depth) : schema(v, at, depth + 1);
    } else if (is_one_of(k, {"properties", "patternProperties", "dependentSchemas", "dependentRequired"})) {
      members(k, v, out, at, depth);
    } else if (k == "type") {
      type(v, out, at, depth);
    } else if (k == "required") {
      required(v, out, at);
    } else if (k == "$ref") {
      if (k != written) found_.add(code::dynamic_reference, at, "is read as a plain $ref");
      reference(v, out, at);
    } else {
      assertion(k, v, out, at);
    }
  }

  // Keywords whose value is no schema.
  void assertion(const std::string& k, const dom& v, dom& out, const std::string& at) {
    if (is_one_of(k, {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
                      "maxContains"})) {
      if (!v.is_number_integer() || v < 0) return leave_out(out, at, "must be a whole number that is not negative");
      out[k] = v;
    } else if (is_one_of(k, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})) {
      bound(k, v, out, at);
    } else if (k == "uniqueItems" || k == "nullable") {
      if (v == true) out[k] = v;
    } else if (k == "pattern") {
      if (!v.is_string()) return leave_out(out, at, "must be a string");
      if (compiles(v.get_ref<const std::string&>(), out, at)) out[k] = v;
    } else if (k == "format") {
      format(v, out, at);
    } else if (k == "enum") {
      if (!v.is_array() || v.empty()) return leave_out(out, at, "must be an array of values");
      if (v.size() > max_members) throw refusal(code::too_many_values, at, "has more than 1024 values");
      out[k] = v;
    } else if (k == "const") {
      out[k] = v;
    } else if (k == "contentSchema") {
      leave_out(out, at, "the inside of a string is not checked");
    }
  }

  void bound(const std::string& k, const dom& v, dom& out, const std::string& at) {
    const bool draft_4 = v.is_boolean() && k.starts_with("exclusive");
    if (!v.is_number() && !draft_4) return leave_out(out, at, "must be a number");
    if (k == "multipleOf") {
      if (v <= 0) return leave_out(out, at, "must be positive");
      if (!is_multiple(decimal::of("1"), decimal::of(v.dump()))) {
        return leave_out(out, at, "has too many digits to be checked");
      }
    }
    out[k] = v;
  }

  bool compiles(const std::string& text, dom& out, const std::string& at) {
    if (text.size() > max_pattern) throw refusal(code::pattern_too_long, at, "is longer than 1000 bytes");
    const auto& [compiled, problem] = patterns_.get(text);
    if (compiled) return true;
    leave_out(out, at, "the pattern cannot be checked in linear time (" + problem + ")", code::pattern_not_enforced);
    return false;
  }

  void format(const dom& v, dom& out, const std::string& at) {
    if (!v.is_string()) return leave_out(out, at, "must be a string");
    out["format"] = v;
    if (format_named(v.get_ref<const std::string&>()) != nullptr) return;
    leave_out(out, at, "the format " + dumped(v) + " is not checked", code::format_not_enforced);
  }

  // Draft 3 has one schema where later ones have a list.
  void schemas(const std::string& k, const dom& v, dom& out, const std::string& at, unsigned depth) {
    if (v.is_object() && k != "prefixItems") {
      out[k].push_back(schema(v, at, depth + 1));
    } else if (!v.is_array()) {
      leave_out(out, at, "must be an array of schemas");
    } else {
      for (dom& part : list(v, at, depth)) out[k].push_back(std::move(part));
    }
  }

  dom list(const dom& v, const std::string& at, unsigned depth) {
    dom out = dom::array();
    for (std::size_t i = 0; i < v.size(); ++i) out.push_back(schema(v[i], step(at, std::to_string(i)), depth + 1));
    return out;
  }

  void members(const std::string& k, const dom& v, dom& out, const std::string& at, unsigned depth) {
    if (v.is_array() && v.empty()) return;  // an empty map, as PHP writes it
    if (!v.is_object()) return leave_out(out, at, "must be an object of schemas");
    if (k == "properties") out[k] = dom::object();
    for (const auto& [name, value] : v.items()) {
      const std::string here = step(at, name);
      const bool names = value.is_array() || value.is_string();
      if (k == "patternProperties" && !compiles(name, out, here)) {
        out["unknown_names"] = true;
      } else if (k.starts_with("depend") && names) {
        out["dependentRequired"][name] = names_of(value, out, here);
      } else if (k != "dependentRequired") {
        out[k][name] = schema(value, here, depth + 1);
      } else if (!value.is_null()) {
        leave_out(out, here, "must be an array of names");
      }
      if (k == "properties" && value.is_object() && value.value("required", dom()) == true) {
        out["required"].push_back(name);  // draft 3
      }
    }
  }

  // One name may stand without a list.
  dom names_of(const dom& v, dom& out, const std::string& at) {
    if (v.is_string()) return dom::array({v});
    dom names = dom::array();
    for (const dom& name : v) {
      if (name.is_string()) {
        names.push_back(name);
      } else {
        leave_out(out, at, "must be an array of names; " + dumped(name) + " is none");
      }
    }
    return names;
  }

  void required(const dom& v, dom& out, const std::string& at) {
    if (v.is_boolean() || (v.is_object() && v.empty())) return;  // draft 3: the parent's business; an empty list of PHP
    if (!v.is_array() && !v.is_string()) return leave_out(out, at, "must be an array of names");
    for (dom& name : names_of(v, out, at)) out["required"].push_back(std::move(name));
  }

  // A call that leaves it out is refused, and one that gives it is refused too.
  void undeclared(const dom& s, const std::string& at) {
    const auto required = s.find("required"), properties = s.find("properties");
    if (required == s.end() || !required->is_array() || s.value("additionalProperties", dom()) != false) return;
    if (s.contains("patternProperties")) return;
    for (const dom& name : *required) {
      if (!name.is_string()) continue;
      if (properties != s.end() && properties->is_object() && properties->contains(name.get_ref<const std::string&>()))
        continue;
      found_.add(code::required_undeclared, step(at, "required"),
                 dumped(name) + " is required, but neither declared nor allowed: no arguments can fit");
    }
  }

  void type(const dom& v, dom& out, const std::string& at, unsigned depth) {
    dom types = dom::array(), others = dom::array();
    for (const dom& t : v.is_array() ? v : dom::array({v})) {
      if (t.is_object()) {  // draft 3
        others.push_back(schema(t, at, depth + 1));
        continue;
      }
      const std::string written = t.is_string() ? t.get<std::string>() : "";
      if (written == "any") return;
      if (t.is_null()) continue;
      const std::string name = type_named(written);
      if (name.empty()) return leave_out(out, at, "there is no type " + dumped(t) + "; any value is taken");
      if (name != written) found_.add(code::type_alias, at, dumped(t) + " is read as \"" + name + "\"");
      if (std::find(types.begin(), types.end(), name) == types.end()) types.push_back(name);
    }
    if (others.empty()) {
      if (!types.empty()) out["type"] = std::move(types);
      return;
    }
    if (!types.empty()) others.push_back({{"type", std::move(types)}});
    out["allOf"].push_back({{"anyOf", std::move(others)}});
  }

  void reference(const dom& v, dom& out, const std::string& at) {
    if (!v.is_string()) return leave_out(out, at, "must be a string; any value is taken here");
    const auto& text = v.get_ref<const std::string&>();
    const auto known = targets_.find(text);
    if (known != targets_.end()) return refer(out, known->second);
    const target found = resolve(source_, text);
    if (found.remote) {
      throw refusal(code::remote_reference, at,
                    "only references into the schema itself (#...) are followed, and " + dumped(v) + " is none");
    }
    if (found.schema == nullptr) throw refusal(code::reference_not_found, at, dumped(v) + " reaches no schema");
    const auto [place, fresh] = by_schema_.try_emplace(found.schema, queue_.size());
    if (fresh) queue_.emplace_back(found.schema, base_ + found.pointer);
    targets_.emplace(text, place->second);
    refer(out, place->second);
  }

  // "extends" and "$dynamicRef" may bring a second one.
  static void refer(dom& out, std::size_t definition) {
    const std::string text = "#/definitions/" + std::to_string(definition);
    if (!out.contains("$ref")) {
      out["$ref"] = text;
    } else {
      out["allOf"].push_back({{"$ref", text}});
    }
  }

  const dom& source_;
  std::string base_;
  pattern_set& patterns_;
  remarks& found_;
  std::size_t subschemas_ = 0;
  std::map<std::string, std::size_t> targets_;
  std::map<const dom*, std::size_t> by_schema_;
  std::vector<std::pair<const dom*, std::string>> queue_;
};

}  // namespace

dom normalise(const dom& schema, const std::string& pointer, pattern_set& patterns, remarks& found) {
  return normaliser(schema, pointer, patterns, found).run();
}

}  // namespace toolcall::typing
