// The forms of the notation, and one table of what is to be known of each.
//
// A page, the types of a PEGTL grammar and the engine all speak of a grammar as a tree of these forms (expression.hpp).
// What is the same kind of work for every form (reading a name, printing, writing C++, the output of --model, whether
// it may be empty, whether it may cut) is done by looking the form up here; code of its own has only what a form does.
// Their meaning is spec/semantics.md, "The forms".

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <toolcall/engine/node_event.hpp>

namespace toolcall::engine {

enum class form : std::uint8_t {
  sequence,     // children in order; without children it matches the empty string
  choice,       // children in order, the first that does not fail
  recovery,     // a / @label b: children a, b; text is the label
  note,         // note(label, child): text is the label; without a child in the notation it is empty
  when,         // when(label): text is the label, which a host may switch off
  star,         // child*
  plus,         // child+
  optional,     // child?
  repeat,       // child{m,n}: least and most
  at,           // &child
  not_at,       // !child
  literal,      // text; any_case when written "x"i
  set,          // [a-z]: bytes
  any,          // .
  nothing,      // never matches
  cut,          // ^
  role,         // text:child where text is one of the roles
  capture,      // text:child where text is any other name; the bytes are kept for =text
  back,         // =text
  call,         // a rule; children are its arguments
  parameter,    // a parameter of the rule around it
  run,          // run(child)
  span,         // span(child)
  trial,        // trial(child)
  followed_by,  // followed_by(a, f, @label role): children a, f; label is the label (or empty)
  json,         // one JSON value, or loose JSON: a run that finds its own end
  json_until,   // json_until(child): likewise, broken where the child matches
  python,       // one Python literal, finding its own end, without a cut
  tool,         // the longest run of name bytes, when it is a declared tool
  field,        // the longest run of name bytes, when it is a declared field of this call's tool
  new_field,    // likewise, and this call has not had it yet
  line_start,   // only blanks stand between here and the start of the line
  indented,     // the same, and four columns of them, or more
  in_sentence,  // words stand between here and the last end of a sentence in the line
  in_quotes,    // a quotation mark stands before in the line, and none that closes it
  start,        // no text but blanks stands between here and the start of the message, or the end of its last reasoning
  had_call,     // a call has ended before
  after_call,   // the same, and no text but blanks stands between its end and here
  tools_given,  // the caller gave tools
  call_required,  // the caller wants a call
  tool_chosen,    // the caller wants a call of this tool: counts as its name
  only_field,     // this call's tool declares one field: counts as its name
  field_left,     // this call's tool declares a field that the call has not had
  replace,        // child -> "text"
  leaf,           // a short PEGTL rule without structure of its own; no page can write one
};

// When a form may match without consuming a byte.
enum class emptiness : std::uint8_t {
  never,
  always,
  if_all,     // its parts may
  if_any,     // one of its parts may
  if_first,   // its first part may
  by_itself,  // its text, the rule that it calls, the capture that it repeats, or its C++ says so
};

// Whether a cut in a form reaches out of it.
enum class cutting : std::uint8_t {
  cuts,      // it is a cut, or makes cuts
  of_parts,  // those in its parts do
  wall,      // those in its parts do not
};

// What sort of form it is, for whoever need not know which one.
enum class form_kind : std::uint8_t {
  structure,  // of other forms
  bytes,      // a fixed number of bytes
  scan,       // bytes up to an end that it finds itself
  test,       // no byte: whether it holds is known where it stands
  wrapper,    // matches what its one part matches
  reference,  // stands for something that is written elsewhere
};

inline constexpr std::size_t any_number = ~std::size_t{0};

struct form_facts {
  form is;
  std::string_view name;     // in the output of --model
  std::string_view written;  // the whole of it in the notation, or what stands before its arguments; empty: punctuation
  std::string_view type;     // in C++, with its parts as arguments; empty: it has arguments of another sort
  std::size_t parts;         // how many expressions it is made of
  form_kind kind;
  emptiness empty;
  cutting cut;
};

inline constexpr form_facts forms[] = {
    {form::sequence, "sequence", "", "pegtl::seq", any_number, form_kind::structure, emptiness::if_all,
     cutting::of_parts},
    {form::choice, "choice", "", "pegtl::sor", any_number, form_kind::structure, emptiness::if_any, cutting::of_parts},
    {form::recovery, "recovery", "", "", 2, form_kind::structure, emptiness::if_any, cutting::of_parts},
    {form::note, "note", "note", "", 1, form_kind::structure, emptiness::if_all, cutting::of_parts},
    {form::when, "when", "when", "", 0, form_kind::structure, emptiness::always, cutting::of_parts},
    {form::star, "star", "", "pegtl::star", 1, form_kind::structure, emptiness::always, cutting::of_parts},
    {form::plus, "plus", "", "pegtl::plus", 1, form_kind::structure, emptiness::if_all, cutting::of_parts},
    {form::optional, "optional", "", "pegtl::opt", 1, form_kind::structure, emptiness::always, cutting::of_parts},
    {form::repeat, "repeat", "", "", 1, form_kind::structure, emptiness::by_itself, cutting::of_parts},
    {form::at, "at", "", "pegtl::at", 1, form_kind::structure, emptiness::always, cutting::wall},
    {form::not_at, "not_at", "", "pegtl::not_at", 1, form_kind::structure, emptiness::always, cutting::wall},
    {form::literal, "literal", "", "", 0, form_kind::bytes, emptiness::by_itself, cutting::of_parts},
    {form::set, "set", "", "", 0, form_kind::bytes, emptiness::never, cutting::of_parts},
    {form::any, "any", ".", "pegtl::any", 0, form_kind::bytes, emptiness::never, cutting::of_parts},
    {form::nothing, "nothing", "!\"\"", "pegtl::failure", 0, form_kind::structure, emptiness::never, cutting::of_parts},
    {form::cut, "cut", "^", "rules::cut", 0, form_kind::structure, emptiness::always, cutting::cuts},
    {form::role, "role", "", "", 1, form_kind::wrapper, emptiness::if_all, cutting::of_parts},
    {form::capture, "capture", "", "", 1, form_kind::wrapper, emptiness::if_all, cutting::of_parts},
    {form::back, "back", "", "", 0, form_kind::reference, emptiness::by_itself, cutting::of_parts},
    {form::call, "call", "", "", any_number, form_kind::reference, emptiness::by_itself, cutting::of_parts},
    {form::parameter, "parameter", "", "", 0, form_kind::reference, emptiness::by_itself, cutting::of_parts},
    {form::run, "run", "run", "rules::run", 1, form_kind::structure, emptiness::always, cutting::cuts},
    {form::span, "span", "span", "rules::span", 1, form_kind::structure, emptiness::always, cutting::wall},
    {form::trial, "trial", "trial", "rules::trial", 1, form_kind::structure, emptiness::if_all, cutting::wall},
    {form::followed_by, "followed_by", "followed_by", "", 2, form_kind::structure, emptiness::if_first, cutting::wall},
    {form::json, "json", "json", "rules::json", 0, form_kind::scan, emptiness::never, cutting::cuts},
    {form::json_until, "json_until", "json_until", "rules::json_until", 1, form_kind::scan, emptiness::never,
     cutting::cuts},
    {form::python, "python", "python", "rules::python", 0, form_kind::scan, emptiness::never, cutting::of_parts},
    {form::tool, "tool", "tool", "rules::tool", 0, form_kind::scan, emptiness::never, cutting::of_parts},
    {form::field, "field", "field", "rules::field", 0, form_kind::scan, emptiness::never, cutting::of_parts},
    {form::new_field, "new_field", "new_field", "rules::new_field", 0, form_kind::scan, emptiness::never,
     cutting::of_parts},
    {form::line_start, "line_start", "line_start", "rules::line_start", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::indented, "indented", "indented", "rules::indented", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::in_sentence, "in_sentence", "in_sentence", "rules::in_sentence", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::in_quotes, "in_quotes", "in_quotes", "rules::in_quotes", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::start, "start", "start", "rules::start", 0, form_kind::test, emptiness::always, cutting::of_parts},
    {form::had_call, "had_call", "had_call", "rules::had_call", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::after_call, "after_call", "after_call", "rules::after_call", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::tools_given, "tools_given", "tools_given", "rules::tools_given", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::call_required, "call_required", "call_required", "rules::call_required", 0, form_kind::test,
     emptiness::always, cutting::of_parts},
    {form::tool_chosen, "tool_chosen", "tool_chosen", "rules::tool_chosen", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::only_field, "only_field", "only_field", "rules::only_field", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::field_left, "field_left", "field_left", "rules::field_left", 0, form_kind::test, emptiness::always,
     cutting::of_parts},
    {form::replace, "replace", "", "", 1, form_kind::wrapper, emptiness::if_all, cutting::of_parts},
    {form::leaf, "leaf", "", "", 0, form_kind::bytes, emptiness::by_itself, cutting::of_parts},
};

// The roles, as the notation writes them.
struct role_word {
  node_role is;
  std::string_view word;
};
inline constexpr role_word roles[] = {
    {node_role::call, "call"},     {node_role::name, "name"},           {node_role::id, "id"},
    {node_role::key, "key"},       {node_role::value, "value"},         {node_role::arguments, "arguments"},
    {node_role::text, "text"},     {node_role::reasoning, "reasoning"}, {node_role::string, "string"},
    {node_role::object, "object"}, {node_role::array, "array"}};

constexpr std::optional<node_role> role_named(std::string_view word) {
  for (const role_word& each : roles)
    if (each.word == word) return each.is;
  return std::nullopt;
}

constexpr const form_facts& facts_of(form is) {
  return forms[static_cast<std::size_t>(is)];
}

// The form that the notation writes as this word, if it is built in; else null.
constexpr const form_facts* built_in(std::string_view word) {
  if (word.empty() || ((word.front() < 'a' || word.front() > 'z') && word.front() != '_')) return nullptr;
  for (const form_facts& each : forms)
    if (each.written == word) return &each;
  return nullptr;
}

// Whether a form may be empty. `part(i)` says it of its parts, `itself()` of what only the form knows.
template <typename Part, typename Itself>
bool may_be_empty(form is, std::size_t parts, const Part& part, const Itself& itself) {
  switch (facts_of(is).empty) {
    case emptiness::never:
      return false;
    case emptiness::always:
      return true;
    case emptiness::if_all:
      for (std::size_t i = 0; i < parts; ++i)
        if (!part(i)) return false;
      return true;
    case emptiness::if_any:
      for (std::size_t i = 0; i < parts; ++i)
        if (part(i)) return true;
      return false;
    case emptiness::if_first:
      return part(0);
    case emptiness::by_itself:
      return itself();
  }
  return true;
}

// Whether a cut may reach out of a form. `part(i)` says it of its parts.
template <typename Part>
bool may_cut(form is, std::size_t parts, const Part& part) {
  const cutting how = facts_of(is).cut;
  if (how != cutting::of_parts) return how == cutting::cuts;
  for (std::size_t i = 0; i < parts; ++i)
    if (part(i)) return true;
  return false;
}

namespace detail {
constexpr bool forms_are_in_order() {
  for (std::size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
    if (forms[i].is != static_cast<form>(i)) return false;
  return sizeof forms / sizeof *forms == static_cast<std::size_t>(form::leaf) + 1;
}
static_assert(forms_are_in_order(), "the table of forms has a row for each form, in their order");
}  // namespace detail

}  // namespace toolcall::engine
