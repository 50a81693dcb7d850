// A text that comes as JSON strings, one after another.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "typing/json.hpp"

namespace toolcall::serving {

// A server that cuts its text between UTF-16 code units can cut a character in two: one string ends in the escape of a
// high surrogate, the next begins with that of a low one. They are put together.
class string_pieces {
 public:
  // Adds to `into` what this string node says, unescaped. A high surrogate at its end waits for the next string.
  void add(const typing::json::document& in, std::uint32_t node, std::string& into);
  // The same of a string or of a list of texts (is_text_parts); nothing of any other node.
  void add_content(const typing::json::document& in, std::uint32_t node, std::string& into);
  // The text has ended: U+FFFD where a surrogate still waits, else nothing.
  std::string_view end();

 private:
  std::string high_;  // the escape
};

}  // namespace toolcall::serving
