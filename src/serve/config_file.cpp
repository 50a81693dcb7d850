// Flags in a file have the names of the command line, without the dashes before them.

#include "serve/config_file.hpp"

#include <sstream>
#include <stdexcept>
#include <toml++/toml.h>

#include "serve/read_file.hpp"

namespace toolcall::serve {

std::vector<file_flag> read_flags(const std::string& file) {
  toml::table all;
  try {
    all = toml::parse(read_file(file), file);
  } catch (const toml::parse_error& why) {
    throw std::runtime_error(file + ", line " + std::to_string(why.source().begin.line) + ": " +
                             std::string(why.description()));
  }
  // What nobody reads would be believed to be in use.
  for (const auto& [name, value] : all)
    if (!value.is_table() || (name != "serve" && name != "profile"))
      throw std::runtime_error(file + ", line " + std::to_string(name.source().begin.line) + ": \"" +
                               std::string(name.str()) + "\" is neither in [serve] nor in a [profile.NAME]");
  std::vector<file_flag> made;
  const toml::table* const flags = all["serve"].as_table();
  if (flags == nullptr) return made;
  for (const auto& [name, value] : *flags) {
    file_flag flag{std::string(name.str()), {}, value.source().begin.line};
    std::ostringstream text;
    if (const auto* const string = value.as_string())
      text << string->get();
    else if (value.is_number() || value.is_boolean())
      value.visit([&](const auto& node) { text << toml::json_formatter(node); });
    else
      throw std::runtime_error(file + ", line " + std::to_string(flag.line) + ": \"" + flag.name +
                               "\" is not a string, a number or a boolean");
    flag.value = text.str();
    made.push_back(std::move(flag));
  }
  return made;
}

}  // namespace toolcall::serve
