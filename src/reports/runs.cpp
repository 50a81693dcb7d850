// One pass over the text; a unit is a character, however it is written.

#include "reports/runs.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace toolcall::reports {

namespace {

char32_t point_at(std::string_view text, std::size_t at, std::size_t size) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[at + i])); };
  if (size == 1) return byte(0);
  char32_t made = byte(0) & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) made = made << 6U | (byte(i) & 0x3FU);
  return made;
}

// The character that an escape with hexadecimal digits stands for; size 0 where this is not an escape.
unit escape_at(std::string_view text, std::size_t at) {
  const std::size_t digits = text[at + 1] == 'u' ? 4 : text[at + 1] == 'x' ? 2 : 0;
  if (digits == 0 || at + 2 + digits > text.size()) return {};
  char32_t point = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const int value = ascii::hex_value(text[at + 2 + i]);
    if (value < 0) return {};
    point = point << 4U | static_cast<char32_t>(value);
  }
  return {point, at, 2 + digits, true};
}

// What stands there: a character, an escape or a byte that is neither.
unit unit_at(std::string_view text, std::size_t at) {
  if (text[at] == '\\' && at + 1 < text.size()) {
    if (const unit escaped = escape_at(text, at); escaped.size != 0) return escaped;
    return {U'\\', at, static_cast<unsigned char>(text[at + 1]) < 0x80 ? std::size_t{2} : std::size_t{1}, false};
  }
  const utf8::fit found = utf8::fitting(text, at);
  if (!found.complete) return {0, at, 1, false};
  return {point_at(text, at, found.bytes), at, found.bytes, false};
}

}  // namespace

void each_run(std::string_view text, const std::function<void(const run&)>& visit) {
  run open;
  for (std::size_t at = 0; at < text.size();) {
    const unit next = unit_at(text, at);
    at += next.size;
    const bool belongs = is_letter(next.point) || is_digit(next.point);
    if (belongs) open.push_back(next);
    if (belongs && at < text.size()) continue;
    if (!open.empty()) visit(open);
    open.clear();
  }
}

std::vector<part> groups_of(part of) {
  std::vector<part> made;
  for (std::size_t begin = 0, end = 0; begin < of.size(); begin = end) {
    while (end < of.size() && is_digit(of[end].point) == is_digit(of[begin].point)) ++end;
    made.push_back(of.subspan(begin, end - begin));
  }
  return made;
}

std::vector<part> words_of(part letters) {
  std::vector<part> made;
  for (std::size_t begin = 0, end = 1; begin < letters.size(); begin = end, ++end) {
    while (end < letters.size() && !begins_word(letters[end - 1].point, letters[end].point)) ++end;
    made.push_back(letters.subspan(begin, end - begin));
  }
  return made;
}

std::string folded(part of) {
  std::string made;
  for (const unit& each : of) utf8::append(made, static_cast<unsigned>(lowered(each.point)));
  return made;
}

}  // namespace toolcall::reports
