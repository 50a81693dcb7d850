// The commands of the command line.

#pragma once

#include <iosfwd>
#include <string>

namespace toolcall::cli {

// Exit codes, part of the interface.
enum exit_code : int {
  done = 0,
  no_call_found = 1,  // though --require-call
  usage = 2,
  recovery_needed = 3,  // though --strict
  input_output = 5,
};

struct settings {
  std::string file = "-";
  std::string tools;  // file
  std::string dialect = "auto";
  std::string finish_reason = "stop";
  std::string format = "message";
  std::string tool_choice = "auto";
  std::string prefill;
  std::string unknown_tools = "surface";
  std::size_t chunk = 0;  // bytes; 0: the whole text
  std::uint64_t seed = 0;
  bool native_only = false;
  bool strict = false;
  bool require_call = false;
};

int run(int argc, char** argv);
int parse(const settings& chosen);
int stream(const settings& chosen);

}  // namespace toolcall::cli
