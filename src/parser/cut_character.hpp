// Bytes that come in pieces, passed on up to the last whole character: the first bytes of a character that is cut wait
// for the others.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/utf8.hpp"

namespace toolcall::events {

class cut_character {
 public:
  bool empty() const { return bytes_.empty(); }
  std::size_t size() const { return bytes_.size(); }
  std::uint64_t begin() const { return begin_; }

  // Calls write(text, from) with the whole characters of the bytes that wait and of these, which stand at `from`.
  template <typename Write>
  void add(std::string_view text, std::uint64_t from, Write write) {
    if (bytes_.empty() && utf8::whole_characters(text) == text.size()) return write(text, from);
    std::string joined;
    if (!bytes_.empty()) {
      joined = std::exchange(bytes_, {});
      joined += text;
      text = joined;
      from = begin_;
    }
    const std::size_t whole = utf8::whole_characters(text);
    if (whole > 0) write(text.substr(0, whole), from);
    if (whole == text.size()) return;
    bytes_ = text.substr(whole);
    begin_ = from + whole;
  }

  // No byte of the character follows: calls write(text, from) with those that wait.
  template <typename Write>
  void flush(Write write) {
    if (!bytes_.empty()) write(std::exchange(bytes_, {}), begin_);
  }

 private:
  std::string bytes_;
  std::uint64_t begin_ = 0;
};

}  // namespace toolcall::events
