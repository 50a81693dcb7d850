// Bytes and sets of bytes in C++.

#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::grammarc {

// A PEGTL rule that matches one byte: pegtl::ranges and its pairs, pegtl::one and its bytes, or a name alone.
struct set_rule {
  std::string head;
  std::vector<std::string> parts;
};
set_rule spell_set(const std::bitset<256>& bytes);

inline constexpr std::size_t longest_literal = 60;  // bytes; the engine compares no more than 64 in one step

// A text in pieces of at most this many bytes, not cut inside a character.
std::vector<std::string_view> split_text(std::string_view text, std::size_t most);

}  // namespace toolcall::grammarc
