// The dialects as data. grammarc makes it of the pages of spec/ while the library is built, so the sources of what is
// declared here stand in the build: program.cpp, head_program.cpp, rules.cpp and template_marks.cpp.

#pragma once

#include <span>
#include <string_view>

#include "engine/program.hpp"
#include "engine/written_rules.hpp"

namespace toolcall::grammar {

// All dialects, to select from; none is in use yet.
engine::program all_dialects();

// What the head of a message may show (spec/shapes/message_head.md); not in use yet.
engine::program message_heads();

// Of the dialects, in the order of the list of dialects, and then of the other pages.
engine::written_rules rules_of_pages();

// How the examples of a page write calls: the words around their parts, a line each, in order.
struct way_of_calling {
  std::string_view dialect, marks;
};
extern const std::span<const way_of_calling> ways_of_calling;

}  // namespace toolcall::grammar
