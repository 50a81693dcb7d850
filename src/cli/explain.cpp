// toolcall explain: a whole text in; the text again, in the colours of what became of it, and why.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/failure.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

namespace {

void write_page(const std::string& file, const std::string& page) {
  std::ofstream out(file, std::ios::binary);
  out << page << std::flush;
  if (!out) fail(input_output, file + ": cannot be written");
}

}  // namespace

// no-color.org: NO_COLOR, unless it is empty, speaks for all programs; a flag speaks for this one.
bool wants_colours(const std::string& when) {
  if (when != "auto") return when == "always";
  const char* const none = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  if ((none != nullptr && *none != '\0') || (terminal != nullptr && std::string_view(terminal) == "dumb")) return false;
  return isatty(STDOUT_FILENO) == 1;
}

int explain(const settings& chosen) {
  explanation why;
  parser reader = make_parser(chosen, read_tools(chosen), true, why.sink());
  const std::string text = input(chosen.file).all();
  outcome seen(chosen);
  seen.note(reader.feed(text));
  seen.note(reader.finish(chosen.finish_reason));
  why.finish(reader.message(), text.size());
  if (chosen.html.empty())
    std::cout << for_terminal(why, text, wants_colours(chosen.color));
  else if (chosen.html == "true" || chosen.html == "-")
    std::cout << as_html(why, text);
  else
    write_page(chosen.html, as_html(why, text));
  check_output();
  return seen.code(chosen);
}

}  // namespace toolcall::cli
