// The property that everything else rests on: the machine says what the definition says, however the text is cut, and
// never too early. `disagreement` is empty when it holds for a sample, else it says where it does not. Where the
// definition runs out of steps the sample says nothing; `exhausted` is then set.

#pragma once

#include <string>

#include "random_grammar.hpp"

namespace toolcall::interpreter {

std::string disagreement(const sample& of, bool* exhausted = nullptr);

}  // namespace toolcall::interpreter
