// Lines from bytes that come in any pieces. Only a line that stands in two pieces is copied.

#include <algorithm>
#include <utility>

#include <toolcall/line_reader.hpp>

#include "text/utf8.hpp"

namespace toolcall {

namespace {

// One pass for both ends: looking for each of them alone would be quadratic where only the other one occurs.
std::size_t line_end(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size() && bytes[at] != '\n' && bytes[at] != '\r') ++at;
  return at;
}

}  // namespace

std::optional<text_line> line_reader::next(std::string_view& bytes) {
  if (given_) held_.clear();
  given_ = false;
  if (after_cr_ && !bytes.empty()) {
    if (bytes.front() == '\n') bytes.remove_prefix(1);
    after_cr_ = false;
  }
  if (bytes.empty()) return std::nullopt;
  const std::size_t end = line_end(bytes);
  const std::string_view piece = bytes.substr(0, end);
  const bool in_one_piece = !open_ && end < bytes.size() && end <= longest_;
  if (!in_one_piece) keep(piece);
  if (end == bytes.size()) {
    bytes = {};
    return std::nullopt;
  }
  after_cr_ = bytes[end] == '\r';
  bytes.remove_prefix(end + 1);
  ++lines_;
  return line_of(in_one_piece ? piece : std::string_view(held_));
}

std::optional<text_line> line_reader::finish() {
  if (given_) held_.clear();
  if (!open_) {
    *this = line_reader(longest_);
    return std::nullopt;
  }
  const text_line last = line_of(held_);
  after_cr_ = false;
  first_ = true;
  lines_ = 0;
  return last;
}

text_line line_reader::line_of(std::string_view text) {
  if (first_) text = utf8::without_mark(text);
  first_ = open_ = false;
  given_ = true;
  return {text, std::exchange(cut_, false)};
}

void line_reader::keep(std::string_view piece) {
  open_ = true;
  const std::size_t room = longest_ - std::min(longest_, held_.size());
  cut_ = cut_ || piece.size() > room;
  held_ += piece.substr(0, room);
}

}  // namespace toolcall
