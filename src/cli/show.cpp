// toolcall show: the grammar of a page, as it stands there. It was compiled in with the parser, so it is the one that
// this command reads by.

#include <iostream>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "grammar/pages.hpp"

namespace toolcall::cli {

int show(const settings& chosen) {
  std::string known;
  for (const grammar::page_text& page : grammar::pages) {
    if (page.name == chosen.page) {
      std::cout << page.rules;
      check_output();
      return done;
    }
    known += (known.empty() ? "" : ", ") + std::string(page.name);
  }
  fail(usage, "there is no page \"" + chosen.page + "\"; pages are " + known);
}

}  // namespace toolcall::cli
