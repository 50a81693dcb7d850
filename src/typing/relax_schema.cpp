// Makes a schema safe for valijson; docs/design.md has the table of what is withheld, and why.
//
// A keyword may only be dropped where that accepts more. What stands around it in `not`, `if` and `oneOf` would accept
// less, so there the surrounding keyword is dropped as well, or relaxed.

#include <algorithm>
#include <set>

#include "typing/cross_check.hpp"
#include "typing/normalise.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {
namespace {

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool has_exact_numbers(const dom& value) {
  if (value.is_number()) return is_exact_in_doubles(value.lexeme());
  if (value.is_array()) return std::all_of(value.items().begin(), value.items().end(), has_exact_numbers);
  return !value.is_object() || std::all_of(value.members().begin(), value.members().end(),
                                           [](const auto& member) { return has_exact_numbers(member.second); });
}

bool is_withheld(const std::string& keyword, const dom& value, const dom& s) {
  if (is_one_of(keyword, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum", "const"})) {
    return !has_exact_numbers(value);
  }
  // What is additional depends on the patterns, and how many are contained on how many are asked for.
  if (keyword == "additionalProperties") return s.contains("patternProperties");
  if (keyword == "contains") return s.contains("minContains");
  return is_one_of(keyword, {"pattern", "patternProperties", "format", "multipleOf", "minContains", "maxContains",
                             "unevaluatedItems", "unevaluatedProperties", "unenforced"});
}

// Acts on each schema in this one, as `act(keyword, part)`.
template <typename Schema, typename Act>
void each_part(Schema& s, const Act& act) {
  if (!s.is_object()) return;
  for (auto& [keyword, value] : s.members()) {
    if (is_one_of(keyword, {"properties", "patternProperties", "dependentSchemas"})) {
      for (auto& [name, part] : value.members()) act(keyword, part);
    } else if (is_one_of(keyword, {"allOf", "anyOf", "oneOf"}) || (keyword == "items" && value.is_array())) {
      for (auto& part : value.items()) act(keyword, part);
    } else if (is_one_of(keyword, {"items", "additionalItems", "additionalProperties", "contains", "propertyNames",
                                   "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties"})) {
      act(keyword, value);
    }
  }
}

// The definitions from which something is withheld, or from what they refer to.
class relaxed_definitions {
 public:
  explicit relaxed_definitions(const dom* definitions) {
    if (definitions == nullptr) return;
    for (const auto& [name, definition] : definitions->members()) look_at(definition, std::stoul(name));
    while (!open_.empty()) {
      const std::size_t relaxed = open_.back();
      open_.pop_back();
      for (const std::size_t each : referring_[relaxed]) add(each);
    }
  }
  bool contain(std::size_t definition) const { return relaxed_.contains(definition); }

 private:
  void look_at(const dom& s, std::size_t definition) {
    if (!s.is_object()) return;
    for (const auto& [keyword, value] : s.members()) {
      if (is_withheld(keyword, value, s)) add(definition);
    }
    if (s.contains("$ref")) referring_[reference_of(s)].push_back(definition);
    each_part(s, [&](const std::string&, const dom& part) { look_at(part, definition); });
  }
  void add(std::size_t definition) {
    if (relaxed_.insert(definition).second) open_.push_back(definition);
  }

  std::map<std::size_t, std::vector<std::size_t>> referring_;
  std::set<std::size_t> relaxed_;
  std::vector<std::size_t> open_;
};

class relaxer {
 public:
  explicit relaxer(dom& root) : root_(root), definitions_(root.find("definitions")) {}

  bool run() {
    bool relaxed = schema(root_);
    if (dom* const definitions = root_.find("definitions")) {
      for (auto& [name, definition] : definitions->members()) {
        relaxed |= schema(definition);
        set_apart(definition);
      }
    }
    return relaxed;
  }

 private:
  // True if the schema accepts more than it did.
  bool schema(dom& s) {
    if (!s.is_object()) return false;
    if (s.contains("$ref")) return definitions_.contain(reference_of(s));
    std::set<std::string> withheld, relaxed;
    for (const auto& [keyword, value] : s.members()) {
      if (is_withheld(keyword, value, s)) withheld.insert(keyword);
    }
    for (const std::string& keyword : withheld) s.erase(keyword);
    each_part(s, [&](const std::string& keyword, dom& part) {
      if (schema(part)) relaxed.insert(keyword);
    });
    if (relaxed.contains("not")) s.erase("not");
    if (relaxed.contains("if")) {
      for (const char* k : {"if", "then", "else"}) s.erase(k);
    }
    if (relaxed.contains("oneOf")) {
      dom any;
      any["anyOf"] = s.take("oneOf");
      s["allOf"].push_back(std::move(any));
    }
    dependencies(s);
    return !withheld.empty() || !relaxed.empty();
  }

  // valijson keeps what a reference reached by its pointer, and gives the parts of some keywords (propertyNames) the
  // pointer of the schema around them: in a definition they would be taken for the definition.
  static void set_apart(dom& definition) {
    if (!definition.is_object() || definition.contains("$ref")) return;
    dom apart;
    apart["allOf"].push_back(std::move(definition));
    definition = std::move(apart);
  }

  // Draft 7 has one keyword for both.
  static void dependencies(dom& s) {
    for (const char* k : {"dependentRequired", "dependentSchemas"}) {
      if (!s.contains(k)) continue;
      dom part;
      part["dependencies"] = s.take(k);
      s["allOf"].push_back(std::move(part));
    }
  }

  dom& root_;
  const relaxed_definitions definitions_;
};

}  // namespace

bool relax_schema(dom& normal) {
  return relaxer(normal).run();
}

// All decimals of 15 digits are told apart, and valijson takes what is integral for an integer of 64 bits.
bool is_exact_in_doubles(std::string_view lexeme) {
  constexpr std::size_t digits = 15;
  if (lexeme.size() <= digits && lexeme.find_first_of("eE") == lexeme.npos) return true;
  const decimal d = decimal::of(lexeme);
  return d.is_zero() || (d.digits.size() <= digits && d.exponent <= std::int64_t{digits} && d.exponent > -290);
}

}  // namespace toolcall::typing
