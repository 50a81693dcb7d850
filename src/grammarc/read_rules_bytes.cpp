// Bytes as they are spelled in the notation: literals and classes with their escapes.
//
// Both are read from left to right by one reader of characters, so that an escape means the same in either. A literal
// may hold any character; a class is one byte, so what needs two bytes is refused there and a choice is offered.

#include <cstdint>

#include "grammarc/read_rules.hpp"

namespace toolcall::grammarc {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string utf8(std::uint32_t point) {
  const auto tail = [point](unsigned shift) { return static_cast<char>(0x80 | ((point >> shift) & 0x3f)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xc0 | (point >> 6)), tail(0)};
  return {static_cast<char>(0xe0 | (point >> 12)), tail(6), tail(0)};
}

class spelling {
 public:
  explicit spelling(std::string_view inside) : rest_(inside) {}

  bool at_end() const { return rest_.empty(); }
  bool is_at(char c) const { return !rest_.empty() && rest_.front() == c; }
  std::size_t left() const { return rest_.size(); }
  void skip() { rest_.remove_prefix(1); }

  std::string wrong;

  // One byte as it stands, or the bytes of one escape.
  std::string character() {
    const char c = take();
    return c == '\\' ? escape() : std::string(1, c);
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::string escape() {
    if (rest_.empty()) return refuse("a lone \\");
    const char c = take();
    switch (c) {
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case 'r':
        return "\r";
      case '\\':
      case '"':
      case '\'':
      case '[':
      case ']':
      case '-':
      case '^':
        return {c};
      case 'u':
        return unicode();
      default:
        return refuse(std::string("\\") + c);
    }
  }

  std::string unicode() {
    std::uint32_t point = 0;
    for (int n = 0; n < 4; ++n) {
      const int digit = rest_.empty() ? -1 : hex_digit(rest_.front());
      if (digit < 0) return refuse("\\u without four hexadecimal digits");
      point = point * 16 + static_cast<std::uint32_t>(digit);
      skip();
    }
    if (point >= 0xd800 && point < 0xe000) {
      wrong = "a \\u escape names half a character (a surrogate): write the character itself";
      return {};
    }
    return utf8(point);
  }

  std::string refuse(const std::string& what) {
    if (wrong.empty())
      wrong = what + " is not an escape; allowed are \\n \\t \\r \\\\ \\\" \\' \\[ \\] \\- \\^ and \\uXXXX";
    return {};
  }

  std::string_view rest_;
};

// One byte of a class, or -1.
int class_byte(spelling& in) {
  const auto bytes = in.character();
  if (!in.wrong.empty()) return -1;
  if (bytes.size() == 1 && static_cast<unsigned char>(bytes[0]) < 0x80) return bytes[0];
  in.wrong =
      "a class matches one byte, and a character beyond ASCII has several: write a choice of literals, "
      "such as ( \"\xe2\x80\x9c\" / \"\xe2\x80\x9d\" )";
  return -1;
}

std::string shown(int byte) {
  if (byte > 0x20 && byte < 0x7f) return {static_cast<char>(byte)};
  static constexpr char digits[] = "0123456789abcdef";
  return {'\\', 'u', '0', '0', digits[byte / 16], digits[byte % 16]};
}

void read_range(spelling& in, std::bitset<256>& bytes) {
  const int low = class_byte(in);
  if (low < 0) return;
  int high = low;
  if (in.is_at('-') && in.left() > 1) {  // a last - is a byte like any other
    in.skip();
    high = class_byte(in);
    if (high < 0) return;
  }
  if (high < low)
    in.wrong = "the range " + shown(low) + "-" + shown(high) + " is empty: its ends are the wrong way round";
  for (int byte = low; byte <= high; ++byte) bytes.set(static_cast<std::size_t>(byte));
}

}  // namespace

spelled_bytes read_literal(std::string_view inside) {
  spelling in(inside);
  spelled_bytes read;
  while (!in.at_end() && in.wrong.empty()) read.bytes += in.character();
  read.wrong = in.wrong;
  return read;
}

spelled_set read_class(std::string_view inside) {
  spelling in(inside);
  spelled_set read;
  const bool negated = in.is_at('^');
  if (negated) in.skip();
  if (in.at_end())
    in.wrong = negated ? "[^] excludes nothing: write . for any byte" : "[] matches nothing: name its bytes";
  while (!in.at_end() && in.wrong.empty()) read_range(in, read.bytes);
  if (negated) read.bytes.flip();
  read.wrong = in.wrong;
  return read;
}

}  // namespace toolcall::grammarc
