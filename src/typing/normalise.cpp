// Normalises a tool's schema, once.
//
// What annotates is removed, what is spelled in another draft's way (or in no draft's way, but often) is rewritten, and
// what cannot be understood is left out with an issue: a tool with one odd keyword is still a tool. References are
// gathered in one place, so that rewriting keywords cannot break the pointers into them. One that leads nowhere or
// round in a circle is an error, and so is a schema beyond the limits of size. All errors are reported, not only the
// first.

#include "typing/normalise.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "text/utf8.hpp"
#include "typing/format.hpp"
#include "typing/json.hpp"
#include "typing/keyword_names.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {
namespace {

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

// Whether the keyword at this place, such as /properties/NAME/required, stands directly in a property's schema.
bool is_of_property(std::string_view pointer) {
  for (int up = 0; up < 2; ++up) pointer = pointer.substr(0, pointer.rfind('/'));
  return pointer.ends_with("/properties");
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

std::string shown(const dom& value) {
  return utf8::shortened(json_text(value), 60);
}

dom reference_to(std::string text) {
  dom made;
  made["$ref"] = std::move(text);
  return made;
}

class normaliser {
 public:
  normaliser(const dom& source, std::string pointer, pattern_set& patterns, schema_issues& found)
      : source_(source), base_(std::move(pointer)), patterns_(patterns), found_(found) {}

  normalised run() {
    dom root = schema(source_, base_, 0);
    dom definitions = dom::map();
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const auto [target, pointer] = queue_[i];
      definitions[std::to_string(i)] = schema(*target, pointer, 0);
    }
    for (const std::size_t circle : circles_in(root, definitions)) {
      dom anything = dom::map();
      fail(code::circular_reference, anything, queue_[circle].second,
           "the schema refers to itself without going into the value, so no value could be validated");
      definitions[std::to_string(circle)] = std::move(anything);
    }
    if (!definitions.members().empty()) root["definitions"] = std::move(definitions);
    return {std::move(root), std::move(fault_)};
  }

 private:
  // Notes a keyword that is left out, so that what it forbids is taken.
  void leave_out(dom& s, const std::string& at, std::string message, code why = code::keyword_not_enforced) {
    found_.add(why, at, std::move(message));
    s["unenforced"] = true;
  }
  // Likewise, and with it the schema cannot be used.
  void fail(code why, dom& s, const std::string& at, const std::string& message) {
    if (!fault_) fault_.emplace(why, at, message);
    leave_out(s, at, message, why);
  }

  dom schema(const dom& s, const std::string& at, unsigned depth) {
    dom out = dom::map();
    if (subschemas_ > max_subschemas) {
      out["unenforced"] = true;
    } else if (depth > max_depth) {
      fail(code::schema_too_deep, out, at, "the schema is nested more than 64 deep");
    } else if (++subschemas_ > max_subschemas) {
      fail(code::too_many_subschemas, out, at, "the schema has more than 4096 subschemas");
    } else if (s.is_boolean()) {
      return s;
    } else if (!s.is_object()) {
      leave_out(out, at, "a schema must be an object or a boolean; any value is taken here", code::schema_not_enforced);
    } else {
      keywords(s, out, at, depth);
    }
    return out;
  }

  void keywords(const dom& s, dom& out, const std::string& at, unsigned depth) {
    for (const auto& [name, value] : s.members()) {
      if (!value.is_null() || name == "const") keyword(name, value, out, step(at, name), depth);
      if (const std::string_view meant = keyword_meant(name); !meant.empty())
        found_.add(code::keyword_misspelt, step(at, name),
                   shown(name) + " is not a keyword and was ignored; did you mean \"" + std::string(meant) + "\"?");
    }
    undeclared(s, at);
    join_keywords(out);
    if (std::string why = contradiction(out); !why.empty()) found_.add(code::unsatisfiable, at, std::move(why));
  }

  void keyword(const std::string& written, const dom& v, dom& out, const std::string& at, unsigned depth) {
    const std::string k = current_name(written);
    if (is_one_of(k, {"allOf", "anyOf", "oneOf", "prefixItems"})) {
      schemas(k, v, out, at, depth);
    } else if (written == "disallow") {
      type(v, out["not"] = dom::map(), at, depth);
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

  // Keywords whose value is not a schema.
  void assertion(const std::string& k, const dom& v, dom& out, const std::string& at) {
    if (is_one_of(k, {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
                      "maxContains"})) {
      if (!count_of(v)) return leave_out(out, at, "must be a whole number that is not negative");
      out[k] = v;
    } else if (is_one_of(k, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})) {
      bound(k, v, out, at);
    } else if (k == "uniqueItems" || k == "nullable") {
      if (v.is(true)) out[k] = v;
    } else if (k == "pattern") {
      if (!v.is_string()) return leave_out(out, at, "must be a string");
      if (compiles(v.text(), out, at)) out[k] = v;
    } else if (k == "format") {
      format(v, out, at);
    } else if (k == "enum") {
      values(v, out, at);
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
      const decimal divisor = decimal::of(v.lexeme());
      if (divisor.negative || divisor.is_zero()) return leave_out(out, at, "must be positive");
      if (!is_multiple(decimal::of("1"), divisor)) return leave_out(out, at, "has too many digits to be checked");
    }
    out[k] = v;
  }

  void values(const dom& v, dom& out, const std::string& at) {
    if (!v.is_array()) return leave_out(out, at, "must be an array of values");
    if (v.items().size() > max_members) return fail(code::too_many_values, out, at, "has more than 1024 values");
    if (v.items().empty()) found_.add(code::unsatisfiable, at, "is empty, so no value fits");
    out["enum"] = v;
  }

  bool compiles(const std::string& text, dom& out, const std::string& at) {
    if (text.size() > max_pattern) return fail(code::pattern_too_long, out, at, "is longer than 1000 bytes"), false;
    const auto& [compiled, problem] = patterns_.get(text);
    if (compiled) return true;
    leave_out(out, at, "the pattern cannot be checked in linear time (" + problem + ")", code::pattern_not_enforced);
    return false;
  }

  void format(const dom& v, dom& out, const std::string& at) {
    if (!v.is_string()) return leave_out(out, at, "must be a string");
    out["format"] = v;
    if (format_named(v.text()) != nullptr) return;
    leave_out(out, at, "the format " + shown(v) + " is not checked", code::format_not_enforced);
  }

  // Draft 3 has one schema where later ones have a list.
  void schemas(const std::string& k, const dom& v, dom& out, const std::string& at, unsigned depth) {
    if (v.is_object() && k != "prefixItems") {
      out[k].push_back(schema(v, at, depth + 1));
    } else if (!v.is_array()) {
      leave_out(out, at, "must be an array of schemas");
    } else {
      dom parts = list(v, at, depth);
      for (dom& part : parts.items()) out[k].push_back(std::move(part));
    }
  }

  dom list(const dom& v, const std::string& at, unsigned depth) {
    dom::list out;
    for (const dom& each : v.items()) out.push_back(schema(each, step(at, std::to_string(out.size())), depth + 1));
    return out;
  }

  void members(const std::string& k, const dom& v, dom& out, const std::string& at, unsigned depth) {
    if (v.is_array() && v.items().empty()) return;  // an empty map, as PHP writes it
    if (!v.is_object()) return leave_out(out, at, "must be an object of schemas");
    if (k == "properties") out[k] = dom::map();
    for (const auto& [name, value] : v.members()) {
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
      const dom* const needed = value.find("required");
      if (k == "properties" && needed != nullptr && needed->is(true)) out["required"].push_back(name);  // draft 3
    }
  }

  // One name may stand without a list.
  dom names_of(const dom& v, dom& out, const std::string& at) {
    if (v.is_string()) return dom::list{v};
    dom::list names;
    for (const dom& name : v.items()) {
      if (name.is_string()) {
        names.push_back(name);
      } else {
        leave_out(out, at, "must be an array of names; " + shown(name) + " is not a name");
      }
    }
    return names;
  }

  void required(const dom& v, dom& out, const std::string& at) {
    if (v.is(true) && !is_of_property(at))
      found_.add(code::required_not_a_list, at, "true says nothing where no property is described; it is ignored");
    // In draft 3 it belongs to the parent; PHP writes an empty list.
    if (v.is_boolean() || (v.is_object() && v.members().empty())) return;
    if (v.is_string()) found_.add(code::required_not_a_list, at, shown(v) + " is read as a list with this one name");
    if (!v.is_array() && !v.is_string()) return leave_out(out, at, "must be an array of names");
    dom names = names_of(v, out, at);
    for (dom& name : names.items()) out["required"].push_back(std::move(name));
  }

  // A call that leaves it out is refused, and one that gives it is refused too.
  void undeclared(const dom& s, const std::string& at) {
    const dom* const required = s.find("required");
    const dom* const others = s.find("additionalProperties");
    if (required == nullptr || !required->is_array() || others == nullptr || !others->is(false)) return;
    if (s.contains("patternProperties")) return;
    const dom* const properties = s.find("properties");
    for (const dom& name : required->items()) {
      if (!name.is_string() || (properties != nullptr && properties->contains(name.text()))) continue;
      found_.add(code::required_undeclared, step(at, "required"),
                 shown(name) + " is required, but neither declared nor allowed: no arguments can fit");
    }
  }

  void type(const dom& v, dom& out, const std::string& at, unsigned depth) {
    dom::list types, others;
    for (const dom& t : v.is_array() ? v.items() : dom::list{v}) {
      if (t.is_object()) {  // draft 3
        others.push_back(schema(t, at, depth + 1));
        continue;
      }
      const std::string written = t.is_string() ? t.text() : "";
      if (written == "any") return;
      if (t.is_null()) continue;
      const std::string name = type_named(written);
      if (name.empty()) return leave_out(out, at, "there is no type " + shown(t) + "; any value is accepted");
      if (name != written) found_.add(code::type_alias, at, shown(t) + " is read as \"" + name + "\"");
      if (std::find(types.begin(), types.end(), dom(name)) == types.end()) types.push_back(name);
    }
    if (types.empty() && others.empty()) return leave_out(out, at, "does not name a type; any value is accepted");
    if (others.empty()) {
      out["type"] = std::move(types);
      return;
    }
    dom union_of;
    if (!types.empty()) others.emplace_back()["type"] = std::move(types);
    union_of["anyOf"] = std::move(others);
    out["allOf"].push_back(std::move(union_of));
  }

  void reference(const dom& v, dom& out, const std::string& at) {
    if (!v.is_string()) return leave_out(out, at, "must be a string; any value is taken here");
    const std::string& text = v.text();
    const auto known = targets_.find(text);
    if (known != targets_.end()) return refer(out, known->second);
    const target found = resolve(source_, text);
    if (found.remote) {
      return fail(code::remote_reference, out, at,
                  "only references into the schema itself (#...) are followed, not " + shown(v));
    }
    if (found.schema == nullptr)
      return fail(code::reference_not_found, out, at, shown(v) + " does not point to a schema");
    const auto [place, fresh] = by_schema_.try_emplace(found.schema, queue_.size());
    if (fresh) queue_.emplace_back(found.schema, base_ + found.pointer);
    targets_.emplace(text, place->second);
    refer(out, place->second);
  }

  // "extends" and "$dynamicRef" may bring a second one.
  static void refer(dom& out, std::size_t definition) {
    std::string text = "#/definitions/" + std::to_string(definition);
    if (!out.contains("$ref")) {
      out["$ref"] = std::move(text);
    } else {
      out["allOf"].push_back(reference_to(std::move(text)));
    }
  }

  const dom& source_;
  std::string base_;
  pattern_set& patterns_;
  schema_issues& found_;
  std::optional<refusal> fault_;
  std::size_t subschemas_ = 0;
  std::map<std::string, std::size_t> targets_;
  std::map<const dom*, std::size_t> by_schema_;
  std::vector<std::pair<const dom*, std::string>> queue_;
};

}  // namespace

normalised normalise(const dom& schema, const std::string& pointer, pattern_set& patterns, schema_issues& found) {
  return normaliser(schema, pointer, patterns, found).run();
}

}  // namespace toolcall::typing
