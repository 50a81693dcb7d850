// Calls with something left out: for showing the least that still goes wrong.

#pragma once

#include <vector>

#include "gates/renderers.hpp"

namespace toolcall::tests {

// Each of these with a call, a field, an item or some bytes of a string left out; what leaves out most comes first. A
// word of an enum stays, and strings stay UTF-8.
std::vector<std::vector<written_call>> smaller_calls(const std::vector<written_call>& than);

}  // namespace toolcall::tests
