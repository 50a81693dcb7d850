// toolcall show: the grammar of a page, as it stands there, and the rules that its dialect has by default. It was
// compiled in with the parser, so it is the one that this command reads by.

#include <iostream>
#include <string_view>
#include <vector>

#include "authoring/page_texts.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/joined.hpp"
#include "text/nearest.hpp"

namespace toolcall::cli {

int show(const settings& chosen) {
  std::vector<std::string_view> known;
  for (const grammar::page_text& page : grammar::pages) {
    if (page.name == chosen.page) {
      std::cout << page.rules;
      check_output();
      return done;
    }
    known.push_back(page.name);
  }
  const std::string_view near = nearest(chosen.page, known);
  fail(usage, "there is no page \"" + chosen.page + "\"; " +
                  (near.empty() ? "pages are " + joined(known, ", ") : "did you mean " + std::string(near) + "?"));
}

}  // namespace toolcall::cli
