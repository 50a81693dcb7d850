// An error is reported where it is found, where its reason is known; what is thrown only carries the exit code.

#include "cli/command_error.hpp"

#include <iostream>

#include "cli/visible.hpp"

namespace toolcall::cli {

void fail(exit_code code, const std::string& what) {
  std::cerr << "toolcall: " << visible(what) << '\n';
  throw command_error{code};
}

void check_output() {
  std::cout.flush();
  if (!std::cout) fail(input_output, "standard output cannot be written");
}

}  // namespace toolcall::cli
