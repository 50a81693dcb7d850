// Makes a failing sample small enough to be understood, and writes it as notation.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "random_grammar.hpp"

namespace toolcall::interpreter {

using failing = std::function<bool(const sample&)>;

// The smallest sample found that still fails; only well-formed ones are asked about. `s` itself must fail. A sample
// that runs out of steps counts as one that does not fail.
sample shrink(sample s, const failing& fails, std::size_t questions = 20000);

std::string print(const grammarc::expression& e);
std::string print(const sample& s);
std::string quoted(std::string_view bytes);

}  // namespace toolcall::interpreter
