// A normalised schema as the judge reads it: every keyword, and nothing merged.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "typing/format.hpp"
#include "typing/number.hpp"
#include "typing/pattern.hpp"
#include "typing/schema.hpp"

namespace toolcall::typing {

struct constraint {
  using names = std::vector<std::string>;

  bool never = false;
  bool shared = false;   // several references may lead here
  bool unknown = false;  // has a keyword that is not enforced: it cannot be said that a value fits
  unsigned types = any_type;
  std::optional<std::set<std::string>> members;  // canonical
  names shown_members;
  std::vector<schema::bound> bounds;
  std::vector<std::pair<decimal, std::string>> multiples;

  std::optional<std::uint64_t> min_length, max_length, min_items, max_items, min_properties, max_properties;
  std::uint64_t min_contains = 1;
  std::optional<std::uint64_t> max_contains;
  std::vector<std::pair<pattern, std::string>> patterns;
  const format* form = nullptr;

  std::vector<int> prefix_items;
  int items = no_schema;  // behind them
  int contains = no_schema;
  int unevaluated_items = no_schema;
  bool unique_items = false;

  std::map<std::string, int, std::less<>> properties;
  std::vector<std::pair<pattern, int>> pattern_properties;
  int additional = no_schema;
  int property_names = no_schema;
  int unevaluated_properties = no_schema;
  names required;
  std::vector<std::pair<std::string, names>> dependent_required;
  std::vector<std::pair<std::string, int>> dependent_schemas;

  std::vector<int> all_of, any_of, one_of;
  int none_of = no_schema;
  int condition = no_schema, then = no_schema, otherwise = no_schema;
};

struct constraints {
  std::vector<constraint> all;
  int root = no_schema;
  const constraint& operator[](int i) const { return all[static_cast<std::size_t>(i)]; }
};

constraints compile_constraints(const nlohmann::json& normal, pattern_set& patterns);

// One spelling for all JSON that means the same: numbers by value, members by name. Of duplicates the first counts.
std::string canonical(const json::document& doc, std::uint32_t node);
std::string canonical(const nlohmann::json& value);

}  // namespace toolcall::typing
