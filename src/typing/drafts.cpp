// What one draft says with two keywords and another with one, and the names that types have elsewhere.

#include <algorithm>
#include <map>

#include "text/ascii.hpp"
#include "typing/normalise.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {
namespace {

void take_out(dom& s, std::initializer_list<const char*> keywords) {
  for (const char* k : keywords) s.erase(k);
}

// Draft 4: a flag next to the bound.
void exclusive_bounds(dom& s) {
  for (const auto& [exclusive, bound] : {std::pair{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}}) {
    if (!s.contains(exclusive) || !s.at(exclusive).is_boolean()) continue;
    const bool moved = s.take(exclusive).is(true) && s.contains(bound);
    if (moved) s[exclusive] = s.take(bound);
  }
}

void tuples(dom& s) {
  if (s.contains("prefixItems")) {
    if (s.contains("items")) s["additionalItems"] = s.take("items");
    s["items"] = s.take("prefixItems");
  } else if (!s.contains("items") || !s.at("items").is_array()) {
    s.erase("additionalItems");
  }
}

// Without a part that looks at the same object, what is not evaluated is what is additional.
void unevaluated(dom& s) {
  if (!s.contains("unevaluatedProperties")) return;
  for (const char* k : {"$ref", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"}) {
    if (s.contains(k)) return;
  }
  dom others = s.take("unevaluatedProperties");
  if (!s.contains("additionalProperties")) s["additionalProperties"] = std::move(others);
}

void add(dom& list, const dom& value) {
  const dom::list& items = list.items();
  if (std::find(items.begin(), items.end(), value) == items.end()) list.push_back(value);
}

// OpenAPI's flag adds null to whatever else the schema says.
void add_null(dom& s) {
  for (const char* k : {"$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"}) {
    if (!s.contains(k)) continue;
    dom null, either;
    null["type"] = dom::list{"null"};
    either.push_back(std::move(s));
    either.push_back(std::move(null));
    s = dom::map();
    s["anyOf"] = std::move(either);
    return;
  }
  if (dom* const values = s.find("enum")) add(*values, dom());
  if (dom* const types = s.find("type")) add(*types, "null");
}

}  // namespace

std::string type_named(const std::string& written) {
  const std::string name = ascii::lowered(written.substr(0, written.find_first_of("([<")));
  static const std::map<std::string, std::string, std::less<>> names = {
      {"string", "string"},     {"str", "string"},      {"text", "string"},      {"varchar", "string"},
      {"char", "string"},       {"nvarchar", "string"}, {"integer", "integer"},  {"int", "integer"},
      {"long", "integer"},      {"bigint", "integer"},  {"smallint", "integer"}, {"short", "integer"},
      {"int32", "integer"},     {"int64", "integer"},   {"uint", "integer"},     {"number", "number"},
      {"float", "number"},      {"double", "number"},   {"decimal", "number"},   {"numeric", "number"},
      {"float32", "number"},    {"float64", "number"},  {"num", "number"},       {"real", "number"},
      {"boolean", "boolean"},   {"bool", "boolean"},    {"null", "null"},        {"none", "null"},
      {"nonetype", "null"},     {"array", "array"},     {"list", "array"},       {"tuple", "array"},
      {"arr", "array"},         {"sequence", "array"},  {"object", "object"},    {"dict", "object"},
      {"dictionary", "object"}, {"map", "object"},      {"mapping", "object"},   {"obj", "object"}};
  const auto found = names.find(name);
  return found == names.end() ? "" : found->second;
}

void join_keywords(dom& s) {
  exclusive_bounds(s);
  tuples(s);
  if (!s.contains("contains")) take_out(s, {"minContains", "maxContains"});
  if (!s.contains("if")) take_out(s, {"then", "else"});
  // A member of this map was left out, so it is not known which names are undeclared.
  if (s.contains("unknown_names")) take_out(s, {"unknown_names", "additionalProperties", "unevaluatedProperties"});
  unevaluated(s);
  const bool nullable = s.take("nullable").is(true);
  if (s.contains("$ref") && s.members().size() > 1) {
    dom alone;
    alone["$ref"] = s.take("$ref");
    s["allOf"].push_back(std::move(alone));
  }
  if (nullable) add_null(s);
}

std::string contradiction(const dom& s) {
  const auto limit = [&](const char* name) -> std::optional<decimal> {
    const dom* const found = s.find(name);
    if (found == nullptr || !found->is_number()) return std::nullopt;
    return decimal::of(found->lexeme());
  };
  struct pair {
    const char *least, *most;
    bool equal;  // may be
    const char* what;
  };
  constexpr pair pairs[] = {
      {"minimum", "maximum", true, "number"},           {"exclusiveMinimum", "maximum", false, "number"},
      {"minimum", "exclusiveMaximum", false, "number"}, {"exclusiveMinimum", "exclusiveMaximum", false, "number"},
      {"minLength", "maxLength", true, "string"},       {"minItems", "maxItems", true, "array"},
      {"minContains", "maxContains", true, "array"},    {"minProperties", "maxProperties", true, "object"}};
  for (const auto& [least, most, equal, what] : pairs) {
    const auto low = limit(least), high = limit(most);
    if (!low || !high || compare(*low, *high) < (equal ? 1 : 0)) continue;
    return std::string("no ") + what + " fits: " + least + " is " + s.at(least).lexeme() + ", and " + most + " is " +
           s.at(most).lexeme();
  }
  return "";
}

}  // namespace toolcall::typing
