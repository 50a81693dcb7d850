// What is derived from the schema of a tool, once: which fields it has, which of them may be emitted while they
// are read, and the validator.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/tools.hpp>

#include "typing/json.hpp"
#include "typing/root_branches.hpp"
#include "typing/schema.hpp"
#include "typing/schema_issues.hpp"
#include "typing/validator.hpp"

namespace toolcall::typing {

struct compiled_tool {
  schema_graph schemas;
  int root = no_schema;
  bool whole = false;
  field_schemas fields;
  std::set<std::string, std::less<>> required;   // by the root or one of its branches
  std::vector<int> branches;                     // of the root
  std::set<std::string, std::less<>> dependent;  // fields that others may decide
  key_styles styles;
  std::unique_ptr<const validator> validation;  // null: the schema cannot be used
  schema_issues issues;                         // found while it was compiled
};

inline constexpr std::string_view arguments_are_not_checked =
    "the schema cannot be used; the tool is kept, but its arguments are not checked";

// Of the text of a schema, which must be JSON, at `pointer`. A schema with an error still gives the types that can be
// read from it; it is not used to validate. Where such a schema is not wanted, its first error is thrown (refusal).
std::unique_ptr<compiled_tool> compiled_from(std::string_view schema, const std::string& pointer,
                                             tools::unusable_schema schemas, schema_issues& found);

// The fields of compiled_tool, for a schema that says them plainly, and so without compiling it; nothing for others.
std::optional<std::vector<std::string>> plain_fields(const json::document& doc, std::uint32_t schema);

}  // namespace toolcall::typing
