// The issues of the schema report, while it is made.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toolcall/error.hpp>
#include <toolcall/tools.hpp>

namespace toolcall::typing {

// The codes of issues, a closed list: schema_issues.cpp has names and grades, docs/cli.md the meanings.
enum class code : unsigned char {
  not_json,
  not_a_list,
  not_a_tool,
  bad_name,
  repeated_name,
  not_a_schema,
  schema_too_large,
  schema_too_deep,
  too_many_subschemas,
  too_many_values,
  pattern_too_long,
  reference_not_found,
  remote_reference,
  circular_reference,
  type_alias,
  dynamic_reference,
  required_undeclared,
  required_not_a_list,
  keyword_misspelt,
  schema_misplaced,
  unsatisfiable,
  ill_formed,
  marker_name,
  schema_not_enforced,
  keyword_not_enforced,
  pattern_not_enforced,
  format_not_enforced,
};
constexpr std::size_t codes = static_cast<std::size_t>(code::format_not_enforced) + 1;

std::string_view name_of(code what);
tools::schema_issue::grade grade_of(code what);

struct schema_issues {
  std::string tool;  // that is being read
  std::vector<tools::schema_issue> list;

  void add(code what, std::string pointer, std::string message);
};

// Why a tool is refused.
struct refusal : setup_error {
  refusal(code what, std::string pointer, std::string reason)
      : setup_error(std::move(pointer), std::move(reason)), why(what) {}
  code why;
};

}  // namespace toolcall::typing
