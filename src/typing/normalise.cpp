// Normalises a tool's schema, once.
//
// What annotates is removed, what is spelled in another draft's way (or in no draft's way, but often) is rewritten, and
// what cannot be understood is left out with a warning: a tool with one odd keyword is still a tool. References are
// gathered in one place, so that rewriting keywords cannot break the pointers into them.

#include "typing/normalise.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <toolcall/error.hpp>

#include "ascii.hpp"
#include "typing/json.hpp"

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

bool is_in_place_list(std::string_view k) {
  return is_one_of(k, {"allOf", "anyOf", "oneOf"});
}
bool is_in_place(std::string_view k) {
  return is_one_of(k, {"not", "if", "then", "else"});
}
bool is_inner(std::string_view k) {
  return is_one_of(k, {"additionalProperties", "additionalItems", "contains", "propertyNames"});
}
bool is_size(std::string_view k) {
  return is_one_of(k, {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"});
}
bool is_bound(std::string_view k) {
  return is_one_of(k, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"});
}
bool is_unenforced(std::string_view k) {
  return is_one_of(k, {"unevaluatedItems", "minContains", "maxContains", "contentSchema"});
}

std::string step(const std::string& pointer, std::string_view name) {
  std::string out = pointer;
  json::append_step(out, name);
  return out;
}

// The JSON Schema type that a name stands for; empty if it is none.
std::string type_named(const std::string& written) {
  const std::string name = ascii::lowered(written.substr(0, written.find('(')));
  static const std::map<std::string, std::string, std::less<>> names = {
      {"string", "string"},   {"str", "string"},    {"text", "string"},     {"varchar", "string"}, {"char", "string"},
      {"integer", "integer"}, {"int", "integer"},   {"long", "integer"},    {"bigint", "integer"}, {"number", "number"},
      {"float", "number"},    {"double", "number"}, {"boolean", "boolean"}, {"bool", "boolean"},   {"null", "null"},
      {"none", "null"},       {"array", "array"},   {"list", "array"},      {"tuple", "array"},    {"object", "object"},
      {"dict", "object"},     {"map", "object"}};
  const auto found = names.find(name);
  return found == names.end() ? "" : found->second;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  const auto hex = [](char c) { return std::string_view("0123456789abcdef").find(static_cast<char>(c | 0x20)); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) < 16 && hex(text[i + 2]) < 16;
    if (!escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
    i += 2;
  }
  return out;
}

class normaliser {
 public:
  normaliser(const dom& source, std::string pointer, warnings& found)
      : source_(source), base_(std::move(pointer)), found_(found) {}

  dom run() {
    dom root = schema(source_, base_, 0);
    dom definitions = dom::object();
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const auto [target, pointer] = queue_[i];
      definitions[std::to_string(i)] = schema(*target, pointer, 0);
    }
    break_cycles(root, definitions);
    if (!definitions.empty()) root["definitions"] = std::move(definitions);
    return root;
  }

 private:
  void warn(const std::string& at, std::string message) { found_.push_back({at, std::move(message)}); }

  dom schema(const dom& s, const std::string& at, unsigned depth) {
    if (depth > max_depth) throw setup_error(at, "the schema is nested more than 64 deep");
    if (++subschemas_ > max_subschemas) throw setup_error(at, "the schema has more than 4096 subschemas");
    if (s.is_boolean()) return s;
    if (!s.is_object()) {
      warn(at, "a schema must be an object or a boolean; any value is taken here");
      return dom::object();
    }
    dom out = dom::object();
    for (const auto& [name, value] : s.items()) {
      if (value.is_null() && name != "const") continue;
      keyword(name, value, out, step(at, name), depth);
    }
    join_drafts(out, at);
    return out;
  }

  void keyword(const std::string& k, const dom& v, dom& out, const std::string& at, unsigned depth) {
    if (is_in_place_list(k) || k == "prefixItems") {
      if (!v.is_array()) return warn(at, "must be an array of schemas; left out");
      if (!v.empty()) out[k] = list(v, at, depth);
    } else if (is_in_place(k) || is_inner(k)) {
      out[k] = schema(v, at, depth + 1);
    } else if (k == "items") {
      out[k] = v.is_array() ? list(v, at, depth) : schema(v, at, depth + 1);
    } else if (is_one_of(
                   k, {"properties", "patternProperties", "dependentSchemas", "dependencies", "dependentRequired"})) {
      members(k, v, out, at, depth);
    } else if (k == "type") {
      type(v, out, at);
    } else if (k == "required") {
      required(v, out, at);
    } else if (k == "$ref" || k == "$dynamicRef" || k == "$recursiveRef") {
      if (k != "$ref") warn(at, "is read as a plain $ref");
      reference(v, out, at);
    } else {
      plain_keyword(k, v, out, at);
    }
  }

  // Keywords whose value is no schema.
  void plain_keyword(const std::string& k, const dom& v, dom& out, const std::string& at) {
    if (is_size(k)) {
      if (!v.is_number_integer() || v < 0) return warn(at, "must be a whole number that is not negative; left out");
      out[k] = v;
    } else if (is_bound(k)) {
      const bool draft_4 = v.is_boolean() && k.starts_with("exclusive");
      if (!v.is_number() && !draft_4) return warn(at, "must be a number; left out");
      if (k == "multipleOf" && v <= 0) return warn(at, "must be positive; left out");
      out[k] = v;
    } else if (k == "uniqueItems" || k == "nullable") {
      if (v == true) out[k] = v;
    } else if (k == "pattern" || k == "format") {
      if (!v.is_string()) return warn(at, "must be a string; left out");
      if (v.get_ref<const std::string&>().size() > max_pattern) throw setup_error(at, "is longer than 1000 bytes");
      out[k] = v;
    } else if (k == "enum") {
      if (!v.is_array() || v.empty()) return warn(at, "must be an array of values; left out");
      if (v.size() > max_members) throw setup_error(at, "has more than 1024 values");
      out[k] = v;
    } else if (k == "const") {
      out[k] = v;
    } else if (k == "unevaluatedProperties") {
      if (v != true) out[k] = v;
    } else if (is_unenforced(k)) {
      warn(at, "keyword_not_enforced: this keyword is not checked");
    }
  }

  dom list(const dom& v, const std::string& at, unsigned depth) {
    dom out = dom::array();
    for (std::size_t i = 0; i < v.size(); ++i) out.push_back(schema(v[i], step(at, std::to_string(i)), depth + 1));
    return out;
  }

  void members(const std::string& k, const dom& v, dom& out, const std::string& at, unsigned depth) {
    if (v.is_array() && v.empty()) return;  // an empty map, as PHP writes it
    if (!v.is_object()) return warn(at, "must be an object of schemas; left out");
    dom& target = out[k.starts_with("depend") ? "dependencies" : k];
    if (target.is_null()) target = dom::object();
    for (const auto& [name, value] : v.items()) {
      const std::string here = step(at, name);
      if (k == "patternProperties" && name.size() > max_pattern) throw setup_error(here, "is longer than 1000 bytes");
      const bool names = value.is_array() && target_is_dependency(k);
      target[name] = names ? value : schema(value, here, depth + 1);
      if (k == "properties" && value.is_object() && value.contains("required") && value["required"] == true) {
        out["required"].push_back(name);  // draft 3
      }
    }
  }
  static bool target_is_dependency(const std::string& k) { return k == "dependencies" || k == "dependentRequired"; }

  void type(const dom& v, dom& out, const std::string& at) {
    dom types = dom::array();
    for (const dom& t : v.is_array() ? v : dom::array({v})) {
      const std::string written = t.is_string() ? t.get<std::string>() : "";
      const std::string name = type_named(written);
      if (name.empty()) {
        warn(at, "there is no type " + t.dump(-1, ' ', false, dom::error_handler_t::replace) + "; any value is taken");
        return;
      }
      if (name != written) warn(at, "\"" + written + "\" is read as \"" + name + "\"");
      if (std::find(types.begin(), types.end(), name) == types.end()) types.push_back(name);
    }
    if (!types.empty()) out["type"] = std::move(types);
  }

  void required(const dom& v, dom& out, const std::string& at) {
    if (v.is_boolean()) return;  // draft 3: the parent's business
    if (!v.is_array()) return warn(at, "must be an array of names; left out");
    for (const dom& name : v) {
      if (name.is_string()) out["required"].push_back(name);
    }
  }

  void reference(const dom& v, dom& out, const std::string& at) {
    if (!v.is_string()) return warn(at, "must be a string; any value is taken here");
    const auto& text = v.get_ref<const std::string&>();
    if (!text.starts_with('#'))
      return warn(at, "only references into the schema itself (#…) are followed; any value is taken here");
    const std::string fragment = percent_decoded(std::string_view(text).substr(1));
    const auto known = targets_.find(fragment);
    if (known == targets_.end()) {
      const dom* const target = resolve(fragment);
      if (target == nullptr) return warn(at, "\"" + text + "\" reaches no schema; any value is taken here");
      targets_.emplace(fragment, queue_.size());
      queue_.emplace_back(target, base_ + (fragment.starts_with('/') ? fragment : ""));
    }
    out["$ref"] = "#/definitions/" + std::to_string(targets_.at(fragment));
  }

  const dom* resolve(const std::string& fragment) const {
    if (!fragment.empty() && !fragment.starts_with('/')) return anchor(source_, fragment);
    try {
      const dom::json_pointer pointer(fragment);
      if (!source_.contains(pointer)) return nullptr;
      const dom& target = source_.at(pointer);
      return target.is_object() || target.is_boolean() ? &target : nullptr;
    } catch (const dom::exception&) {
      return nullptr;  // no JSON Pointer
    }
  }

  static const dom* anchor(const dom& within, const std::string& name) {
    if (within.is_object()) {
      const auto named = within.find("$anchor");
      if (named != within.end() && *named == name) return &within;
    }
    if (!within.is_structured()) return nullptr;
    for (const dom& part : within) {
      if (const dom* const found = anchor(part, name)) return found;
    }
    return nullptr;
  }

  // What takes two keywords to say, or means something else next to another one.
  void join_drafts(dom& out, const std::string& at) {
    for (const auto& [exclusive, bound] : {std::pair{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}}) {
      if (!out.contains(exclusive) || !out[exclusive].is_boolean()) continue;
      const bool moved = out[exclusive] == true && out.contains(bound);
      out.erase(exclusive);
      if (!moved) continue;
      out[exclusive] = out[bound];
      out.erase(bound);
    }
    if (out.contains("prefixItems")) {
      if (out.contains("items")) out["additionalItems"] = std::move(out["items"]);
      out["items"] = std::move(out["prefixItems"]);
      out.erase("prefixItems");
    } else if (out.contains("additionalItems") && (!out.contains("items") || !out["items"].is_array())) {
      out.erase("additionalItems");
    }
    unevaluated(out, at);
    nullable(out);
    if (out.contains("$ref") && out.size() > 1) {
      dom target = {{"$ref", out["$ref"]}};
      out.erase("$ref");
      dom rest = std::move(out);
      out = {{"allOf", dom::array({std::move(target), std::move(rest)})}};
    }
  }

  void unevaluated(dom& out, const std::string& at) {
    const auto found = out.find("unevaluatedProperties");
    if (found == out.end()) return;
    const bool closed = *found == false;
    out.erase(found);
    if (out.contains("additionalProperties")) return;
    for (const auto& [k, v] : out.items()) {
      if (closed && !is_in_place_list(k) && !is_in_place(k) && k != "$ref" && k != "dependencies") continue;
      return warn(step(at, "unevaluatedProperties"), "keyword_not_enforced: undeclared properties are not checked");
    }
    if (closed) out["additionalProperties"] = false;
  }

  static void nullable(dom& out) {
    if (!out.contains("nullable")) return;
    out.erase("nullable");
    if (out.contains("enum") && std::find(out["enum"].begin(), out["enum"].end(), nullptr) == out["enum"].end()) {
      out["enum"].push_back(nullptr);
    }
    if (out.contains("type")) {
      if (std::find(out["type"].begin(), out["type"].end(), "null") == out["type"].end()) out["type"].push_back("null");
    } else if (out.contains("$ref") || out.contains("allOf") || out.contains("anyOf") || out.contains("oneOf")) {
      dom rest = std::move(out);
      out = {{"anyOf", dom::array({std::move(rest), dom{{"type", dom::array({"null"})}}})}};
    }
  }

  // A schema that comes back to itself without having gone into the value would never end; the reference that closes
  // the circle says nothing, so it is taken out.
  void break_cycles(dom& root, dom& definitions) {
    std::vector<int> state(queue_.size(), 0);
    walk(root, definitions, state);
    for (std::size_t i = 0; i < queue_.size(); ++i) enter(i, definitions, state);
  }

  bool enter(std::size_t i, dom& definitions, std::vector<int>& state) {
    if (state[i] == 1) return false;
    if (state[i] == 2) return true;
    state[i] = 1;
    walk(definitions[std::to_string(i)], definitions, state);
    state[i] = 2;
    return true;
  }

  void walk(dom& s, dom& definitions, std::vector<int>& state) {
    if (!s.is_object()) return;
    if (s.contains("$ref")) {
      const std::size_t target = reference_of(s);
      if (!enter(target, definitions, state)) {
        warn(queue_[target].second, "refers to itself without going into the value; any value is taken there");
        s = dom::object();
        return;
      }
    }
    for (auto& [k, v] : s.items()) {
      if (is_in_place_list(k)) {
        for (dom& branch : v) walk(branch, definitions, state);
      } else if (is_in_place(k)) {
        walk(v, definitions, state);
      } else if (k == "dependencies") {
        for (dom& branch : v) walk(branch, definitions, state);
      }
    }
  }

  const dom& source_;
  std::string base_;
  warnings& found_;
  std::size_t subschemas_ = 0;
  std::map<std::string, std::size_t> targets_;
  std::vector<std::pair<const dom*, std::string>> queue_;
};

}  // namespace

std::size_t reference_of(const nlohmann::json& schema) {
  const auto& text = schema.at("$ref").get_ref<const std::string&>();
  return static_cast<std::size_t>(std::stoul(text.substr(text.rfind('/') + 1)));
}

nlohmann::json normalise(const nlohmann::json& schema, const std::string& pointer, warnings& found) {
  return normaliser(schema, pointer, found).run();
}

}  // namespace toolcall::typing
