// Lines of a stream of bytes: what JSON lines (https://jsonlines.org) and server-sent events are made of.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolcall {

struct text_line {
  std::string_view text;  // without its end; lives until the next call of the reader, and as long as the bytes given
  bool too_long = false;  // the line was longer than the limit: `text` is how it begins, and the rest is dropped
};

// Cuts bytes into lines, which end with LF, CRLF or CR. The bytes may be divided anywhere: the lines are the same. A
// byte-order mark before the first line is skipped; other bytes are given as they are, UTF-8 or not. Does no I/O, and
// throws nothing but std::bad_alloc. A value: it may be copied at any time.
class line_reader {
 public:
  static constexpr std::size_t usual_limit = std::size_t{256} << 20U;
  // `longest` is in bytes: no more is held of a line.
  explicit line_reader(std::size_t longest = usual_limit) : longest_(longest) {}

  // The next line, whose bytes are taken from the front of `bytes`; nothing when `bytes` is used up. A line that stands
  // whole in `bytes` is not copied.
  std::optional<text_line> next(std::string_view& bytes);

  // The bytes have ended: the last line, where it has no end. Afterwards the reader is as new.
  std::optional<text_line> finish();

  // How many lines were given since the reader was new; finish() is not counted.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }

 private:
  text_line line_of(std::string_view text);
  void keep(std::string_view piece);

  std::size_t longest_;
  std::uint64_t lines_ = 0;
  std::string held_;       // of a line whose end has not come
  bool open_ = false;      // a line has begun
  bool given_ = false;     // what is held was given
  bool cut_ = false;       // the line is too long
  bool after_cr_ = false;  // a LF that comes now belongs to the CR before it
  bool first_ = true;      // no line was given yet
};

}  // namespace toolcall
