// From the parse tree of one rule to the tree of a page.

#pragma once

#include <string_view>
#include <vector>

#include <tao/pegtl/contrib/parse_tree.hpp>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

using parsed = tao::pegtl::parse_tree::node;

// Adds the givens of one line to those of the page.
void build_givens(const parsed& node, page& into, std::vector<problem>& problems);

rule build_rule(const parsed& node, std::string_view file, std::vector<problem>& problems);

}  // namespace toolcall::grammarc
