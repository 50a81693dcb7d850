// Characters by their numbers. The tables are short on purpose: they name what could mislead a reader or move a
// terminal's cursor, and which characters take two columns or none; the rest takes one.

#include "cli/visible.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "text/utf8.hpp"

namespace toolcall::cli {

namespace {

struct range {
  std::uint32_t first, last;
};

// Controls, marks of direction, separators of lines, and what is invisible and could be a message of its own.
constexpr range unseen[] = {{0x80, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x200B, 0x200F},  {0x2028, 0x202E},
                            {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};
constexpr range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
                          {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                          {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
constexpr range combining[] = {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};

template <std::size_t Count>
bool stands_in(const range (&table)[Count], std::uint32_t number) {
  return std::any_of(std::begin(table), std::end(table),
                     [number](const range& r) { return number >= r.first && number <= r.last; });
}

std::string hexadecimal(const char* opener, std::uint32_t number, unsigned digits) {
  std::string made = opener;
  for (unsigned left = digits; left > 0; --left) made += "0123456789abcdef"[(number >> (4 * (left - 1))) & 15U];
  return made;
}

// The bytes of the character at the start; 0 if missing.
std::size_t size_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return size <= text.size() && utf8::ill_formed(text.substr(0, size)) == text.npos ? size : 0;
}

std::uint32_t number_of(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead;
  std::uint32_t number = lead & (0x7FU >> character.size());
  for (const char c : character.substr(1)) number = number << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return number;
}

}  // namespace

shown next_shown(std::string_view text) {
  const std::size_t size = size_of(text);
  if (size == 0) return {1, hexadecimal("\\x", static_cast<unsigned char>(text.front()), 2), 4, true};
  const std::uint32_t number = number_of(text.substr(0, size));
  if (number < 0x20 || number == 0x7F) {  // U+2400 and what follows are pictures of controls
    const auto picture = static_cast<char>(number == 0x7F ? 0xA1 : 0x80 + number);
    return {1, std::string("\xE2\x90") + picture, 1, true};
  }
  if (stands_in(unseen, number))
    return number > 0xFFFF ? shown{size, hexadecimal("\\U", number, 8), 10, true}
                           : shown{size, hexadecimal("\\u", number, 4), 6, true};
  const std::size_t columns = stands_in(wide, number) ? 2 : stands_in(combining, number) ? 0 : 1;
  return {size, std::string(text.substr(0, size)), columns};
}

std::string visible(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    const shown next = next_shown(text);
    made += next.as;
    text.remove_prefix(next.bytes);
  }
  return made;
}

}  // namespace toolcall::cli
