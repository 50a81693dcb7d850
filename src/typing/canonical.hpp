// One text for all JSON that means the same.

#pragma once

#include <cstdint>
#include <string>

#include "typing/dom.hpp"
#include "typing/json.hpp"

namespace toolcall::typing {

// Numbers by value, members by name. Of duplicate keys the first counts. The text is for comparing; it is not JSON.
std::string canonical(const json::document& doc, std::uint32_t node);
std::string canonical(const dom& value);

}  // namespace toolcall::typing
