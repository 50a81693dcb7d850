// A grammar in the notations of the engines.

#pragma once

#include <string>
#include <string_view>

#include "constraints/grammar.hpp"

namespace toolcall::constraints {

enum class bnf : std::uint8_t { xgrammar, llama_cpp };

// Of what `start` is, with the rules that it needs. Without form::json.
std::string write_bnf(const grammar& of, const expression& start, bnf notation);
std::string write_lark(const grammar& of);
std::string write_structural_tag(const grammar& of);

// In quotes, a control byte as `control` ("\x", "\u00") and two digits.
std::string in_quotes(std::string_view text, std::string_view control);
// What stands behind what is repeated: ?, *, + or numbers in braces.
std::string quantifier(std::size_t least, std::size_t most);

}  // namespace toolcall::constraints
