// From our tree to nlohmann's, which schemas are handled in and which valijson reads.

#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "typing/json.hpp"

namespace toolcall::typing {

enum class big_numbers {
  as_double,  // for schemas
  saturate    // for instances: an integer stays one, at the end of the 64 bits it does not fit into
};

// The subtree's depth must be bounded (an instance's by dom_depth_limit): nlohmann's values recurse when they are
// copied and destroyed.
constexpr unsigned dom_depth_limit = 100;
nlohmann::json to_dom(const json::document& doc, std::uint32_t i, big_numbers big);

// The same text with U+FFFD in place of ill-formed bytes.
std::string well_formed(std::string text);

}  // namespace toolcall::typing
