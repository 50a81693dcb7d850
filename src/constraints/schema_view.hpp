// The schema of a tool, as it is asked for a constraint: which kinds of values it allows, and where its parts stand.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "typing/json.hpp"

namespace toolcall::constraints {

using typing::json::document;
using typing::json::value_kind;

// A set of kinds of values.
using kinds = unsigned;
constexpr kinds kind_bit(value_kind of) {
  return 1U << static_cast<unsigned>(of);
}
constexpr kinds all_kinds = 63;
constexpr kinds string_kind = kind_bit(value_kind::string);
constexpr kinds array_kind = kind_bit(value_kind::array);
constexpr kinds object_kind = kind_bit(value_kind::object);

// A part of a schema: the index of its node, or `anything`.
using place = std::uint32_t;
constexpr place anything = 0xFFFFFFFFU;

struct property {
  std::string name;
  place schema = anything;
  bool is_required = false;
  std::vector<place> others{};  // schemas that other alternatives have of it
};

// What the items of a list are: these first, then such as `rest`.
struct item_list {
  std::vector<place> first;
  place rest = anything;
};

// Views the document, which must outlive it.
class schema_view {
 public:
  // `pointer` is where the schema stands in what the host gave.
  schema_view(const document& of, std::string pointer);

  const document& text() const { return of_; }
  // Of `anything` it is that of the whole schema.
  const std::string& pointer_to(place at) const { return pointers_[at < pointers_.size() ? at : 0]; }

  // Follows references; a reference that leads nowhere, or only to itself, is `anything`.
  place resolved(place at) const;
  // The kinds of values that may be meant, judged by types, values and alternatives.
  kinds kinds_of(place at) const;
  bool takes_integers_alone(place at) const;

  static bool is_annotation(std::string_view keyword);
  // The keywords beside references, which stand alone in old drafts; the first of each.
  std::vector<place> crowded_references() const;

  // The value of a keyword, or 0.
  std::uint32_t keyword(place at, std::string_view name) const;
  // The alternatives of anyOf or oneOf, those of alternatives in their places; empty if missing.
  std::vector<place> alternatives(place at) const;
  // The nodes of the values that const and enum allow; empty if missing.
  std::vector<std::uint32_t> values(place at) const;
  // Those of "properties", and what else is required.
  std::vector<property> properties(place at) const;
  // Also those of alternatives and conditions, which none of them requires.
  std::vector<property> fields(place at) const;
  item_list items(place at) const;
  // The "oneOf" of it and of the alternatives in it, where a value may be of several of their schemas.
  std::vector<std::uint32_t> overlapping_choices(place at) const;
  // A count such as that of minLength, or `otherwise`.
  std::size_t count(place at, std::string_view name, std::size_t otherwise) const;
  // What members may have that are not named: `closed`, of which there is no value, or a schema.
  static constexpr place closed = 0xFFFFFFFEU;
  place others(place at) const;
  // Whether an object may have members that fields() does not give.
  bool takes_others(place at) const;

 private:
  void note_pointers(std::uint32_t at, const std::string& pointer);
  kinds kinds_of_types(place at) const;
  kinds found_kinds(place at) const;
  std::vector<place> listed_alternatives(place at) const;
  std::vector<place> parts_of(place at, std::string_view name) const;
  struct field_list;
  void add_fields(field_list& to, place at, bool is_certain) const;
  bool are_alike(place one, place other) const;
  place undeclared(place at) const;

  const document& of_;
  std::vector<std::string> pointers_;     // by node
  mutable std::map<place, kinds> kinds_;  // as they were found; none while a place is looked at
};

}  // namespace toolcall::constraints
