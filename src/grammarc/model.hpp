// The pages as data, for what is made of them elsewhere: diagrams, the manual.

#pragma once

#include <string>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// One JSON object with `pages` and `labels`, each with the members that their structs have, and `built_in`, the words
// of the notation. An expression is an object: `form` (as in engine/forms.hpp), `written` (as the notation writes it),
// and what its form has of `text`, `any_case`, `bytes` (of a set: [first, last] pairs), `label` (of a followed_by) and
// `children`. Bytes that are no UTF-8 are written as U+FFFD.
std::string model(const std::vector<page>& pages, const std::vector<label>& labels);

}  // namespace toolcall::grammarc
