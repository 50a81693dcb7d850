// A fingerprint of bytes that may come in any pieces: to see that a repeated value is the same, without keeping it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

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
  bool operator==(const fingerprint& other) const {
    return size_ == other.size_ && std::equal(lanes_, lanes_ + 4, other.lanes_) &&
           std::equal(block_, block_ + filled_, other.block_);
  }

 private:
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
};

}  // namespace toolcall::events
