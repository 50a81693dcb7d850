// The commands of the command line.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <toolcall/policy.hpp>

namespace toolcall::cli {

// Exit codes, part of the interface.
enum exit_code : int {
  done = 0,
  no_call_found = 1,    // though --require-call
  example_differs = 1,  // of try --examples
  usage = 2,
  recovery_needed = 3,  // though --strict
  input_output = 5,
};

struct settings {
  std::string file = "-";
  std::string tools;  // file
  std::string dialect = "auto";
  std::string finish_reason = "stop";
  std::string format = "message";        // of parse
  std::string stream_format = "events";  // of stream
  std::string check_format = "lines";    // of check
  std::string arguments = "stream";
  std::string model = "toolcall";
  std::string id;  // empty: made from the seed
  std::string ids = "openai";
  std::string tool_choice = "auto";
  std::string prefill;
  // Of explain; --html without a file is "true".
  std::string color = "auto", html;
  std::string correct_for = "function_calls";
  std::string page;       // of show, try and new
  std::string out;        // of new
  std::size_t chunk = 0;  // bytes; 0: the whole text
  std::uint64_t seed = 0;
  std::uint64_t first_call = 0;
  std::int64_t created = 0;
  toolcall::policy policy;
  bool strict = false;
  bool require_call = false;
  bool trace = false;
  bool verbose = false;
  bool markdown = false;  // of dialects
  bool examples = false;  // of try
};

int run(int argc, char** argv);

// They return an exit code, or throw failure (failure.hpp).
int parse(const settings& chosen);
int stream(const settings& chosen);
int explain(const settings& chosen);
int dialects(const settings& chosen);
int show(const settings& chosen);
int check(const settings& chosen);
int try_page(const settings& chosen);
int new_page(const settings& chosen);

}  // namespace toolcall::cli
