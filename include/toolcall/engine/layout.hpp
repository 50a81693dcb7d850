// From the types of a PEGTL grammar to constants that the engine reads as a tree.
//
// PEGTL leaves two types on every rule: rule_t, what the rule is, and subs_t, what it is made of. From these each rule
// becomes a constant, its node, that points to the nodes of its parts. A rule of the grammar (a struct with a name of
// its own) has its name there and becomes a rule of the engine, once; PEGTL's combinators and those of rules.hpp become
// forms; any other short rule without parts becomes a leaf, run by PEGTL itself. The nodes are data and
// not functions that would make the expressions, because a page has thousands of types, and code for each takes long to
// compile.
//
// What would break the machine does not compile: must and raise, which throw; actions and states, which would see
// attempts that are taken back; and combinators that the machine has no form for.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <toolcall/engine/leaf.hpp>
#include <toolcall/engine/rule_constant.hpp>
#include <toolcall/engine/rules.hpp>

#include <tao/pegtl.hpp>
#include <tao/pegtl/demangle.hpp>

namespace toolcall::engine {

namespace detail {

template <typename Rule>
inline constexpr bool unsupported = false;

template <typename Rule>
constexpr rule_constant make();

template <typename Rule>
struct constant {
  static const rule_constant value;
};
template <typename Rule>
constinit const rule_constant constant<Rule>::value = make<Rule>();

// A function, because a compiler that needs a constant now computes it now, with all that it points to; and grammars
// are deep and lead back to themselves. What stands in a function is computed later.
template <typename... Rules>
const rule_constant* const* parts() {
  static constexpr const rule_constant* nodes[] = {&constant<Rules>::value...};
  return nodes;
}

template <typename... Rules>
constexpr rule_constant constant_of(form is) {
  rule_constant n;
  n.is = is;
  n.size = sizeof...(Rules);
  if constexpr (sizeof...(Rules) > 0) n.children = parts<Rules...>;
  return n;
}

template <typename... Rules>
constexpr rule_constant texted(form is, std::string_view text) {
  rule_constant n = constant_of<Rules...>(is);
  n.text = text;
  return n;
}

template <form Is, typename Subs>
struct form_shape;
template <form Is, typename... Subs>
struct form_shape<Is, pegtl::type_list<Subs...>> {
  static constexpr rule_constant make() { return constant_of<Subs...>(Is); }
};

// The form of a rule, by its rule_t. The primary template is a rule that says its form, or one without: a leaf, if it
// has no parts.
template <typename T, typename Subs>
struct shape {
  static constexpr rule_constant make() {
    if constexpr (requires { T::toolcall_form; }) {
      return form_shape<T::toolcall_form, Subs>::make();
    } else {
      static_assert(std::is_same_v<Subs, pegtl::empty_list>,
                    "toolcall: this PEGTL rule has parts, and the machine has no form for it. Write it with seq, sor, "
                    "star, plus, opt, at, not_at, rep and the rules of toolcall/engine/rules.hpp; must, raise, "
                    "try_catch, actions and states cannot be taken back and are not supported.");
      rule_constant n = constant_of(form::leaf);
      n.leaf = match_leaf<T>;
      return n;
    }
  }
};

// raise has no parts, but it is no leaf.
template <typename T>
struct shape<pegtl::internal::raise<T>, pegtl::empty_list> {
  static constexpr rule_constant make() {
    static_assert(unsupported<T>, "toolcall: raise throws, and no model text may make the machine throw");
    return {};
  }
};

template <typename... A, typename Subs>
struct shape<pegtl::internal::seq<A...>, Subs> : form_shape<form::sequence, Subs> {};
template <typename... A, typename Subs>
struct shape<pegtl::internal::sor<A...>, Subs> : form_shape<form::choice, Subs> {};
template <typename... A, typename Subs>
struct shape<pegtl::internal::star<A...>, Subs> : form_shape<form::star, Subs> {};
template <typename... A, typename Subs>
struct shape<pegtl::internal::plus<A...>, Subs> : form_shape<form::plus, Subs> {};
template <typename... A, typename Subs>
struct shape<pegtl::internal::opt<A...>, Subs> : form_shape<form::optional, Subs> {};
template <typename... A, typename Subs>
struct shape<pegtl::internal::at<A...>, Subs> : form_shape<form::at, Subs> {};
template <typename... A, typename Subs>
struct shape<pegtl::internal::not_at<A...>, Subs> : form_shape<form::not_at, Subs> {};
template <>
struct shape<pegtl::internal::failure, pegtl::empty_list> : form_shape<form::nothing, pegtl::empty_list> {};
template <>
struct shape<pegtl::internal::any<pegtl::internal::peek_char>, pegtl::empty_list>
    : form_shape<form::any, pegtl::empty_list> {};
template <>
struct shape<pegtl::internal::success, pegtl::empty_list> : form_shape<form::sequence, pegtl::empty_list> {};
template <>
struct shape<pegtl::internal::eof, pegtl::empty_list> : form_shape<form::not_at, pegtl::type_list<pegtl::any>> {};

template <unsigned Least, unsigned Most, typename Subs>
struct repeat_shape;
template <unsigned Least, unsigned Most, typename... Subs>
struct repeat_shape<Least, Most, pegtl::type_list<Subs...>> {
  static constexpr rule_constant make() {
    rule_constant n = constant_of<Subs...>(form::repeat);
    n.least = Least;
    n.most = Most;
    return n;
  }
};
template <unsigned Count, typename... A, typename Subs>
struct shape<pegtl::internal::rep<Count, A...>, Subs> : repeat_shape<Count, Count, Subs> {};
template <unsigned Most, typename... A, typename Subs>
struct shape<pegtl::internal::rep_opt<Most, A...>, Subs> : repeat_shape<0, Most, Subs> {};

template <char... Bytes>
inline constexpr std::array<char, sizeof...(Bytes)> bytes_of{Bytes...};

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

template <char... Bytes>
struct shape<pegtl::internal::string<Bytes...>, pegtl::empty_list> {
  static constexpr rule_constant make() { return texted(form::literal, {bytes_of<Bytes...>.data(), sizeof...(Bytes)}); }
};
template <char... Bytes>
struct shape<pegtl::internal::istring<Bytes...>, pegtl::empty_list> {
  static constexpr rule_constant make() {
    rule_constant n = texted(form::literal, {bytes_of<lower(Bytes)...>.data(), sizeof...(Bytes)});
    n.any_case = true;
    return n;
  }
};

// A rule that tests one byte becomes a set of bytes, whatever it is called.
template <typename T>
bool test_byte(char byte) {
  return T::test(byte);
}
template <typename T>
struct byte_shape {
  static constexpr rule_constant make() {
    rule_constant n = constant_of(form::set);
    n.test = test_byte<T>;
    return n;
  }
};
template <pegtl::internal::result_on_found R, char... Bytes>
struct shape<pegtl::internal::one<R, pegtl::internal::peek_char, Bytes...>, pegtl::empty_list>
    : byte_shape<pegtl::internal::one<R, pegtl::internal::peek_char, Bytes...>> {};
template <pegtl::internal::result_on_found R, char Low, char High>
struct shape<pegtl::internal::range<R, pegtl::internal::peek_char, Low, High>, pegtl::empty_list>
    : byte_shape<pegtl::internal::range<R, pegtl::internal::peek_char, Low, High>> {};
template <char... Bytes>
struct shape<pegtl::internal::ranges<pegtl::internal::peek_char, Bytes...>, pegtl::empty_list>
    : byte_shape<pegtl::internal::ranges<pegtl::internal::peek_char, Bytes...>> {};

template <rules::fixed_string Text>
inline constexpr rules::fixed_string kept = Text;  // for views of it that last

template <rules::fixed_string Label, typename A, typename B, typename Subs>
struct shape<rules::recover<Label, A, B>, Subs> {
  static constexpr rule_constant make() { return texted<A, B>(form::recovery, kept<Label>.view()); }
};
template <rules::fixed_string Label, typename... A, typename Subs>
struct shape<rules::note<Label, A...>, Subs> {
  static constexpr rule_constant make() { return texted<A...>(form::note, kept<Label>.view()); }
};
template <rules::fixed_string Label>
struct shape<rules::when<Label>, pegtl::empty_list> {
  static constexpr rule_constant make() { return texted(form::when, kept<Label>.view()); }
};
template <rules::node_role Role, typename... A, typename Subs>
struct shape<rules::role<Role, A...>, Subs> {
  static constexpr rule_constant make() {
    rule_constant n = constant_of<A...>(form::role);
    n.role = Role;
    return n;
  }
};
template <rules::fixed_string Id, typename... A, typename Subs>
struct shape<rules::capture<Id, A...>, Subs> {
  static constexpr rule_constant make() { return texted<A...>(form::capture, kept<Id>.view()); }
};
template <rules::fixed_string Id>
struct shape<rules::back<Id>, pegtl::empty_list> {
  static constexpr rule_constant make() { return texted(form::back, kept<Id>.view()); }
};
template <rules::fixed_string Text, typename... A, typename Subs>
struct shape<rules::replace<Text, A...>, Subs> {
  static constexpr rule_constant make() { return texted<A...>(form::replace, kept<Text>.view()); }
};
template <typename A, typename F, rules::fixed_string Label, rules::node_role Role, typename Subs>
struct shape<rules::followed_by<A, F, Label, Role>, Subs> {
  static constexpr rule_constant make() {
    rule_constant n = constant_of<A, F>(form::followed_by);
    n.label = kept<Label>.view();
    n.role = Role;
    return n;
  }
};
template <typename Literal, typename Subs>
struct shape<rules::token<Literal>, Subs> {
  static constexpr rule_constant make() {
    static_assert(std::is_same_v<typename Literal::subs_t, pegtl::empty_list>, "toolcall: a token is a literal");
    rule_constant n = shape<typename Literal::rule_t, pegtl::empty_list>::make();
    n.token = true;
    return n;
  }
};

template <template <typename...> class Rule, typename Numbers>
struct as_written;
template <template <typename...> class Rule, std::size_t... Numbers>
struct as_written<Rule, std::index_sequence<Numbers...>> {
  using type = Rule<rules::parameter<Numbers>...>;
};
template <template <typename...> class Rule, typename... Arguments, typename Subs>
struct shape<rules::call<Rule, Arguments...>, Subs> {
  static constexpr rule_constant make() {
    using called = typename as_written<Rule, std::index_sequence_for<Arguments...>>::type;
    return constant_of<called, Arguments...>(form::call);
  }
};
template <std::size_t Number>
struct shape<rules::parameter<Number>, pegtl::empty_list> {
  static constexpr rule_constant make() {
    rule_constant n = constant_of(form::parameter);
    n.number = Number;
    return n;
  }
};
template <rules::fixed_string Name, typename... Arguments, typename Subs>
struct shape<rules::of_dialects<Name, Arguments...>, Subs> {
  static constexpr rule_constant make() { return texted<Arguments...>(form::call, kept<Name>.view()); }
};

// Whether a type is a combinator, to be laid out where it stands, and not a rule of the grammar with a name of its own.
template <typename Rule>
inline constexpr bool is_combinator = std::is_same_v<Rule, typename Rule::rule_t>;
template <typename... A>
inline constexpr bool is_combinator<pegtl::seq<A...>> = true;
template <typename... A>
inline constexpr bool is_combinator<pegtl::sor<A...>> = true;
template <typename... A>
inline constexpr bool is_combinator<pegtl::star<A...>> = true;
template <typename... A>
inline constexpr bool is_combinator<pegtl::plus<A...>> = true;
template <typename... A>
inline constexpr bool is_combinator<pegtl::opt<A...>> = true;
template <typename... A>
inline constexpr bool is_combinator<pegtl::at<A...>> = true;
template <typename... A>
inline constexpr bool is_combinator<pegtl::not_at<A...>> = true;
template <unsigned N, typename... A>
inline constexpr bool is_combinator<pegtl::rep<N, A...>> = true;
template <unsigned N, typename... A>
inline constexpr bool is_combinator<pegtl::rep_opt<N, A...>> = true;

// "outer::rule<...>" is outer::rule. Only that is kept: what a rule is made of makes its whole name very long.
template <typename Rule>
constexpr std::size_t name_size() {
  constexpr std::string_view whole = pegtl::demangle<Rule>();
  std::size_t size = 0;
  while (size < whole.size() && whole[size] != '<') ++size;
  return size;
}
template <typename Rule>
constexpr auto name_bytes() {
  constexpr std::string_view whole = pegtl::demangle<Rule>();
  std::array<char, name_size<Rule>()> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = whole[i];
  return bytes;
}
template <typename Rule>
inline constexpr std::array<char, name_size<Rule>()> name_of = name_bytes<Rule>();

template <typename Rule>
constexpr rule_constant make() {
  rule_constant n = shape<typename Rule::rule_t, typename Rule::subs_t>::make();
  if constexpr (!is_combinator<Rule> && !std::is_same_v<typename Rule::subs_t, pegtl::empty_list>)
    n.name = {name_of<Rule>.data(), name_of<Rule>.size()};
  return n;
}

}  // namespace detail

// A rule as an item of a message. pegtl::failure stands for no item.
template <typename Rule>
constexpr page_item item_of() {
  if constexpr (std::is_same_v<Rule, pegtl::failure>)
    return {};
  else
    return {&detail::constant<Rule>::value, {detail::name_of<Rule>.data(), detail::name_of<Rule>.size()}};
}

}  // namespace toolcall::engine
