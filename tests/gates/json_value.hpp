// A JSON value that keeps what a value of a library would lose: the digits of numbers, the order of members.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolcall::tests {

struct json_member;

struct json_value {
  enum class kind { null, boolean, number, string, array, object } is = kind::null;
  std::string text;  // string: what it says; number: its digits; boolean: true or false
  std::vector<json_value> items;
  std::vector<json_member> members;
  bool is_word = false;  // a string of a schema with few members, so it cannot be another
};

struct json_member {
  std::string name;
  json_value value;
};

// How JSON is written: with blanks after colons and commas or not, and with characters beyond ASCII escaped or not.
struct json_style {
  bool spaced = false;
  bool escaped = false;
};

std::string to_text(const json_value& of, const json_style& how = {});
std::string to_text(std::string_view string, const json_style& how = {});

// The same value as a Python literal.
std::string to_python(const json_value& of);

}  // namespace toolcall::tests
