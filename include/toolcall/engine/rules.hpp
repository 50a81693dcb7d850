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

#include <toolcall/engine/mark.hpp>

#include <tao/pegtl.hpp>

namespace toolcall::rules {

namespace pegtl = tao::pegtl;
using kind = engine::noun;

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

struct cut : engine_rule<cut> {};              // ^
struct json : engine_rule<json> {};            // one JSON value, read leniently; a run that knows its end
struct python : engine_rule<python> {};        // one Python literal
struct tool : engine_rule<tool> {};            // a declared tool
struct field : engine_rule<field> {};          // a declared field of this call's tool
struct new_field : engine_rule<new_field> {};  // likewise, not yet seen in this call
struct line : engine_rule<line> {};            // only blanks since the line began
struct offered : engine_rule<offered> {};      // the caller gave tools
struct forced : engine_rule<forced> {};        // the caller wants a call
struct chosen : engine_rule<chosen> {};        // the caller wants a call of this tool: counts as its name

template <fixed_string Label, typename A, typename B>
struct recover : engine_rule<recover<Label, A, B>, A, B> {};  // a / @label b

template <kind Role, typename... A>
struct role : engine_rule<role<Role, A...>, A...> {};  // role: a

template <fixed_string Id, typename... A>
struct capture : engine_rule<capture<Id, A...>, A...> {};  // x: a, kept for =x

template <fixed_string Id>
struct back : engine_rule<back<Id>> {};  // =x

template <fixed_string Text, typename... A>
struct replace : engine_rule<replace<Text, A...>, A...> {};  // a -> "text"

template <typename... Stop>
struct run : engine_rule<run<Stop...>, Stop...> {};  // (!stop . ^)*

template <typename... Stop>
struct span : engine_rule<span<Stop...>, Stop...> {};  // (!stop .)*, limited

template <typename... A>
struct trial : engine_rule<trial<A...>, A...> {};  // its cuts reach no further

template <typename A, typename F, fixed_string Label, kind Role>
struct late : engine_rule<late<A, F, Label, Role>, A, F> {};  // a, kept if f holds behind it

template <fixed_string Dialect, typename A>
struct of : engine_rule<of<Dialect, A>, A> {};  // a, where this dialect is in use

template <typename Literal>
struct token : engine_rule<token<Literal>, Literal> {};  // a special token of the model

}  // namespace toolcall::rules
