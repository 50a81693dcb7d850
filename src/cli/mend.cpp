// toolcall mend: a transcript in, the same as providers accept it out; what was changed on standard error.

#include <iostream>

#include <toolcall/error.hpp>
#include <toolcall/mend.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/reading.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

namespace {

void print_changes(const mended_transcript& mended, const settings& chosen) {
  if (chosen.changes == "json") {
    std::cerr << to_json(mended.changes) << '\n';
    return;
  }
  for (const transcript_change& each : mended.changes)
    std::cerr << each.pointer << (each.pointer.empty() ? "" : ": ") << each.code << ": " << each.message << '\n';
}

}  // namespace

int mend(const settings& chosen) {
  const dialect which = read_dialect(chosen);
  const tools declared = read_tools(chosen);
  const std::string text = input(chosen.file).all();
  const auto format = value_of<transcript_format>(chosen.mend_format).value_or(transcript_format::automatic);
  try {
    const mended_transcript mended = toolcall::mend(text, declared, which, format);
    std::cout << mended.json;
    print_changes(mended, chosen);
  } catch (const setup_error& why) {
    fail(not_mended, why.what());
  }
  check_output();
  return done;
}

}  // namespace toolcall::cli
