// The pages' grammars, laid out: those of the library, whose only list is the generated one, grammar/dialects.hpp, and
// those that a host brings. Once a page's types are forgotten there is no difference between them.

#include "grammar/dialects.hpp"
#include "grammar/every.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <toolcall/dialect.hpp>
#include <toolcall/engine/layout.hpp>
#include <toolcall/engine/page.hpp>
#include <toolcall/error.hpp>

#include "events/compiled_dialects.hpp"
#include "events/dialect_names.hpp"
#include "events/misplaced_parts.hpp"
#include "grammar/labels.hpp"
#include "grammar/message.hpp"

namespace toolcall {

namespace {

const std::vector<engine::page>& library_pages() {
  static const std::vector<engine::page> known = [] {
    std::vector<engine::page> all;
    for (const engine::page* page : grammar::dialects) all.push_back(*page);
    return all;
  }();
  return known;
}

// The dialects that are asked, in order. Numbers are those of the library's list, and behind it own ones.
struct choice {
  std::vector<engine::page> pages;
  std::vector<std::size_t> numbers;
  std::size_t all = library_pages().size();  // dialects that have a number

  void add(const engine::page& page, std::size_t number) {
    pages.push_back(page);
    numbers.push_back(number);
  }
};


// By number; the last is that of a quoted passage, which is of no dialect.
std::vector<events::dialect_traits> traits(const choice& chosen) {
  std::vector<events::dialect_traits> all(chosen.all + 1);
  for (std::size_t i = 0; i < chosen.pages.size(); ++i) {
    const engine::page& page = chosen.pages[i];
    all[chosen.numbers[i]] = events::traits_of(page.name, page.telling, page.repeats);
  }
  return all;
}

// One item after the other: quoted passages, then every dialect's calls, then reasoning, then marks of control.
engine::grammar grammar_of(const choice& chosen) {
  std::vector<engine::dialect_in_use> dialects;
  for (std::size_t i = 0; i < chosen.pages.size(); ++i) dialects.push_back({chosen.pages[i].name, chosen.numbers[i]});
  engine::grammar_builder builder(std::move(dialects));
  builder.add_item<grammar::message::quoted>(chosen.all);
  for (const auto part : {&engine::page::call, &engine::page::reasoning, &engine::page::control})
    for (std::size_t i = 0; i < chosen.pages.size(); ++i) {
      const engine::page_item& item = chosen.pages[i].*part;
      if (item.rule != nullptr) builder.add_item(*item.rule, item.name, chosen.numbers[i]);
    }
  return builder.made();
}

// The words of spec/recovery.md. What only the library reports ("library") has no consequence of its own.
constexpr std::pair<std::string_view, events::label_meaning::consequence> consequences[] = {
    {"told", events::label_meaning::consequence::told},
    {"incomplete", events::label_meaning::consequence::incomplete},
    {"by finish reason", events::label_meaning::consequence::by_finish_reason},
    {"without fields", events::label_meaning::consequence::without_fields},
    {"refused", events::label_meaning::consequence::refused},
    {"held", events::label_meaning::consequence::held},
    {"silent", events::label_meaning::consequence::silent}};

template <typename Facts>
events::label_meaning meaning(const Facts& known) {
  events::label_meaning made{known.name, known.message, events::label_meaning::consequence::told, known.concerns_field};
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

// A label of the library means what it always means; others, what the first page says that has them.
std::shared_ptr<const events::compiled_dialects> compile(const choice& chosen) {
  auto made = events::compile(grammar_of(chosen), traits(chosen));
  for (events::label_meaning& label : made->grammar.labels)
    for (std::size_t i = chosen.pages.size(); i > 0; --i)
      for (const label_facts& own : chosen.pages[i - 1].labels)
        if (own.name == label.name) label = meaning(own);
  return made;
}

// Adds the library's dialects of these names, in the order of the library's list.
void add_named(choice& to, std::string_view names) {
  std::set<std::size_t> numbers;
  for (std::size_t from = 0; names != "auto" && from <= names.size();) {
    const std::size_t comma = std::min(names.find(',', from), names.size());
    for (const std::size_t number : events::dialects_named(names.substr(from, comma - from), dialect::all()))
      numbers.insert(number);
    from = comma + 1;
  }
  const std::vector<engine::page>& known = library_pages();
  for (std::size_t i = 0; i < known.size(); ++i)
    if (names == "auto" || numbers.count(i) != 0) to.add(known[i], i);
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
  return {label, "A recovery of the grammar was needed.", label_meaning::consequence::told, false};
}

events::dialect_traits events::traits_of(std::string_view name, std::string_view telling, std::string_view repeats) {
  const bool whole = telling == "whole";
  const bool joined = repeats == "join";
  if ((!whole && !telling.empty()) || (!joined && !repeats.empty()) || (joined && !whole))
    throw setup_error("", std::string(name) + ": telling may be whole, and then repeats may be join");
  return {name, joined ? repetition::joined : whole ? repetition::gathered : repetition::first};
}

std::shared_ptr<events::compiled_dialects> events::compile(const engine::grammar& source,
                                                           std::vector<dialect_traits> traits) {
  auto made = std::make_shared<compiled_dialects>();
  made->traits = std::move(traits);
  std::vector<std::string> problems = misplaced_parts(source);
  if (problems.empty()) made->grammar.program = engine::lay_out(source, problems);
  if (!problems.empty()) throw setup_error("", problems.front());
  for (const std::string& label : made->grammar.program.labels) made->grammar.labels.push_back(meaning_of(label));
  return made;
}

const std::vector<dialect_facts>& dialect::all() {
  static const std::vector<dialect_facts> known = [] {
    std::vector<dialect_facts> all;
    for (const engine::page& page : library_pages())
      all.push_back({page.name, {page.models.begin(), page.models.end()}});
    return all;
  }();
  return known;
}

dialect dialect::automatic() {
  static const dialect every = [] {
    choice all;
    add_named(all, "auto");
    return dialect(compile(all));
  }();
  return every;
}

dialect dialect::named(std::string_view names) {
  if (names == "auto") return automatic();
  choice chosen;
  add_named(chosen, names);
  return dialect(compile(chosen));
}

dialect dialect::of_pages(const std::vector<engine::page>& own, std::string_view beside) {
  choice chosen;
  for (const engine::page& page : own) add_own(chosen, page);
  if (!beside.empty()) add_named(chosen, beside);
  return dialect(compile(chosen));
}

}  // namespace toolcall
