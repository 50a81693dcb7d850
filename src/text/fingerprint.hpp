// A fingerprint of bytes that may come in any pieces: to see that a repeated value is the same, without keeping it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace toolcall::events {

class fingerprint {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    if (filled_ + bytes.size() < sizeof block_) return keep(bytes);
    if (filled_ > 0) {
      const std::size_t missing = sizeof block_ - filled_;
      keep(bytes.substr(0, missing));
      mix(block_);
      filled_ = 0;
      bytes.remove_prefix(missing);
    }
    for (; bytes.size() >= sizeof block_; bytes.remove_prefix(sizeof block_)) mix(bytes.data());
    keep(bytes);
  }
  // The same of JSON, in which blanks between tokens make no difference, and neither does it how a character is
  // escaped.
  void add_json(std::string_view bytes) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const char c = bytes[i];
      if (escape_size_ > 0) {
        add_escape(c);
        from = i + 1;
      } else if (in_string_) {
        in_string_ = c != '"';
        if (c != '\\') continue;
        add(bytes.substr(from, i - from));
        from = i + 1;
        escape_size_ = 1;
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        add(bytes.substr(from, i - from));
        from = i + 1;
      } else {
        in_string_ = c == '"';
      }
    }
    add(bytes.substr(from));
  }
  bool operator==(const fingerprint& other) const {
    return size_ == other.size_ && std::equal(lanes_, lanes_ + 4, other.lanes_) &&
           std::equal(block_, block_ + filled_, other.block_);
  }

 private:
  // The next byte of an escape. What it stands for is added: UTF-8 where it may stand in a string as it is.
  void add_escape(char c) {
    if (escape_size_ == 1) {
      escape_size_ = c == 'u' ? 2 : 0;
      const std::string_view escaped = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
      const std::size_t at = escaped.find(c);
      if (c != 'u') add_unit(static_cast<unsigned char>(at == escaped.npos ? c : meant[at]));
      return;
    }
    unit_ = unit_ * 16 + static_cast<unsigned>(ascii::hex_value(c));
    if (++escape_size_ < 6) return;
    escape_size_ = 0;
    add_unit(std::exchange(unit_, 0));
  }
  void add_unit(unsigned unit) {
    if (unit >= 0xd800 && unit < 0xdc00) {
      high_ = unit;
      return;
    }
    const unsigned high = std::exchange(high_, 0);
    if (high != 0 && unit >= 0xdc00 && unit < 0xe000) unit = 0x10000 + ((high - 0xd800) << 10U) + (unit - 0xdc00);
    std::string bytes;  // at most five: no allocation
    if (unit < 0x20 || unit == '"' || unit == '\\') bytes += '\\';
    utf8::append(bytes, unit);
    add(bytes);
  }
  void keep(std::string_view bytes) {
    // A token is some four to eight bytes: two copies of a known size, which may overlap, instead of a call.
    char* const to = block_ + filled_;
    filled_ += bytes.size();
    if (bytes.size() >= 4 && bytes.size() <= 8) {
      std::memcpy(to, bytes.data(), 4);
      std::memcpy(to + bytes.size() - 4, bytes.data() + bytes.size() - 4, 4);
    } else {
      std::copy(bytes.begin(), bytes.end(), to);
    }
  }
  // Four lanes that do not wait for each other.
  void mix(const char* block) {
    std::uint64_t words[4];
    std::memcpy(words, block, sizeof words);
    for (std::size_t i = 0; i < 4; ++i) {
      lanes_[i] = (lanes_[i] ^ words[i]) * 0x9E3779B97F4A7C15U;
      lanes_[i] ^= lanes_[i] >> 32U;
    }
  }
  std::uint64_t size_ = 0;
  std::uint64_t lanes_[4] = {0x243F6A8885A308D3U, 0x13198A2E03707344U, 0xA4093822299F31D0U, 0x082EFA98EC4E6C89U};
  char block_[32] = {};
  std::size_t filled_ = 0;
  bool in_string_ = false;
  unsigned escape_size_ = 0;  // bytes of an escape that were read
  unsigned unit_ = 0;         // the number that \u has so far
  unsigned high_ = 0;         // a high surrogate, before its low one
};

}  // namespace toolcall::events
