// The library's dialects. All of them are one program, laid out before it ships; those in use are a selection.

#include <array>
#include <memory>
#include <utility>

#include <toolcall/dialect.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/compiled_grammar.hpp"
#include "dialects/dialect_internals.hpp"
#include "dialects/dialect_names.hpp"
#include "grammar/dialects.hpp"

namespace toolcall {

std::span<const std::string_view> events::turn_marks() {
  return grammar::turn_marks;
}

const std::vector<dialect_facts>& dialect::all() {
  static const std::vector<dialect_facts> known = [] {
    std::vector<dialect_facts> all;
    for (const engine::page_facts& page : grammar::dialects)
      all.push_back({page.name,
                     {page.models.begin(), page.models.end()},
                     {page.starts.begin(), page.starts.end()},
                     {page.tokens.begin(), page.tokens.end()},
                     {page.server_parsers.begin(), page.server_parsers.end()}});
    return all;
  }();
  return known;
}

namespace {

// Every dialect, to select from.
const events::compiled_dialects& library() {
  static const std::shared_ptr<const events::compiled_dialects> every = [] {
    std::vector<events::dialect_traits> traits;
    for (const engine::page_facts& page : grammar::dialects) traits.push_back(events::traits_of(page));
    return events::with_meanings(grammar::all_dialects(), std::move(traits), {});
  }();
  return *every;
}

using compiled = std::shared_ptr<const events::compiled_dialects>;

compiled selection_of(const events::compiled_dialects& all, const engine::dialect_set& in_use) {
  auto made = std::make_shared<events::compiled_dialects>(all);
  made->grammar.program.select(in_use);
  return made;
}

// Selections of a single dialect are few and asked for again and again, so they are kept.
compiled selected(std::string_view names) {
  static std::array<typing::lazy<compiled>, engine::most_dialects> alone;
  const engine::dialect_set in_use = events::dialects_listed(names, dialect::all());
  if (in_use.count() != 1) return selection_of(library(), in_use);
  std::size_t number = 0;
  while (!in_use[number]) ++number;
  return alone[number].get([&] { return std::make_unique<compiled>(selection_of(library(), in_use)); });
}

}  // namespace

dialect events::with_forced(dialect which, const tool_choice& choice) {
  if (!choice.wants_call()) return which;
  const compiled_dialects& named = internals(which);
  std::size_t first = named.traits.size();
  for (std::size_t i = named.traits.size(); i-- > 0;) {
    if (!named.traits[i].where_required) continue;
    if (named.uses(i)) return which;
    first = i;
  }
  if (first == named.traits.size()) return which;
  return dialect_internals::make(named.forced.value.get([&] {
    engine::dialect_set in_use = named.grammar.program.in_use.dialects();
    return std::make_unique<compiled>(selection_of(named, in_use.set(first)));
  }));
}

dialect dialect::automatic() {
  static const dialect every = events::dialect_internals::make(selected("auto"));
  return every;
}

dialect dialect::named(std::string_view names) {
  if (names == "auto") return automatic();
  return events::dialect_internals::make(selected(names));
}

}  // namespace toolcall
