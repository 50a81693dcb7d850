// The toolcall command: it reads options, and hands the work to commands that return an exit code.

#include "cli/commands.hpp"

int main(int argc, char** argv) {
  return toolcall::cli::run(argc, argv);
}
