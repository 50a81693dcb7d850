// Alphabets with two cases are listed. Other scripts are stretches of the code: 64 letters that differ in the last byte
// of UTF-8 alone look alike, and have as many bytes. What is no letter is listed by stretches, too.

#include "reports/letters.hpp"

#include <algorithm>
#include <iterator>

namespace toolcall::reports {

namespace {

struct stretch {
  char32_t first, last;
  bool has(char32_t point) const { return point >= first && point <= last; }
};

// Lower letters, and how far before them their upper ones stand; 0: they have no upper ones.
struct alphabet {
  stretch lower;
  char32_t upper_before;
};

constexpr alphabet alphabets[] = {
    {{U'a', U'z'}, 0x20},     {{0xE0, 0xF6}, 0x20},   {{0xF8, 0xFE}, 0x20},   {{0x3B1, 0x3C1}, 0x20},
    {{0x3C3, 0x3C9}, 0x20},   {{0x430, 0x44F}, 0x20}, {{0x450, 0x45F}, 0x50}, {{0x561, 0x586}, 0x30},
    {{0xFF41, 0xFF5A}, 0x20}, {{0x5D0, 0x5EA}, 0},    {{0x621, 0x63A}, 0},    {{0x641, 0x64A}, 0},
    {{0x904, 0x939}, 0},      {{0xE01, 0xE2E}, 0},    {{0x3041, 0x3096}, 0},  {{0x30A1, 0x30FA}, 0},
    {{0x3400, 0x4DBF}, 0},    {{0x4E00, 0x9FFF}, 0},  {{0xAC00, 0xD7A3}, 0},
};

// The zeros of decimal digits; the others follow it.
constexpr char32_t zeros[] = {
    U'0',    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,   0xC66,   0xCE6,   0xD66,
    0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,  0x1810,  0x1946,  0x19D0,  0x1A80,  0x1A90,  0x1B50,
    0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,  0xA9F0,  0xAA50,  0xABF0,  0xFF10,  0x104A0, 0x11066,
    0x110F0, 0x11136, 0x111D0, 0x116C0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E950, 0x1FBF0,
};

// Signs, digits, marks on letters, and what is for private use, beyond ASCII; and the letters that tokens which were
// not decoded have in place of a blank and a line break.
constexpr stretch no_letters[] = {
    {0x80, 0xA9},        {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
    {0x10A, 0x10A},      {0x120, 0x120},   {0x2C2, 0x2DF},   {0x300, 0x36F},   {0x375, 0x375},   {0x37E, 0x37E},
    {0x387, 0x387},      {0x482, 0x489},   {0x55A, 0x55F},   {0x589, 0x5CF},   {0x5F3, 0x61F},   {0x64B, 0x66D},
    {0x6D4, 0x6ED},      {0x6F0, 0x6F9},   {0x964, 0x970},   {0x2000, 0x2BFF}, {0x2E00, 0x2E7F}, {0x3000, 0x3020},
    {0x3030, 0x3030},    {0x303D, 0x303F}, {0x30A0, 0x30A0}, {0x30FB, 0x30FB}, {0x3200, 0x33FF}, {0xD800, 0xF8FF},
    {0xFE00, 0xFE6F},    {0xFEFF, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF},
    {0xE0000, 0x10FFFF},
};

const alphabet* alphabet_of_lower(char32_t point) {
  const auto found = std::find_if(std::begin(alphabets), std::end(alphabets),
                                  [&](const alphabet& each) { return each.lower.has(point); });
  return found == std::end(alphabets) ? nullptr : found;
}

const alphabet* alphabet_of_upper(char32_t point) {
  const auto found = std::find_if(std::begin(alphabets), std::end(alphabets), [&](const alphabet& each) {
    return each.upper_before != 0 && each.lower.has(point + each.upper_before) && is_letter(point);
  });
  return found == std::end(alphabets) ? nullptr : found;
}

// Where an upper letter and its lower one stand side by side.
bool alternates(char32_t point) {
  constexpr stretch pairs[] = {{0x100, 0x24F}, {0x460, 0x52F}, {0x1E00, 0x1EFF}};
  return std::any_of(std::begin(pairs), std::end(pairs), [&](const stretch& each) { return each.has(point); });
}

bool has_cases(char32_t point) {
  const alphabet* const found = alphabet_of_lower(point);
  return (found != nullptr && found->upper_before != 0) || is_upper(point) || alternates(point) || point < 0x250;
}

}  // namespace

std::optional<char32_t> zero_of(char32_t digit) {
  const auto* const after = std::upper_bound(std::begin(zeros), std::end(zeros), digit);
  if (after == std::begin(zeros) || digit - after[-1] > 9) return std::nullopt;
  return after[-1];
}

bool is_letter(char32_t point) {
  if (is_digit(point)) return false;
  if (point < 0x80) return (point >= U'a' && point <= U'z') || (point >= U'A' && point <= U'Z');
  return std::none_of(std::begin(no_letters), std::end(no_letters),
                      [&](const stretch& each) { return each.has(point); });
}

bool is_upper(char32_t point) {
  return alphabet_of_upper(point) != nullptr;
}

char32_t lowered(char32_t point) {
  const alphabet* const found = alphabet_of_upper(point);
  return found == nullptr ? point : point + found->upper_before;
}

char32_t raised(char32_t point) {
  const alphabet* const found = alphabet_of_lower(point);
  return found == nullptr ? point : point - found->upper_before;
}

bool begins_word(char32_t before, char32_t after) {
  if (has_cases(before) != has_cases(after)) return true;
  return has_cases(before) && !is_upper(before) && is_upper(after);
}

char32_t other_letter(char32_t lower, std::uint64_t drawn) {
  if (const alphabet* const found = alphabet_of_lower(lower); found != nullptr)
    return found->lower.first + static_cast<char32_t>(drawn % (found->lower.last - found->lower.first + 1U));
  const char32_t step = alternates(lower) ? 2 : 1, base = (lower & ~char32_t{63}) + lower % step;
  for (char32_t tried = 0; tried < 64; ++tried) {
    const char32_t made = base + (static_cast<char32_t>(drawn % 64U) + tried) / step * step % 64U;
    if (is_letter(made) && alphabet_of_lower(made) == nullptr && !is_upper(made)) return made;
  }
  return lower;
}

}  // namespace toolcall::reports
