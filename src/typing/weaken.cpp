// Makes a schema safe for valijson.
//
// It loses to long patterns (std::regex recurses), to decimals and to quadratic comparisons, and it does not know what
// came after draft 7, so those keywords go. A keyword may only be dropped where that accepts more; what stands around
// it in `not`, `if` and `oneOf` would accept less, so there the surrounding keyword goes as well.

#include <algorithm>
#include <cmath>

#include "typing/judge.hpp"

namespace toolcall::typing {
namespace {

using dom = nlohmann::json;

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// A property may be called "pattern": its value is a schema, not what the keyword wants.
bool is_taken(const std::string& name, const dom& value) {
  if (is_one_of(name, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})) {
    return value.is_number() && std::abs(value.get<double>()) >= 9007199254740991.0;
  }
  // Numbers in these are compared as doubles.
  if (is_one_of(name, {"enum", "const"})) return true;
  return is_one_of(name, {"format", "unenforced", "pattern", "multipleOf", "uniqueItems", "patternProperties",
                          "propertyNames", "minContains", "maxContains", "dependentRequired", "dependentSchemas",
                          "unevaluatedItems", "unevaluatedProperties"});
}

class weakener {
 public:
  explicit weakener(dom& root) : root_(root) {}

  void run() {
    definitions_lose_ = root_.contains("definitions") && loses(root_["definitions"]);
    schema(root_);
    if (!root_.contains("definitions")) return;
    for (auto& [name, definition] : root_["definitions"].items()) schema(definition);
  }

 private:
  static bool loses(const dom& s) {
    if (s.is_array()) return std::any_of(s.begin(), s.end(), loses);
    if (!s.is_object()) return false;
    return std::any_of(s.items().begin(), s.items().end(),
                       [](const auto& item) { return is_taken(item.key(), item.value()) || loses(item.value()); });
  }

  // True if the schema accepts more than it did.
  bool schema(dom& s) {
    if (!s.is_object()) return false;
    bool weaker = s.contains("$ref") && definitions_lose_;
    // What is additional depends on the patterns, and how many are contained on how many are asked for.
    const bool patterned = s.contains("patternProperties"), counted = s.contains("minContains");
    for (auto item = s.begin(); item != s.end();) {
      const bool taken = is_taken(item.key(), item.value()) || (patterned && item.key() == "additionalProperties") ||
                         (counted && item.key() == "contains");
      weaker = weaker || taken;
      item = taken ? s.erase(item) : std::next(item);
    }
    for (const char* k : {"items", "additionalItems", "additionalProperties", "contains", "allOf", "anyOf"}) {
      weaker |= part(s, k);
    }
    weaker |= part(s, "properties", true);
    return contrary(s) || weaker;
  }

  // A schema, an array of schemas, or (`named`) an object of them.
  bool part(dom& s, const char* name, bool named = false) {
    if (!s.contains(name)) return false;
    dom& inner = s[name];
    if (!named && !inner.is_array()) return schema(inner);
    bool weaker = false;
    for (dom& value : inner) weaker |= schema(value);
    return weaker;
  }

  bool contrary(dom& s) {
    bool weaker = false;
    if (part(s, "oneOf")) {
      weaker = true;
      dom any = {{"anyOf", std::move(s["oneOf"])}};
      s.erase("oneOf");
      s["allOf"].push_back(std::move(any));
    }
    if (part(s, "not")) {
      weaker = true;
      s.erase("not");
    }
    if (part(s, "if")) {
      weaker = true;
      for (const char* k : {"if", "then", "else"}) s.erase(k);
    }
    for (const char* k : {"then", "else"}) weaker |= part(s, k);
    return weaker;
  }

  dom& root_;
  bool definitions_lose_ = false;
};

}  // namespace

void weaken(dom& normal) {
  weakener(normal).run();
}

}  // namespace toolcall::typing
