// toolcall report: a text and its tools in, one JSON object out. It is made before the file of --out is opened, so what
// cannot be redacted leaves no file, and changes none.

#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>

#include <toolcall/error.hpp>
#include <toolcall/report.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

namespace {

void refuse_reading_file(const settings& chosen) {
  for (const std::string& read : {chosen.file, chosen.tools}) {
    std::error_code ignored;
    if (!read.empty() && std::filesystem::equivalent(read, chosen.out, ignored))
      fail(usage, "--out " + chosen.out + " is a file that is read");
  }
}

}  // namespace

int report(const settings& chosen) {
  read_dialect(chosen);  // what is wrong with the flags is said before the text is read
  if (chosen.tools == "-" && chosen.file == "-") fail(usage, "--tools - and the text cannot both be standard input");
  const std::string tools = chosen.tools.empty() ? "" : input(chosen.tools).all();
  if (!chosen.tools.empty()) read_tools(chosen, tools);
  refuse_reading_file(chosen);
  const std::string text = input(chosen.file, input::mark::skipped).all();
  std::optional<redaction> how;
  if (chosen.redact) how = redaction{chosen.redact_names, chosen.seed.value_or(0)};
  std::string made;
  try {
    made = toolcall::report({text, tools, chosen.dialect, chosen.finish_reason}, how) + '\n';
  } catch (const setup_error& why) {
    fail(not_reported, "the report was not written: " + std::string(why.what()));
  }
  if (!chosen.out.empty()) {
    output_file(chosen.out).write(made);
  } else {
    std::cout << made;
    check_output();
  }
  return done;
}

}  // namespace toolcall::cli
