// The flags of the commands about failures: one that is handed on, and many that are counted.

#include "cli/judging_flags.hpp"

#include "cli/validators.hpp"

namespace toolcall::cli {

CLI::App* add_report(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("report", "writes a failure as one JSON object that can be run again");
  made->add_option("file", chosen.file, "the model's text; - is standard input")->type_name("FILE");
  made->add_option("-t,--tools", chosen.tools,
                   "the tools that the model was offered: a JSON file in the form of OpenAI, Anthropic or MCP")
      ->type_name("FILE");
  made->add_option(
          "-d,--dialect", chosen.dialect,
          "how calls are written: auto, or names of dialects or models with commas between them; -NAME leaves one out")
      ->type_name("NAME[,NAME]");
  made->add_option("-r,--finish-reason", chosen.finish_reason,
                   "why the text ends: stop, length (cut off), or what the server says")
      ->type_name("REASON");
  made->add_flag("--redact", chosen.redact,
                 "put other words in place of those of values, text, reasoning and descriptions; exit with 1 if the "
                 "text is read otherwise then");
  made->add_flag("--redact-names", chosen.redact_names, "with --redact: the words of the tools' names, too");
  made->add_option("--seed", chosen.seed, "with --redact: another number chooses other words")
      ->type_name("NUMBER")
      ->check(whole_number(0));
  made->add_option("-o,--out", chosen.out, "where it is written, instead of standard output")->type_name("FILE");
  return made;
}

CLI::App* add_eval(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("eval", "says of many outputs which calls are right, and whose doing the others are");
  made->add_option("file", chosen.file, "outputs: records as batch reads them; - is standard input")->type_name("FILE");
  made->add_option("--expected", chosen.expected,
                   "the calls that were right, a JSON object a line with the output's id; also BFCL's files of "
                   "possible answers")
      ->type_name("FILE")
      ->required();
  made->add_option("--parser", chosen.parsers,
                   "calls that another parser made of the same outputs, to be shown beside; may be given several times")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false)
      ->check([](const std::string& word) {
        const std::size_t equals = word.find('=');
        const bool is_whole = equals != word.npos && equals > 0 && equals + 1 < word.size();
        return is_whole ? std::string() : "\"" + word + "\" is not NAME=FILE, such as vllm=calls.jsonl";
      });
  made->add_option("-f,--format", chosen.eval_format, "a table, one JSON object, or a page for a browser")
      ->check(one_of({"table", "json", "html"}));
  made->add_option("-t,--tools", chosen.tools, "the tools that the models were offered; else those of each record")
      ->type_name("FILE");
  made->add_option("-d,--dialect", chosen.dialect,
                   "how calls are written, for all records; else what each record's model says")
      ->type_name("NAME[,NAME]");
  made->add_option("-r,--finish-reason", chosen.finish_reason, "why texts end whose records do not say it")
      ->type_name("REASON");
  made->callback([made, &chosen] {
    if (made->count("--dialect") == 0) chosen.dialect.clear();
  });
  return made;
}

}  // namespace toolcall::cli
