// Givens: the parameters of a page, which all of its rules share. `given closing` is what the page that uses this one
// says; its rules hand it on to each other without writing it.
//
// A rule that all dialects are asked for (`dialects.r(closing <- e)`) gets what the use says, on each page.
//
// This pass makes ordinary parameters and arguments of them, so that nothing after it needs to know. A rule gets those
// that it or a rule that it calls needs, and no others.

#pragma once

#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// For all pages together, once, before they are checked. What a given is, in this order: what the call says
// (`page.rule(closing <- e)`), a rule or a given of that name on the page of the call, what the given itself says it is
// otherwise.
void resolve_givens(std::vector<page>& pages, std::vector<problem>& problems);

}  // namespace toolcall::grammarc
