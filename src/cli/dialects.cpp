// toolcall dialects: the dialects in the order in which they are tried, with the models that write them. All of it is
// front matter of the pages; the table of the README is this command's.

#include <algorithm>
#include <iostream>
#include <iterator>

#include <toolcall/dialect.hpp>

#include "authoring/page_texts.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/dialect_lists.hpp"
#include "grammarc/read_page.hpp"
#include "text/joined.hpp"

namespace toolcall::cli {

namespace {

std::string models_of(const dialect_facts& known) {
  return joined(known.models, ", ");
}

const grammar::page_text& page_of(const dialect_facts& known) {
  return *std::find_if(std::begin(grammar::pages), std::end(grammar::pages),
                       [&](const grammar::page_text& page) { return page.name == known.name; });
}

// The names of the rules, with their parameters.
std::string rules_of(const grammar::page_text& page) {
  std::vector<grammarc::problem> none;  // it was right when it was compiled
  std::string list;
  for (const grammarc::rule& each :
       grammarc::read_page(page.file, "```peg\n" + std::string(page.rules) + "```\n", none).rules) {
    list += " " + each.name;
    std::string parameters;
    for (const std::string& name : grammarc::written_parameters(each))
      parameters += (parameters.empty() ? "" : ", ") + name;
    if (!parameters.empty()) list += "(" + parameters + ")";
  }
  return list;
}

void print_with_rules() {
  for (const dialect_facts& known : dialect::all()) {
    const grammar::page_text& page = page_of(known);
    std::cout << known.name << ": order " << page.order << ", " << page.file << "\n  models: " << models_of(known)
              << '\n';
    if (!known.server_parsers.empty()) std::cout << "  server parsers: " << joined(known.server_parsers, ", ") << '\n';
    std::cout << "  rules:" << rules_of(page) << '\n';
  }
}

void print_columns() {
  std::size_t widest = 0;
  for (const dialect_facts& known : dialect::all()) widest = std::max(widest, known.name.size());
  for (const dialect_facts& known : dialect::all()) {
    const std::string models = models_of(known);
    std::cout << known.name;
    if (!models.empty()) std::cout << std::string(widest + 2 - known.name.size(), ' ') << models;
    std::cout << '\n';
  }
}

void print_markdown() {
  std::cout << "| dialect | models | page |\n|---|---|---|\n";
  for (const dialect_facts& known : dialect::all()) {
    const std::string_view file = page_of(known).file;
    std::cout << "| `" << known.name << "` | " << models_of(known) << " | [" << file << "](" << file << ") |\n";
  }
}

}  // namespace

int dialects(const settings& chosen) {
  if (!chosen.chat_template.empty()) return dialects_of_template(chosen);
  if (chosen.models) return models(chosen);
  if (chosen.families) return families(chosen);
  chosen.markdown ? print_markdown() : chosen.verbose ? print_with_rules() : print_columns();
  check_output();
  return done;
}

}  // namespace toolcall::cli
