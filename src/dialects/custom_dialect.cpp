// Dialects that a host brings, and those of the library beside them, laid out when they are asked for. The host's are
// types and the library's are data; as rules they are alike. A program without dialects of its own links neither this
// file nor the rules of the library.

#include <algorithm>
#include <string>
#include <utility>

#include <toolcall/dialect.hpp>
#include <toolcall/engine/page_facts.hpp>
#include <toolcall/error.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/compiled_grammar.hpp"
#include "dialects/dialect_names.hpp"
#include "dialects/message_items.hpp"
#include "engine/grammar_builder.hpp"
#include "grammar/dialects.hpp"

namespace toolcall {

namespace {

// The dialects that are tried: those of the host, in order, and then some of the library's.
struct choice {
  const std::vector<engine::page>& own;
  engine::dialect_set listed;

  // Numbers are those of the library's list, and after it own ones.
  static std::size_t number_of_own(std::size_t i) { return grammar::dialects.size() + i; }
};

// By number.
std::vector<events::dialect_traits> traits(const choice& chosen) {
  std::vector<events::dialect_traits> all(grammar::dialects.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (chosen.listed[i]) all[i] = events::traits_of(grammar::dialects[i]);
  for (const engine::page& page : chosen.own) all.push_back(events::traits_of(page));
  return all;
}

void add_items(const choice& chosen, engine::grammar_builder& to) {
  const std::vector<engine::page_rules> pages = to.add(grammar::rules_of_pages());
  events::message_rules all;
  for (const engine::page_rules& page : pages)
    if (page.quoted != page.none) all.quoted = page.quoted;
  for (std::size_t i = 0; i < chosen.own.size(); ++i) {
    to.use(choice::number_of_own(i), chosen.own[i].offers);
    all.dialects.push_back({choice::number_of_own(i), events::rules_of(chosen.own[i], to)});
  }
  for (std::size_t i = 0; i < grammar::dialects.size(); ++i) {
    if (!chosen.listed[i]) {
      all.others.push_back(pages[i].call_sign);
      continue;
    }
    to.use(i, pages[i]);
    all.dialects.push_back({i, pages[i]});
  }
  events::add_items(to, all);
}

void check_own(const std::vector<engine::page>& own) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::string name(own[i].name);
    if (name.empty() || name == "auto" || name.find(',') != name.npos)
      throw setup_error("", "a dialect cannot be called \"" + name + "\"");
    const auto has_its_name = [&](const engine::page_facts& other) { return other.name == name; };
    if (std::any_of(grammar::dialects.begin(), grammar::dialects.end(), has_its_name) ||
        std::any_of(own.data(), own.data() + i, has_its_name))
      throw setup_error("", "there is a dialect \"" + name + "\" already; give yours a name of its own");
    for (const label_facts& label : own[i].labels) events::check_label(name, label);
  }
}

}  // namespace

// A label of the library means what it always means, for no page may have it; others, what the first page says.
dialect dialect::of_pages(const std::vector<engine::page>& own, std::string_view also) {
  check_own(own);
  choice chosen{own, {}};
  if (!also.empty()) chosen.listed = events::dialects_listed(also, dialect::all());
  std::vector<label_facts> labels;
  for (const engine::page& page : own) labels.insert(labels.end(), page.labels.begin(), page.labels.end());
  engine::grammar_builder builder;
  add_items(chosen, builder);
  return dialect(events::compile(builder.result(), traits(chosen), labels));
}

}  // namespace toolcall
