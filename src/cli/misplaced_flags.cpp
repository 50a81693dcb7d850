// Flags that would be ignored as the command line stands: each has an effect only with, or only without, another one.

#include <algorithm>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "text/joined.hpp"

namespace toolcall::cli {

namespace {

using names = std::vector<std::string>;

// In `commands` the `flags` have an effect only if `other` has this value.
struct needs_value {
  names commands, flags;
  std::string other, value;
  bool is_default;  // of `other`
};

// Only if one of the others is given.
struct needs_flag {
  names commands, flags, others;
};

// One of the flags is needed.
struct needs_one {
  names commands, flags;
};

// Only if none of the others is given.
struct needs_absence {
  names commands, flags, others;
};

const std::vector<needs_value>& values() {
  static const std::vector<needs_value> all = {
      {{"parse"}, {"--pretty", "--compact", "--raw", "--repairs"}, "--format", "message", true},
      {{"parse"}, {"--correct-for"}, "--format", "correction", false},
      {{"parse", "stream"}, {"--arguments", "--model", "--id", "--created"}, "--format", "openai", false},
      {{"stream"}, {"--finish-reason"}, "--input", "text", true},
  };
  return all;
}

const std::vector<needs_flag>& flags() {
  static const std::vector<needs_flag> all = {
      {{"parse", "stream", "explain", "try", "verdict"}, {"--strict-tools"}, {"--tools"}},
      {{"dialects"}, {"--format"}, {"--models", "--template"}},
      {{"report"}, {"--redact-names", "--seed"}, {"--redact"}},
      {{"serve"}, {"--redact"}, {"--capture"}},
  };
  return all;
}

const std::vector<needs_one>& choices() {
  static const std::vector<needs_one> all = {{{"render", "constrain"}, {"--dialect", "--page"}},
                                             {{"learn"}, {"--template", "--response-template"}}};
  return all;
}

const std::vector<needs_absence>& absences() {
  static const std::vector<needs_absence> all = {
      {{"explain"}, {"--color"}, {"--html"}},
      {{"try"}, {"--color", "--strict", "--require-call", "--require-valid"}, {"--as-example"}},
  };
  return all;
}

bool has(const names& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_given(const CLI::App& command, const std::string& flag) {
  const CLI::Option* const option = command.get_option_no_throw(flag);
  return option != nullptr && option->count() > 0;
}

// The first that is given; empty if none is.
std::string given_of(const CLI::App& command, const names& flags) {
  const auto found =
      std::find_if(flags.begin(), flags.end(), [&](const auto& each) { return is_given(command, each); });
  return found == flags.end() ? "" : *found;
}

bool holds(const CLI::App& command, const needs_value& rule) {
  if (!is_given(command, rule.other)) return rule.is_default;
  return command.get_option(rule.other)->as<std::string>() == rule.value;
}

// Examples have the flags of their texts in their own lines.
std::string beside_examples(const CLI::App& command) {
  const std::string runs = given_of(command, {"--examples", "--among"});
  if (command.get_name() != "try" || runs.empty()) return {};
  static const names allowed = {"--examples", "--among", "--tools", "--strict-tools", "--chunk"};
  for (const CLI::Option* const option : command.get_options()) {
    if (option->count() == 0 || option->get_positional()) continue;
    if (!has(allowed, option->get_name())) return option->get_name() + " cannot be used with " + runs;
  }
  return {};
}

}  // namespace

std::string misplaced_flag(const CLI::App& command) {
  const std::string& name = command.get_name();
  const auto refusal = [&](const std::string& what) {
    return name + ": " + what + " (toolcall " + name + " --help lists the flags)";
  };
  for (const needs_value& rule : values()) {
    const std::string given = has(rule.commands, name) ? given_of(command, rule.flags) : "";
    if (!given.empty() && !holds(command, rule)) return refusal(given + " needs " + rule.other + " " + rule.value);
  }
  for (const needs_flag& rule : flags()) {
    const std::string given = has(rule.commands, name) ? given_of(command, rule.flags) : "";
    if (!given.empty() && given_of(command, rule.others).empty())
      return refusal(given + " needs " + joined(rule.others, " or "));
  }
  for (const needs_one& rule : choices())
    if (has(rule.commands, name) && given_of(command, rule.flags).empty())
      return refusal(joined(rule.flags, " or ") + " is required");
  for (const needs_absence& rule : absences()) {
    const std::string given = has(rule.commands, name) ? given_of(command, rule.flags) : "";
    const std::string other = given.empty() ? "" : given_of(command, rule.others);
    if (!other.empty()) return refusal(given + " cannot be used with " + other);
  }
  const std::string beside = beside_examples(command);
  return beside.empty() ? "" : refusal(beside);
}

}  // namespace toolcall::cli
