// The usual form of a dialect's calls, as its page's marks say it: what is written, from left to right.
//
// grammarc makes it while the library is built (written_forms.cpp), and of a page that is read at run time when that is
// laid out, so nothing here knows a dialect by name.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

namespace toolcall::writer {

enum class slot : std::uint8_t {
  nothing,
  calls,            // of a block
  name,             // of the tool, as it is
  quoted_name,      // as JSON
  id,               // as it is
  quoted_id,        // as JSON
  number,           // which call it is; the first is `first`
  fields,           // each as `field` says
  arguments,        // JSON; or with `first` the mark around strings
  value,            // of the field, or of the only field of a call
  object,           // as `object` says
  object_list,      // those of all calls, in brackets; `first` before each, `second` before the closing bracket
  object_lines,     // those of all calls, one a line
  python,           // NAME(KEY=VALUE, …)
  python_list,      // likewise
  python_lines,     // likewise
  key,              // of a field
  type,             // of its value: `first` of a string, `second` of others; without them the word of JSON Schema
  text,             // reasoning, or the answer
  unsaid,           // a word of which the page does not say what it is
  where_id_begins,  // what stands up to where_id_ends is there if the call has an id
  where_id_ends,
};

// As grammarc has it.
constexpr std::string_view to_string(slot value) noexcept {
  constexpr std::string_view words[] = {
      "nothing",       "calls",        "name",  "quoted_name", "id",          "quoted_id",    "number",
      "fields",        "arguments",    "value", "object",      "object_list", "object_lines", "python",
      "python_list",   "python_lines", "key",   "type",        "text",        "unsaid",       "where_id_begins",
      "where_id_ends",
  };
  const auto at = static_cast<std::size_t>(value);
  return at < std::size(words) ? words[at] : std::string_view();
}

enum class spelling : std::uint8_t {
  usual,    // JSON with a blank after each comma and colon
  compact,  // without
  framed,   // a value that begins with a line break stands on lines of its own
};

constexpr std::string_view to_string(spelling value) noexcept {
  constexpr std::string_view words[] = {"usual", "compact", "framed"};
  const auto at = static_cast<std::size_t>(value);
  return at < std::size(words) ? words[at] : std::string_view();
}

// A piece of what is written, and what is filled in after it.
struct piece {
  std::string_view text;
  slot then = slot::nothing;
  std::string_view first{}, second{};
  spelling how = spelling::usual;
};

using pieces = std::span<const piece>;

struct form {
  std::string_view dialect;
  pieces block, call, field, item, object, think, answer;
  std::string_view between{};      // calls, or their blocks
  std::string_view after_think{};  // where something follows
  bool one_in_block = false;       // each call has a block of its own
};

// By the names of the dialects, in no order. One whose page declares no call has none.
extern const std::span<const form> written_forms;

}  // namespace toolcall::writer
