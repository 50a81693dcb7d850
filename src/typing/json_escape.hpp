// The spelling of JSON strings: the one place where raw text becomes part of a JSON document.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolcall::typing {

// Appends the inside of a JSON string (no quotes) that means `raw`, with the least escaping JSON needs. Every byte is
// spelled on its own, so a text may be cut anywhere between calls; bytes that are not UTF-8 stay as they are.
void append_json_string_body(std::string& out, std::string_view raw);

// The same with its quotes.
inline void append_json_string(std::string& out, std::string_view raw) {
  out += '"';
  append_json_string_body(out, raw);
  out += '"';
}

// How many bytes at the start of `raw` are spelled as they are.
std::size_t plain_json_bytes(std::string_view raw);

}  // namespace toolcall::typing
