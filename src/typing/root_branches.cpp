// See root_branches.hpp.

#include "typing/root_branches.hpp"

#include <algorithm>
#include <tuple>

#include "typing/convert.hpp"

namespace toolcall::typing {
namespace {

constexpr unsigned max_depth = 64;

// What the branches of a root say about one field.
class field_readings {
 public:
  field_readings(const schema_graph& schemas, std::string_view field) : schemas_(schemas), field_(field) {}

  std::vector<int> declared;
  bool anything = false;  // some branch does not mention the field, and is not closed

  // `named`: what is around the branch declares or forbids the field; `rest`: what it says about other fields.
  void look_at(int index, bool named = false, int rest = no_schema, unsigned depth = 0) {
    const schema& s = schemas_[index];
    if (s.never || (s.types & object_type) == 0) return;
    const bool leaf = s.branches().empty() || depth == max_depth;
    if (leaf || !s.spread) {  // else its branches say it
      if (schemas_.names(index, field_)) add(schemas_.property(index, field_));
      named = named || s.closed || schemas_.names(index, field_);
      if (s.additional != no_schema) rest = s.additional;
    }
    if (!seen_.emplace(index, named, rest).second) return;
    for (std::size_t i = 0; !leaf && i < s.branches().size(); ++i) look_at(s.branches()[i], named, rest, depth + 1);
    if (named || !leaf) return;
    if (rest != no_schema) add(rest);
    anything = anything || rest == no_schema;
  }

 private:
  void add(int index) {
    if (std::find(declared.begin(), declared.end(), index) == declared.end()) declared.push_back(index);
  }

  const schema_graph& schemas_;
  std::string_view field_;
  std::set<std::tuple<int, bool, int>> seen_;
};

int any_of(schema_graph& schemas, int root, std::string_view field, int first) {
  constexpr std::size_t many = 32;  // then what they say in particular is not tried, and it is anything
  field_readings readings(schemas, field);
  readings.look_at(root);
  if (readings.declared.empty()) return first;
  if (readings.anything && readings.declared.size() > many) readings.declared.clear();
  schema either;
  either.any_of = readings.declared;
  if (readings.anything) either.any_of.push_back(schema_graph::anything);
  return either.any_of.size() == 1 ? either.any_of[0] : schemas.add(std::move(either));
}

void gather(const schema_graph& schemas, int index, unsigned depth, field_schemas& fields,
            std::set<std::string, std::less<>>& required) {
  if (depth > 8) return;
  const schema& s = schemas[index];
  required.insert(s.required.begin(), s.required.end());
  fields.insert(s.properties.begin(), s.properties.end());
  for (const int branch : s.branches()) gather(schemas, branch, depth + 1, fields, required);
}

// False if there are too many.
bool add_leaves(const schema_graph& schemas, int index, unsigned depth, std::vector<int>& leaves) {
  constexpr std::size_t most = 64;
  const schema& s = schemas[index];
  if (s.branches().empty()) leaves.push_back(index);
  if (depth == max_depth || leaves.size() > most) return false;
  return std::all_of(s.branches().begin(), s.branches().end(),
                     [&](int branch) { return add_leaves(schemas, branch, depth + 1, leaves); });
}

}  // namespace

field_schemas fields_of_root(schema_graph& schemas, int root, std::set<std::string, std::less<>>& required) {
  field_schemas fields;
  gather(schemas, root, 0, fields, required);
  for (auto& [name, index] : fields) index = any_of(schemas, root, name, index);
  return fields;
}

std::vector<int> branches_of_root(const schema_graph& schemas, int root) {
  std::vector<int> leaves;
  if (schemas[root].branches().empty() || !add_leaves(schemas, root, 0, leaves)) return {};
  return leaves;
}

bool depends_on_others(const schema_graph& schemas, int field) {
  return converter(schemas, "").has_readings(field);
}

}  // namespace toolcall::typing
