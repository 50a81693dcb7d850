// toolcall dialects: the dialects in the order in which they are tried, with the models that write them. All of it is
// front matter of the pages; the table of the README is this command's.

#include <algorithm>
#include <iostream>

#include <toolcall/dialect.hpp>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "grammar/pages.hpp"

namespace toolcall::cli {

namespace {

std::string models_of(const dialect_facts& known) {
  std::string list;
  for (const std::string_view model : known.models) list += (list.empty() ? "" : ", ") + std::string(model);
  return list;
}

std::string_view file_of(const dialect_facts& known) {
  for (const grammar::page_text& page : grammar::pages)
    if (page.name == known.name) return page.file;
  return {};
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
    const std::string_view file = file_of(known);
    std::cout << "| `" << known.name << "` | " << models_of(known) << " | [" << file << "](" << file << ") |\n";
  }
}

}  // namespace

int dialects(const settings& chosen) {
  chosen.markdown ? print_markdown() : print_columns();
  check_output();
  return done;
}

}  // namespace toolcall::cli
