// What a schema requires of one value, whatever is around it: evaluation and conversion check the same.

#pragma once

#include <cstdint>
#include <string_view>

#include "typing/json.hpp"
#include "typing/number.hpp"
#include "typing/schema.hpp"

namespace toolcall::typing {

// The bits of the types that a value has: of 5, both integer and number.
unsigned type_of(const json::document& doc, std::uint32_t node);

// Whether two members of an object have one name.
bool repeats_a_key(const json::document& doc, std::uint32_t object);

bool keeps_length(const schema& s, std::uint64_t characters);
bool keeps(const schema::bound& b, const decimal& value);
bool keeps(const schema::multiple& m, const decimal& value);

// Lengths and patterns of a string that is UTF-8; bounds and multiples of a number.
bool string_holds(const schema& s, std::string_view text);
bool number_holds(const schema& s, std::string_view lexeme);

}  // namespace toolcall::typing
