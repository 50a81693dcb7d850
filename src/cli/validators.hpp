// What the values of flags must be.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace toolcall::cli {

CLI::Validator one_of(const std::vector<std::string>& allowed);
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = UINT64_MAX);
CLI::Validator seconds(double least, double most);
// RFC 6901.
CLI::Validator json_pointer();

}  // namespace toolcall::cli
