// The pages' grammars, laid out. The only list of dialects is the generated one, grammar/dialects.hpp.

#include "grammar/dialects.hpp"

#include <algorithm>
#include <string>

#include <toolcall/dialect.hpp>
#include <toolcall/error.hpp>

#include "engine/layout.hpp"
#include "events/compiled_dialects.hpp"
#include "events/dialect_names.hpp"
#include "grammar/labels.hpp"

namespace toolcall {

namespace {

namespace pegtl = tao::pegtl;

// What a page may say, but nothing acts on, must not be said: it would be believed.
template <typename Page>
constexpr bool says_nothing_unheard() {
  const bool whole = Page::telling == "whole";
  return Page::framing.empty() && Page::ids.empty() && (whole || Page::telling.empty()) &&
         (Page::repeats.empty() || (whole && Page::repeats == "join"));
}

template <typename... Pages>
std::vector<dialect_facts> facts(pegtl::type_list<Pages...>) {
  static_assert((says_nothing_unheard<Pages>() && ...),
                "framing and ids are not acted on yet; telling may be whole, and then repeats may be join");
  return {{Pages::name, {Pages::models.begin(), Pages::models.end()}}...};
}

template <typename... Pages>
// By number; the last is that of a quoted passage, which is of no dialect.
std::vector<events::dialect_traits> traits(pegtl::type_list<Pages...>) {
  using events::repetition;
  return {{Pages::name, Pages::repeats == "join"    ? repetition::joined
                        : Pages::telling == "whole" ? repetition::gathered
                                                    : repetition::first}...,
          {}};
}

// One item after the other: quoted passages, then every dialect's calls, then reasoning, then marks of control.
template <typename... Pages>
engine::grammar grammar_of(pegtl::type_list<Pages...>, const std::vector<std::size_t>& chosen) {
  const std::string_view names[] = {Pages::name...};
  std::vector<engine::dialect_in_use> dialects;
  for (const std::size_t number : chosen) dialects.push_back({names[number], number});
  engine::grammar_builder builder(std::move(dialects));
  const auto in_use = [&](std::size_t number) {
    return std::find(chosen.begin(), chosen.end(), number) != chosen.end();
  };
  builder.add_item<grammar::message::quoted>(sizeof...(Pages));
  std::size_t number = 0;
  ((in_use(number++) ? builder.add_item<typename Pages::call>(number - 1) : void()), ...);
  number = 0;
  ((in_use(number++) ? builder.add_item<typename Pages::reasoning>(number - 1) : void()), ...);
  number = 0;
  ((in_use(number++) ? builder.add_item<typename Pages::control>(number - 1) : void()), ...);
  return builder.made();
}

// The same grammar in which nothing is a call: what would be one is read as the grammar reads it otherwise.
void forbid_calls(engine::expression& e) {
  if (e.is == engine::op::role && e.role == engine::noun::call) e.is = engine::op::fail;
  for (engine::expression& child : e.children) forbid_calls(child);
}

void forbid_calls(engine::grammar& all) {
  for (auto& rule : all.rules) forbid_calls(rule.body);
  for (auto& item : all.items) forbid_calls(item.body);
}

events::label_meaning meaning(const grammar::label_facts& known) {
  using consequence = events::label_meaning::consequence;
  consequence then = consequence::told;
  if (known.consequence == "incomplete") then = consequence::incomplete;
  if (known.consequence == "by finish reason") then = consequence::by_finish_reason;
  if (known.consequence == "without fields") then = consequence::without_fields;
  if (known.consequence == "held") then = consequence::held;
  if (known.consequence == "refused") then = consequence::refused;
  return {known.name, known.message, then, known.concerns_field};
}

std::vector<events::label_meaning> meanings(const engine::program& laid_out) {
  std::vector<events::label_meaning> all;
  for (const std::string& label : laid_out.labels) all.push_back(events::meaning_of(label));
  return all;
}

engine::program laid_out(const std::vector<std::size_t>& chosen, bool with_calls) {
  engine::grammar source = grammar_of(grammar::dialects{}, chosen);
  if (!with_calls) forbid_calls(source);
  std::vector<std::string> problems;
  engine::program made = engine::lay_out(source, problems);
  if (!problems.empty()) throw setup_error("", problems.front());
  return made;
}

std::shared_ptr<const events::compiled_dialects> compile(const std::vector<std::size_t>& chosen) {
  auto made = std::make_shared<events::compiled_dialects>();
  made->program = laid_out(chosen, true);
  made->without_calls = laid_out(chosen, false);
  made->labels = meanings(made->program);
  made->labels_without_calls = meanings(made->without_calls);
  made->traits = traits(grammar::dialects{});
  return made;
}

std::vector<std::size_t> every_dialect() {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < dialect::all().size(); ++i) numbers.push_back(i);
  return numbers;
}

}  // namespace

events::label_meaning events::meaning_of(std::string_view label) {
  for (const grammar::label_facts& known : grammar::labels)
    if (known.name == label) return meaning(known);
  return {label, "A recovery of the grammar was needed.", label_meaning::consequence::told, false};
}

const std::vector<dialect_facts>& dialect::all() {
  static const std::vector<dialect_facts> known = facts(grammar::dialects{});
  return known;
}

dialect dialect::automatic() {
  static const dialect every(compile(every_dialect()));
  return every;
}

dialect dialect::named(std::string_view names) {
  if (names == "auto") return automatic();
  std::vector<std::size_t> chosen;
  for (std::size_t from = 0; from <= names.size();) {
    const std::size_t comma = std::min(names.find(',', from), names.size());
    for (const std::size_t number : events::dialects_named(names.substr(from, comma - from), all()))
      chosen.push_back(number);
    from = comma + 1;
  }
  return dialect(compile(chosen));
}

}  // namespace toolcall
