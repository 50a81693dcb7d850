// The table of well-formed byte sequences (Unicode, table 3-7) as one function: how long the character is that a lead
// byte begins, and which second bytes it allows.

#include "events/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace toolcall::events {

namespace {

struct character {
  std::size_t size;                       // 0: no character begins with this byte
  unsigned char low = 0x80, high = 0xBF;  // of the second byte
};

character begun_by(unsigned char lead) {
  if (lead < 0x80) return {1};
  if (lead >= 0xC2 && lead <= 0xDF) return {2};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0};
}

// How many of the bytes at `at` fit the character they begin, and whether they are all of it.
struct fit {
  std::size_t bytes;
  bool complete;
};

fit fitting(std::string_view text, std::size_t at) {
  const character c = begun_by(static_cast<unsigned char>(text[at]));
  std::size_t n = c.size == 0 ? 0 : 1;
  for (; n != 0 && n < c.size && at + n < text.size(); ++n) {
    const auto byte = static_cast<unsigned char>(text[at + n]);
    const bool fits = n == 1 ? byte >= c.low && byte <= c.high : byte >= 0x80 && byte <= 0xBF;
    if (!fits) return {n, false};
  }
  return {n, c.size != 0 && n == c.size};
}

}  // namespace

std::size_t whole_characters_slowly(std::string_view text) {
  const std::size_t reach = std::min<std::size_t>(text.size(), 3);
  for (std::size_t back = 1; back <= reach; ++back) {
    const std::size_t at = text.size() - back;
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    const fit f = fitting(text, at);
    return !f.complete && f.bytes == back ? at : text.size();
  }
  return text.size();
}

std::size_t ill_formed(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight = 0;
    while (text.size() - at >= 8) {
      std::memcpy(&eight, text.data() + at, 8);
      if ((eight & 0x8080808080808080U) != 0) break;
      at += 8;
    }
    if (at == text.size()) break;
    const fit f = fitting(text, at);
    if (!f.complete) return at;
    at += f.bytes;
  }
  return std::string_view::npos;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, whole_characters(text.substr(0, most)))) + "\xE2\x80\xA6";
}

}  // namespace toolcall::events
