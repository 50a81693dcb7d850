// A fingerprint of bytes that may come in any pieces: to see that a repeated value is the same, without keeping it.

#pragma once

#include <cstdint>
#include <string_view>

namespace toolcall::events {

class fingerprint {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    while (!bytes.empty()) {
      if (filled_ == 0 && bytes.size() >= 8) {
        std::uint64_t word = 0;  // spelled out so that it is the same word as below on every machine
        for (unsigned i = 0; i < 8; ++i) word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8U * i);
        mix(word);
        bytes.remove_prefix(8);
        continue;
      }
      word_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.front())) << (8U * filled_);
      bytes.remove_prefix(1);
      if (++filled_ == 8) {
        mix(word_);
        word_ = filled_ = 0;
      }
    }
  }
  bool operator==(const fingerprint& other) const {
    return size_ == other.size_ && low_ == other.low_ && high_ == other.high_ && word_ == other.word_;
  }

 private:
  void mix(std::uint64_t word) {
    low_ = (low_ ^ word) * 0x9E3779B97F4A7C15U;
    low_ ^= low_ >> 32U;
    high_ = (high_ + word) * 0xC2B2AE3D27D4EB4FU;
    high_ ^= high_ >> 29U;
  }
  std::uint64_t size_ = 0, low_ = 0x243F6A8885A308D3U, high_ = 0x13198A2E03707344U, word_ = 0;
  unsigned filled_ = 0;
};

}  // namespace toolcall::events
