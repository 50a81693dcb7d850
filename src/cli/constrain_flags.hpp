// The flags of toolcall constrain.

#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

CLI::App* add_constrain(CLI::App& app, settings& chosen);

}  // namespace toolcall::cli
