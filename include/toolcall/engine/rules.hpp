// The rules that PEGTL lacks, as types.
//
// They carry no match(): a grammar written with them is read by layout.hpp and run by the machine, never by
// pegtl::parse. Their meaning is the table in spec/semantics.md.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <toolcall/engine/forms.hpp>
#include <toolcall/engine/node_event.hpp>

#include <tao/pegtl.hpp>

namespace toolcall::rules {

namespace pegtl = tao::pegtl;
using engine::node_role;

// A string as a template argument.
template <std::size_t N>
struct fixed_string {
  char bytes[N] = {};
  constexpr fixed_string(const char (&text)[N]) { std::copy_n(text, N, bytes); }  // NOLINT: implicit on purpose
  constexpr std::string_view view() const { return {bytes, N - 1}; }
};

template <fixed_string Text, typename>
struct spelled;
template <fixed_string Text, std::size_t... I>
struct spelled<Text, std::index_sequence<I...>> {
  using exactly = pegtl::string<Text.bytes[I]...>;
  using any_case = pegtl::istring<Text.bytes[I]...>;
};

// pegtl::string and pegtl::istring, written as the string that they are.
template <fixed_string Text>
using text = typename spelled<Text, std::make_index_sequence<sizeof Text.bytes - 1>>::exactly;
template <fixed_string Text>
using text_any_case = typename spelled<Text, std::make_index_sequence<sizeof Text.bytes - 1>>::any_case;

template <typename Self, typename... Subs>
struct engine_rule {
  using rule_t = Self;
  using subs_t = pegtl::type_list<Subs...>;
};

// A rule that is one form of the notation, with its parts and nothing else (toolcall/engine/forms.hpp).
template <engine::form Is, typename Self, typename... Subs>
struct form_rule : engine_rule<Self, Subs...> {
  static constexpr engine::form toolcall_form = Is;
};

struct cut : form_rule<engine::form::cut, cut> {};           // ^
struct json : form_rule<engine::form::json, json> {};        // one JSON value, or loose JSON; a run that knows its end
struct python : form_rule<engine::form::python, python> {};  // one Python literal
struct tool : form_rule<engine::form::tool, tool> {};        // a declared tool
struct field : form_rule<engine::form::field, field> {};     // a declared field of this call's tool
struct new_field : form_rule<engine::form::new_field, new_field> {};        // likewise, not yet seen in this call
struct line_start : form_rule<engine::form::line_start, line_start> {};     // only blanks since the line began
struct indented : form_rule<engine::form::indented, indented> {};           // and four columns of them, or more
struct in_sentence : form_rule<engine::form::in_sentence, in_sentence> {};  // words since a sentence began
struct in_quotes : form_rule<engine::form::in_quotes, in_quotes> {};        // a quotation is open in the line
struct start : form_rule<engine::form::start, start> {
};  // no text but blanks since the message, or after its reasoning
struct had_call : form_rule<engine::form::had_call, had_call> {};                 // a call has ended before
struct after_call : form_rule<engine::form::after_call, after_call> {};           // and no text but blanks since
struct tools_given : form_rule<engine::form::tools_given, tools_given> {};        // the caller gave tools
struct call_required : form_rule<engine::form::call_required, call_required> {};  // the caller wants a call
struct tool_chosen : form_rule<engine::form::tool_chosen, tool_chosen> {};        // of this tool: counts as its name
struct only_field : form_rule<engine::form::only_field, only_field> {};           // this call's tool declares one field
struct field_left : form_rule<engine::form::field_left, field_left> {};           // and one that the call has not had

template <typename... Stop>
struct run : form_rule<engine::form::run, run<Stop...>, Stop...> {};  // (!stop . ^)*

template <typename... Stop>
struct json_until : form_rule<engine::form::json_until, json_until<Stop...>, Stop...> {};  // broken at the stop

template <typename... Stop>
struct span : form_rule<engine::form::span, span<Stop...>, Stop...> {};  // (!stop .)*, limited

template <typename... A>
struct trial : form_rule<engine::form::trial, trial<A...>, A...> {};  // its cuts reach no further

template <fixed_string Label, typename A, typename B>
struct recover : engine_rule<recover<Label, A, B>, A, B> {};  // a / @label b

template <fixed_string Label, typename... A>
struct note : engine_rule<note<Label, A...>, A...> {};  // note(label, a): a, reported

template <fixed_string Label>
struct when : engine_rule<when<Label>> {};  // when(label): no byte; holds unless the host switches the label off

template <node_role Role, typename... A>
struct role : engine_rule<role<Role, A...>, A...> {};  // role: a

template <fixed_string Id, typename... A>
struct capture : engine_rule<capture<Id, A...>, A...> {};  // x: a, kept for =x

template <fixed_string Id>
struct back : engine_rule<back<Id>> {};  // =x

template <fixed_string Text, typename... A>
struct replace : engine_rule<replace<Text, A...>, A...> {};  // a -> "text"

template <typename A, typename F, fixed_string Label, node_role Role>
struct followed_by : engine_rule<followed_by<A, F, Label, Role>, A, F> {};  // a, kept if f holds after it

template <typename Literal>
struct token : engine_rule<token<Literal>, Literal> {};  // a special token of the model

// A rule with parameters is a template, and this is its call: r(a, b). It is laid out once as it is written, with
// parameter<0>, parameter<1>, ... in the place of its arguments, and expanded when the grammar is. (A template's own
// instance, r<a, b>, means the same, and is a rule of its own for the compiler, with all that it is made of.)
template <template <typename...> class Rule, typename... Arguments>
struct call : engine_rule<call<Rule, Arguments...>, Arguments...> {};

template <std::size_t Number>
struct parameter : engine_rule<parameter<Number>> {};

// dialects.r(a, b): the rule r of each dialect in use that offers one, tried in their order. Which dialects there are
// is known when a program is laid out, and not here.
template <fixed_string Name, typename... Arguments>
struct of_dialects : engine_rule<of_dialects<Name, Arguments...>, Arguments...> {};

// What a page offers for of_dialects<Name>, as `using offers = rules::offers<rules::offer<"r", r>, ...>`. A rule with
// parameters is offered as r<parameter<0>, ...>.
template <fixed_string Name, typename Rule>
struct offer {};
template <typename... Offers>
struct offers {};

}  // namespace toolcall::rules
