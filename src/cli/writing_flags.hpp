// The flags of render and mend.

#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

CLI::App* add_render(CLI::App& app, settings& chosen);
CLI::App* add_mend(CLI::App& app, settings& chosen);

}  // namespace toolcall::cli
