// A grammar in the notations of the engines.

#pragma once

#include <string>

#include "constraints/grammar.hpp"

namespace toolcall::constraints {

enum class bnf : std::uint8_t { xgrammar, llama_cpp };

// Of what `start` is, with the rules that it needs. Without form::json.
std::string write_bnf(const grammar& of, const expression& start, bnf notation);
std::string write_lark(const grammar& of);
std::string write_structural_tag(const grammar& of);

}  // namespace toolcall::constraints
