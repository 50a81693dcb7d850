// Bytes that stand for themselves in text and in JSON's strings alike.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace toolcall {

// Printable ASCII, but for quotation marks and backslashes.
inline constexpr auto plain_bytes = [] {
  std::array<bool, 256> plain{};
  for (unsigned char c = 0x20; c < 0x7f; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

inline bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return plain_bytes[static_cast<unsigned char>(c)]; });
}

}  // namespace toolcall
