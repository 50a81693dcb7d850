// toolcall show: the grammar of a page, as it stands there, and the rules that its dialect has by default. It was
// compiled in with the parser, so it is the one that this command reads by.

#include <iostream>
#include <string_view>
#include <vector>

#include <toolcall/error.hpp>

#include "authoring/page_texts.hpp"
#include "authoring/response_template.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "text/joined.hpp"
#include "text/nearest.hpp"
#include "writer/only_form.hpp"

namespace toolcall::cli {

namespace {

// Of a dialect; a page that dialects share has no such reader.
int show_response_template(const std::string& name) {
  try {
    const dialect which = dialect::named(name);
    const events::dialect_traits& traits = writer::only_dialect(which);
    const authoring::response_template made = authoring::response_template_of(traits, writer::form_of(traits));
    for (const std::string& each : made.unsaid) std::cerr << "toolcall: not said: " << each << '\n';
    std::cout << made.json;
  } catch (const setup_error& why) {
    fail(not_written, why.what());
  }
  check_output();
  return done;
}

}  // namespace

int show(const settings& chosen) {
  std::vector<std::string_view> known;
  for (const grammar::page_text& page : grammar::pages) {
    if (page.name == chosen.page) {
      if (chosen.show_format == "response-template") return show_response_template(chosen.page);
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
