// The flags of toolcall serve.

#pragma once

#include <CLI/CLI.hpp>

#include "serve/settings.hpp"

namespace toolcall::cli {

CLI::App* add_serve(CLI::App& app, serve::settings& chosen);

}  // namespace toolcall::cli
