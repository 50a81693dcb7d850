// Parts of a grammar that stand where the events could not say what they are.

#pragma once

#include <string>
#include <vector>

#include "engine/expression.hpp"

namespace toolcall::events {

// A sentence each: a call within a call; a name, id, key, value or arguments outside of one; text or reasoning within.
std::vector<std::string> misplaced_parts(const engine::grammar& of);

}  // namespace toolcall::events
