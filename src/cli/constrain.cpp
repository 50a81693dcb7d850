// toolcall constrain: tools in, out the grammar that holds a model to calls of a dialect.

#include <iostream>

#include <toolcall/constrain.hpp>
#include <toolcall/error.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/constrain_flags.hpp"
#include "cli/page_flags.hpp"
#include "cli/reading.hpp"
#include "cli/validators.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

CLI::App* add_constrain(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("constrain", "prints a grammar for guided decoding, of the calls of a dialect");
  made->add_option("-d,--dialect", chosen.dialect, "how calls are written: a dialect, or a model that has one")
      ->type_name("NAME");
  add_page(*made, chosen.pages);
  made->add_option("-t,--tools", chosen.tools,
                   "the tools that the model is offered: a JSON file in the form of OpenAI, Anthropic or MCP; - is "
                   "standard input")
      ->type_name("FILE")
      ->required();
  made->add_option("-f,--format", chosen.constraint_format,
                   "structural-tag and ebnf of xgrammar, lark of llguidance, gbnf of llama.cpp")
      ->required()
      ->check(one_of(words_of<constraint_format>()));
  made->add_option("--choice", chosen.tool_choice,
                   "what the model writes: text and calls, calls alone, text alone, or calls of one tool")
      ->type_name("auto|required|none|NAME");
  made->add_option("--parallel", chosen.parallel, "whether it may write several calls")
      ->check(one_of({"true", "false"}));
  made->add_flag("--reasoning", chosen.reasoning, "reasoning may stand before them");
  // What is read is the tools alone.
  made->callback([&chosen] { chosen.file.clear(); });
  return made;
}

int constrain(const settings& chosen) {
  const dialect which = read_dialect(chosen);
  const tools declared = read_tools(chosen);
  make_parser(chosen, which, declared, false, {});  // refuses a choice that names none of the tools
  constraint_options how;
  how.choice = tool_choice::of(chosen.tool_choice);
  how.parallel = chosen.parallel == "true";
  how.reasoning = chosen.reasoning;
  const auto format = value_of<constraint_format>(chosen.constraint_format);
  try {
    const constraint made = toolcall::constrain(which, declared, format.value_or(constraint_format{}), how);
    for (const constraint_limit& each : made.limits)
      std::cerr << "toolcall: " << each.pointer << ": " << each.reason << '\n';
    std::cout << made.text;
  } catch (const setup_error& why) {
    fail(not_written, why.what());
  }
  check_output();
  return done;
}

}  // namespace toolcall::cli
