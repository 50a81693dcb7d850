// How models write calls: for each dialect one shape, that of its models' templates. It is written down here a second
// time, and not taken from the pages, so that what is read can be compared with what was meant.

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gates/json_value.hpp"

namespace toolcall::tests {

struct written_call {
  std::string name;
  json_value arguments;
  std::set<std::string> declared;       // the fields of its tool
  std::set<std::string> without_types;  // those of them about some part of which the schema says nothing
};

// A call whose values are all text.
using named_text = std::pair<std::string, std::string>;
written_call call_of_texts(std::string_view name, const std::vector<named_text>& fields);

enum class values_as { json, raw, raw_json, python, gemma, elements };

// {n} is the tool's name, {q} the same as a JSON string, {i} the number of the call from 0, {j} from 1, {a} the
// arguments as JSON, {k} a field's key, {v} its value, {t} its type, {s} whether it is a string, {r} raw if so, else
// json.
struct shape {
  std::string_view dialect;
  values_as how;
  std::string_view before, call, field, comma, end, between, after;  // of all calls; of one; of its fields
  bool frames = false;  // a value that begins with a newline gets lines of its own
  bool named = false;   // read as this dialect only where it is named, for another one writes the same
};

const std::vector<shape>& shapes();
const shape& shape_of(std::string_view dialect);

// Bytes between marks, in which nothing is escaped.
struct raw_piece {
  std::size_t begin = 0, end = 0;
  const written_call* of = nullptr;
  std::set<std::string> had;  // the fields up to this one
};

struct rendered {
  std::string text;
  std::vector<raw_piece> raw;
};

rendered render(const shape& as, const std::vector<written_call>& calls, const json_style& how);

// What the shape writes around the values of such a call: its marks, with the names of these fields.
std::vector<std::string> marks_of(const shape& as, const std::string& tool, const std::vector<std::string>& fields);

}  // namespace toolcall::tests
