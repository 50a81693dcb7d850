// A rule of a PEGTL grammar as a constant: what layout.hpp makes of its type, and all that is left of the type.

#pragma once

#include <cstddef>
#include <string_view>

#include <toolcall/engine/forms.hpp>
#include <toolcall/engine/node_event.hpp>

namespace toolcall::engine {

struct leaf_answer;
using leaf_rule = leaf_answer (*)(const char* begin, const char* end);  // leaf.hpp

struct rule_constant {
  form is = form::sequence;
  node_role role = node_role::block;
  bool any_case = false;
  bool token = false;
  unsigned least = 0;  // of a repeat: how often its parts stand there
  unsigned most = 0;
  std::size_t number = 0;                               // of a parameter
  std::size_t size = 0;                                 // of children
  const rule_constant* const* (*children)() = nullptr;  // of a call: the rule, then the arguments
  bool (*test)(char) = nullptr;                         // of a set
  leaf_rule leaf = nullptr;
  std::string_view text;   // of a call: r, where it calls dialects.r
  std::string_view label;  // of a followed_by
  std::string_view name;   // of a rule of the grammar; empty for what stands inside of one
};

// An item of the message that a page brings.
struct page_item {
  const rule_constant* rule = nullptr;  // none
  std::string_view name;
};

// A rule that is offered to pages that ask all dialects for it, as dialects.NAME.
struct offered_rule {
  std::string_view name;
  page_item rule;
};

}  // namespace toolcall::engine
