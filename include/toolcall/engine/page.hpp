// From a page, as a type, to what the library takes.
//
// A page is a struct like those that grammarc writes (grammar/hermes.hpp). It must have `name` and `call`; everything
// else may be left out.

#pragma once

#include <span>
#include <string_view>

#include <toolcall/engine/layout.hpp>
#include <toolcall/engine/page_facts.hpp>

namespace toolcall::engine {

namespace detail {

template <typename Offers>
struct offered_rules;
template <>
struct offered_rules<rules::offers<>> {
  static constexpr std::span<const offered_rule> all{};
};
template <rules::fixed_string... Names, typename... Rules>
struct offered_rules<rules::offers<rules::offer<Names, Rules>...>> {
  static constexpr offered_rule list[] = {{kept<Names>.view(), item_of<Rules>()}...};
  static constexpr std::span<const offered_rule> all{list};
};

}  // namespace detail

template <typename Page>
constexpr page page_of() {
  static_assert(
      requires {
        std::string_view(Page::name);
        typename Page::call;
      },
      "toolcall: a page has a name (static constexpr std::string_view) and a rule `call`");
  page made;
  made.name = Page::name;
  made.call = item_of<typename Page::call>();
  if constexpr (requires { typename Page::unread; }) made.unread = item_of<typename Page::unread>();
  if constexpr (requires { typename Page::reasoning; }) made.reasoning = item_of<typename Page::reasoning>();
  if constexpr (requires { typename Page::control; }) made.control = item_of<typename Page::control>();
  if constexpr (requires { typename Page::call_sign; }) made.call_sign = item_of<typename Page::call_sign>();
  if constexpr (requires { typename Page::offers; }) made.offers = detail::offered_rules<typename Page::offers>::all;
  if constexpr (requires { Page::models; }) made.models = Page::models;
  if constexpr (requires { Page::starts; }) made.starts = Page::starts;
  if constexpr (requires { Page::tokens; }) made.tokens = Page::tokens;
  if constexpr (requires { Page::emission; }) made.emission = Page::emission;
  if constexpr (requires { Page::repeats; }) made.repeats = Page::repeats;
  if constexpr (requires { Page::values; }) made.values = Page::values;
  if constexpr (requires { Page::in_use; }) made.in_use = Page::in_use;
  if constexpr (requires { Page::labels; }) made.labels = Page::labels;
  return made;
}

}  // namespace toolcall::engine
