// The flags of toolcall serve.

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "serve/settings.hpp"

namespace toolcall::cli {

// The pages are those of --page.
CLI::App* add_serve(CLI::App& app, serve::settings& chosen, std::vector<std::string>& pages);

}  // namespace toolcall::cli
