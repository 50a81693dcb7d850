// The rules of a dialect, as its page's header says them, for PEGTL to run.

#pragma once

#include <type_traits>
#include <vector>

#include "pegtl/control.hpp"

namespace toolcall::tests::by_pegtl {

template <typename Offers>
struct offers_of;
template <rules::fixed_string... Names, typename... Rules>
struct offers_of<rules::offers<rules::offer<Names, Rules>...>> {
  static std::vector<dialect_rules::offer> all() { return {{Names.view(), run<Rules>}...}; }
};

// A page says pegtl::failure where it has no such rule.
template <typename Rule>
constexpr matcher match_of() {
  return std::is_same_v<Rule, pegtl::failure> ? nullptr : static_cast<matcher>(run<Rule>);
}

template <typename Page>
dialect_rules rules_of() {
  dialect_rules made{Page::name, match_of<typename Page::call>(), nullptr, nullptr, nullptr, nullptr, {}};
  if constexpr (requires { typename Page::unread; }) made.unread = match_of<typename Page::unread>();
  if constexpr (requires { typename Page::reasoning; }) made.reasoning = match_of<typename Page::reasoning>();
  if constexpr (requires { typename Page::control; }) made.control = match_of<typename Page::control>();
  if constexpr (requires { typename Page::call_sign; }) made.call_sign = match_of<typename Page::call_sign>();
  if constexpr (requires { typename Page::offers; }) made.offers = offers_of<typename Page::offers>::all();
  return made;
}

}  // namespace toolcall::tests::by_pegtl
