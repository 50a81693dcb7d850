// The flags of dialects and check.

#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

CLI::App* add_dialects(CLI::App& app, settings& chosen);
CLI::App* add_check(CLI::App& app, settings& chosen);

}  // namespace toolcall::cli
