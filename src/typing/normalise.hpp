// One spelling for the many ways in which tools write their schemas.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "typing/pattern.hpp"
#include "typing/remarks.hpp"

namespace toolcall::typing {

// Only keywords that say something about values are left, in draft 7's words or, where it has none, in 2020-12's:
// minContains, maxContains, dependentRequired, dependentSchemas, unevaluatedItems, unevaluatedProperties. `type` is a
// list or absent; every pattern compiles. Every target of a reference is copied to /definitions/N, and every `$ref`
// stands alone, reads "#/definitions/N", reaches something, and comes back to itself only through a property or an
// item. Where something was left out that is not enforced, the schema has `unenforced`: true. `pointer` is where the
// schema stands in what the host gave. Throws refusal.
nlohmann::json normalise(const nlohmann::json& schema, const std::string& pointer, pattern_set& patterns,
                         remarks& found);

// The N of a normalised reference.
std::size_t reference_of(const nlohmann::json& schema);

// Parts of it.

// The JSON Schema type that a name stands for; empty if it is none.
std::string type_named(const std::string& written);
// Joins, in a schema, what takes two keywords to say, or means something else next to another one.
void join_keywords(nlohmann::json& schema);

// A schema that a reference reaches, and the pointer to it within the source.
struct target {
  const nlohmann::json* schema = nullptr;  // null: there is none
  std::string pointer;
  bool remote = false;
};
target resolve(const nlohmann::json& source, const std::string& reference);

// Where the definition stands that comes back to itself without going into the value, which would never end; none if
// there is no such.
constexpr std::size_t no_circle = static_cast<std::size_t>(-1);
std::size_t circle_in(const nlohmann::json& root, const nlohmann::json& definitions);

}  // namespace toolcall::typing
