// toolcall completions: what a shell needs to complete commands, flags and their words. It is read off the commands
// themselves, so it has what they have.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <toolcall/dialect.hpp>

#include <CLI/CLI.hpp>

#include "cli/command_error.hpp"
#include "cli/command_line.hpp"
#include "text/joined.hpp"

namespace toolcall::cli {

namespace {

struct flag {
  std::vector<std::string> names;  // with their dashes
  std::vector<std::string> words;  // what its value may be; empty: a file, or anything
  bool takes_value = false;
  bool takes_file = false;
  std::string says;
};

struct shown_command {
  std::string name, says;
  std::vector<flag> flags;
};

std::vector<std::string> words_in_type(const std::string& type) {
  std::vector<std::string> words;
  if (type.find('|') == type.npos) return words;
  for (std::size_t from = 0; from <= type.size();) {
    const std::size_t end = std::min(type.find('|', from), type.size());
    std::string word = type.substr(from, end - from);
    word = word.substr(0, word.find_first_of(",."));
    if (std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }))
      words.push_back(word);
    from = end + 1;
  }
  return words;
}

flag flag_of(const CLI::Option& option) {
  flag made;
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  made.takes_value = option.get_items_expected_max() > 0;
  made.words = words_in_type(option.get_type_name());
  made.takes_file = option.get_type_name().find("FILE") != std::string::npos;
  made.says = option.get_description();
  if (std::find(made.names.begin(), made.names.end(), "--dialect") != made.names.end()) {
    made.words = {"auto"};
    for (const dialect_facts& each : dialect::all()) made.words.emplace_back(each.name);
  }
  return made;
}

std::vector<shown_command> commands_of(const CLI::App& app) {
  std::vector<shown_command> all;
  for (const CLI::App* const each : app.get_subcommands({})) {
    shown_command made{each->get_name(), each->get_description(), {}};
    for (const CLI::Option* const option : each->get_options())
      if (!option->get_positional()) made.flags.push_back(flag_of(*option));
    all.push_back(std::move(made));
  }
  return all;
}

// In single quotes of a shell.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4) text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string for_bash(const std::vector<shown_command>& all) {
  std::string names, cases;
  for (const shown_command& each : all) {
    names += each.name + " ";
    std::vector<std::string> flags;
    for (const flag& option : each.flags) {
      flags.insert(flags.end(), option.names.begin(), option.names.end());
      if (option.words.empty()) continue;
      std::string pattern;
      for (const std::string& name : option.names) pattern += (pattern.empty() ? "" : "|") + each.name + ":" + name;
      cases += "    " + pattern + ") words=" + quoted(joined(option.words, " ")) + " ;;\n";
    }
    cases += "    " + each.name + ":*) [[ $word == -* ]] && words=" + quoted(joined(flags, " ")) + " ;;\n";
  }
  return "# bash completion of toolcall\n_toolcall() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  ((COMP_CWORD == 1)) && words=" +
         quoted(names + "--help --version") + "\n  case ${COMP_WORDS[1]}:$before in\n" + cases +
         "  esac\n"
         "  COMPREPLY=()\n"
         "  [[ -n $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\ncomplete -o default -F _toolcall toolcall\n";
}

std::string for_zsh(const std::vector<shown_command>& all) {
  std::string made = "#compdef toolcall\n# zsh completion of toolcall\nlocal -a commands\ncommands=(\n";
  for (const shown_command& each : all) made += "  " + quoted(each.name + ":" + each.says) + "\n";
  made += ")\nif (( CURRENT == 2 )); then\n  _describe command commands\n  return\nfi\ncase $words[2] in\n";
  for (const shown_command& each : all) {
    made += "  " + each.name + ")\n    _arguments";
    for (const flag& option : each.flags)
      for (const std::string& name : option.names) {
        std::string says = option.says;
        for (const char c : {'[', ']', ':'}) std::replace(says.begin(), says.end(), c, ' ');
        const std::string value = !option.takes_value    ? ""
                                  : option.words.empty() ? ":value:_files"
                                                         : ":value:(" + joined(option.words, " ") + ")";
        made += " \\\n      " + quoted("*" + name + "[" + says + "]" + value);
      }
    made += " \\\n      '*:file:_files'\n    ;;\n";
  }
  return made + "esac\n";
}

std::string for_fish(const std::vector<shown_command>& all) {
  std::string made = "# fish completion of toolcall\n";
  for (const shown_command& each : all)
    made += "complete -c toolcall -n __fish_use_subcommand -f -a " + each.name + " -d " + quoted(each.says) + "\n";
  for (const shown_command& each : all)
    for (const flag& option : each.flags) {
      made += "complete -c toolcall -n '__fish_seen_subcommand_from " + each.name + "'";
      for (const std::string& name : option.names)
        made += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takes_value) made += option.words.empty() ? " -r" : " -x -a " + quoted(joined(option.words, " "));
      made += " -d " + quoted(option.says) + "\n";
    }
  return made;
}

}  // namespace

int completions(const CLI::App& app, const std::string& shell) {
  const std::vector<shown_command> all = commands_of(app);
  std::cout << (shell == "bash" ? for_bash(all) : shell == "zsh" ? for_zsh(all) : for_fish(all));
  check_output();
  return done;
}

}  // namespace toolcall::cli
