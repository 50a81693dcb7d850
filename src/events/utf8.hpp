// UTF-8 (RFC 3629) as far as a stream needs it: where a character is cut, and where text is ill-formed.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolcall::events {

// How many bytes of the text stand before a character whose bytes are not all there yet. What is ill-formed is whole.
std::size_t whole_characters_slowly(std::string_view text);
inline std::size_t whole_characters(std::string_view text) {
  const bool ascii = text.empty() || static_cast<unsigned char>(text.back()) < 0x80;
  return ascii ? text.size() : whole_characters_slowly(text);
}

// Where the first byte stands that is no part of a well-formed character, or npos.
std::size_t ill_formed(std::string_view text);

// At most so many bytes of it, and "…" where there were more; not cut within a character.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace toolcall::events
