// The pages' grammars, laid out: those of the library, whose only list is the generated one, grammar/dialects.hpp, and
// those that a host brings. Once a page's types are forgotten there is no difference between them.

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
#include "dialects/misplaced_parts.hpp"
#include "engine/grammar_builder.hpp"
#include "grammar/dialects.hpp"
#include "grammar/labels.hpp"
#include "grammar/message.hpp"
#include "grammar/program.hpp"

namespace toolcall {

namespace {

const std::vector<engine::page>& library_pages() {
  static const std::vector<engine::page> known = [] {
    std::vector<engine::page> all;
    all.assign(grammar::dialects.begin(), grammar::dialects.end());
    return all;
  }();
  return known;
}

// The dialects that are tried, in order. Numbers are those of the library's list, and after it own ones.
struct choice {
  std::vector<engine::page> pages;
  std::vector<std::size_t> numbers;
  std::size_t all = library_pages().size();  // dialects that have a number
  bool is_selected_from = false;             // some of them may be out of use

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
    all[chosen.numbers[i]] = events::traits_of(page.name, page.emission, page.repeats, page.values);
  }
  return all;
}

bool is_in_use(const engine::page& page, const choice& chosen) {
  return std::any_of(chosen.pages.begin(), chosen.pages.end(),
                     [&](const engine::page& each) { return each.name == page.name; });
}

// How calls begin of which none was read: in the dialects in use, and in all others.
void add_signs(engine::grammar_builder& to, const choice& chosen) {
  const auto add = [&](const engine::page& page, std::string_view label, engine::grammar::condition when) {
    to.add_note(page.call_sign, engine::no_dialect, label, when);
  };
  const auto add_chosen = [&](std::string_view label, bool in_use) {
    for (std::size_t i = 0; i < chosen.pages.size(); ++i)
      add(chosen.pages[i], label, {chosen.is_selected_from ? chosen.numbers[i] : engine::grammar::none, in_use});
  };
  add_chosen("undeclared_call", true);
  if (chosen.is_selected_from) return add_chosen("other_dialect", false);
  for (const engine::page& page : library_pages())
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

// The words of spec/recovery.md. What only the library reports ("internal") has no consequence of its own.
constexpr std::pair<std::string_view, events::label_meaning::consequence> consequences[] = {
    {"reported", events::label_meaning::consequence::reported},
    {"incomplete", events::label_meaning::consequence::incomplete},
    {"by finish reason", events::label_meaning::consequence::by_finish_reason},
    {"without fields", events::label_meaning::consequence::without_fields},
    {"refused", events::label_meaning::consequence::refused},
    {"held", events::label_meaning::consequence::held},
    {"switch", events::label_meaning::consequence::switched},
    {"without a call", events::label_meaning::consequence::without_a_call},
    {"looked at again", events::label_meaning::consequence::looked_at_again}};

template <typename Facts>
events::label_meaning meaning(const Facts& known) {
  events::label_meaning made{known.name, known.message, events::label_meaning::consequence::reported,
                             known.concerns_field};
  for (const auto& [word, then] : consequences)
    if (known.consequence == word) made.then = then;
  return made;
}

bool is_known(std::string_view label) {
  return std::any_of(std::begin(grammar::labels), std::end(grammar::labels),
                     [&](const grammar::label_facts& known) { return known.name == label; });
}

void check(const engine::page& page, const label_facts& label) {
  const std::string what = std::string(page.name) + ": label \"" + std::string(label.name) + "\" ";
  if (is_known(label.name)) throw setup_error("", what + "is one of the library's, and keeps its meaning");
  std::string names;
  for (const auto& [word, then] : consequences) {
    if (label.consequence == word) return;
    names += (names.empty() ? "" : ", ") + std::string(word);
  }
  throw setup_error(
      "", what + "cannot have the consequence \"" + std::string(label.consequence) + "\": allowed are " + names);
}

// What labels mean, and what front matter says.
struct meanings {
  std::vector<events::label_meaning> labels;
  std::vector<events::dialect_traits> traits;
};

std::shared_ptr<events::compiled_dialects> with_meanings(engine::program laid_out,
                                                         std::vector<events::dialect_traits> traits,
                                                         std::span<const label_facts> own) {
  const auto known = std::make_shared<meanings>();
  known->traits = std::move(traits);
  for (std::size_t i = 0; i < laid_out.labels.size(); ++i) {
    const std::string_view label = laid_out.label(i);
    const auto found = std::find_if(own.begin(), own.end(), [&](const auto& each) { return each.name == label; });
    known->labels.push_back(found == own.end() ? events::meaning_of(label) : meaning(*found));
  }
  const auto made = std::make_shared<events::compiled_dialects>();
  made->grammar = {std::move(laid_out), known->labels};
  made->traits = known->traits;
  made->owner = known;
  return made;
}

// A label of the library means what it always means, for no page may have it; others, what the first page says.
std::shared_ptr<const events::compiled_dialects> compile(const choice& chosen) {
  std::vector<label_facts> own;
  for (const engine::page& page : chosen.pages) own.insert(own.end(), page.labels.begin(), page.labels.end());
  return events::compile(grammar_of(chosen), traits(chosen), own);
}

// Adds the library's dialects of these names, in the order of the library's list.
void add_named(choice& to, std::string_view names) {
  for (const std::size_t number : events::dialects_listed(names, dialect::all()))
    to.add(library_pages()[number], number);
}

void add_own(choice& to, const engine::page& page) {
  const auto has_its_name = [&](const engine::page& other) { return other.name == page.name; };
  const std::vector<engine::page>& known = library_pages();
  const std::string name(page.name);
  if (name.empty() || name == "auto" || name.find(',') != name.npos)
    throw setup_error("", "a dialect cannot be called \"" + name + "\"");
  if (std::any_of(known.begin(), known.end(), has_its_name) ||
      std::any_of(to.pages.begin(), to.pages.end(), has_its_name))
    throw setup_error("", "there is a dialect \"" + name + "\" already; give yours a name of its own");
  for (const label_facts& label : page.labels) check(page, label);
  to.add(page, to.all++);
}

}  // namespace

events::label_meaning events::meaning_of(std::string_view label) {
  for (const grammar::label_facts& known : grammar::labels)
    if (known.name == label) return meaning(known);
  return {label, "A recovery of the grammar was needed.", label_meaning::consequence::reported, false};
}

events::dialect_traits events::traits_of(std::string_view name, std::string_view emission, std::string_view repeats,
                                         std::string_view values) {
  const bool whole = emission == "whole";
  const bool joined = repeats == "join";
  if ((!whole && !emission.empty()) || (!joined && !repeats.empty()) || (joined && !whole))
    throw setup_error("", std::string(name) + ": emission may be whole, and then repeats may be join");
  const bool json = values == "json", elements = values == "elements";
  if (!json && !elements && !values.empty())
    throw setup_error("", std::string(name) + ": values may be json or elements");
  return {name,
          joined  ? repetition::joined
          : whole ? repetition::gathered
                  : repetition::first,
          json       ? raw_values::json
          : elements ? raw_values::elements
                     : raw_values::text};
}

std::shared_ptr<events::compiled_dialects> events::compile(const engine::grammar& source,
                                                           std::vector<dialect_traits> traits,
                                                           std::span<const label_facts> labels,
                                                           const engine::layout_effort& effort) {
  std::vector<std::string> problems = misplaced_parts(source);
  engine::program laid_out;
  if (problems.empty()) laid_out = engine::lay_out(source, problems, effort);
  if (!problems.empty()) throw setup_error("", problems.front());
  return with_meanings(std::move(laid_out), std::move(traits), labels);
}

engine::grammar events::grammar_of_types() {
  choice all;
  add_named(all, "auto");
  all.is_selected_from = true;
  return grammar_of(all);
}

const std::vector<dialect_facts>& dialect::all() {
  static const std::vector<dialect_facts> known = [] {
    std::vector<dialect_facts> all;
    for (const engine::page& page : library_pages())
      all.push_back({page.name,
                     {page.models.begin(), page.models.end()},
                     {page.starts.begin(), page.starts.end()},
                     {page.tokens.begin(), page.tokens.end()}});
    return all;
  }();
  return known;
}

namespace {

// Every dialect, to select from.
const events::compiled_dialects& library() {
  static const std::shared_ptr<const events::compiled_dialects> every = [] {
    choice all;
    add_named(all, "auto");
    return with_meanings(grammar::all_dialects(), traits(all), {});
  }();
  return *every;
}

dialect selected(const std::vector<std::size_t>& numbers) {
  engine::dialect_set in_use;
  for (const std::size_t number : numbers) in_use.set(number);
  auto made = std::make_shared<events::compiled_dialects>(library());
  made->grammar.program = made->grammar.program.with(in_use);
  return dialect::of_internals(std::move(made));
}

}  // namespace

dialect dialect::automatic() {
  static const dialect every = selected(events::dialects_listed("auto", dialect::all()));
  return every;
}

dialect dialect::named(std::string_view names) {
  if (names == "auto") return automatic();
  return selected(events::dialects_listed(names, dialect::all()));
}

dialect dialect::of_pages(const std::vector<engine::page>& own, std::string_view also) {
  choice chosen;
  for (const engine::page& page : own) add_own(chosen, page);
  if (!also.empty()) add_named(chosen, also);
  return dialect(compile(chosen));
}

}  // namespace toolcall
