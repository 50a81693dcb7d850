// Arguments taken apart by a reader that is not the library's own.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace toolcall::tests {

struct field_value {
  std::string written;                // compact JSON: numbers digit for digit, strings with the least escaping
  std::optional<std::string> string;  // what it says, if it is one
};

// The members of an object, by name; of a name that comes twice, the first. Nothing where this is no JSON object.
std::optional<std::map<std::string, field_value>> members_of(std::string_view json);

// JSON in that spelling, the order of members as it was; "" where it is no JSON.
std::string spelled_alike(std::string_view json);

}  // namespace toolcall::tests
