// Rules that a dialect's page need not write: those of its marks, and what most dialects with such marks have, which is
// the page spec/shapes/defaults.md.

#pragma once

#include <string>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// The name of the page that has them.
inline constexpr const char* defaults_page = "defaults";

// Adds to a dialect's page what it does not give itself: the rules of its marks; the givens of `defaults`, its rules
// that are read by themselves, and those that the page then calls. Before the givens are resolved.
void add_defaults(page& dialect, const page& defaults);

// Likewise to each dialect of the list, if the page is in it. A page that has `given other.*` gets the givens of that
// one, and every page the givens of `defaults` that say what they are otherwise.
void add_defaults(std::vector<page>& pages);

// Takes those out again that nothing reads. After the givens were resolved, because shared pages ask for them.
void drop_unread_defaults(std::vector<page>& pages);

// Its grammar as text: its marks, as comments, its rules, and what it has by default, so that it can be read alone.
std::string whole_grammar(const page& of);

}  // namespace toolcall::grammarc
