// What a page is refused for: spec/semantics.md says what the refusals protect, docs/grammarc.md lists them.

#pragma once

#include <string>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// What the pages alone cannot tell.
struct scope {
  // All of spec/ is here, so what nobody uses is a mistake. Taken to be so as well when there are several dialects.
  bool whole_spec = false;
  // Labels of spec/recovery.md that no page writes and that have another consequence than "internal".
  std::vector<std::string> reported_elsewhere{"broken_call"};
  // The page in question, if the others are known to be right but not all are here: then an alternative of theirs may
  // only seem to be never reached, because the page that calls it with other arguments is missing.
  std::string in_question{};
};

// In the order of the pages, then of their lines. While names do not resolve, nothing after them is looked at.
// Without labels (an empty list) labels are not checked.
std::vector<problem> check(const std::vector<page>& pages, const std::vector<label>& labels, const scope& seen = {});

// Whether every call finds its rule, so that a graph can be made.
bool names_resolve(const std::vector<page>& pages);

// The pages with the rules of their `ambiguous` blocks after their other rules, for tests, which ask them. Of these
// rules check() looks at the names alone, and only where no page is in question: compiled pages are known without such
// blocks.
std::vector<page> with_ambiguous(std::vector<page> pages);

// Which entries may break, one line for each place. No refusal: the message's own recovery catches a broken call.
// Empty as long as check finds problems with names.
std::vector<std::string> may_break(const std::vector<page>& pages);

}  // namespace toolcall::grammarc
