// toolcall parse: a whole text in; its message, its events, its chunks or the correction out.

#include <iostream>
#include <unistd.h>

#include <toolcall/correction.hpp>
#include <toolcall/repairs.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/pretty.hpp"
#include "cli/printing.hpp"
#include "cli/reading.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

namespace {

// Laid out for people on a terminal, or with --pretty.
void print_message(const std::string& json, const settings& chosen) {
  const bool spread = chosen.pretty || (!chosen.compact && isatty(STDOUT_FILENO) == 1);
  std::cout << (spread ? pretty(json, wants_colours(chosen.color)) : json) << '\n';
}

std::string message_json(const message& m, const std::string& text, const tools& offered, const settings& chosen) {
  if (!chosen.repairs) return to_json(m);
  settings quiet = chosen;
  quiet.verbose = false;
  return to_json(m, repairs_of(text, m, read_dialect(quiet), offered, options_of(chosen), chosen.prefill));
}

}  // namespace

int parse(const settings& chosen) {
  const bool whole = chosen.format == "message" || chosen.format == "correction";
  const tools offered = read_tools(chosen);
  parser reader = make_parser(chosen, offered, whole);
  const std::string text = input(chosen.file, input::mark::skipped).all();
  exit_summary seen(chosen);
  printer out(chosen, chosen.format);
  const auto take = [&](std::span<const event> emitted) {
    seen.note(emitted);
    out.print(emitted);
  };
  const std::size_t piece = chosen.chunk == 0 ? 1U << 16U : chosen.chunk;
  for (std::size_t at = 0; at < text.size(); at += piece) take(reader.feed(std::string_view(text).substr(at, piece)));
  take(reader.finish(chosen.finish_reason));
  out.finish(chosen.finish_reason);
  if (chosen.format == "message") print_message(message_json(reader.message(), text, offered, chosen), chosen);
  if (chosen.format == "correction") {
    const auto executed = value_of<correct_for>(chosen.correct_for).value_or(correct_for::function_calls);
    const std::string needed = correction(reader.message(), offered, executed, text);
    if (!needed.empty()) std::cout << needed << '\n';
  }
  check_output();
  return seen.code(chosen);
}

}  // namespace toolcall::cli
