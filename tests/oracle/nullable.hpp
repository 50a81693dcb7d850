// Whether a tree may match without a byte, as far as that can be seen: of back-references and parameters it may.

#pragma once

#include <algorithm>

#include "grammarc/tree.hpp"

namespace toolcall::interpreter {

// of_call says it of a rule's call.
template <typename predicate>
bool is_nullable(const grammarc::expression& e, const predicate& of_call) {
  using grammarc::form;
  const auto child_is = [&](const grammarc::expression& child) { return is_nullable(child, of_call); };
  switch (e.is) {
    case form::literal:
      return e.text.empty();
    case form::call:
      return of_call(e);
    case form::set:
    case form::any:
    case form::nothing:
    case form::json:
    case form::json_until:
    case form::python:
    case form::tool:
    case form::field:
    case form::new_field:
      return false;
    case form::sequence:
      return std::all_of(e.children.begin(), e.children.end(), child_is);
    case form::choice:
    case form::recovery:
      return std::any_of(e.children.begin(), e.children.end(), child_is);
    case form::repeat:
      return e.least == 0 || child_is(e.children[0]);
    case form::plus:
    case form::note:
    case form::role:
    case form::capture:
    case form::replace:
    case form::trial:
    case form::followed_by:
      return child_is(e.children[0]);
    default:
      return true;
  }
}

}  // namespace toolcall::interpreter
