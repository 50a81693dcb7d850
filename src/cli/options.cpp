// The flags of the command line, with CLI11.

#include <algorithm>
#include <iostream>
#include <new>
#include <string_view>
#include <utility>

#include <toolcall/correction.hpp>
#include <toolcall/error.hpp>
#include <toolcall/openai.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/version.hpp>

#include <CLI/CLI.hpp>

#include "cli/command_error.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/constrain_flags.hpp"
#include "cli/judging_flags.hpp"
#include "cli/listing_flags.hpp"
#include "cli/page_flags.hpp"
#include "cli/policy_help.hpp"
#include "cli/serve_flags.hpp"
#include "cli/validators.hpp"
#include "cli/visible.hpp"
#include "cli/writing_flags.hpp"
#include "text/finish_reason.hpp"
#include "text/nearest.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

namespace {

// What is said of a text and its tools, whatever reads it.
void add_text_flags(CLI::App& app, settings& chosen) {
  app.add_option("-t,--tools", chosen.tools,
                 "the tools that the model was offered: a JSON file in the form of OpenAI, Anthropic or MCP")
      ->type_name("FILE");
  app.add_flag("--strict-tools", chosen.strict_tools,
               "refuse tools whose schema cannot be used, instead of leaving their arguments unchecked");
  app.add_option("-r,--finish-reason", chosen.finish_reason,
                 "why the text ends: stop, length (cut off), or what the server says")
      ->type_name("REASON");
  app.add_option("--tool-choice", chosen.tool_choice,
                 "what the request said: with none, calls are text; with required or NAME, a message that is only a "
                 "JSON call counts")
      ->type_name("auto|none|required|NAME");
  app.add_option("--prefill", chosen.prefill, "the tail of the prompt, read as if the message began with it")
      ->type_name("TEXT");
  app.add_flag("--strict", chosen.strict, "exit with 3 if a recovery was needed");
  app.add_flag("--require-call", chosen.require_call, "exit with 1 if no call is complete or invalid");
  app.add_flag("--require-valid", chosen.require_valid,
               "exit with 4 if a call is invalid, incomplete, refused or to be confirmed, or its tool is not declared");
  app.add_flag(
      "-v,--verbose", chosen.verbose,
      "say on standard error which dialect a model's name stands for, and where the manual explains each label");
}

void add_dialect(CLI::App& app, settings& chosen) {
  app.add_option(
         "-d,--dialect", chosen.dialect,
         "how calls are written: auto, or names of dialects or models with commas between them; -NAME leaves one out")
      ->type_name("NAME[,NAME]");
  add_page(app, chosen.pages);
}

void add_flags(CLI::App& app, settings& chosen) {
  add_text_flags(app, chosen);
  add_dialect(app, chosen);
  app.add_option("--ids", chosen.ids, "the form of ids for calls whose text gives none")
      ->check(one_of(words_of<call_ids>()));
  app.add_option("--seed", chosen.seed, "makes these ids the same in each run; without it they are random")
      ->type_name("NUMBER")
      ->check(whole_number(0));
  app.add_option("--first-call", chosen.first_call, "how many calls came before, for these ids")
      ->type_name("NUMBER")
      ->check(whole_number(0));
  app.add_flag("--trace", chosen.trace,
               "print on standard error which rule, recovery and conversion decided each part, one entry per line");
}

// The policy's own list is the list of these flags.
void add_policy_flags(CLI::App& app, settings& chosen) {
  for (const policy_setting& setting : policy_settings()) {
    const std::string name = "--" + std::string(setting.name), help(policy_help(setting.name));
    const auto set = [&chosen, name, &setting](const std::string& value) {
      try {
        chosen.policy.set(setting.name, value);
      } catch (const setup_error& why) {
        throw CLI::ValidationError(name, why.reason());
      }
    };
    if (setting.words.empty()) {
      app.add_flag_callback(
          name, [set] { set(""); }, help);
    } else {
      const std::string words = std::string(setting.words) + (setting.several ? ",..." : "");
      app.add_option_function<std::string>(name, set, help)->type_name(words);
    }
  }
}

// What --format openai writes besides the events.
void add_chunk_flags(CLI::App& app, settings& chosen) {
  app.add_option("--arguments", chosen.arguments,
                 "with --format openai: arguments as they come, or each call when it is complete, as with auto")
      ->check(one_of(words_of<arguments_as>()));
  app.add_option("--model", chosen.model, "with --format openai: the model's name in the chunks")->type_name("NAME");
  app.add_option("--id", chosen.id, "with --format openai: the message's id in the chunks")->type_name("ID");
  app.add_option("--created", chosen.created,
                 "with --format openai: the time in the chunks, in seconds since 1970 began, UTC")
      ->type_name("SECONDS")
      ->check(whole_number(0));
}

void add_color(CLI::App& app, settings& chosen) {
  app.add_option("--color", chosen.color, "when to print in colours; auto: on a terminal, unless NO_COLOR is set")
      ->check(one_of({"auto", "always", "never"}));
}

// Of parse and try.
void add_chunk(CLI::App& app, settings& chosen) {
  app.add_option("--chunk", chosen.chunk, "read this many bytes at a time; the result does not differ")
      ->type_name("BYTES")
      ->check(whole_number(1));
}

// Of parse and batch.
CLI::Option* add_repairs(CLI::App& app, settings& chosen, const char* says) {
  return app.add_flag("--repairs", chosen.repairs, says);
}

// --html takes its file only after "=": after a blank it would be the text, and be overwritten.
CLI::App* add_explain(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("explain", "shows what became of each byte of a message, and why");
  made->add_option("file", chosen.file, "the model's text; - is standard input")->type_name("FILE");
  add_color(*made, chosen);
  made->add_flag("--html", chosen.html, "print a page for a browser; --html=FILE writes it to a file");
  add_flags(*made, chosen);
  add_policy_flags(*made, chosen);
  return made;
}

void set_shard(settings& chosen, const std::string& value) {
  const std::size_t slash = value.find('/');
  const auto number = [](const std::string& text) -> std::uint64_t {
    const bool digits = !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos;
    return digits ? std::stoull(text) : 0;
  };
  const std::uint64_t which = number(value.substr(0, slash));
  const std::uint64_t of = slash == value.npos ? 0 : number(value.substr(slash + 1));
  if (which == 0 || which > of)
    throw CLI::ValidationError("--shard", "\"" + value + "\" is not I/N with I from 1 to N, such as 2/8");
  chosen.shard = which - 1;
  chosen.shards = of;
}

// Where the parts of a record stand.
void add_field_flags(CLI::App& app, settings& chosen) {
  const auto add = [&](const char* name, std::string& to, const char* says) {
    app.add_option(name, to, says)->type_name("POINTER")->check(json_pointer());
  };
  add("--id-field", chosen.id_field, "where a record's id is; else id or custom_id");
  add("--text-field", chosen.text_field, "where its text is; else text, or what a server's response or messages say");
  add("--tools-field", chosen.tools_field, "where its tools are; else tools, or those of its request");
  add("--model-field", chosen.model_field, "where its model's name is; else model, or that of its response");
  add("--finish-reason-field", chosen.finish_field, "where its finish reason is; else finish_reason");
}

CLI::App* add_batch(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("batch", "reads many messages, one JSON record per line, and prints one result per line");
  made->add_option("files", chosen.files, "files of records; - or no file is standard input")->type_name("FILE");
  made->add_option("-j,--jobs", chosen.jobs, "number of threads; by default one for each core")
      ->type_name("N")
      ->check(whole_number(1, 1024));
  made->add_option("-o,--out", chosen.out, "where the results are written, instead of standard output")
      ->type_name("FILE");
  made->add_option_function<std::string>(
          "--shard", [&chosen](const std::string& value) { set_shard(chosen, value); },
          "read only the I-th of every N records, to divide a file among machines")
      ->type_name("I/N");
  made->add_flag("--stats", chosen.stats,
                 "print counts on standard error, or with --stats=FILE write them to a file as JSON");
  add_repairs(*made, chosen, "beside each call that was repaired, what exact reading gives")
      ->excludes(
          made->add_flag("--verdict", chosen.verdicts, "print the verdict on each message in place of the message"));
  add_field_flags(*made, chosen);
  add_flags(*made, chosen);
  add_policy_flags(*made, chosen);
  made->callback([made, &chosen] {
    if (made->count("--dialect") == 0) chosen.dialect.clear();
  });
  return made;
}

CLI::App* add_try(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("try", "runs a dialect's page without compiling it, on a text or on its examples");
  made->add_option("page", chosen.page, "the page's file, such as spec/dialects/minimax.md")
      ->type_name("PAGE")
      ->required();
  CLI::Option* const text = made->add_option("file", chosen.file, "the model's text; - is standard input");
  text->type_name("FILE");
  CLI::Option* const examples =
      made->add_flag("--examples", chosen.examples, "run the page's examples; exit with 1 if one differs");
  CLI::Option* const among = made->add_flag("--among", chosen.among,
                                            "run the examples of all pages of spec/, or of --among=FOLDER, with this "
                                            "page among them; exit with 1 if one differs");
  CLI::Option* const title =
      made->add_option("--as-example", chosen.as_example, "print the text as an example of this title, for the page");
  title->type_name("TITLE");
  examples->excludes(text, among, title);
  among->excludes(text, title);
  add_chunk(*made, chosen);
  add_color(*made, chosen);
  add_text_flags(*made, chosen);
  add_policy_flags(*made, chosen);
  return made;
}

CLI::App* add_parse(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("parse", "reads a whole message and prints it as JSON");
  made->add_option("file", chosen.file, "the model's text; - is standard input")->type_name("FILE");
  add_chunk(*made, chosen);
  made->add_option("-f,--format", chosen.format,
                   "one message; its events or OpenAI's chunks, one JSON object a line; or what to tell a model that "
                   "called in text")
      ->check(one_of({"message", "events", "openai", "correction"}));
  made->add_option(
          "--correct-for", chosen.correct_for,
          "with --format correction: which calls the host executes, those of its interface or those of the text")
      ->check(one_of(words_of<correct_for>()));
  CLI::Option* const spread =
      made->add_flag("--pretty", chosen.pretty, "with --format message: print it over several lines, as on a terminal");
  made->add_flag("--compact", chosen.compact, "with --format message: print it on one line, as in a pipe")
      ->excludes(spread);
  made->add_flag("--raw", chosen.raw, "with --format message: the text as it was read is in the message");
  add_repairs(*made, chosen, "with --format message: beside each call that was repaired, what exact reading gives");
  add_color(*made, chosen);
  add_flags(*made, chosen);
  add_policy_flags(*made, chosen);
  add_chunk_flags(*made, chosen);
  return made;
}

CLI::App* add_stream(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("stream", "reads standard input as it arrives and prints each event at once");
  made->add_option("-f,--format", chosen.stream_format, "events, or OpenAI's chunks; one JSON object a line")
      ->check(one_of({"events", "openai"}));
  made->add_option("-i,--input", chosen.input,
                   "what arrives: a message's text; records, a JSON object a line; or the response of a server of "
                   "OpenAI's chat interface or of Ollama")
      ->check(one_of({"text", "jsonl", "openai", "ollama"}));
  add_flags(*made, chosen);
  add_policy_flags(*made, chosen);
  add_chunk_flags(*made, chosen);
  return made;
}

CLI::App* add_verdict(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("verdict", "says in one word what a message has of calls");
  made->add_option("file", chosen.file, "the model's text; - is standard input")->type_name("FILE");
  made->add_option("-f,--format", chosen.verdict_format, "a line, or one JSON object")
      ->check(one_of({"lines", "json"}));
  add_text_flags(*made, chosen);
  add_dialect(*made, chosen);
  add_policy_flags(*made, chosen);
  return made;
}

// A command: its name and flags, and what it does.
struct command {
  CLI::App* app;
  int (*act)(const settings&);
};

// In the order in which help lists them.
std::vector<command> add_commands(CLI::App& app, settings& chosen) {
  return {{add_parse(app, chosen), parse},
          {add_stream(app, chosen), stream},
          {add_batch(app, chosen), batch},
          {add_explain(app, chosen), explain},
          {add_dialects(app, chosen), dialects},
          {add_show(app, chosen), show},
          {add_check(app, chosen), check},
          {add_new(app, chosen), new_page},
          {add_learn(app, chosen), learn},
          {add_try(app, chosen), try_page},
          {add_render(app, chosen), render},
          {add_constrain(app, chosen), constrain},
          {add_mend(app, chosen), mend},
          {add_verdict(app, chosen), verdict},
          {add_report(app, chosen), report},
          {add_eval(app, chosen), eval},
          {add_serve(app, chosen.serve, chosen.pages), serve_requests}};
}

// A flag without a value is like any other one: given twice it is a slip.
void take_flags_once(CLI::App& command) {
  for (CLI::Option* const option : command.get_options())
    if (option->get_items_expected_max() == 0 && option != command.get_help_ptr())
      option->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

// `help` and `help parse` are `--help` and `parse --help`.
std::vector<std::string> help_words(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.size() == 1) return {"--help"};
  const std::vector<const CLI::App*> commands = app.get_subcommands({});
  const auto is_meant = [&](const CLI::App* each) { return each->get_name() == words[1]; };
  if (std::none_of(commands.begin(), commands.end(), is_meant)) return {words[1]};  // refused, with what is near it
  return {words[1], "--help"};
}

// A server may have a word of its own, so it is no mistake; but that it is not known is what a slip looks like.
void warn_of_reason(const std::string& given) {
  if (given.empty() || events::is_known_reason(given)) return;
  std::vector<std::string_view> words;
  for (const events::known_reason& each : events::finish_reasons) words.push_back(each.word);
  const std::string_view near = nearest(given, words);
  std::cerr << "toolcall: the finish reason \"" << visible(given)
            << "\" is not known, so the text is not taken to be cut off"
            << (near.empty() ? "" : "; did you mean " + std::string(near) + "?") << '\n';
}

}  // namespace

int run(int argc, char** argv) {
  settings chosen;
  CLI::App app("Turns what a language model wrote into reasoning, text and tool calls.", "toolcall");
  app.set_version_flag("--version", std::string(version));
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  const std::vector<command> commands = add_commands(app, chosen);
  CLI::App* const completions_command =
      app.add_subcommand("completions", "prints a script with which a shell completes the command");
  completions_command->add_option("shell", chosen.shell, "bash, zsh or fish")
      ->type_name("SHELL")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  for (CLI::App* const each : app.get_subcommands({})) {
    take_flags_once(*each);
    each->set_version_flag("--version", std::string(version));
  }
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "help") words = help_words(app, words);
  const std::string first = words.empty() ? "" : words.front();
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
    if (const std::string why = misplaced_flag(*app.get_subcommands().front()); !why.empty()) fail(usage, why);
    warn_of_reason(chosen.finish_reason);
    use_pages(*app.get_subcommands().front(), chosen);
    if (completions_command->parsed()) return completions(app, chosen.shell);
    for (const command& each : commands)
      if (each.app->parsed()) return each.act(chosen);
  } catch (const CLI::ParseError& why) {
    return refuse(app, why, first);
  } catch (const command_error& why) {
    return why.code;
  } catch (const std::bad_alloc&) {
    std::cerr << "toolcall: there is not enough memory for this input\n";
    return input_output;
  }
  return usage;
}

}  // namespace toolcall::cli
