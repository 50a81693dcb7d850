// Strings are made of pieces, and pieces are what breaks readers: marks of the dialect and of others, quotes, newlines
// at the edges, what looks like another type.

#include "gates/random_calls.hpp"

#include <algorithm>

namespace toolcall::tests {

namespace {

using kind = json_value::kind;
using type_kind = value_type::kind;

constexpr const char* tool_names[] = {"lookup", "put_file", "set-mode", "agent__status", "weather.now"};
constexpr const char* field_names[] = {"city",    "path",    "content", "days", "tags", "place", "on",    "ratio",
                                       "max-len", "is_done", "k1",      "x",    "y",    "item",  "note_2"};
constexpr const char* words[] = {"none", "spam", "ham"};
constexpr const char* free_keys[] = {"a", "b_2", "c-d", "site", "item", "deep"};
constexpr const char* pieces[] = {"a",           "word ",
                                  "two words",   " ",
                                  "  ",          "\t",
                                  "\n",          "\n\n",
                                  "\r\n",        "0",
                                  "5",           "-0.5",
                                  "1e9",         "true",
                                  "null",        "None",
                                  "é",           "日本語",
                                  "😀",           "e\u0301",
                                  "\u00a0",      "\u2028",
                                  "\u200b",      "\"",
                                  "'",           "`",
                                  "\\",          "\\n",
                                  "\\\"",        "“x”",
                                  "\x01",        "\x7f",
                                  "<",           ">",
                                  "</",          "<b>x</b>",
                                  "<br/>",       "a < b && c > d",
                                  "&lt;",        "&amp;",
                                  "{",           "}",
                                  "[",           "]",
                                  "[]",          "{}",
                                  ",",           ":",
                                  "=",           "#",
                                  "//",          "{\"a\": 1}",
                                  "[1, 2]",      "{'a': 1}",
                                  "```\n",       "```json\n{}\n```",
                                  "> ",          "~~~",
                                  "f(a=1)",      "x=1, y='2'",
                                  "];",          "\")",
                                  "')",          "\"}",
                                  "\"}}",        "<think>",
                                  "</think>",    "</parameter>",
                                  "</invoke>",   "</tool_call>",
                                  "<tool_call>", "<parameter>",
                                  "$",           "%s",
                                  "\\u0041",     "<!--",
                                  "<![CDATA[",   "]]>"};

}  // namespace

random_calls::random_calls(const shape& as, std::uint64_t seed, std::size_t marks)
    : as_(as), bits_(seed), marks_(marks) {
  for (const char* const name : tool_names) {
    if (one_in(3) && !tools_.empty()) continue;
    random_tool made{name, {}};
    for (const char* const field : field_names)
      if (one_in(4)) made.fields.push_back({field, type(2)});
    tools_.push_back(std::move(made));
  }
}

value_type random_calls::type(std::size_t depth) {
  value_type made;
  if (one_in(2)) return made;
  static constexpr type_kind kinds[] = {type_kind::word,   type_kind::integer, type_kind::number, type_kind::boolean,
                                        type_kind::null,   type_kind::list,    type_kind::list,   type_kind::object,
                                        type_kind::object, type_kind::anything};
  made.is = one_of(kinds);
  const bool container = made.is == type_kind::list || made.is == type_kind::object || made.is == type_kind::anything;
  if (container && depth == 0) made.is = type_kind::text;
  if (made.is == type_kind::list) made.items.push_back(type(depth - 1));
  if (made.is == type_kind::object)
    for (const char* const name : field_names)
      if (one_in(5)) made.members.push_back({name, type(depth - 1)});
  return made;
}

namespace {

bool says_nothing_somewhere(const value_type& of) {
  return of.is == type_kind::anything || std::any_of(of.items.begin(), of.items.end(), says_nothing_somewhere) ||
         std::any_of(of.members.begin(), of.members.end(),
                     [](const named_type& member) { return says_nothing_somewhere(member.type); });
}

std::string schema_of(const value_type& of) {
  static const char* const names[] = {"string", "string", "integer", "number", "boolean",
                                      "null",   "array",  "object",  "object"};
  std::string made = std::string("{\"type\":\"") + names[static_cast<std::size_t>(of.is)] + "\"";
  if (of.is == type_kind::word) made += ",\"enum\":[\"none\",\"spam\",\"ham\"]";
  if (of.is == type_kind::list) made += ",\"items\":" + schema_of(of.items.front());
  if (of.is == type_kind::object) {
    made += ",\"properties\":{";
    for (const auto& [name, type] : of.members)
      made += (made.back() == '{' ? "" : ",") + to_text(name) + ":" + schema_of(type);
    made += "}";
  }
  return made + "}";
}

}  // namespace

std::string random_calls::tools_json() const {
  std::string all;
  for (const random_tool& tool : tools_) {
    value_type fields;
    fields.is = type_kind::object;
    fields.members = tool.fields;
    all += (all.empty() ? "" : ",") + std::string("{\"type\":\"function\",\"function\":{\"name\":") +
           to_text(tool.name) + ",\"parameters\":" + schema_of(fields) + "}}";
  }
  return "[" + all + "]";
}

std::vector<written_call> random_calls::calls() {
  std::vector<written_call> made;
  for (std::size_t left = 1 + below(3); left > 0; --left) made.push_back(call());
  return made;
}

written_call random_calls::call() {
  tool_ = &one_of(tools_);
  written_call made;
  made.name = tool_->name;
  made.arguments.is = kind::object;
  for (const auto& [name, type] : tool_->fields) {
    made.declared.insert(name);
    if (says_nothing_somewhere(type)) made.without_types.insert(name);
    if (!one_in(4)) made.arguments.members.push_back({name, value(type, 2)});
  }
  std::shuffle(made.arguments.members.begin(), made.arguments.members.end(), bits_);
  return made;
}

json_value random_calls::value(const value_type& of, std::size_t depth) {
  json_value made;
  switch (of.is) {
    case type_kind::text:
      return {kind::string, text(), {}, {}, false};
    case type_kind::word:
      return {kind::string, one_of(words), {}, {}, true};
    case type_kind::integer:
      return {kind::number, number(true), {}, {}, false};
    case type_kind::number:
      return {kind::number, number(one_in(3)), {}, {}, false};
    case type_kind::boolean:
      return {kind::boolean, one_in(2) ? "true" : "false", {}, {}, false};
    case type_kind::null:
      return made;
    case type_kind::list:
      made.is = kind::array;
      for (std::size_t left = below(4); left > 0; --left) made.items.push_back(value(of.items.front(), depth - 1));
      return made;
    case type_kind::object:
      made.is = kind::object;
      for (const auto& [name, type] : of.members)
        if (!one_in(4)) made.members.push_back({name, value(type, depth - 1)});
      return made;
    case type_kind::anything:
      made.is = kind::object;
      for (const char* const name : free_keys)
        if (one_in(3)) made.members.push_back({name, anything(2)});
      return made;
  }
  return made;
}

json_value random_calls::anything(std::size_t depth) {
  const std::size_t what = below(depth == 0 ? 5 : 7);
  json_value made;
  if (what == 1) return {kind::boolean, "true", {}, {}, false};
  if (what == 2) return {kind::number, number(one_in(2)), {}, {}, false};
  if (what == 3 || what == 4) return {kind::string, text(), {}, {}, false};
  if (what == 5) made.is = kind::array;
  if (what == 6) made.is = kind::object;
  for (std::size_t left = made.is == kind::array ? below(3) : 0; left > 0; --left)
    made.items.push_back(anything(depth - 1));
  for (const char* const name : free_keys)
    if (made.is == kind::object && one_in(3)) made.members.push_back({name, anything(depth - 1)});
  return made;
}

std::string random_calls::number(bool whole) {
  static constexpr const char* integers[] = {
      "0", "-1", "7", "42", "1000000", "9007199254740993", "-9223372036854775808", "123456789012345678901234567890"};
  static constexpr const char* decimals[] = {"0.5",    "-1.25", "0.50", "1e5",
                                             "2.5E-7", "3.0",   "0.1",  "12345.678901234567890123"};
  return whole ? one_of(integers) : one_of(decimals);
}

std::string random_calls::text() {
  std::string made;
  for (std::size_t left = below(one_in(8) ? 30 : 6); left > 0; --left) made += one_in(marks_) ? mark() : piece();
  if (one_in(10)) made = "\n" + made;
  if (one_in(10)) made += "\n";
  return made;
}

std::string random_calls::piece() {
  return one_of(pieces);
}

// Of this dialect, with the tool's own fields or another; or of any other; or a whole call.
std::string random_calls::mark() {
  const shape& as = one_in(3) ? one_of(shapes()) : as_;
  if (one_in(8)) {
    written_call quoted;
    quoted.name = one_in(2) ? tool_->name : "other";
    quoted.arguments.is = kind::object;
    if (!one_in(3) && !tool_->fields.empty())
      quoted.arguments.members.push_back(
          {one_of(tool_->fields).name, json_value{kind::string, piece(), {}, {}, false}});
    return render(as, {quoted}, {}).text;
  }
  std::vector<std::string> fields{"other"};
  for (const auto& [name, unused] : tool_->fields) fields.push_back(name);
  return one_of(marks_of(as, tool_->name, fields));
}

}  // namespace toolcall::tests
