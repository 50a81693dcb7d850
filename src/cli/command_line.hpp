// What the command line says of itself.

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

// Prints what bash, zsh or fish needs to complete it.
int completions(const CLI::App& app, const std::string& shell);

// Why a flag that was given to this command has no effect beside the others; empty if each has one.
std::string misplaced_flag(const CLI::App& command);

// Says what is wrong with the words that were given, and what was probably meant; the exit code.
int refuse(const CLI::App& app, const CLI::ParseError& why, const std::string& first);

}  // namespace toolcall::cli
