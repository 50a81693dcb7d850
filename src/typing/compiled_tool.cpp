// Compiles the schema of a tool, so that a call only looks things up. The fields of plain schemas, which are nearly
// all, are known without that.

#include "typing/compiled_tool.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "text/utf8.hpp"
#include "typing/normalise.hpp"

namespace toolcall::typing {
namespace {

// Keywords of a root that check each field on its own, or only names and numbers of fields.
bool checks_fields_alone(const dom& root) {
  constexpr std::string_view alone[] = {
      "type",          "properties",    "required",    "additionalProperties", "propertyNames",
      "minProperties", "maxProperties", "definitions", "patternProperties",    "unenforced"};
  if (!root.is_object()) return true;
  return std::all_of(root.members().begin(), root.members().end(), [&](const auto& member) {
    return std::find(std::begin(alone), std::end(alone), member.first) != std::end(alone);
  });
}

}  // namespace

std::unique_ptr<compiled_tool> compiled_from(std::string_view schema, const std::string& pointer,
                                             tools::unusable_schema schemas, schema_issues& found) {
  json::document doc;
  json::syntax_error why;
  doc.read(schema, why, std::numeric_limits<unsigned>::max());
  auto made = std::make_unique<compiled_tool>();
  normalised normal = normalise(to_dom(doc, 0), pointer, made->schemas.patterns(), found);
  if (normal.error && schemas == tools::unusable_schema::refused) throw refusal(*normal.error);
  made->root = made->schemas.add(normal.schema);
  made->fields = fields_of_root(made->schemas, made->root, made->required);
  for (const auto& [name, ignored] : made->fields) made->styles.add(name);
  if (!checks_fields_alone(normal.schema)) {
    made->whole = true;
    made->branches = branches_of_root(made->schemas, made->root);
    for (const auto& [name, index] : made->fields) {
      if (depends_on_others(made->schemas, index)) made->dependent.insert(name);
    }
  }
  if (!normal.error) {
    made->validation = std::make_unique<validator>(made->schemas, made->root, std::move(normal.schema), pointer, found);
  } else {
    found.add(code::schema_not_enforced, pointer, std::string(arguments_are_not_checked));
  }
  return made;
}

std::optional<std::vector<std::string>> plain_fields(const json::document& doc, std::uint32_t schema) {
  constexpr std::string_view plain[] = {"type", "required", "additionalProperties", "description", "title", "$schema"};
  std::vector<std::string> fields;
  bool has_fields = false;
  for (std::uint32_t n = schema + 1; n < doc[schema].next; n = doc[n + 1].next) {
    const std::string keyword = doc.text_of(n);
    if (keyword == "properties" && !has_fields && doc[n + 1].what == json::value_kind::object) {
      has_fields = true;
      for (std::uint32_t field = n + 2; field < doc[n + 1].next; field = doc[field + 1].next)
        fields.push_back(utf8::well_formed(doc.text_of(field)));
    } else if (std::find(std::begin(plain), std::end(plain), keyword) == std::end(plain)) {
      return std::nullopt;
    }
  }
  return fields;
}

}  // namespace toolcall::typing
