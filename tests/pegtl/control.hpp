// PEGTL runs the headers of the pages: a control, whose match PEGTL asks for every rule.
//
// The one idea: a rule that PEGTL has is matched by PEGTL; of those that it lacks (toolcall/engine/rules.hpp) each is a
// specialisation here, and says what spec/semantics.md says of it. Nothing is used of what the engine makes of the same
// headers. A rule with parameters is matched as it is written, once for all its calls, and its arguments are found when
// it runs: so a page compiles as long as it is, and not as often as its rules are called.

#pragma once

#include <string_view>
#include <utility>

#include <toolcall/engine/rules.hpp>

#include <tao/pegtl.hpp>
#include <tao/pegtl/demangle.hpp>

#include "pegtl/reading.hpp"

namespace toolcall::tests::by_pegtl {

namespace pegtl = tao::pegtl;

template <typename Rule>
bool run(reading& now);

// Those that PEGTL lacks, and the two whose cuts it does not know of.
template <typename T>
struct form;

// Whether it is a struct of a page. Depth is counted by these, and captures are theirs.
template <typename Rule>
inline constexpr bool is_of_page = pegtl::demangle<Rule>().substr(0, 19) == std::string_view("toolcall::grammar::");

template <typename Rule>
struct control : pegtl::normal<Rule> {
  static constexpr bool enable = false;

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control>
  static bool match(input& in, reading& now) {
    if constexpr (requires { form<typename Rule::rule_t>::match(now); })
      return now.match(form<typename Rule::rule_t>::match, is_of_page<Rule>, in);
    else if constexpr (requires { Rule::template match<A, M, Action, Control>(in, now); })
      return now.match_by_pegtl(Rule::template match<A, M, Action, Control>, is_of_page<Rule>, in);
    else
      return Rule::match(in);
  }
};

template <typename Rule>
bool run(reading& now) {
  input in(now.text().data(), now.text().data() + now.text().size(), "");
  in.iterator() += now.position;
  if (!control<Rule>::template match<pegtl::apply_mode::nothing, pegtl::rewind_mode::required, pegtl::nothing, control>(
          in, now))
    return false;
  now.position = static_cast<std::size_t>(in.current() - in.begin());
  return true;
}

template <typename... A>
struct all_of {
  using type = pegtl::seq<A...>;
};
template <typename A>
struct all_of<A> {
  using type = A;
};
template <typename... A>
bool run_all(reading& now) {
  return run<typename all_of<A...>::type>(now);
}

// What is tried, and whose cuts reach no further.
template <typename Rule>
bool tried(reading& now) {
  const reading::place before = now.here();
  try {
    if (run<Rule>(now)) return true;
  } catch (const broken&) {
  }
  now.forget(before);
  return false;
}

// Likewise, and nothing has happened in any case.
template <typename Rule>
bool holds(reading& now) {
  const reading::place before = now.here();
  now.be_silent();
  const bool matched = tried<Rule>(now);
  now.forget(before);
  return matched;
}

template <typename... A>
struct form<pegtl::internal::at<A...>> {
  static bool match(reading& now) { return holds<typename all_of<A...>::type>(now); }
};
template <typename... A>
struct form<pegtl::internal::not_at<A...>> {
  static bool match(reading& now) { return !holds<typename all_of<A...>::type>(now); }
};

template <>
struct form<rules::cut> {
  static bool match(reading& now) { return now.cut(), true; }
};

template <typename... Stop>
struct form<rules::run<Stop...>> {
  static bool match(reading& now) {
    while (!holds<typename all_of<Stop...>::type>(now) && now.position < now.text().size()) {
      ++now.position;
      now.cut();
    }
    return true;
  }
};
template <typename... Stop>
struct form<rules::json_until<Stop...>> {
  static bool match(reading& now) { return now.json_until(holds<typename all_of<Stop...>::type>); }
};

template <typename... Stop>
struct form<rules::span<Stop...>> {
  static bool match(reading& now) {
    while (!holds<typename all_of<Stop...>::type>(now) && now.position < now.text().size()) ++now.position;
    return true;
  }
};

template <typename... A>
struct form<rules::trial<A...>> {
  static bool match(reading& now) {
    const reading::place before = now.here();
    if (!tried<typename all_of<A...>::type>(now)) return false;
    now.keep_cut_of(before);
    return true;
  }
};

constexpr std::string_view word_of(rules::node_role role) {
  for (const engine::role_word& each : engine::roles)
    if (each.is == role) return each.word;
  return {};
}

template <typename A, typename F, rules::fixed_string Label, rules::node_role Role>
struct form<rules::followed_by<A, F, Label, Role>> {
  static bool match(reading& now) {
    const reading::place before = now.here();
    if (!tried<A>(now)) return false;
    now.keep_cut_of(before);
    if (holds<F>(now)) return true;
    const std::size_t behind = now.position;
    now.forget(before);
    now.begin(word_of(Role));
    now.position = behind;
    now.end(word_of(Role), before.position);
    if (!Label.view().empty()) now.label(Label.view(), before.position);
    return true;
  }
};

template <rules::fixed_string Label, typename A, typename B>
struct form<rules::recover<Label, A, B>> {
  static bool match(reading& now) {
    const reading::place before = now.here();
    try {
      if (run<A>(now)) return true;
    } catch (const broken&) {
      now.go_on_at_cut(before);
    }
    const std::size_t from = now.position;
    if (!run<B>(now)) return false;
    now.label(Label.view(), from);
    return true;
  }
};

template <rules::fixed_string Label, typename... A>
struct form<rules::note<Label, A...>> {
  static bool match(reading& now) {
    const std::size_t from = now.position;
    if (!run_all<A...>(now)) return false;
    now.label(Label.view(), from);
    return true;
  }
};
template <rules::fixed_string Label>
struct form<rules::when<Label>> {
  static bool match(reading& now) { return now.label(Label.view(), now.position), true; }
};

template <typename... A>
bool in_role(reading& now, std::string_view what) {
  const std::size_t from = now.position;
  now.begin(what);
  if (!run_all<A...>(now)) return false;
  now.end(what, from);
  return true;
}
template <rules::node_role Role, typename... A>
struct form<rules::role<Role, A...>> {
  static bool match(reading& now) { return in_role<A...>(now, word_of(Role)); }
};
template <rules::fixed_string Text, typename... A>
struct form<rules::replace<Text, A...>> {
  static bool match(reading& now) { return in_role<A...>(now, "->" + std::string(Text.view())); }
};

template <rules::fixed_string Id, typename... A>
struct form<rules::capture<Id, A...>> {
  static bool match(reading& now) {
    const std::size_t from = now.position;
    if (!run_all<A...>(now)) return false;
    now.capture(Id.view(), from);
    return true;
  }
};
template <rules::fixed_string Id>
struct form<rules::back<Id>> {
  static bool match(reading& now) { return now.match_captured(Id.view()); }
};
template <typename Literal>
struct form<rules::token<Literal>> {
  static bool match(reading& now) { return run<Literal>(now); }
};

template <template <typename...> class Rule, typename Numbers>
struct written;
template <template <typename...> class Rule, std::size_t... Numbers>
struct written<Rule, std::index_sequence<Numbers...>> {
  using type = Rule<rules::parameter<Numbers>...>;
};
template <template <typename...> class Rule, typename... Arguments>
struct form<rules::call<Rule, Arguments...>> {
  static bool match(reading& now) {
    now.give({{run<Arguments>, now.within()}...});
    return run<typename written<Rule, std::index_sequence_for<Arguments...>>::type>(now);
  }
};
template <std::size_t Number>
struct form<rules::parameter<Number>> {
  static bool match(reading& now) { return now.match_parameter(Number); }
};
template <rules::fixed_string Name, typename... Arguments>
struct form<rules::of_dialects<Name, Arguments...>> {
  static bool match(reading& now) { return now.match_offered(Name.view(), {{run<Arguments>, now.within()}...}); }
};

// The forms that find their own end, or look at what was read before.
template <bool (reading::*Reads)()>
struct form_read_by {
  static bool match(reading& now) { return (now.*Reads)(); }
};
template <>
struct form<rules::json> : form_read_by<&reading::json> {};
template <>
struct form<rules::python> : form_read_by<&reading::python> {};
template <>
struct form<rules::tool> : form_read_by<&reading::tool> {};
template <>
struct form<rules::field> : form_read_by<&reading::field> {};
template <>
struct form<rules::new_field> : form_read_by<&reading::new_field> {};
template <>
struct form<rules::line_start> : form_read_by<&reading::line_start> {};
template <>
struct form<rules::indented> : form_read_by<&reading::indented> {};
template <>
struct form<rules::in_sentence> : form_read_by<&reading::in_sentence> {};
template <>
struct form<rules::in_quotes> : form_read_by<&reading::in_quotes> {};
template <>
struct form<rules::start> : form_read_by<&reading::start> {};
template <>
struct form<rules::had_call> : form_read_by<&reading::had_call> {};
template <>
struct form<rules::after_call> : form_read_by<&reading::after_call> {};
template <>
struct form<rules::tools_given> : form_read_by<&reading::tools_given> {};
template <>
struct form<rules::call_required> : form_read_by<&reading::call_required> {};
template <>
struct form<rules::tool_chosen> : form_read_by<&reading::tool_chosen> {};
template <>
struct form<rules::only_field> : form_read_by<&reading::only_field> {};
template <>
struct form<rules::field_left> : form_read_by<&reading::field_left> {};

}  // namespace toolcall::tests::by_pegtl
