// One spelling for the many ways in which tools write their schemas.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toolcall/tools.hpp>

#include <nlohmann/json.hpp>

namespace toolcall::typing {

using warnings = std::vector<tools::warning>;

// Only keywords that say something about values are left, in draft 7's words; `type` is a list or absent. Every target
// of a reference is copied to /definitions/N, and every `$ref` reads "#/definitions/N", reaches something, and comes
// back to itself only through a property or an item. `pointer` is where the schema stands in what the host gave.
// Throws setup_error for a schema beyond the limits.
nlohmann::json normalise(const nlohmann::json& schema, const std::string& pointer, warnings& found);

// The N of a normalised reference.
std::size_t reference_of(const nlohmann::json& schema);

}  // namespace toolcall::typing
