// One spelling for the many ways in which tools write their schemas.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "typing/dom.hpp"
#include "typing/pattern.hpp"
#include "typing/schema_issues.hpp"

namespace toolcall::typing {

struct normalised {
  dom schema;
  // The first of its faults. A part that has one is left out, so the rest of the schema says what types there are; but
  // it is not known what its author wanted to allow.
  std::optional<refusal> error;
};

// Only keywords that say something about values are left, in draft 7's words or, where it has none, in 2020-12's:
// minContains, maxContains, dependentRequired, dependentSchemas, unevaluatedItems, unevaluatedProperties. `type` is a
// list or absent; every pattern compiles. Every target of a reference is copied to /definitions/N, and every `$ref`
// stands alone, reads "#/definitions/N", reaches something, and comes back to itself only through a property or an
// item. Where something was left out that is not enforced, the schema has `unenforced`: true. `pointer` is where the
// schema stands in what the host gave.
normalised normalise(const dom& schema, const std::string& pointer, pattern_set& patterns, schema_issues& found);

// The N of a normalised reference.
std::size_t reference_of(const dom& schema);

// Parts of it.

// The JSON Schema type that a name stands for; empty if it is not one.
std::string type_named(const std::string& written);
// Joins, in a schema, what takes two keywords to say, or means something else next to another one.
void join_keywords(dom& schema);
// Why no value of some type fits two bounds of a schema; empty if they leave room.
std::string contradiction(const dom& schema);

// A schema that a reference reaches, and the pointer to it within the source.
struct target {
  const dom* schema = nullptr;  // null: no schema
  std::string pointer;
  bool remote = false;
};
target resolve(const dom& source, const std::string& reference);

// The definitions that come back to themselves without going into the value, which would never end. Without these there
// is no circle left.
std::vector<std::size_t> circles_in(const dom& root, const dom& definitions);

}  // namespace toolcall::typing
