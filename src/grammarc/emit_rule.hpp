// One rule of a page as the definition of a PEGTL rule.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

inline constexpr std::size_t columns = 120;

// `struct name;`, with the template's head where the rule has parameters.
std::string declaration(const rule& r);

// The definition, laid out within the columns, without the comment above it.
std::string definition(const rule& r, const page& around);

// A name of the notation as a C++ identifier: what C++ or the headers reserve gets a trailing underscore.
std::string identifier(std::string_view name);

// A C++ string literal of these bytes.
std::string cpp_literal(std::string_view bytes);

}  // namespace toolcall::grammarc
