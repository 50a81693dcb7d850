// A dialect as the library takes it: what its page says, with the types of its grammar forgotten.
//
// A page is a struct like those that grammarc writes (grammar/hermes.hpp). It must have `name` and `call`; everything
// else may be left out.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <toolcall/engine/layout.hpp>

#include <tao/pegtl.hpp>

namespace toolcall {

// What a label of a grammar means, as the headings and lists of spec/recovery.md say it.
struct label_facts {
  std::string_view name;
  std::string_view consequence;  // "told", "incomplete", "by finish reason", "without fields", "refused" or "held"
  std::string_view message;      // one sentence
  bool concerns_field = false;   // the field before it, and not the call as a whole
};

}  // namespace toolcall

namespace toolcall::engine {

struct page {
  using adder = void (*)(grammar_builder& to, std::size_t number);

  std::string_view name;
  std::string_view telling;
  std::string_view repeats;
  std::span<const label_facts> labels;
  adder add_call;
  adder add_reasoning;
  adder add_control;
};

namespace detail {

template <typename Rule>
void add_item(grammar_builder& to, std::size_t number) {
  to.add_item<Rule>(number);
}

template <typename Page>
constexpr page::adder reasoning_of() {
  if constexpr (requires { typename Page::reasoning; }) return add_item<typename Page::reasoning>;
  return [](grammar_builder&, std::size_t) {};
}

template <typename Page>
constexpr page::adder control_of() {
  if constexpr (requires { typename Page::control; }) return add_item<typename Page::control>;
  return [](grammar_builder&, std::size_t) {};
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
  page made{Page::name,
            {},
            {},
            {},
            detail::add_item<typename Page::call>,
            detail::reasoning_of<Page>(),
            detail::control_of<Page>()};
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
