// The names and grades of what the schema report says: one table, so that no code can be used that is not in it.

#include "typing/schema_issues.hpp"

#include <array>

namespace toolcall::typing {

namespace {

using grade = tools::schema_issue::grade;

struct row {
  code what;
  grade is;
  std::string_view name;
};

constexpr std::array<row, codes> table = {{
    {code::not_json, grade::error, "not_json"},
    {code::not_a_list, grade::error, "not_a_list"},
    {code::not_a_tool, grade::error, "not_a_tool"},
    {code::bad_name, grade::error, "bad_name"},
    {code::repeated_name, grade::error, "repeated_name"},
    {code::not_a_schema, grade::error, "not_a_schema"},
    {code::schema_too_large, grade::error, "schema_too_large"},
    {code::schema_too_deep, grade::error, "schema_too_deep"},
    {code::too_many_subschemas, grade::error, "too_many_subschemas"},
    {code::too_many_values, grade::error, "too_many_values"},
    {code::pattern_too_long, grade::error, "pattern_too_long"},
    {code::reference_not_found, grade::error, "reference_not_found"},
    {code::remote_reference, grade::error, "remote_reference"},
    {code::circular_reference, grade::error, "circular_reference"},
    {code::type_alias, grade::warning, "type_alias"},
    {code::dynamic_reference, grade::warning, "dynamic_reference"},
    {code::required_undeclared, grade::warning, "required_undeclared"},
    {code::required_not_a_list, grade::warning, "required_not_a_list"},
    {code::keyword_misspelt, grade::warning, "keyword_misspelt"},
    {code::schema_misplaced, grade::warning, "schema_misplaced"},
    {code::unsatisfiable, grade::warning, "unsatisfiable"},
    {code::ill_formed, grade::warning, "ill_formed"},
    {code::marker_name, grade::warning, "marker_name"},
    {code::schema_not_enforced, grade::not_enforced, "schema_not_enforced"},
    {code::keyword_not_enforced, grade::not_enforced, "keyword_not_enforced"},
    {code::pattern_not_enforced, grade::not_enforced, "pattern_not_enforced"},
    {code::format_not_enforced, grade::not_enforced, "format_not_enforced"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < codes; ++i) {
    if (static_cast<std::size_t>(table[i].what) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::string_view name_of(code what) {
  return table[static_cast<std::size_t>(what)].name;
}

tools::schema_issue::grade grade_of(code what) {
  return table[static_cast<std::size_t>(what)].is;
}

void schema_issues::add(code what, std::string pointer, std::string message) {
  // A schema is read once where it stands, and once more for all references to it.
  for (const tools::schema_issue& known : list) {
    if (known.code == name_of(what) && known.pointer == pointer && known.message == message) return;
  }
  list.push_back({tool, std::move(pointer), grade_of(what), name_of(what), std::move(message)});
}

}  // namespace toolcall::typing
