// Dialects of your own, for models that write calls as nobody else does: docs/custom_dialect.md.
//
// A dialect is a grammar in the words of PEGTL and of toolcall::rules, and this is the one header of the interface that
// includes PEGTL; it is not part of toolcall.hpp. Nothing of the grammar is run by PEGTL but its leaves: the rules are
// read as a tree, and the library's machine runs that on texts as they come.

#pragma once

#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/engine/check_leaf.hpp>
#include <toolcall/engine/page.hpp>
#include <toolcall/engine/rules.hpp>

namespace toolcall {

// The dialects that these pages describe, tried in this order; and after them those of the library that are named, as
// dialect::named() takes them ("auto" is all, "" none). Throws setup_error, which names the rule, where a grammar would
// break the machine: a loop over what may be empty, left recursion, a cut in what is captured, a call in a call. What
// cannot be run at all (must, raise, actions) does not compile.
template <typename... Pages>
[[nodiscard]] dialect custom_dialect(std::string_view also = "") {
  static_assert(sizeof...(Pages) > 0, "toolcall: a dialect of your own is a page at least");
  return dialect::of_pages({engine::page_of<Pages>()...}, also);
}

}  // namespace toolcall
