// A schema of a tool says less than JSON Schema reads in it: who writes "properties" means an object, and who lists
// properties means no others. Both are taken so here, as the engines take them.

#include "constraints/schema_view.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "typing/normalise.hpp"

namespace toolcall::constraints {

namespace {

constexpr unsigned deepest_reference = 32;

// By one of the names that types have; what is no type's name says nothing.
kinds kinds_of_word(const std::string& written) {
  const std::string type = typing::type_named(written);
  if (type == "integer" || type == "number") return kind_bit(value_kind::number);
  constexpr std::pair<std::string_view, value_kind> words[] = {{"null", value_kind::null},
                                                               {"boolean", value_kind::boolean},
                                                               {"string", value_kind::string},
                                                               {"array", value_kind::array},
                                                               {"object", value_kind::object}};
  for (const auto& [word, kind] : words)
    if (word == type) return kind_bit(kind);
  return all_kinds;
}

}  // namespace

schema_view::schema_view(const document& of, std::string pointer) : of_(of), pointers_(of.size()) {
  note_pointers(0, pointer);
}

void schema_view::note_pointers(std::uint32_t at, const std::string& pointer) {
  pointers_[at] = pointer;
  const bool is_object = of_[at].what == value_kind::object;
  if (!is_object && of_[at].what != value_kind::array) return;
  std::size_t i = 0;
  for (std::uint32_t part = at + 1; part < of_[at].next; part = of_[part].next) {
    std::string inside = pointer;
    typing::json::append_step(inside, is_object ? of_.text_of(part) : std::to_string(i++));
    if (is_object) pointers_[part++] = inside;
    note_pointers(part, inside);
  }
}

std::uint32_t schema_view::keyword(place at, std::string_view name) const {
  return at == anything || of_[at].what != value_kind::object ? 0 : of_.member(at, name);
}

place schema_view::resolved(place at) const {
  for (unsigned i = 0; i < deepest_reference; ++i) {
    const std::uint32_t to = keyword(at, "$ref");
    if (to == 0 || of_[to].what != value_kind::string) return at;
    std::string wanted = of_.text_of(to);
    if (wanted.empty() || wanted.front() != '#') return anything;
    wanted = pointers_.front() + wanted.substr(1);
    const auto found = std::find(pointers_.begin(), pointers_.end(), wanted);
    if (found == pointers_.end()) return anything;
    // A key and its value have one pointer, and the key stands first.
    const auto key = static_cast<place>(found - pointers_.begin());
    at = key + 1 < of_.size() && pointers_[key + 1] == wanted ? key + 1 : key;
  }
  return anything;
}

kinds schema_view::kinds_of_types(place at) const {
  const std::uint32_t type = keyword(at, "type");
  kinds all = 0;
  if (type == 0) {
    const kinds of_items = keyword(at, "items") != 0 ? array_kind : all_kinds;
    all = keyword(at, "properties") != 0 ? object_kind : of_items;
  } else if (of_[type].what == value_kind::array) {
    for (std::uint32_t each = type + 1; each < of_[type].next; each = of_[each].next)
      all |= of_[each].what == value_kind::string ? kinds_of_word(of_.text_of(each)) : all_kinds;
  } else {
    all = of_[type].what == value_kind::string ? kinds_of_word(of_.text_of(type)) : all_kinds;
  }
  const std::uint32_t nullable = keyword(at, "nullable");
  if (nullable != 0 && of_.lexeme(nullable) == "true") all |= kind_bit(value_kind::null);
  return all == 0 ? all_kinds : all;
}

// An alternative that is the schema itself adds none.
kinds schema_view::kinds_of(place at) const {
  at = resolved(at);
  if (at == anything) return all_kinds;
  if (of_[at].what != value_kind::object) return of_.lexeme(at) == "false" ? 0 : all_kinds;
  const auto [known, is_new] = kinds_.emplace(at, 0);
  if (is_new) known->second = found_kinds(at);
  return known->second;
}

kinds schema_view::found_kinds(place at) const {
  kinds all = kinds_of_types(at);
  if (keyword(at, "const") != 0 || keyword(at, "enum") != 0) {
    kinds found = 0;
    for (const std::uint32_t each : values(at)) found |= kind_bit(of_[each].what);
    return all & found;
  }
  if (const std::vector<place> branches = alternatives(at); !branches.empty()) {
    kinds found = 0;
    for (const place each : branches) found |= kinds_of(each);
    all &= found;
  }
  if (const std::uint32_t both = keyword(at, "allOf"); both != 0 && of_[both].what == value_kind::array)
    for (place each = both + 1; each < of_[both].next; each = of_[each].next) all &= kinds_of(each);
  return all;
}

bool schema_view::takes_integers_alone(place at) const {
  const std::uint32_t type = keyword(at, "type");
  if (type == 0) return false;
  const auto is_integer = [&](std::uint32_t node) {
    return of_[node].what == value_kind::string && typing::type_named(of_.text_of(node)) == "integer";
  };
  if (of_[type].what != value_kind::array) return is_integer(type);
  bool has_integer = false, has_number = false;
  for (std::uint32_t each = type + 1; each < of_[type].next; each = of_[each].next) {
    has_integer = has_integer || is_integer(each);
    has_number = has_number || (!is_integer(each) && of_.text_of(each) == "number");
  }
  return has_integer && !has_number;
}

// They say nothing about values, or are read with what they stand beside.
bool schema_view::is_annotation(std::string_view keyword) {
  constexpr std::string_view all[] = {"title",
                                      "description",
                                      "default",
                                      "examples",
                                      "example",
                                      "$schema",
                                      "$id",
                                      "id",
                                      "$comment",
                                      "readOnly",
                                      "writeOnly",
                                      "deprecated",
                                      "$defs",
                                      "definitions",
                                      "$anchor",
                                      "strict",
                                      "name",
                                      "nullable",
                                      "contentMediaType",
                                      "type",
                                      "contentEncoding",
                                      "additionalProperties"};
  return std::find(std::begin(all), std::end(all), keyword) != std::end(all);
}

std::vector<place> schema_view::crowded_references() const {
  std::vector<place> found;
  for (place at = 0; at < of_.size(); ++at) {
    if (of_[at].what != value_kind::object || of_.member(at, "$ref") == 0) continue;
    for (std::uint32_t key = at + 1; key < of_[at].next; key = of_[key + 1].next)
      if (const std::string name = of_.text_of(key); name != "$ref" && !is_annotation(name)) {
        found.push_back(key + 1);
        break;
      }
  }
  return found;
}

std::vector<place> schema_view::listed_alternatives(place at) const {
  for (const std::string_view name : {"anyOf", "oneOf"}) {
    const std::uint32_t list = keyword(at, name);
    if (list == 0 || of_[list].what != value_kind::array) continue;
    std::vector<place> all;
    for (place each = list + 1; each < of_[list].next; each = of_[each].next) all.push_back(each);
    return all;
  }
  return {};
}

// Each is looked at once, so alternatives that are each other's end.
std::vector<place> schema_view::alternatives(place at) const {
  std::vector<place> found, seen{at};
  std::vector<place> todo = listed_alternatives(at);
  std::reverse(todo.begin(), todo.end());
  while (!todo.empty()) {
    const place next = resolved(todo.back());
    todo.pop_back();
    if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
    seen.push_back(next);
    std::vector<place> inner = keyword(next, "properties") == 0 ? listed_alternatives(next) : std::vector<place>();
    if (inner.empty()) found.push_back(next);
    todo.insert(todo.end(), inner.rbegin(), inner.rend());
  }
  return found;
}

std::vector<std::uint32_t> schema_view::values(place at) const {
  if (const std::uint32_t only = keyword(at, "const"); only != 0) return {only};
  std::vector<std::uint32_t> all;
  const std::uint32_t list = keyword(at, "enum");
  if (list != 0 && of_[list].what == value_kind::array)
    for (std::uint32_t each = list + 1; each < of_[list].next; each = of_[each].next) all.push_back(each);
  return all;
}

std::vector<property> schema_view::properties(place at) const {
  std::vector<property> all;
  const std::uint32_t list = keyword(at, "properties");
  if (list == 0 || of_[list].what != value_kind::object) return all;
  const std::uint32_t required = keyword(at, "required");
  for (std::uint32_t key = list + 1; key < of_[list].next; key = of_[key + 1].next) {
    property made{of_.text_of(key), key + 1, false};
    if (required != 0 && of_[required].what == value_kind::array)
      for (std::uint32_t each = required + 1; each < of_[required].next; each = of_[each].next)
        made.is_required = made.is_required || of_.text_of(each) == made.name;
    all.push_back(std::move(made));
  }
  return all;
}

std::size_t schema_view::count(place at, std::string_view name, std::size_t otherwise) const {
  const std::uint32_t found = keyword(at, name);
  if (found == 0 || of_[found].what != value_kind::number) return otherwise;
  const std::string_view digits = of_.lexeme(found);
  if (digits.size() > 9 || digits.find_first_not_of("0123456789") != digits.npos) return otherwise;
  std::size_t made = 0;
  for (const char c : digits) made = made * 10 + static_cast<std::size_t>(c - '0');
  return made;
}

place schema_view::others(place at) const {
  const std::uint32_t said = keyword(at, "additionalProperties");
  if (said == 0) return keyword(at, "properties") != 0 ? closed : anything;
  if (of_[said].what == value_kind::boolean) return of_.lexeme(said) == "false" ? closed : anything;
  return said;
}

}  // namespace toolcall::constraints
