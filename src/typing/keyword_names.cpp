// A schema may have keywords of its own, so an unknown one is odd only where it is a known one with one or two letters
// wrong.

#include "typing/keyword_names.hpp"

#include <algorithm>
#include <iterator>

#include "text/edit_distance.hpp"

namespace toolcall::typing {

namespace {

constexpr std::string_view keywords[] = {"$anchor",
                                         "$comment",
                                         "$defs",
                                         "$dynamicAnchor",
                                         "$dynamicRef",
                                         "$id",
                                         "$recursiveAnchor",
                                         "$recursiveRef",
                                         "$ref",
                                         "$schema",
                                         "$vocabulary",
                                         "additionalItems",
                                         "additionalProperties",
                                         "allOf",
                                         "anyOf",
                                         "const",
                                         "contains",
                                         "contentEncoding",
                                         "contentMediaType",
                                         "contentSchema",
                                         "default",
                                         "definitions",
                                         "dependencies",
                                         "dependentRequired",
                                         "dependentSchemas",
                                         "deprecated",
                                         "description",
                                         "disallow",
                                         "discriminator",
                                         "divisibleBy",
                                         "else",
                                         "enum",
                                         "example",
                                         "examples",
                                         "exclusiveMaximum",
                                         "exclusiveMinimum",
                                         "extends",
                                         "externalDocs",
                                         "format",
                                         "id",
                                         "if",
                                         "items",
                                         "maxContains",
                                         "maxItems",
                                         "maxLength",
                                         "maxProperties",
                                         "maximum",
                                         "minContains",
                                         "minItems",
                                         "minLength",
                                         "minProperties",
                                         "minimum",
                                         "multipleOf",
                                         "not",
                                         "nullable",
                                         "oneOf",
                                         "pattern",
                                         "patternProperties",
                                         "prefixItems",
                                         "properties",
                                         "propertyNames",
                                         "readOnly",
                                         "required",
                                         "then",
                                         "title",
                                         "type",
                                         "unevaluatedItems",
                                         "unevaluatedProperties",
                                         "uniqueItems",
                                         "writeOnly",
                                         "xml"};
constexpr std::size_t shortest = 4, long_enough = 7, longest = 32;  // bytes of names that are compared

}  // namespace

std::string_view keyword_meant(std::string_view name) {
  if (name.size() < shortest || name.size() > longest) return {};
  if (std::find(std::begin(keywords), std::end(keywords), name) != std::end(keywords)) return {};
  const std::size_t allowed = name.size() < long_enough ? 1 : 2;
  std::string_view best;
  std::size_t nearest = allowed + 1;
  for (const std::string_view known : keywords) {
    const std::size_t more = std::max(name.size(), known.size()) - std::min(name.size(), known.size());
    const std::size_t far = known.size() < shortest || more > allowed ? nearest : edit_distance(name, known);
    if (far >= nearest) continue;
    best = known;
    nearest = far;
  }
  return best;
}

}  // namespace toolcall::typing
