// The flag --page, of the commands that read texts, and the flags of the commands that show and make pages.

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

void add_page(CLI::App& app, std::vector<std::string>& files);

// Reads the pages that were given. They are in use where the command's --dialect says nothing else.
void use_pages(const CLI::App& command, settings& chosen);

CLI::App* add_show(CLI::App& app, settings& chosen);
CLI::App* add_new(CLI::App& app, settings& chosen);
CLI::App* add_learn(CLI::App& app, settings& chosen);

}  // namespace toolcall::cli
