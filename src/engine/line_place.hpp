// What stands before a place in its line: whether it is in the middle of a sentence, and whether a quotation is open.
//
// The bytes are gone when somebody asks, so it is read as they come: a byte changes a few flags, and all but the last
// line of a piece is passed over.

#pragma once

#include <cstdint>
#include <string_view>

namespace toolcall::engine {

class line_place {
 public:
  // Directly behind another mark one goes on with it, and directly behind a word nobody mentions one.
  bool in_sentence() const {
    const std::uint32_t last = bytes_ & 0xff;
    return words_ && last != '>' && last != ']' && !is_letter(last);
  }
  bool in_quotes() const { return open_ != mark::none; }

  void read(std::string_view bytes) {
    if (const std::size_t line = bytes.rfind('\n'); line != bytes.npos) {
      *this = {};
      bytes.remove_prefix(line + 1);
    }
    for (const char c : bytes) read(static_cast<unsigned char>(c));
  }

 private:
  enum class mark : std::uint8_t { none, straight, single, low, other };  // what opened the quotation

  static bool is_letter(std::uint32_t c) { return (c | 0x20U) - 'a' < 26 || c - '0' < 10; }

  void read(std::uint32_t c) {
    const std::uint32_t before = bytes_ & 0xff;
    bytes_ = (bytes_ << 8 | c) & 0xffffff;
    const bool plain = !escaped_;
    escaped_ = false;
    if (c >= 0x80) return read_wide(c);
    if (is_letter(c)) {
      words_ = true;
    } else if (c == '.' || c == '!' || c == '?' || c == ':') {
      words_ = false;
    } else if (c == '\\') {
      escaped_ = plain;
    } else if ((c == '"' || c == '\'') && plain) {
      quote(c == '"' ? mark::straight : mark::single, is_letter(before) || (c == '\'' && before >= 0x80));
    } else if ((c == ' ' || c == '\t') && open_ == mark::single) {
      open_ = mark::none;  // an apostrophe
    }
  }

  // The like of the mark that is open closes it, a letter's directly before opens none.
  void quote(mark is, bool behind_letter) {
    if (open_ == is) {
      open_ = mark::none;
    } else if (open_ == mark::none && !behind_letter) {
      open_ = is;
    }
  }
  void open(mark is) {
    if (open_ == mark::none) open_ = is;
  }
  void close() {
    if (open_ == mark::low || open_ == mark::other) open_ = mark::none;
  }

  void read_wide(std::uint32_t c) {
    const bool lead = c >= 0xc3 && c < 0xee && c != 0xe2 && c != 0xe3;
    const bool third = (bytes_ & 0xff0000) == 0xe30000;
    if (lead || (third && (bytes_ & 0xff00) != 0x8000)) words_ = true;
    switch ((bytes_ & 0xff00) >= 0xc000 ? bytes_ & 0xffff : bytes_) {
      case 0xe280a6:  // …
      case 0xe38082:  // 。
      case 0xefbc81:  // ！
      case 0xefbc9f:  // ？
      case 0xefbc9a:  // ：
        words_ = false;
        return;
      case 0xe2809e:  // „
        return open(mark::low);
      case 0xe2809c:  // “
        return open_ == mark::low ? close() : open(mark::other);
      case 0xe28098:  // ‘
      case 0xc2ab:    // «
      case 0xe3808c:  // 「
      case 0xe3808e:  // 『
        return open(mark::other);
      case 0xe2809d:  // ”
      case 0xe28099:  // ’
      case 0xc2bb:    // »
      case 0xe3808d:  // 」
      case 0xe3808f:  // 』
        return close();
      default:
        return;
    }
  }

  std::uint32_t bytes_ = 0;  // the last three
  mark open_ = mark::none;
  bool words_ = false;
  bool escaped_ = false;
};

}  // namespace toolcall::engine
