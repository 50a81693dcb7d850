// Dialects that a host brings, and those of the library beside them, laid out when they are asked for. Once a page's
// types are forgotten there is no difference between them. Who has no dialects of its own does not link this file, and
// none of the library's rules as types.

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <toolcall/dialect.hpp>
#include <toolcall/engine/layout.hpp>
#include <toolcall/engine/page.hpp>
#include <toolcall/error.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_names.hpp"
#include "engine/grammar_builder.hpp"
#include "grammar/dialects.hpp"
#include "grammar/message.hpp"

namespace toolcall {

namespace {

// The dialects that are tried, in order. Numbers are those of the library's list, and after it own ones.
struct choice {
  std::vector<engine::page> pages;
  std::vector<std::size_t> numbers;
  std::size_t all = grammar::dialects_with_rules.size();  // dialects that have a number
  bool is_selected_from = false;                          // some of them may be out of use

  void add(const engine::page& page, std::size_t number) {
    pages.push_back(page);
    numbers.push_back(number);
  }
};

// By number.
std::vector<events::dialect_traits> traits(const choice& chosen) {
  std::vector<events::dialect_traits> all(chosen.all);
  for (std::size_t i = 0; i < chosen.pages.size(); ++i) {
    const engine::page& page = chosen.pages[i];
    all[chosen.numbers[i]] = events::traits_of(page);
  }
  return all;
}

bool is_in_use(const engine::page& page, const choice& chosen) {
  return std::any_of(chosen.pages.begin(), chosen.pages.end(),
                     [&](const engine::page& each) { return each.name == page.name; });
}

// How calls begin of which none was read: in the dialects in use, and in all others.
void add_signs(engine::grammar_builder& to, const choice& chosen) {
  const auto add = [&](const engine::page& page, std::string_view label, engine::grammar::requirement when) {
    to.add_note(page.call_sign, engine::no_dialect, label, when);
  };
  const auto add_chosen = [&](std::string_view label, bool in_use) {
    for (std::size_t i = 0; i < chosen.pages.size(); ++i)
      add(chosen.pages[i], label, {chosen.is_selected_from ? chosen.numbers[i] : engine::grammar::none, in_use});
  };
  add_chosen("undeclared_call", true);
  if (chosen.is_selected_from) return add_chosen("other_dialect", false);
  for (const engine::page& page : grammar::dialects_with_rules)
    if (!is_in_use(page, chosen)) add(page, "other_dialect", {});
}

// One item after the other: quoted passages, then every dialect's calls, then what begins like one and is not one, then
// reasoning, then marks of control. After the calls, where none was read, it is noted what looks like one.
engine::grammar grammar_of(const choice& chosen) {
  std::vector<engine::dialect_in_use> dialects;
  for (std::size_t i = 0; i < chosen.pages.size(); ++i) dialects.push_back({chosen.numbers[i], chosen.pages[i].offers});
  engine::grammar_builder builder(dialects);
  builder.add_item(engine::item_of<grammar::message::quoted>(), engine::no_dialect);
  for (const auto part :
       {&engine::page::call, &engine::page::unread, &engine::page::reasoning, &engine::page::control}) {
    for (std::size_t i = 0; i < chosen.pages.size(); ++i)
      builder.add_item(chosen.pages[i].*part, chosen.numbers[i], part == &engine::page::reasoning);
    if (part == &engine::page::call) add_signs(builder, chosen);
  }
  return builder.made();
}

// A label of the library means what it always means, for no page may have it; others, what the first page says.
std::shared_ptr<const events::compiled_dialects> compile(const choice& chosen) {
  std::vector<label_facts> own;
  for (const engine::page& page : chosen.pages) own.insert(own.end(), page.labels.begin(), page.labels.end());
  return events::compile(grammar_of(chosen), traits(chosen), own);
}

// Adds the library's dialects of these names, in the order of the library's list.
void add_named(choice& to, std::string_view names) {
  const engine::dialect_set listed = events::dialects_listed(names, dialect::all());
  for (std::size_t i = 0; i < grammar::dialects_with_rules.size(); ++i)
    if (listed[i]) to.add(grammar::dialects_with_rules[i], i);
}

void add_own(choice& to, const engine::page& page) {
  const auto has_its_name = [&](const engine::page& other) { return other.name == page.name; };
  const auto& known = grammar::dialects_with_rules;
  const std::string name(page.name);
  if (name.empty() || name == "auto" || name.find(',') != name.npos)
    throw setup_error("", "a dialect cannot be called \"" + name + "\"");
  if (std::any_of(known.begin(), known.end(), has_its_name) ||
      std::any_of(to.pages.begin(), to.pages.end(), has_its_name))
    throw setup_error("", "there is a dialect \"" + name + "\" already; give yours a name of its own");
  for (const label_facts& label : page.labels) events::check_label(page.name, label);
  to.add(page, to.all++);
}

}  // namespace

engine::grammar events::grammar_of_types() {
  choice all;
  add_named(all, "auto");
  all.is_selected_from = true;
  return grammar_of(all);
}

dialect dialect::of_pages(const std::vector<engine::page>& own, std::string_view also) {
  choice chosen;
  for (const engine::page& page : own) add_own(chosen, page);
  if (!also.empty()) add_named(chosen, also);
  return dialect(compile(chosen));
}

}  // namespace toolcall
