// Flags in a file have the names of the command line, without the dashes before them.

#include "serve/config_file.hpp"

#include <optional>
#include <sstream>
#include <stdexcept>
#include <toml++/toml.h>

#include "serve/read_file.hpp"

namespace toolcall::serve {

namespace {

// Of a string, a number or a boolean.
std::optional<std::string> word_of(const toml::node& value) {
  if (const auto* const string = value.as_string()) return string->get();
  if (!value.is_number() && !value.is_boolean()) return std::nullopt;
  std::ostringstream text;
  value.visit([&](const auto& node) { text << toml::json_formatter(node); });
  return text.str();
}

}  // namespace

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
    made.push_back({std::string(name.str()), {}, false, value.source().begin.line});
    const auto add = [&](const toml::node& each) {
      const std::optional<std::string> word = word_of(each);
      if (!word)
        throw std::runtime_error(file + ", line " + std::to_string(each.source().begin.line) + ": \"" +
                                 made.back().name + "\" is not a string, a number or a boolean, or a list of them");
      made.back().values.push_back(*word);
    };
    made.back().is_list = value.is_array();
    if (const auto* const list = value.as_array())
      for (const toml::node& each : *list) add(each);
    else
      add(value);
  }
  return made;
}

}  // namespace toolcall::serve
