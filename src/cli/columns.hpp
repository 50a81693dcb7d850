// A table for a terminal.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace toolcall::cli {

using row = std::vector<std::string>;

// Columns side by side; all but the first are numbers, so they end at the same place.
std::string aligned(const std::vector<row>& rows);

// "1,234,567".
std::string with_commas(std::uint64_t number);

}  // namespace toolcall::cli
