// What labels mean and what front matter says, beside a program that is laid out.

#include "dialects/compiled_dialects.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <toolcall/error.hpp>

#include "dialects/misplaced_parts.hpp"
#include "grammar/labels.hpp"
#include "text/words.hpp"

namespace toolcall {

namespace {

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
    {"looked at again", events::label_meaning::consequence::looked_at_again},
    {"by its arguments", events::label_meaning::consequence::by_arguments},
    {"as a mark", events::label_meaning::consequence::as_mark},
    {"to the end", events::label_meaning::consequence::to_the_end}};

// No recovery of a dialect has this one: it is for the head of a message (dialects/message_head.hpp).
constexpr std::string_view by_names = "by its names";

events::label_meaning meaning(const label_facts& known) {
  events::label_meaning made{known.name,
                             known.message,
                             events::label_meaning::consequence::reported,
                             known.concerns_field,
                             value_of<call_evidence>(known.evidence).value_or(call_evidence::exact),
                             known.concerns_no_call};
  if (known.consequence == by_names) made.then = events::label_meaning::consequence::by_names;
  for (const auto& [word, then] : consequences)
    if (known.consequence == word) made.then = then;
  return made;
}

// Null where the library has no such label.
const label_facts* find_label(std::string_view name) {
  const auto* const found = std::find_if(std::begin(grammar::labels), std::end(grammar::labels),
                                         [&](const label_facts& known) { return known.name == name; });
  return found == std::end(grammar::labels) ? nullptr : found;
}

// What labels mean, and what front matter says.
struct meanings {
  std::vector<events::label_meaning> labels;
  std::vector<events::dialect_traits> traits;
};

}  // namespace

void events::check_label(std::string_view page, const label_facts& label) {
  const std::string what = std::string(page) + ": label \"" + std::string(label.name) + "\" ";
  if (find_label(label.name) != nullptr) throw setup_error("", what + "is one of the library's, and keeps its meaning");
  std::string names;
  for (const auto& [word, then] : consequences) {
    if (label.consequence == word) return;
    names += (names.empty() ? "" : ", ") + std::string(word);
  }
  throw setup_error(
      "", what + "cannot have the consequence \"" + std::string(label.consequence) + "\": allowed are " + names);
}

events::label_meaning events::meaning_of(std::string_view label) {
  if (const label_facts* const known = find_label(label)) return meaning(*known);
  return {label, "A recovery of the grammar was needed.", label_meaning::consequence::reported};
}

events::dialect_traits events::traits_of(const engine::page_facts& page) {
  const bool whole = page.emission == "whole";
  const bool joined = page.repeats == "join";
  if ((!whole && !page.emission.empty()) || (!joined && !page.repeats.empty()) || (joined && !whole))
    throw setup_error("", std::string(page.name) + ": emission may be whole, and then repeats may be join");
  const bool json = page.values == "json", elements = page.values == "elements";
  if (!json && !elements && !page.values.empty())
    throw setup_error("", std::string(page.name) + ": values may be json or elements");
  const bool where_required = page.in_use == "call_required";
  if (!where_required && !page.in_use.empty())
    throw setup_error("", std::string(page.name) + ": in_use may be call_required");
  return {page.name,
          joined  ? repetition::joined
          : whole ? repetition::gathered
                  : repetition::first,
          json       ? raw_values::json
          : elements ? raw_values::elements
                     : raw_values::text,
          where_required,
          {page.starts.begin(), page.starts.end()},
          {page.tokens.begin(), page.tokens.end()}};
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

std::shared_ptr<events::compiled_dialects> events::with_meanings(engine::program laid_out,
                                                                 std::vector<dialect_traits> traits,
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

}  // namespace toolcall
