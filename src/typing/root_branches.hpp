// What the root of a tool's schema says of its fields, where it is a union.

#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "typing/schema.hpp"

namespace toolcall::typing {

using field_schemas = std::map<std::string, int, std::less<>>;

// Each field that is declared somewhere, with the schema of all that it may be: a union, where several branches declare
// it, and of anything if a branch says nothing about it. `required` takes the names that some branch requires.
field_schemas fields_of_root(schema_graph& schemas, int root, std::set<std::string, std::less<>>& required);

// The branches of a root, each merged with what is around it; empty if there are too many to try.
std::vector<int> branches_of_root(const schema_graph& schemas, int root);

// Whether a field of this schema may have several readings, so that other fields may decide which one fits. One that
// only has certain values is such a field that decides.
bool depends_on_others(const schema_graph& schemas, int field);

}  // namespace toolcall::typing
