// The flags of report and eval.

#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

CLI::App* add_report(CLI::App& app, settings& chosen);
CLI::App* add_eval(CLI::App& app, settings& chosen);

}  // namespace toolcall::cli
