// The flags of the command line, with CLI11.

#include <iostream>
#include <new>

#include <toolcall/error.hpp>
#include <toolcall/version.hpp>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/failure.hpp"

namespace toolcall::cli {

namespace {

CLI::Validator one_of(const std::vector<std::string>& allowed) {
  const auto refuse = [allowed](const std::string& value) -> std::string {
    std::string list;
    for (const std::string& known : allowed) {
      if (value == known) return {};
      list += (list.empty() ? "" : ", ") + known;
    }
    return "\"" + value + "\" is none of " + list;
  };
  CLI::Validator made(refuse, "", "one_of");
  std::string shown;
  for (const std::string& known : allowed) shown += (shown.empty() ? "" : "|") + known;
  made.description(shown);
  return made;
}

// CLI11 reads "-1" into an unsigned number without a word, so the text is looked at first.
CLI::Validator whole_number(int least) {
  const auto refuse = [least](const std::string& value) -> std::string {
    const bool digits = !value.empty() && value.size() < 20 && value.find_first_not_of("0123456789") == value.npos;
    if (digits && (least == 0 || value.find_first_not_of('0') != value.npos)) return {};
    return "\"" + value + "\" is no whole number from " + std::to_string(least) + " on";
  };
  return CLI::Validator(refuse, "", "whole_number");
}

// What is said of a text and its tools, whatever reads it.
void add_text_flags(CLI::App& app, settings& chosen) {
  app.add_option("--tools", chosen.tools,
                 "the tools that the model was offered: a JSON file in the form of OpenAI, Anthropic or MCP")
      ->type_name("FILE");
  app.add_option("--finish-reason", chosen.finish_reason,
                 "why the text ends: stop, length (cut off), or what the server says")
      ->type_name("REASON");
  app.add_option("--tool-choice", chosen.tool_choice,
                 "what the model was told: none finds no call; required and NAME also take calls as forced JSON")
      ->type_name("auto|none|required|NAME");
  app.add_option("--prefill", chosen.prefill, "the tail of the prompt, read as if the message began with it")
      ->type_name("TEXT");
  app.add_flag("--strict", chosen.strict, "exit with 3 if a recovery was needed");
  app.add_flag("--require-call", chosen.require_call, "exit with 1 if there is no call");
  app.add_flag("--verbose", chosen.verbose, "say on standard error where the manual explains each label reported");
}

void add_flags(CLI::App& app, settings& chosen) {
  add_text_flags(app, chosen);
  app.add_option("--dialect", chosen.dialect,
                 "how calls are written: auto, or names of dialects or models with commas between them")
      ->type_name("NAME[,NAME]");
  app.add_option("--ids", chosen.ids, "what the ids of calls look like whose text has none")
      ->check(one_of({"openai", "mistral", "kimi"}));
  app.add_option("--seed", chosen.seed, "for these ids")->type_name("NUMBER")->check(whole_number(0));
  app.add_option("--first-call", chosen.first_call, "how many calls came before, for these ids")
      ->type_name("NUMBER")
      ->check(whole_number(0));
  app.add_flag("--trace", chosen.trace, "tell on standard error what decided what, an entry a line");
}

// The policy's own list is the list of these flags.
void add_policy_flags(CLI::App& app, settings& chosen) {
  for (const policy_flag& flag : policy_flags()) {
    const std::string name = "--" + std::string(flag.name), says(flag.says);
    const auto set = [&chosen, name, &flag](const std::string& value) {
      try {
        chosen.policy.set(flag.name, value);
      } catch (const setup_error& why) {
        throw CLI::ValidationError(name, why.reason());
      }
    };
    if (flag.values.empty()) {
      app.add_flag_callback(
          name, [set] { set(""); }, says);
    } else {
      const std::string words = std::string(flag.values) + (flag.several ? ",..." : "");
      app.add_option_function<std::string>(name, set, says)->type_name(words);
    }
  }
}

// What --format openai writes besides what is told.
void add_chunk_flags(CLI::App& app, settings& chosen) {
  app.add_option("--arguments", chosen.arguments, "of --format openai: as they come, or each call when it is complete")
      ->check(one_of({"stream", "complete"}));
  app.add_option("--model", chosen.model, "of --format openai: the model's name")->type_name("NAME");
  app.add_option("--id", chosen.id, "of --format openai: the message's id")->type_name("ID");
  app.add_option("--created", chosen.created, "of --format openai: seconds since 1970 began, UTC")
      ->type_name("SECONDS")
      ->check(whole_number(0));
}

// --html takes its file behind "=" only: behind a blank it would be the text, and be written over.
CLI::App* add_explain(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("explain", "shows what became of each byte of a message, and why");
  made->add_option("file", chosen.file, "the model's text; - is standard input")->type_name("FILE");
  made->add_option("--color", chosen.color, "auto: on a terminal, unless NO_COLOR is set")
      ->check(one_of({"auto", "always", "never"}));
  made->add_flag("--html", chosen.html, "a page for a browser; with --html=FILE it is written there");
  add_flags(*made, chosen);
  return made;
}

CLI::App* add_try(CLI::App& app, settings& chosen) {
  CLI::App* const made =
      app.add_subcommand("try", "runs a dialect's page that was not compiled, on a text or its examples");
  made->add_option("page", chosen.page, "the page's file, such as spec/dialects/minimax.md")
      ->type_name("PAGE")
      ->required();
  CLI::Option* const text = made->add_option("file", chosen.file, "the model's text; - is standard input");
  text->type_name("FILE");
  made->add_flag("--examples", chosen.examples, "run the page's examples; exit with 1 if one differs")->excludes(text);
  made->add_option("--color", chosen.color, "auto: on a terminal, unless NO_COLOR is set")
      ->check(one_of({"auto", "always", "never"}));
  add_text_flags(*made, chosen);
  add_policy_flags(*made, chosen);
  return made;
}

CLI::App* add_new(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("new", "writes the page of a new dialect to start from");
  made->add_option("name", chosen.page, "the page's name: a-z, 0-9 and _")->type_name("NAME")->required();
  made->add_option("--out", chosen.out, "where it is written, as NAME.md; never over what is there")->type_name("FILE");
  return made;
}

CLI::App* add_check(CLI::App& app, settings& chosen) {
  CLI::App* const made = app.add_subcommand("check", "says what is wrong or odd about the schemas of tools");
  made->add_option("--tools", chosen.tools, "as of parse; - is standard input")->type_name("FILE")->required();
  made->add_option("--dialect", chosen.dialect, "as of parse: whose markers tools and fields are compared with")
      ->type_name("NAME[,NAME]");
  made->add_option("--format", chosen.check_format, "a line for each remark, or one JSON object")
      ->check(one_of({"lines", "json"}));
  return made;
}

// A command: its name and flags, and what it does.
struct command {
  CLI::App* app;
  int (*act)(const settings&);
};

std::vector<command> add_commands(CLI::App& app, settings& chosen) {
  CLI::App* const parse_command = app.add_subcommand("parse", "reads a whole message and prints it as JSON");
  parse_command->add_option("file", chosen.file, "the model's text; - is standard input")->type_name("FILE");
  parse_command->add_option("--chunk", chosen.chunk, "read this many bytes at a time; the result does not differ")
      ->type_name("BYTES")
      ->check(whole_number(1));
  parse_command
      ->add_option("--format", chosen.format,
                   "one message; its events or OpenAI's chunks, one JSON object a line; or what to tell a model that "
                   "called in text")
      ->check(one_of({"message", "events", "openai", "correction"}));
  parse_command
      ->add_option("--correct-for", chosen.correct_for,
                   "of --format correction: which calls the host executes, those of its interface or those of the text")
      ->check(one_of({"function_calls", "text_calls"}));
  add_flags(*parse_command, chosen);
  add_policy_flags(*parse_command, chosen);
  add_chunk_flags(*parse_command, chosen);
  CLI::App* const stream_command =
      app.add_subcommand("stream", "reads standard input as it arrives and prints each event at once");
  stream_command->add_option("--format", chosen.stream_format, "events, or OpenAI's chunks; one JSON object a line")
      ->check(one_of({"events", "openai"}));
  add_flags(*stream_command, chosen);
  add_policy_flags(*stream_command, chosen);
  add_chunk_flags(*stream_command, chosen);
  CLI::App* const dialects_command =
      app.add_subcommand("dialects", "lists the dialects, in the order in which they are tried, and their models");
  dialects_command->add_flag("--markdown", chosen.markdown, "as a table");
  CLI::App* const show_command = app.add_subcommand("show", "prints the grammar of a dialect, or of a shared page");
  show_command->add_option("name", chosen.page, "the page, such as minimax")->type_name("NAME")->required();
  return {{parse_command, parse},
          {stream_command, stream},
          {add_explain(app, chosen), explain},
          {dialects_command, dialects},
          {show_command, show},
          {add_check(app, chosen), check},
          {add_new(app, chosen), new_page},
          {add_try(app, chosen), try_page}};
}

// What CLI11 says of a missing command does not name them.
int refuse_command(const std::vector<command>& commands, const std::string& given) {
  std::string names;
  for (const command& each : commands)
    names += (names.empty() ? "" : &each == &commands.back() ? " and " : ", ") + each.app->get_name();
  std::cerr << "toolcall: " << (given.empty() ? "a command is missing" : "there is no command \"" + given + "\"")
            << "; commands are " << names << " (--help says more)\n";
  return usage;
}

}  // namespace

int run(int argc, char** argv) {
  settings chosen;
  CLI::App app("Turns what a language model wrote into reasoning, text and tool calls.", "toolcall");
  app.set_version_flag("--version", std::string(version));
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  const std::vector<command> commands = add_commands(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& why) {
    if (!app.get_subcommands().empty()) return app.exit(why) == 0 ? done : usage;
    return refuse_command(commands, argc > 1 ? argv[1] : "");
  } catch (const CLI::ParseError& why) {
    return app.exit(why) == 0 ? done : usage;
  }
  try {
    for (const command& each : commands)
      if (each.app->parsed()) return each.act(chosen);
  } catch (const failure& why) {
    return why.code;
  } catch (const std::bad_alloc&) {
    std::cerr << "toolcall: there is not enough memory for this input\n";
    return input_output;
  }
  return usage;
}

}  // namespace toolcall::cli
