// A rule is copied and not called: so its names are those of the dialect's page, and its literals may be tokens of the
// dialect's model.

#include "grammarc/defaults.hpp"

#include <algorithm>
#include <string>

#include "grammarc/check_graph.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/print.hpp"

namespace toolcall::grammarc {
namespace {

bool calls(const expression& written, const std::string& name) {
  if (written.is == form::call && written.text == name) return true;
  return std::any_of(written.children.begin(), written.children.end(),
                     [&](const expression& child) { return calls(child, name); });
}

bool gives(const page& here, const std::string& name) {
  const auto is_so_named = [&](const auto& each) { return each.name == name; };
  return rule_named(here, name) != nullptr || std::any_of(here.givens.begin(), here.givens.end(), is_so_named);
}

bool asks_for(const page& here, const std::string& name) {
  const auto calls_it = [&](const rule& each) { return calls(each.body, name); };
  return is_entry(here, name) || std::any_of(here.rules.begin(), here.rules.end(), calls_it) ||
         std::any_of(here.ambiguous.begin(), here.ambiguous.end(), calls_it);
}

// The page has no such line; what is wrong with the rule there is said of the page.
void without_lines(expression& written) {
  written.line = 0;
  for (expression& child : written.children) without_lines(child);
}

std::string as_written(const given& of) {
  return "given " + of.name + (of.otherwise.empty() ? "" : " <- " + print(of.otherwise.front()));
}

rule by_default(const rule& of) {
  rule made = of;
  made.line = 1;
  made.by_default = true;
  without_lines(made.body);
  return made;
}

}  // namespace

void add_defaults(page& dialect, const page& defaults) {
  if (!is_dialect(dialect)) return;
  std::string added;
  for (const given& each : defaults.givens) {
    if (gives(dialect, each.name)) continue;
    dialect.givens.push_back(each);
    added += as_written(each) + "\n";
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const rule& each : defaults.rules) {
      if (gives(dialect, each.name) || !asks_for(dialect, each.name)) continue;
      dialect.rules.push_back(by_default(each));
      added += each.source + "\n";
      changed = true;
    }
  }
  if (!added.empty()) dialect.grammar += "\n# By default:\n" + added;
}

void add_defaults(std::vector<page>& pages) {
  const auto found = std::find_if(pages.begin(), pages.end(),
                                  [](const page& each) { return each.name == defaults_page && !is_dialect(each); });
  if (found == pages.end()) return;
  for (page& each : pages) add_defaults(each, *found);
}

}  // namespace toolcall::grammarc
