// The property that everything else rests on: the machine says what the definition says, however the text is cut, and
// never too early. `disagreement` is empty when it holds for a sample, else it says where it does not.

#pragma once

#include <string>

#include "random_grammar.hpp"

namespace toolcall::oracle {

std::string disagreement(const sample& of);

}  // namespace toolcall::oracle
