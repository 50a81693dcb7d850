// What a message is tried for.

#pragma once

#include <cstddef>
#include <vector>

#include <toolcall/engine/page_facts.hpp>

#include "engine/grammar_builder.hpp"

namespace toolcall::events {

// Rules are numbers of a grammar_builder.
struct message_rules {
  struct dialect {
    std::size_t number;  // for the node events
    engine::page_rules rules;
  };

  std::size_t quoted = engine::grammar_builder::none;
  std::vector<dialect> dialects;    // in the order in which they are tried
  std::vector<std::size_t> others;  // how calls of other dialects begin
  bool is_selected_from = false;    // some of the dialects may be out of use
};

// Of a page that is types.
engine::page_rules rules_of(const engine::page& page, engine::grammar_builder& in);

// One item after the other: quoted passages, then every dialect's calls, then what begins like one and is not one, then
// reasoning, then control marks. After the calls, where none was read, it is noted what looks like one.
void add_items(engine::grammar_builder& to, const message_rules& of);

}  // namespace toolcall::events
