// Looking things up in the graph of schemas.

#include "typing/schema.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "typing/canonical.hpp"

namespace toolcall::typing {

unsigned bit_of(std::string_view type) {
  if (type == "null") return null_type;
  if (type == "boolean") return boolean_type;
  if (type == "integer") return integer_type;
  if (type == "number") return number_type | integer_type;
  if (type == "string") return string_type;
  return type == "array" ? array_type : object_type;
}

void key_styles::add(const std::string& name) {
  const auto [known, fresh] = names_.try_emplace(ascii::folded(name), name);
  if (!fresh && known->second != name) known->second.clear();
}

std::string_view key_styles::find(std::string_view name) const {
  const auto found = names_.find(ascii::folded(name));
  return found == names_.end() || found->first.empty() ? std::string_view() : found->second;
}

void member_list::add(const dom& value) {
  std::string text = value.is_string() ? value.text() : json_text(value);
  unsigned type = value.is_array() ? array_type : object_type;
  if (value.is_string()) type = string_type;
  if (value.is_null()) type = null_type;
  if (value.is_boolean()) type = boolean_type;
  if (value.is_number()) type = decimal::of(text).is_integral() ? integer_type : number_type;
  add(member{type, std::move(text), canonical(value)});
}

void member_list::add(member m) {
  places_.try_emplace(m.canonical, members_.size());
  members_.push_back(std::move(m));
}

void member_list::append(const member_list& others) {
  for (const member& m : others) add(m);
}

const member_list::member* member_list::find(std::string_view canonical) const {
  const auto found = places_.find(canonical);
  return found == places_.end() ? nullptr : &members_[found->second];
}

void member_list::intersect(const member_list& other) {
  const std::vector<member> before = std::exchange(members_, {});
  places_.clear();
  for (const member& m : before) {
    if (other.contains(m.canonical)) add(m);
  }
}

schema_graph::schema_graph() {
  schemas_.emplace_back().anything = true;
}

int schema_graph::add(schema s) {
  schemas_.push_back(std::move(s));
  return static_cast<int>(schemas_.size() - 1);
}

bool schema_graph::names(int object, std::string_view name) const {
  const schema& s = (*this)[object];
  return s.field(name) != no_schema || std::any_of(s.pattern_properties.begin(), s.pattern_properties.end(),
                                                   [&](const auto& p) { return matches(*p.first, name); });
}

int schema_graph::property(int object, std::string_view name) const {
  const schema& s = (*this)[object];
  if (const int own = s.field(name); own != no_schema) return own;
  for (const auto& [expression, index] : s.pattern_properties) {
    if (matches(*expression, name)) return index;
  }
  return s.additional;
}

}  // namespace toolcall::typing
