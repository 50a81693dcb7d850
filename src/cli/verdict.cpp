// toolcall verdict: a whole text in; one word for it, and a sentence, out.

#include <iostream>

#include <toolcall/verdict.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

int verdict(const settings& chosen) {
  const tools offered = read_tools(chosen);
  parser reader = make_parser(chosen, offered, true);
  exit_summary seen(chosen);
  input from(chosen.file, input::mark::skipped);
  for (std::string_view piece = from.some(); !piece.empty(); piece = from.some()) seen.note(reader.feed(piece));
  seen.note(reader.finish(chosen.finish_reason));
  const toolcall::verdict found = verdict_on(reader.message());
  if (chosen.verdict_format == "json")
    std::cout << to_json(found) << '\n';
  else
    std::cout << to_string(found.kind) << ": " << found.message << '\n';
  check_output();
  return seen.code(chosen);
}

}  // namespace toolcall::cli
