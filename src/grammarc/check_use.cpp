// What stands on a page and nobody uses: a rule that nothing reaches, a token that no literal writes.
//
// Reading begins at the entries of the dialects. A shared page has none, and only the whole of the spec can say that
// nobody uses its rules; alone, its rules that no other rule calls are where reading begins.

#include <algorithm>
#include <set>
#include <string>

#include "grammarc/check_parts.hpp"
#include "grammarc/defaults.hpp"

namespace toolcall::grammarc {
namespace {

class reach {
 public:
  explicit reach(const std::vector<page>& pages) : pages_(pages) {}

  void from(const page_rule& start) {
    if (used.insert(start.of).second) walk(*start.where, start.of->body);
  }

  std::set<const rule*> used;

 private:
  void walk(const page& here, const expression& written) {
    if (written.is == form::call)
      for (const page_rule& target : find_rules(pages_, here, written.text)) from(target);
    for (const expression& child : written.children) walk(here, child);
  }

  const std::vector<page>& pages_;
};

bool writes(const expression& written, const std::string& token) {
  if (written.is == form::literal && written.text == token) return true;
  return std::any_of(written.children.begin(), written.children.end(),
                     [&](const expression& child) { return writes(child, token); });
}

void check_tokens(const page& here, problems& found) {
  const auto tokens = here.front.find("tokens");
  if (tokens == here.front.end()) return;
  for (const std::string& token : tokens->second) {
    const auto has = [&](const rule& each) { return !each.of_marks && writes(each.body, token); };
    const auto declares = [&](const mark_declaration& each) { return writes(each.written, token); };
    if (std::any_of(here.rules.begin(), here.rules.end(), has) ||
        std::any_of(here.marks.begin(), here.marks.end(), declares))
      continue;
    found.push_back({here.file, 1, "",
                     "the token \"" + token +
                         "\" of the front matter is not a literal on this page; "
                         "write it as a literal of its own, or take it off the list"});
  }
}

}  // namespace

std::set<const rule*> rules_read(const std::vector<page>& pages) {
  reach reached(pages);
  for (const page_rule& root : roots(pages)) reached.from(root);
  for (const page& here : pages)
    for (const rule& each : here.ambiguous) reached.from({&here, &each});
  return std::move(reached.used);
}

void check_use(const std::vector<page>& pages, bool whole_spec, problems& found) {
  reach reached(pages);
  for (const page_rule& root : roots(pages)) reached.from(root);
  const bool shared_alone = std::none_of(pages.begin(), pages.end(), is_dialect);
  for (const page& here : pages) {
    check_tokens(here, found);
    if (!is_dialect(here) && !whole_spec && !shared_alone) continue;
    if (here.name == defaults_page) continue;  // its rules are copied
    for (const rule& each : here.rules) {
      if (each.by_default || reached.used.count(&each) != 0) continue;
      const std::string whom =
          is_dialect(here) ? "no rule that the message or a shared page reads leads to it" : "no page uses it";
      found.push_back(
          {here.file, each.line, each.name, "this rule is never used: " + whom + "; call it, or delete it"});
    }
  }
}

}  // namespace toolcall::grammarc
