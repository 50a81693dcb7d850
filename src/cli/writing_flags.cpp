// The flags of the commands that write what others are to read.

#include "cli/writing_flags.hpp"

#include <toolcall/mend.hpp>

#include "cli/page_flags.hpp"
#include "cli/validators.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

CLI::App* add_render(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("render", "writes calls as a model of a dialect would");
  made->add_option("file", chosen.file,
                   "a message as parse prints it, or a list of calls, as JSON; - is standard input")
      ->type_name("FILE");
  made->add_option("-d,--dialect", chosen.dialect, "how calls are written: a dialect, or a model that has one")
      ->type_name("NAME");
  add_page(*made, chosen.pages);
  made->add_option("-t,--tools", chosen.tools,
                   "the tools that the model was offered: a JSON file in the form of OpenAI, Anthropic or MCP")
      ->type_name("FILE");
  return made;
}

CLI::App* add_mend(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("mend", "makes a transcript that providers refuse one that they accept");
  made->add_option("file", chosen.file, "a list of messages, or a request with one, as JSON; - is standard input")
      ->type_name("FILE");
  made->add_option("-f,--format", chosen.mend_format,
                   "whose messages they are: OpenAI's chat completions or Responses, Anthropic's Messages; auto: what "
                   "they show")
      ->check(one_of(words_of<transcript_format>()));
  made->add_option("--changes", chosen.changes, "how the changes are listed on standard error: lines, or a JSON array")
      ->check(one_of({"lines", "json"}));
  made->add_option("-d,--dialect", chosen.dialect,
                   "how calls in texts are written: auto, or names of dialects or models with commas between them")
      ->type_name("NAME[,NAME]");
  made->add_option("-t,--tools", chosen.tools,
                   "the tools that the model was offered, where the request does not say them: a JSON file in the form "
                   "of OpenAI, Anthropic or MCP")
      ->type_name("FILE");
  return made;
}

}  // namespace toolcall::cli
