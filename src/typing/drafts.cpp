// What one draft says with two keywords and another with one, and the names that types have elsewhere.

#include <algorithm>
#include <map>

#include "ascii.hpp"
#include "typing/normalise.hpp"

namespace toolcall::typing {
namespace {

using dom = nlohmann::json;

void take_out(dom& s, std::initializer_list<const char*> keywords) {
  for (const char* k : keywords) s.erase(k);
}

// Draft 4: a flag beside the bound.
void exclusive_bounds(dom& s) {
  for (const auto& [exclusive, bound] : {std::pair{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}}) {
    if (!s.contains(exclusive) || !s[exclusive].is_boolean()) continue;
    const bool moved = s[exclusive] == true && s.contains(bound);
    s.erase(exclusive);
    if (!moved) continue;
    s[exclusive] = s[bound];
    s.erase(bound);
  }
}

void tuples(dom& s) {
  if (s.contains("prefixItems")) {
    if (s.contains("items")) s["additionalItems"] = std::move(s["items"]);
    s["items"] = std::move(s["prefixItems"]);
    s.erase("prefixItems");
  } else if (!s.contains("items") || !s["items"].is_array()) {
    s.erase("additionalItems");
  }
}

// Without a part that looks at the same object, what is not evaluated is what is additional.
void unevaluated(dom& s) {
  if (!s.contains("unevaluatedProperties")) return;
  for (const char* k : {"$ref", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"}) {
    if (s.contains(k)) return;
  }
  if (!s.contains("additionalProperties")) s["additionalProperties"] = std::move(s["unevaluatedProperties"]);
  s.erase("unevaluatedProperties");
}

bool has(const dom& list, const dom& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// OpenAPI's flag adds null to whatever else the schema says.
void add_null(dom& s) {
  const bool applied = std::any_of(s.items().begin(), s.items().end(), [](const auto& item) {
    for (const char* k : {"$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"}) {
      if (item.key() == k) return true;
    }
    return false;
  });
  if (applied) {
    dom rest = std::move(s);
    s = {{"anyOf", dom::array({std::move(rest), dom{{"type", dom::array({"null"})}}})}};
    return;
  }
  if (s.contains("enum") && !has(s["enum"], nullptr)) s["enum"].push_back(nullptr);
  if (s.contains("type") && !has(s["type"], "null")) s["type"].push_back("null");
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
  // A member of this map was left out, so nobody knows which names are undeclared.
  if (s.contains("unknown_names")) take_out(s, {"unknown_names", "additionalProperties", "unevaluatedProperties"});
  unevaluated(s);
  const bool nullable = s.erase("nullable") != 0;
  if (s.contains("$ref") && s.size() > 1) {
    s["allOf"].push_back({{"$ref", s["$ref"]}});
    s.erase("$ref");
  }
  if (nullable) add_null(s);
}

}  // namespace toolcall::typing
