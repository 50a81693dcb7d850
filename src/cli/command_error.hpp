// How a command ends when it cannot go on.

#pragma once

#include <string>

#include "cli/commands.hpp"

namespace toolcall::cli {

struct command_error {
  exit_code code;
};

// Says why on standard error, and throws command_error.
[[noreturn]] void fail(exit_code code, const std::string& what);

// What was printed has arrived; fails if it could not be written.
void check_output();

}  // namespace toolcall::cli
