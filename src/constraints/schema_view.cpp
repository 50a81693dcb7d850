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
  return at >= of_.size() || of_[at].what != value_kind::object ? 0 : of_.member(at, name);
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
  if (at >= of_.size()) return at == closed ? 0 : all_kinds;
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
  std::vector<place> all = parts_of(at, "anyOf");
  return all.empty() ? parts_of(at, "oneOf") : all;
}

std::vector<place> schema_view::parts_of(place at, std::string_view name) const {
  std::vector<place> all;
  const std::uint32_t list = keyword(at, name);
  if (list == 0 || of_[list].what != value_kind::array) return all;
  for (place each = list + 1; each < of_[list].next; each = of_[each].next) all.push_back(each);
  return all;
}

std::vector<std::uint32_t> schema_view::overlapping_choices(place at) const {
  std::vector<std::uint32_t> found;
  std::vector<place> todo{at}, seen;
  while (!todo.empty()) {
    const place next = resolved(todo.back());
    todo.pop_back();
    if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
    seen.push_back(next);
    const std::vector<place> inner = listed_alternatives(next);
    todo.insert(todo.end(), inner.rbegin(), inner.rend());
    kinds before = 0;
    bool is_overlapping = !parts_of(next, "anyOf").empty();
    for (const place each : parts_of(next, "oneOf")) {
      is_overlapping = is_overlapping || (before & kinds_of(each)) != 0;
      before |= kinds_of(each);
    }
    if (is_overlapping && before != 0) found.push_back(keyword(next, "oneOf"));
  }
  return found;
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
  std::vector<std::uint32_t> all = parts_of(at, "enum");
  const std::uint32_t only = keyword(at, "const");
  if (only == 0) return all;
  const bool is_in = keyword(at, "enum") == 0 ||
                     std::any_of(all.begin(), all.end(), [&](std::uint32_t each) { return are_alike(each, only); });
  all.clear();
  if (is_in) all.push_back(only);
  return all;
}

std::vector<property> schema_view::properties(place at) const {
  std::vector<property> all;
  const std::uint32_t list = keyword(at, "properties");
  if (list != 0 && of_[list].what == value_kind::object)
    for (std::uint32_t key = list + 1; key < of_[list].next; key = of_[key + 1].next)
      all.push_back({of_.text_of(key), key + 1});
  for (const place each : parts_of(at, "required")) {
    if (of_[each].what != value_kind::string) continue;
    const std::string name = of_.text_of(each);
    const auto found = std::find_if(all.begin(), all.end(), [&](const property& one) { return one.name == name; });
    if (found != all.end())
      found->is_required = true;
    else
      all.push_back({name, undeclared(at), true});
  }
  return all;
}

// What a member may be that is required and not listed.
place schema_view::undeclared(place at) const {
  const bool is_said = keyword(at, "additionalProperties") != 0 && keyword(at, "patternProperties") == 0;
  return is_said ? others(at) : anything;
}

struct schema_view::field_list {
  std::vector<property> all{};
  std::vector<std::string> certain{};  // what stands in all calls has one schema
  std::vector<place> seen{};
};

std::vector<property> schema_view::fields(place at) const {
  field_list made;
  add_fields(made, at, true);
  return std::move(made.all);
}

void schema_view::add_fields(field_list& to, place at, bool is_certain) const {
  at = resolved(at);
  if (std::find(to.seen.begin(), to.seen.end(), at) != to.seen.end()) return;
  to.seen.push_back(at);
  for (property& each : properties(at)) {
    const bool is_listed = each.schema < of_.size() && keyword(at, "properties") != 0;
    const auto found =
        std::find_if(to.all.begin(), to.all.end(), [&](const property& one) { return one.name == each.name; });
    each.is_required = each.is_required && is_certain;
    if (found == to.all.end()) {
      if (is_certain) to.certain.push_back(each.name);
      to.all.push_back(std::move(each));
      continue;
    }
    found->is_required = found->is_required || each.is_required;
    const auto is_same = [&](place other) { return are_alike(other, each.schema); };
    const bool is_known = !is_listed || is_same(found->schema) ||
                          std::any_of(found->others.begin(), found->others.end(), is_same) ||
                          std::find(to.certain.begin(), to.certain.end(), each.name) != to.certain.end();
    if (!is_known) found->others.push_back(each.schema);
  }
  for (const std::string_view name : {"allOf", "anyOf", "oneOf"})
    for (const place each : parts_of(at, name)) add_fields(to, each, is_certain && name == "allOf");
  for (const std::string_view name : {"then", "else"})
    if (const std::uint32_t part = keyword(at, name); part != 0) add_fields(to, part, false);
}

bool schema_view::are_alike(place one, place other) const {
  if (one >= of_.size() || other >= of_.size()) return one == other;
  std::string first, second;
  of_.append_compact(one, first);
  of_.append_compact(other, second);
  return first == second;
}

// Drafts before 2020-12 have the first items as a list in "items".
item_list schema_view::items(place at) const {
  const std::uint32_t said = keyword(at, "items");
  item_list made{parts_of(at, "prefixItems"), said == 0 ? anything : said};
  if (said == 0 || of_[said].what != value_kind::array) return made;
  const std::uint32_t rest = keyword(at, "additionalItems");
  return {parts_of(at, "items"), rest == 0 ? anything : rest};
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

bool schema_view::takes_others(place at) const {
  if (others(at) == closed) return false;
  const std::vector<place> branches = alternatives(at);
  return branches.empty() || keyword(at, "additionalProperties") != 0 ||
         !std::all_of(branches.begin(), branches.end(), [&](place each) { return others(each) == closed; });
}

place schema_view::others(place at) const {
  const std::uint32_t said = keyword(at, "additionalProperties");
  if (said == 0) return keyword(at, "properties") != 0 ? closed : anything;
  if (of_[said].what == value_kind::boolean) return of_.lexeme(said) == "false" ? closed : anything;
  return said;
}

}  // namespace toolcall::constraints
