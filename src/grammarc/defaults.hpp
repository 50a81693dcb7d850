// Rules that a dialect's page need not write, because most dialects have them: those of the page
// spec/shapes/defaults.md.

#pragma once

#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// The name of the page that has them.
inline constexpr const char* defaults_page = "defaults";

// Adds to a dialect's page what it does not give itself: the givens of `defaults`, its rules that the message reads,
// and those that the page then calls. Before the givens are resolved.
void add_defaults(page& dialect, const page& defaults);

// Likewise to each dialect of the list, if the page is in it.
void add_defaults(std::vector<page>& pages);

}  // namespace toolcall::grammarc
