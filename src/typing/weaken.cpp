// Makes a schema safe for valijson.
//
// It loses to long patterns (std::regex recurses), to decimals and to quadratic comparisons, so those keywords go. A
// keyword may only be dropped where that accepts more; inside `not`, `if` and `oneOf` it would accept less, so there
// the surrounding keyword is weakened as well.

#include <algorithm>
#include <cmath>
#include <set>

#include "typing/judge.hpp"

namespace toolcall::typing {
namespace {

using dom = nlohmann::json;

bool is_big_bound(const std::string& name, const dom& value) {
  const bool bound = name == "minimum" || name == "maximum" || name == "exclusiveMinimum" || name == "exclusiveMaximum";
  return bound && std::abs(value.get<double>()) >= 9007199254740991.0;
}

bool is_taken(const std::string& name, const dom& value) {
  for (const char* k : {"pattern", "multipleOf", "uniqueItems", "patternProperties", "propertyNames"}) {
    if (name == k) return true;
  }
  return is_big_bound(name, value);
}

class weakener {
 public:
  weakener(dom& root, std::string pointer, warnings& found)
      : root_(root), pointer_(std::move(pointer)), found_(found) {}

  void run() {
    definitions_lose_ = root_.contains("definitions") && loses(root_["definitions"]);
    schema(root_, pointer_, true);
    if (!root_.contains("definitions")) return;
    for (auto& [name, definition] : root_["definitions"].items()) {
      schema(definition, pointer_, !unseen_.contains(name));
    }
  }

 private:
  static bool loses(const dom& s) {
    if (s.is_array()) return std::any_of(s.begin(), s.end(), loses);
    if (!s.is_object()) return false;
    return std::any_of(s.items().begin(), s.items().end(),
                       [](const auto& item) { return is_named_loss(item.key(), item.value()) || loses(item.value()); });
  }
  // A property may be called "pattern": its value is a schema, not what the keyword wants.
  static bool is_named_loss(const std::string& name, const dom& value) {
    if (name == "minimum" || name == "maximum" || name.starts_with("exclusive")) {
      return value.is_number() && is_big_bound(name, value);
    }
    return is_taken(name, value);
  }

  void warn(const std::string& at, const std::string& name, const char* where) {
    found_.push_back({at + "/" + name, std::string("keyword_not_enforced: not checked ") + where});
  }

  // True if the schema accepts more than it did. `seen`: our own checks get here.
  bool schema(dom& s, const std::string& at, bool seen) {
    if (!s.is_object()) return false;
    bool weaker = s.contains("$ref") && reference(s, seen);
    s.erase("format");
    // What is additional depends on the patterns.
    const bool patterned = s.contains("patternProperties");
    if (patterned && seen &&
        (is_partly_checked(s["patternProperties"]) ||
         (s.contains("additionalProperties") && is_partly_checked(s["additionalProperties"])))) {
      warn(at, "patternProperties", "in full: only types, values, lengths, bounds and patterns below it");
    }
    for (auto item = s.begin(); item != s.end();) {
      const bool taken = is_taken(item.key(), item.value()) || (patterned && item.key() == "additionalProperties");
      if (taken && !seen) warn(at, item.key(), "inside anyOf, oneOf, not, if, contains or dependencies");
      weaker = weaker || taken;
      item = taken ? s.erase(item) : std::next(item);
    }
    for (const char* k : {"items", "additionalItems", "additionalProperties"}) weaker |= part(s, k, at, seen);
    weaker |= part(s, "properties", at, seen, true);
    weaker |= part(s, "dependencies", at, false, true);
    weaker |= part(s, "contains", at, false);
    for (const char* k : {"then", "else"}) weaker |= part(s, k, at, false);
    weaker |= part(s, "allOf", at, seen);
    weaker |= part(s, "anyOf", at, false);
    return contrary(s, at) || weaker;
  }

  // Has something that the conversion does not know, which is all that looks below a pattern of properties.
  static bool is_partly_checked(const dom& s) {
    if (s.is_array()) return std::any_of(s.begin(), s.end(), is_partly_checked);
    if (!s.is_object()) return false;
    for (const auto& [name, value] : s.items()) {
      for (const char* k : {"anyOf", "oneOf", "not", "if", "contains", "dependencies", "minItems", "maxItems", "$ref",
                            "minProperties", "maxProperties"}) {
        if (name == k) return true;
      }
      if (is_partly_checked(value)) return true;
    }
    return false;
  }

  bool reference(const dom& s, bool seen) {
    if (!seen) mark_unseen(std::to_string(reference_of(s)));
    return definitions_lose_;
  }

  void mark_unseen(const std::string& name) {
    if (unseen_.insert(name).second) mark_references(root_["definitions"][name]);
  }
  void mark_references(const dom& s) {
    if (s.is_object() && s.contains("$ref") && s["$ref"].is_string()) mark_unseen(std::to_string(reference_of(s)));
    if (!s.is_structured()) return;
    for (const dom& inner : s) mark_references(inner);
  }

  // A schema, an array of schemas, or (`named`) an object of them.
  bool part(dom& s, const char* name, const std::string& at, bool seen, bool named = false) {
    if (!s.contains(name)) return false;
    dom& inner = s[name];
    const std::string here = at + "/" + name;
    if (!named && !inner.is_array()) return schema(inner, here, seen);
    bool weaker = false;
    for (auto& [key, value] : inner.items()) {
      std::string there = here;
      json::append_step(there, key);
      weaker |= schema(value, there, seen);
    }
    return weaker;
  }

  bool contrary(dom& s, const std::string& at) {
    bool weaker = false;
    if (part(s, "oneOf", at, false)) {
      weaker = true;
      dom any = {{"anyOf", std::move(s["oneOf"])}};
      s.erase("oneOf");
      s["allOf"].push_back(std::move(any));
      warn(at, "oneOf", "for a second match: a keyword in it is checked by nobody else");
    }
    if (part(s, "not", at, false)) {
      weaker = true;
      s.erase("not");
      warn(at, "not", "because a keyword in it cannot be");
    }
    if (part(s, "if", at, false)) {
      weaker = true;
      for (const char* k : {"if", "then", "else"}) s.erase(k);
      warn(at, "if", "because a keyword in it cannot be");
    }
    return weaker;
  }

  dom& root_;
  std::string pointer_;
  warnings& found_;
  bool definitions_lose_ = false;
  std::set<std::string> unseen_;
};

}  // namespace

void weaken(nlohmann::json& normal, const std::string& pointer, warnings& found) {
  weakener(normal, pointer, found).run();
}

}  // namespace toolcall::typing
