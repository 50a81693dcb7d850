// Letters of any script, as far as redaction needs them: what a letter is, its case, and other letters like it.

#pragma once

#include <cstdint>
#include <optional>

namespace toolcall::reports {

// Of a decimal digit of any script the one that is zero.
std::optional<char32_t> zero_of(char32_t digit);
inline bool is_digit(char32_t point) {
  return point < 0x80 ? point >= U'0' && point <= U'9' : zero_of(point).has_value();
}
bool is_letter(char32_t point);
bool is_upper(char32_t point);
// Where the alphabet has two cases; else the letter itself.
char32_t lowered(char32_t point);
char32_t raised(char32_t point);
// Whether a word ends between the two: an upper letter begins one behind a lower one, and so does another script.
bool begins_word(char32_t before, char32_t after);
// Another letter of the alphabet of this one, or of its neighbourhood; as many bytes of UTF-8.
char32_t other_letter(char32_t lower, std::uint64_t drawn);

}  // namespace toolcall::reports
