// The formats of JSON Schema that are checked.

#pragma once

#include <string_view>

namespace toolcall::typing {

struct format {
  std::string_view name;
  bool (*holds)(std::string_view text);  // in time linear in the text
  std::string_view example;              // for messages
};

// Null for a format that is not checked.
const format* format_named(std::string_view name);

}  // namespace toolcall::typing
