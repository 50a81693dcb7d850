// A JSON value in the spellings of the notations.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "typing/json.hpp"

namespace toolcall::writer {

// Numbers stay as they are written in the document, and strings have the escapes that they need. With blanks after
// commas and colons, or compact.
void append_json(std::string& to, const typing::json::document& of, std::uint32_t node, bool compact);

// As a literal of Python.
void append_python(std::string& to, const typing::json::document& of, std::uint32_t node);

// With a mark around strings, and keys as they are.
void append_marked(std::string& to, const typing::json::document& of, std::uint32_t node, std::string_view mark);

// Whether two values say the same: with their members in the same order, and numbers with the same digits.
bool is_same(const typing::json::document& a, std::uint32_t at, const typing::json::document& b, std::uint32_t other);

}  // namespace toolcall::writer
