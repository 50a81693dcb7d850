// UTF-8 (RFC 3629) as far as streams and JSON need it: where a character is cut, and where text is ill-formed.
//
// The table of well-formed byte sequences (Unicode, table 3-7) is one function: how long the character is that a lead
// byte begins, and which second bytes it allows.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace toolcall::utf8 {

constexpr std::string_view replacement = "\xEF\xBF\xBD";      // U+FFFD
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // U+FEFF

// Without the mark that some programs write at the beginning of a text.
constexpr std::string_view without_mark(std::string_view text) {
  return text.substr(text.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0);
}

struct character {
  std::size_t size;                       // 0: no character begins with this byte
  unsigned char low = 0x80, high = 0xBF;  // of the second byte
};

constexpr character begun_by(unsigned char lead) {
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

inline fit fitting(std::string_view text, std::size_t at) {
  const character c = begun_by(static_cast<unsigned char>(text[at]));
  std::size_t n = c.size == 0 ? 0 : 1;
  for (; n != 0 && n < c.size && at + n < text.size(); ++n) {
    const auto byte = static_cast<unsigned char>(text[at + n]);
    const bool fits = n == 1 ? byte >= c.low && byte <= c.high : byte >= 0x80 && byte <= 0xBF;
    if (!fits) return {n, false};
  }
  return {n, c.size != 0 && n == c.size};
}

// A code point, surrogates too, as UTF-8 would write it.
inline void append(std::string& out, unsigned point) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80 | ((point >> shift) & 0x3f)); };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0 | (point >> 6));
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0 | (point >> 12));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xf0 | (point >> 18));
    tail(12), tail(6), tail(0);
  }
}

// How many bytes of the text stand before a character whose bytes are not all there yet. What is ill-formed is whole.
inline std::size_t whole_characters(std::string_view text) {
  if (text.empty() || static_cast<unsigned char>(text.back()) < 0x80) return text.size();
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

// Where the first byte stands that is not part of a well-formed character, or npos.
inline std::size_t ill_formed(std::string_view text) {
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

// The text with U+FFFD in place of what is ill-formed: one for the bytes that begin a character and break off.
inline std::string well_formed(std::string text) {
  std::size_t bad = ill_formed(text);
  if (bad == std::string::npos) return text;
  std::string out;
  for (std::string_view rest = text;; bad = ill_formed(rest)) {
    out += rest.substr(0, bad);
    if (bad == std::string_view::npos) return out;
    out += replacement;
    rest.remove_prefix(bad + std::max<std::size_t>(1, fitting(rest, bad).bytes));
  }
}

// In characters, where the text is well-formed.
inline std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// At most so many bytes of it, and "…" where there were more; not cut within a character.
inline std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, whole_characters(text.substr(0, most)))) + "\xE2\x80\xA6";
}

}  // namespace toolcall::utf8
