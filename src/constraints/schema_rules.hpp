// Rules for the values that a schema allows, for notations that know no JSON Schema and for literals that are no JSON.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "constraints/grammar.hpp"
#include "constraints/limits.hpp"
#include "constraints/schema_view.hpp"

namespace toolcall::constraints {

// How literals are written (writer/values.hpp).
enum class literal : std::uint8_t {
  json,     // with a blank after each comma and colon
  compact,  // without
  python,
  marked,  // strings between two marks, keys without quotes
};

class schema_rules {
 public:
  // The rules are added to `to`, their names begin with `name`; `mark` is that around strings.
  schema_rules(grammar& to, limit_list& limits, const schema_view& of, std::string name, std::string mark = {})
      : to_(to), limits_(limits), of_(of), name_(std::move(name)), mark_(std::move(mark)) {}

  // A value of the schema at `at` that is of one of these kinds.
  expression value(place at, literal as, kinds of = all_kinds);
  // KEY=VALUE, … as a call in Python has them.
  expression keyword_arguments(place at);
  // A value that stands in const or enum.
  std::string written(std::uint32_t node, literal as) const;

 private:
  expression body(place at, literal as, kinds of);
  expression free_value(literal as, kinds of);
  expression string(place at, literal as);
  expression array(place at, literal as);
  expression first_items(const item_list& of, std::size_t least, std::size_t most, literal as);
  expression object(place at, literal as);
  expression members(place at, literal as, bool python_call);
  expression member(const property& of, literal as, bool python_call);
  static expression first_member(const std::vector<expression>& members, const std::vector<property>& names,
                                 const std::vector<std::size_t>& rest, const expression& other);
  expression key(const std::string& name, literal as) const;
  expression string_word(literal as) const;
  static std::string colon(literal as);
  static std::string comma(literal as);
  void note_unsaid(place at);
  void note_choices(place at);

  grammar& to_;
  limit_list& limits_;
  const schema_view& of_;
  std::string name_, mark_;
  std::map<std::tuple<place, literal, kinds>, std::size_t> made_;
};

// Whether some value of these kinds fits the schema.
bool is_possible(const schema_view& of, place at, kinds which = all_kinds);

}  // namespace toolcall::constraints
