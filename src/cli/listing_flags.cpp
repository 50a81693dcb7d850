#include "cli/listing_flags.hpp"

#include "cli/validators.hpp"

namespace toolcall::cli {

CLI::App* add_dialects(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("dialects", "lists the dialects, in the order in which they are tried, and their models");
  CLI::Option* const models = made->add_flag("--models", chosen.models, "each model with its dialects instead");
  CLI::Option* const from =
      made->add_option("--template", chosen.chat_template,
                       "say which dialects the model of this chat template writes, by the marks "
                       "that stand in it; exit with 1 if none is known. The file is a template or "
                       "a tokenizer_config.json; - is standard input");
  from->type_name("FILE")->excludes(models);
  made->add_option("-f,--format", chosen.list_format, "with --models or --template: lines, or one JSON object or array")
      ->check(one_of({"lines", "json"}));
  CLI::Option* const table = made->add_flag("--markdown", chosen.markdown, "as a table");
  CLI::Option* const rules =
      made->add_flag("-v,--verbose", chosen.verbose,
                     "each with its order, the names of servers' parsers of it, and the rules of its page");
  CLI::Option* const families =
      made->add_flag("--families", chosen.families, "as a table of families of models, each with its dialects");
  rules->excludes(table, models, families, from);
  table->excludes(models, families, from);
  families->excludes(models, from);
  return made;
}

CLI::App* add_check(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("check", "says what is wrong or odd about the schemas of tools");
  made->add_option("-t,--tools", chosen.tools,
                   "the tools, in the form of OpenAI, Anthropic or MCP; - is standard input")
      ->type_name("FILE")
      ->required();
  made->add_option("-d,--dialect", chosen.dialect,
                   "warn about tools and fields that are named like a marker of these dialects; auto: of all")
      ->type_name("NAME[,NAME]");
  made->add_option("-f,--format", chosen.check_format, "a line for each issue, or one JSON object")
      ->check(one_of({"lines", "json"}));
  return made;
}

}  // namespace toolcall::cli
