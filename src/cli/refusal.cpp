// A command line that is refused: what is wrong, and what was probably meant.

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/visible.hpp"
#include "text/nearest.hpp"

namespace toolcall::cli {

namespace {

std::string meant(std::string_view wrong, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = nearest(wrong, names);
  return near.empty() ? "" : "; did you mean " + std::string(near) + "?";
}

// What CLI11 says of a missing command does not name them.
int refuse_command(const CLI::App& app, const std::string& given) {
  std::vector<std::string> all;
  for (const CLI::App* const each : app.get_subcommands({})) all.push_back(each->get_name());
  std::string names;
  for (const std::string& each : all) names += (names.empty() ? "" : &each == &all.back() ? " and " : ", ") + each;
  const std::string near = meant(given, all);
  std::cerr << "toolcall: "
            << (given.empty() ? "a command is missing" : "there is no command \"" + visible(given) + "\"" + near)
            << (near.empty() ? "; commands" : " Commands") << " are " << names << " (toolcall --help says more)\n";
  return usage;
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> all;
  for (const CLI::Option* const option : command.get_options())
    for (const std::string& name : option->get_lnames()) all.push_back("--" + name);
  return all;
}

// Words that nothing takes: a flag first, for what follows it may have been meant as its value.
int refuse_words(const CLI::App& command, const std::vector<std::string>& words) {
  std::string wrong = words.front();
  for (const std::string& each : words)
    if (each.size() > 1 && each.front() == '-') {
      wrong = each;
      break;
    }
  if (wrong.front() == '-')
    std::cerr << "toolcall: " << command.get_name() << " has no flag \"" << visible(wrong) << "\""
              << meant(wrong.substr(0, wrong.find('=')), flags_of(command));
  else
    std::cerr << "toolcall: " << command.get_name() << " does not take \"" << visible(wrong) << "\"";
  std::cerr << " (toolcall " << command.get_name() << " --help lists the flags)\n";
  return usage;
}

// The first argument that must be given and was not, with what it is; else what CLI11 says.
std::string lacking(const CLI::App& command, const std::string& otherwise) {
  for (const CLI::Option* const option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const std::string name = option->get_positional() ? option->get_type_name() : option->get_name();
    return name.substr(0, name.find(':')) + " is required: " + option->get_description();
  }
  return otherwise;
}

// A flag that is given more often than it may be; else what CLI11 says.
std::string repeated(const CLI::App& command, const std::string& otherwise) {
  for (const CLI::Option* const option : command.get_options()) {
    const auto given = static_cast<int>(option->count());
    if (given < 2 || given <= option->get_items_expected_max()) continue;
    return option->get_name() + " is given " + (given == 2 ? "twice" : std::to_string(given) + " times") +
           ", but may be given once";
  }
  return otherwise;
}

std::string reason_of(const CLI::App& command, const CLI::ParseError& why) {
  if (dynamic_cast<const CLI::RequiredError*>(&why) != nullptr) return lacking(command, why.what());
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&why) != nullptr) return repeated(command, why.what());
  return why.what();
}

// A flag's value that is wrong, or something that is missing: CLI11 knows what, but not whose it is.
int refuse_use(const CLI::App& command, const CLI::ParseError& why) {
  std::cerr << "toolcall: " << command.get_name() << ": " << visible(reason_of(command, why)) << " (toolcall "
            << command.get_name() << " --help lists the flags)\n";
  return usage;
}

}  // namespace

int refuse(const CLI::App& app, const CLI::ParseError& why, const std::string& first) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&why) != nullptr;
  if (given.empty() && (is_extra || dynamic_cast<const CLI::RequiredError*>(&why) != nullptr))
    return refuse_command(app, first);
  if (is_extra) return refuse_words(*given.front(), app.remaining(true));
  if (given.empty() || why.get_exit_code() == 0) return app.exit(why) == 0 ? done : usage;
  return refuse_use(*given.front(), why);
}

}  // namespace toolcall::cli
