// What a page's front matter says of its calls.

#pragma once

#include <string_view>
#include <vector>

namespace toolcall::writer {
struct form;
}

namespace toolcall::events {

// What becomes of fields that stand in a call twice.
enum class repetition : unsigned char {
  first,     // emitted as they come: the first counts
  gathered,  // emitted whole: an array takes all of them, else the first counts
  joined,    // likewise, and strings are the lines of one
};

// What a value is that no tag and no quote says the type of.
enum class raw_values : unsigned char {
  text,      // text, whose type the schema chooses
  json,      // likewise; but what is wholly a JSON string is that string
  elements,  // likewise; but arrays and objects are elements, so that an empty one is nothing at all
};

struct dialect_traits {
  std::string_view name;
  repetition repeats = repetition::first;
  raw_values values = raw_values::text;
  bool where_required = false;                                 // it reads JSON that a server forced
  std::vector<std::string_view> starts{};                      // what the prompt's last bytes may be
  std::vector<std::string_view> tokens{};                      // special tokens of its models
  const writer::form* form = nullptr;                          // of a page read at run time: how calls are written
  bool whole() const { return repeats != repetition::first; }  // a call is emitted when it is complete
};

}  // namespace toolcall::events
