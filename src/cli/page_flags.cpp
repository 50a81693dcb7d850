#include "cli/page_flags.hpp"

#include "authoring/own_pages.hpp"
#include "cli/reading.hpp"
#include "cli/validators.hpp"

namespace toolcall::cli {

void add_page(CLI::App& app, std::vector<std::string>& files) {
  app.add_option(
         "--page", files,
         "the page of a dialect that was not compiled in; --dialect may name it, and without --dialect it alone "
         "is read. May be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void use_pages(const CLI::App& command, settings& chosen) {
  chosen.own = read_pages(chosen.pages);
  if (chosen.own == nullptr || command.count("--dialect") > 0) return;
  chosen.dialect = chosen.serve.dialect = chosen.own->names();
}

CLI::App* add_show(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("show", "prints the grammar of a dialect, or of a shared page");
  made->add_option("name", chosen.page, "the page, such as minimax")->type_name("NAME")->required();
  made->add_option("-f,--format", chosen.show_format,
                   "its grammar, or the response_template by which Transformers (5.13 and later) reads the dialect's "
                   "calls")
      ->check(one_of({"grammar", "response-template"}));
  return made;
}

CLI::App* add_new(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("new", "writes the page of a new dialect to start from");
  made->add_option("name", chosen.page, "the page's name: a-z, 0-9 and _")->type_name("NAME")->required();
  made->add_option("-o,--out", chosen.out, "where to write it, as NAME.md; an existing file is not overwritten")
      ->type_name("FILE");
  return made;
}

CLI::App* add_learn(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand(
      "learn", "makes a dialect's page from what a model ships, or names the dialect that reads it (in Python)");
  CLI::Option* const from = made->add_option(
      "--template", chosen.chat_template, "a chat template, tokenizer_config.json, chat_template.json, or a GGUF file");
  from->type_name("FILE");
  made->add_option("--response-template", chosen.response_template,
                   "a response_template of Transformers (5.13 and later), alone as JSON or in a tokenizer_config.json")
      ->type_name("FILE")
      ->excludes(from);
  made->add_option("--name", chosen.page, "the dialect's name: a-z, 0-9 and _; without it, that of --out, or learned")
      ->type_name("NAME");
  made->add_option("-o,--out", chosen.out, "where to write the page, as NAME.md; an existing file is not overwritten")
      ->type_name("FILE");
  made->add_flag("--as-json", chosen.as_json,
                 "where the template prints arguments as the host gave them, take them for JSON");
  made->add_flag("--always", chosen.always, "make a page also where a dialect of the library reads everything");
  return made;
}

}  // namespace toolcall::cli
