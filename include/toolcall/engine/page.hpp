// A dialect as the library takes it: what its page says, with the types of its grammar forgotten.
//
// A page is a struct like those that grammarc writes (grammar/hermes.hpp). It must have `name` and `call`; everything
// else may be left out.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include <toolcall/engine/layout.hpp>

#include <tao/pegtl.hpp>

namespace toolcall {

// What a label of a grammar means, as the headings and lists of spec/recovery.md say it.
struct label_facts {
  std::string_view name;
  std::string_view consequence;  // "told", "incomplete", "by finish reason", "without fields", "refused", "held" or
                                 // "silent"
  std::string_view message;      // one sentence
  bool concerns_field = false;   // the field before it, and not the call as a whole
};

}  // namespace toolcall

namespace toolcall::engine {

// An item of the message that a page brings.
struct page_item {
  const node* rule = nullptr;  // none
  std::string_view name;
};

struct page {
  std::string_view name;
  std::span<const std::string_view> models;
  std::string_view telling;
  std::string_view repeats;
  std::span<const label_facts> labels;
  page_item call;
  page_item reasoning;
  page_item control;
};

namespace detail {

template <typename Rule>
constexpr page_item item_of() {
  if constexpr (std::is_same_v<Rule, pegtl::failure>)
    return {};
  else
    return {&constant<Rule>::value, {name_of<Rule>.data(), name_of<Rule>.size()}};
}

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
  made.call = detail::item_of<typename Page::call>();
  if constexpr (requires { typename Page::reasoning; }) made.reasoning = detail::item_of<typename Page::reasoning>();
  if constexpr (requires { typename Page::control; }) made.control = detail::item_of<typename Page::control>();
  if constexpr (requires { Page::models; }) made.models = Page::models;
  if constexpr (requires { Page::telling; }) made.telling = Page::telling;
  if constexpr (requires { Page::repeats; }) made.repeats = Page::repeats;
  if constexpr (requires { Page::labels; }) made.labels = Page::labels;
  // What a page may say, but nothing acts on, must not be said: it would be believed.
  if constexpr (requires { Page::framing; })
    static_assert(Page::framing.empty(), "toolcall: the framing of a page is not acted on yet");
  if constexpr (requires { Page::ids; })
    static_assert(Page::ids.empty(), "toolcall: ids of a page are not acted on yet");
  return made;
}

}  // namespace toolcall::engine
