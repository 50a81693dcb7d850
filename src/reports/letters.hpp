// Letters of any script, as far as redaction needs them: what a letter is, its case, and other letters like it.

#pragma once

#include <cstdint>

namespace toolcall::reports {

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
