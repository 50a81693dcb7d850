// From the types of a PEGTL grammar to the engine's expressions.
//
// PEGTL leaves two types on every rule: rule_t, what the rule is, and subs_t, what it is made of. A rule of the grammar
// (a struct with a name of its own) becomes a rule of the engine, once; PEGTL's combinators and those of
// rules.hpp become forms; a short rule without parts that is none of these becomes a leaf, run by PEGTL itself.
//
// What would break the machine does not compile: must and raise, which throw; actions and states, which would see
// attempts that are taken back; and combinators that the machine has no form for.

#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <toolcall/engine/expression.hpp>
#include <toolcall/engine/rules.hpp>

#include <tao/pegtl.hpp>
#include <tao/pegtl/demangle.hpp>

namespace toolcall::engine {

struct dialect_in_use {
  std::string_view name;
  std::size_t number;  // for the marks
};

namespace detail {

template <typename Rule>
inline constexpr bool unsupported = false;

struct layout_state {
  grammar made;
  std::map<std::string, std::size_t> known;  // by type name
  std::vector<dialect_in_use> dialects;
  bool every_dialect = true;  // a dialect that is met for the first time is in use

  // Its number, or nothing where it is not in use.
  std::optional<std::size_t> number_of(std::string_view dialect) {
    for (const dialect_in_use& each : dialects)
      if (each.name == dialect) return each.number;
    if (!every_dialect) return std::nullopt;
    dialects.push_back({dialect, dialects.size()});
    return dialects.back().number;
  }
};

template <typename Rule>
expression expanded(layout_state& state);

template <typename... Rules>
std::vector<expression> all(layout_state& state) {
  std::vector<expression> children;
  (children.push_back(expanded<Rules>(state)), ...);
  return children;
}

inline expression form(op is, std::vector<expression> children) {
  expression e;
  e.is = is;
  e.children = std::move(children);
  return e;
}

inline expression one_of(std::vector<expression> children) {
  return children.size() == 1 ? std::move(children.front()) : form(op::sequence, std::move(children));
}

// The form of a rule, by its rule_t. The primary template is a rule without a form: a leaf, if it has no parts.
template <typename T, typename Subs>
struct shape {
  static expression lay_out(layout_state&) {
    static_assert(unsupported<T>,
                  "toolcall: this PEGTL rule has parts, and the machine has no form for it. Write it with seq, sor, "
                  "star, plus, opt, at, not_at, rep and the rules of toolcall/engine/rules.hpp; must, raise, "
                  "try_catch, actions and states cannot be taken back and are not supported.");
    return {};
  }
};

template <typename T>
struct shape<T, pegtl::empty_list> {
  static expression lay_out(layout_state&) {
    expression e;
    e.is = op::leaf;
    e.leaf = match_leaf<T>;
    return e;
  }
};

// raise has no parts, but it is no leaf.
template <typename T>
struct shape<pegtl::internal::raise<T>, pegtl::empty_list> {
  static expression lay_out(layout_state&) {
    static_assert(unsupported<T>, "toolcall: raise throws, and no model text may make the machine throw");
    return {};
  }
};

template <op Is, typename... Subs>
struct simple_shape {
  static expression lay_out(layout_state& state) { return form(Is, {one_of(all<Subs...>(state))}); }
};

template <typename... A, typename... Subs>
struct shape<pegtl::internal::seq<A...>, pegtl::type_list<Subs...>> {
  static expression lay_out(layout_state& state) { return form(op::sequence, all<Subs...>(state)); }
};
template <typename... A, typename... Subs>
struct shape<pegtl::internal::sor<A...>, pegtl::type_list<Subs...>> {
  static expression lay_out(layout_state& state) {
    expression e = form(op::choice, all<Subs...>(state));
    std::erase_if(e.children, [](const expression& child) { return child.is == op::fail; });
    return e.children.empty() ? form(op::fail, {}) : e;
  }
};
template <typename... A, typename... Subs>
struct shape<pegtl::internal::star<A...>, pegtl::type_list<Subs...>> : simple_shape<op::star, Subs...> {};
template <typename... A, typename... Subs>
struct shape<pegtl::internal::at<A...>, pegtl::type_list<Subs...>> : simple_shape<op::at, Subs...> {};
template <typename... A, typename... Subs>
struct shape<pegtl::internal::not_at<A...>, pegtl::type_list<Subs...>> : simple_shape<op::not_at, Subs...> {};
template <typename... A, typename... Subs>
struct shape<pegtl::internal::plus<A...>, pegtl::type_list<Subs...>> {
  static expression lay_out(layout_state& state) {
    expression body = one_of(all<Subs...>(state));
    expression rest = form(op::star, {body});
    return form(op::sequence, {std::move(body), std::move(rest)});
  }
};
template <typename... A, typename... Subs>
struct shape<pegtl::internal::opt<A...>, pegtl::type_list<Subs...>> {
  static expression lay_out(layout_state& state) {
    return form(op::choice, {one_of(all<Subs...>(state)), expression{}});
  }
};
template <unsigned Count, typename... A, typename... Subs>
struct shape<pegtl::internal::rep<Count, A...>, pegtl::type_list<Subs...>> {
  static expression lay_out(layout_state& state) {
    return form(op::sequence, std::vector<expression>(Count, one_of(all<Subs...>(state))));
  }
};
template <>
struct shape<pegtl::internal::success, pegtl::empty_list> {
  static expression lay_out(layout_state&) { return {}; }
};
template <>
struct shape<pegtl::internal::failure, pegtl::empty_list> {
  static expression lay_out(layout_state&) { return form(op::fail, {}); }
};
template <>
struct shape<pegtl::internal::eof, pegtl::empty_list> {
  static expression lay_out(layout_state&) {
    expression any;
    any.is = op::set;
    any.bytes.set();
    return form(op::not_at, {std::move(any)});
  }
};

template <char... Bytes>
struct shape<pegtl::internal::string<Bytes...>, pegtl::empty_list> {
  static expression lay_out(layout_state&) {
    expression e;
    e.is = op::literal;
    e.text = {Bytes...};
    return e;
  }
};
template <char... Bytes>
struct shape<pegtl::internal::istring<Bytes...>, pegtl::empty_list> {
  static expression lay_out(layout_state&) {
    expression e;
    e.is = op::literal;
    e.text = {(Bytes >= 'A' && Bytes <= 'Z' ? static_cast<char>(Bytes + 32) : Bytes)...};
    e.any_case = true;
    return e;
  }
};

// A rule that tests one byte becomes a set of bytes, whatever it is called.
template <typename T>
struct byte_shape {
  static expression lay_out(layout_state&) {
    expression e;
    e.is = op::set;
    for (std::size_t byte = 0; byte < 256; ++byte) e.bytes[byte] = T::test(static_cast<char>(byte));
    return e;
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
template <>
struct shape<pegtl::internal::any<pegtl::internal::peek_char>, pegtl::empty_list> {
  static expression lay_out(layout_state&) {
    expression e;
    e.is = op::set;
    e.bytes.set();
    return e;
  }
};

template <op Is>
struct bare_shape {
  static expression lay_out(layout_state&) { return form(Is, {}); }
};
template <>
struct shape<rules::cut, pegtl::empty_list> : bare_shape<op::cut> {};
template <>
struct shape<rules::json, pegtl::empty_list> : bare_shape<op::json> {};
template <>
struct shape<rules::python, pegtl::empty_list> : bare_shape<op::python> {};
template <>
struct shape<rules::tool, pegtl::empty_list> : bare_shape<op::tool> {};
template <>
struct shape<rules::field, pegtl::empty_list> : bare_shape<op::field> {};
template <>
struct shape<rules::new_field, pegtl::empty_list> : bare_shape<op::new_field> {};
template <>
struct shape<rules::line, pegtl::empty_list> : bare_shape<op::line> {};
template <>
struct shape<rules::offered, pegtl::empty_list> : bare_shape<op::offered> {};
template <>
struct shape<rules::forced, pegtl::empty_list> : bare_shape<op::forced> {};
template <>
struct shape<rules::chosen, pegtl::empty_list> : bare_shape<op::chosen> {};

inline expression texted(op is, std::string_view text, std::vector<expression> children) {
  expression e = form(is, std::move(children));
  e.text = text;
  return e;
}
template <rules::fixed_string Label, typename A, typename B, typename Subs>
struct shape<rules::recover<Label, A, B>, Subs> {
  static expression lay_out(layout_state& state) { return texted(op::recover, Label.view(), all<A, B>(state)); }
};
template <rules::kind Role, typename... A, typename Subs>
struct shape<rules::role<Role, A...>, Subs> {
  static expression lay_out(layout_state& state) {
    expression e = form(op::role, all<A...>(state));
    e.role = Role;
    return e;
  }
};
template <rules::fixed_string Id, typename... A, typename Subs>
struct shape<rules::capture<Id, A...>, Subs> {
  static expression lay_out(layout_state& state) { return texted(op::capture, Id.view(), {one_of(all<A...>(state))}); }
};
template <rules::fixed_string Id>
struct shape<rules::back<Id>, pegtl::empty_list> {
  static expression lay_out(layout_state&) { return texted(op::back, Id.view(), {}); }
};
template <rules::fixed_string Text, typename... A, typename Subs>
struct shape<rules::replace<Text, A...>, Subs> {
  static expression lay_out(layout_state& state) { return texted(op::replace, Text.view(), all<A...>(state)); }
};
template <typename... A, typename Subs>
struct shape<rules::run<A...>, Subs> : simple_shape<op::run, A...> {};
template <typename... A, typename Subs>
struct shape<rules::span<A...>, Subs> : simple_shape<op::span, A...> {};
template <typename... A, typename Subs>
struct shape<rules::trial<A...>, Subs> : simple_shape<op::trial, A...> {};
template <typename A, typename F, rules::fixed_string Label, rules::kind Role, typename Subs>
struct shape<rules::late<A, F, Label, Role>, Subs> {
  static expression lay_out(layout_state& state) {
    expression e = texted(op::late, Label.view(), all<A, F>(state));
    e.role = Role;
    return e;
  }
};
template <rules::fixed_string Dialect, typename A, typename Subs>
struct shape<rules::of<Dialect, A>, Subs> {
  static expression lay_out(layout_state& state) {
    const std::optional<std::size_t> number = state.number_of(Dialect.view());
    if (!number) return form(op::fail, {});
    expression e = form(op::role, all<A>(state));
    e.role = noun::dialect;
    e.number = *number;
    return e;
  }
};
template <typename Literal, typename Subs>
struct shape<rules::token<Literal>, Subs> {
  static expression lay_out(layout_state& state) {
    expression e = expanded<Literal>(state);
    static_assert(std::is_same_v<typename Literal::subs_t, pegtl::empty_list>, "toolcall: a token is a literal");
    e.token = true;
    return e;
  }
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

template <typename Rule>
expression expanded(layout_state& state) {
  using made = shape<typename Rule::rule_t, typename Rule::subs_t>;
  if constexpr (is_combinator<Rule> || std::is_same_v<typename Rule::subs_t, pegtl::empty_list>) {
    return made::lay_out(state);
  } else {
    const std::string_view name = pegtl::demangle<Rule>();
    const auto [place, fresh] = state.known.try_emplace(std::string(name), state.made.rules.size());
    expression e = form(op::call, {});
    e.rule = place->second;
    if (fresh) {
      state.made.rules.push_back({std::string(name), {}});
      expression body = made::lay_out(state);
      state.made.rules[e.rule].body = std::move(body);
    }
    return e;
  }
}

}  // namespace detail

// Collects items of the message from PEGTL rules, in the order in which they are to be tried.
class grammar_builder {
 public:
  grammar_builder() = default;  // every dialect is in use, numbered as they are met
  explicit grammar_builder(std::vector<dialect_in_use> dialects) {
    state_.dialects = std::move(dialects);
    state_.every_dialect = false;
  }

  // An item that is the same as an earlier one could never match, so it is left out.
  template <typename Rule>
  void add_item(std::size_t dialect) {
    if constexpr (!std::is_same_v<Rule, pegtl::failure>) {
      const detail::layout_state before = state_;
      expression body = detail::expanded<Rule>(state_);
      const auto is_same = [&](const grammar::item& earlier) { return same(state_.made, earlier.body, body); };
      const auto& items = state_.made.items;
      if (std::any_of(items.begin(), items.end(), is_same)) {
        state_ = before;
      } else {
        state_.made.items.push_back({std::move(body), dialect, std::string(pegtl::demangle<Rule>())});
      }
    }
  }
  const grammar& made() const { return state_.made; }

 private:
  detail::layout_state state_;
};

}  // namespace toolcall::engine
