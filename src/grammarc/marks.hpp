// What a dialect's page declares of its marks: a `marks` block (spec/marks.md).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// A part of a declaration that is filled: `name`, `key`, or list(object), which is the slot `object`.
std::string_view slot_of(const expression& part);

// Whether the slot stands in this part, however deep.
bool holds(const expression& part, std::string_view slot);
bool holds_slot(const expression& part);

// The parts of a declaration, one after the other.
std::vector<expression> parts_of(const mark_declaration& of);

// The first of the parts that holds the slot; their number where no part holds it.
std::size_t place_of(const std::vector<expression>& parts, std::string_view slot);

// One expression that reads these marks; blanks between two of them count for nothing.
expression one_after_the_other(const std::vector<expression>& marks);

}  // namespace toolcall::grammarc
