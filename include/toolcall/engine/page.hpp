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
  page result;
  result.name = Page::name;
  result.call = item_of<typename Page::call>();
  if constexpr (requires { typename Page::unread; }) result.unread = item_of<typename Page::unread>();
  if constexpr (requires { typename Page::reasoning; }) result.reasoning = item_of<typename Page::reasoning>();
  if constexpr (requires { typename Page::control; }) result.control = item_of<typename Page::control>();
  if constexpr (requires { typename Page::call_sign; }) result.call_sign = item_of<typename Page::call_sign>();
  if constexpr (requires { typename Page::offers; }) result.offers = detail::offered_rules<typename Page::offers>::all;
  if constexpr (requires { Page::models; }) result.models = Page::models;
  if constexpr (requires { Page::starts; }) result.starts = Page::starts;
  if constexpr (requires { Page::tokens; }) result.tokens = Page::tokens;
  if constexpr (requires { Page::server_parsers; }) result.server_parsers = Page::server_parsers;
  if constexpr (requires { Page::emission; }) result.emission = Page::emission;
  if constexpr (requires { Page::repeats; }) result.repeats = Page::repeats;
  if constexpr (requires { Page::values; }) result.values = Page::values;
  if constexpr (requires { Page::in_use; }) result.in_use = Page::in_use;
  if constexpr (requires { Page::labels; }) result.labels = Page::labels;
  return result;
}

}  // namespace toolcall::engine
