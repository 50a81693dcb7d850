// Python literals, which some dialects have for values.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolcall::typing {

enum class python_kind : unsigned char {
  literal,   // strings of either quote, in threes too, with Python's escapes; signs and points of numbers; tuples and
             // sets, which are arrays
  damaged,   // no literal, but it begins with a quote, or with a bracket and its brackets and quotes do not match
  variable,  // the name of one, or an expression that begins with it (is_variable)
  text,      // anything else, such as a date, or a list of words
};

// What stands where a Python literal should.
struct python_value {
  python_kind is;
  std::string json;  // of a literal, strict
};
python_value read_python(std::string_view text);

// Whether a value without quotes is the name of a variable, an expression that begins with one, or `...`.
bool is_variable(std::string_view text);

// The JSON of a literal in which there is a tuple or a set; nothing of any other.
std::optional<std::string> with_python_sequences(std::string_view text);

}  // namespace toolcall::typing
