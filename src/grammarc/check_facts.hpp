// What the checks ask about a node of the graph.

#pragma once

#include <vector>

#include "grammarc/check_graph.hpp"
#include "grammarc/check_outcomes.hpp"

namespace toolcall::grammarc {

struct facts {
  std::vector<bool> nullable;    // may match without consuming
  std::vector<bool> everywhere;  // matches, but where a predicate denies what is more than a class of bytes
  std::vector<bool> cuts;        // may execute a cut that reaches out of it
  std::vector<bool> cuts_first;  // may do so before it has consumed a byte
  std::vector<bool> bounded;     // its length from the start to its first cut, its failure or its end is bounded
  std::vector<outcomes> may_do;  // what may happen
};

// near: loops and runs (by node) whose length counts as bounded; none when it is empty.
facts find_facts(const graph& of, std::vector<bool> near = {});

}  // namespace toolcall::grammarc
