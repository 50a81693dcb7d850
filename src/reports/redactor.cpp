// A word is drawn by its own letters and the seed, so it does not depend on what stands around it. No two words become
// the same one, or values that differ would be equal afterwards.

#include "reports/redactor.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "reports/letters.hpp"
#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace toolcall::reports {

namespace {

constexpr std::size_t shortest_code = 8, longest_plain_number = 4, kept_digits = 2;
constexpr std::size_t shortest_part = 4, longest_part = 24;  // of a word, to be one that stays
constexpr std::size_t surely_hexadecimal = 16;               // even without a digit
constexpr std::size_t longest_number = 40;                   // in groups of digits, likewise
constexpr std::ptrdiff_t least_digits = 9;                   // of such a number
constexpr std::size_t longest_hexadecimal = 80;              // around a run that are looked at

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::uint64_t key_of(std::string_view word, std::uint64_t seed) {
  std::uint64_t made = mixed(seed);
  for (const char c : word) made = mixed(made ^ static_cast<unsigned char>(c));
  return made;
}

std::string utf8_of(const std::u32string& word) {
  std::string made;
  for (const char32_t c : word) utf8::append(made, static_cast<unsigned>(c));
  return made;
}

bool is_hexadecimal(char32_t point) {
  return (point < 0x80 && is_digit(point)) || (point >= U'a' && point <= U'f') || (point >= U'A' && point <= U'F');
}

// As it was written: as a character, or as an escape with its digits.
void put(const unit& at, char32_t point, std::string& to) {
  std::string made;
  if (at.escaped) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (std::size_t i = 2; i < at.size; ++i) made += digits[point >> (4U * (at.size - 1 - i)) & 15U];
    to.replace(at.begin + 2, made.size(), made);
  } else {
    utf8::append(made, static_cast<unsigned>(point));
    to.replace(at.begin, at.size, made);
  }
}

// Of the same script; a zero stays.
char32_t other_digit(char32_t digit, std::uint64_t drawn) {
  const char32_t zero = zero_of(digit).value_or(digit);
  return digit == zero ? digit : zero + 1 + static_cast<char32_t>(drawn % 9U);
}

// Letters and digits that alternate: a key, a hash. A number with an exponent is no such word.
bool is_code(const std::vector<part>& groups, const run& of) {
  if (of.size() < shortest_code || groups.size() < 3) return false;
  const bool is_number = groups.size() == 3 && is_digit(of.front().point) && groups[1].size() == 1 &&
                         lowered(groups[1].front().point) == U'e';
  return !is_number;
}

// Whether the run is a part of hexadecimal digits with hyphens or colons, such as a UUID.
bool is_in_hexadecimal(const run& of, std::string_view text) {
  const auto belongs = [](char c) { return ascii::hex_value(c) >= 0 || c == '-' || c == ':'; };
  const auto is_wordy = [](char c) { return ascii::is_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
  if (!std::all_of(of.begin(), of.end(), [](const unit& u) { return !u.escaped && is_hexadecimal(u.point); }))
    return false;
  std::size_t begin = of.front().begin, end = of.back().begin + 1;
  const std::size_t most = longest_hexadecimal;
  while (begin > 0 && of.front().begin - begin < most && belongs(text[begin - 1])) --begin;
  while (end < text.size() && end - of.front().begin < most && belongs(text[end])) ++end;
  if ((begin > 0 && is_wordy(text[begin - 1])) || (end < text.size() && is_wordy(text[end]))) return false;
  const std::string_view whole = text.substr(begin, end - begin);
  return whole.size() >= shortest_code && std::any_of(whole.begin(), whole.end(), ascii::is_letter) &&
         (std::any_of(whole.begin(), whole.end(), ascii::is_digit) ||
          (whole.size() >= surely_hexadecimal && whole.find('-') != whole.npos));
}

// What may stand between two groups of digits of one number: a blank, a hyphen, a dot or an apostrophe, and a bracket
// alone or beside one of them.
bool joins(char sign) {
  return std::string_view(" -.'()").find(sign) != std::string_view::npos;
}
bool may_meet(char left, char right) {
  return std::string_view("()").find(left) != std::string_view::npos ||
         std::string_view("()").find(right) != std::string_view::npos;
}
constexpr std::size_t longest_between = 2;

// The groups of digits around one: a card's number, a telephone's, a sum.
std::string_view number_around(const run& of, std::string_view text) {
  const std::size_t middle = of.front().begin;
  std::size_t begin = middle, end = middle;
  for (std::size_t at = begin; at > 0 && middle - at < longest_number && begin - at <= longest_between;) {
    --at;
    if (ascii::is_digit(text[at]))
      begin = at;
    else if (!joins(text[at]) || (at + 1 < begin && !may_meet(text[at], text[at + 1])))
      break;
  }
  for (std::size_t at = end; at < text.size() && at - middle < longest_number && at <= end + longest_between; ++at) {
    if (ascii::is_digit(text[at]))
      end = at + 1;
    else if (!joins(text[at]) || (at > end && !may_meet(text[at - 1], text[at])))
      break;
  }
  return text.substr(begin, end - begin);
}

// With the hour, perhaps.
bool is_date(std::string_view number) {
  return number.size() >= 10 && number[4] == '-' && number[7] == '-' &&
         (number.size() == 10 || (number.size() <= 13 && !ascii::is_digit(number[10])));
}

// 1.234.567: three digits behind each of two dots or more, or of two apostrophes.
bool is_in_thousands(std::string_view number) {
  const std::size_t first = number.find_first_of(".'");
  if (first == 0 || first == number.npos || first > 3) return false;
  std::size_t groups = 0;
  for (std::size_t at = first; at < number.size(); at += 4, ++groups) {
    if (number[at] != number[first] || at + 4 > number.size()) return false;
    if (!std::all_of(number.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                     number.begin() + static_cast<std::ptrdiff_t>(at) + 4, ascii::is_digit))
      return false;
  }
  return groups >= 2;
}

bool is_in_long_number(const run& of, std::string_view text) {
  const auto is_plain = [](const unit& u) { return u.point < 0x80 && is_digit(u.point) && !u.escaped; };
  if (!std::all_of(of.begin(), of.end(), is_plain)) return false;
  const std::string_view whole = number_around(of, text);
  if (whole.size() <= of.size() || is_date(whole)) return false;
  return is_in_thousands(whole) || std::count_if(whole.begin(), whole.end(), ascii::is_digit) >= least_digits;
}

// An entity of XML, which a dialect may read as a sign.
bool is_entity(const run& of, std::string_view text, const std::string& word) {
  constexpr std::string_view known[] = {"amp", "lt", "gt", "quot", "apos"};
  const std::size_t begin = of.front().begin, end = of.back().begin + of.back().size;
  return begin > 0 && text[begin - 1] == '&' && end < text.size() && text[end] == ';' &&
         std::find(std::begin(known), std::end(known), word) != std::end(known);
}

}  // namespace

void word_set::add(std::string_view text) {
  each_run(text, [&](const run& of) {
    words_.insert(folded(of));
    for (const part group : groups_of(of)) {
      if (is_digit(group.front().point)) continue;
      words_.insert(folded(group));
      for (const part word : words_of(group)) words_.insert(folded(word));
    }
  });
}

void word_set::add_name(std::string_view name) {
  add(name);
  std::string whole;
  each_run(name, [&](const run& of) {
    for (const part group : groups_of(of))
      if (!is_digit(group.front().point)) whole += folded(group);
  });
  if (!whole.empty()) words_.insert(whole);
}

std::string redactor::applied(std::string_view text) {
  std::string made(text);
  each_run(text, [&](const run& of) { redact(of, text, made); });
  return made;
}

void redactor::redact(const run& of, std::string_view text, std::string& to) {
  const std::string whole = folded(of);
  if (stay_.has(whole) || is_entity(of, text, whole)) return;
  const bool hexadecimal = is_in_hexadecimal(of, text);
  const std::vector<part> groups = groups_of(of);
  const bool is_secret = hexadecimal || is_code(groups, of) || (numbers_ && is_in_long_number(of, text));
  if (is_secret) return redact_code(of, hexadecimal, to);
  for (const part group : groups)
    if (is_digit(group.front().point))
      redact_digits(group, to);
    else
      redact_letters(group, to);
}

void redactor::redact_letters(part letters, std::string& to) {
  if (letters.size() == 1 || stay_.has(folded(letters))) return;
  for (const part word : words_of(letters)) redact_word(word, to);
}

// A mark may end directly before a letter, so what a word begins or ends with stays if it is a word that does.
part redactor::rest_of(part word) const {
  for (std::size_t size = std::min(word.size(), longest_part); size >= shortest_part; --size) {
    if (stay_.has(folded(word.first(size)))) return word.subspan(size);
    if (stay_.has(folded(word.last(size)))) return word.first(word.size() - size);
  }
  return word;
}

void redactor::redact_word(part word, std::string& to) {
  if (word.size() > 1 && stay_.has(folded(word))) return;
  for (part rest = rest_of(word); rest.size() < word.size(); rest = rest_of(word)) word = rest;
  const std::string lower = folded(word);
  if (word.empty() || (word.size() > 1 && stay_.has(lower))) return;
  const std::u32string& other = other_word(lower, word);
  for (std::size_t i = 0; i < word.size(); ++i) put(word[i], is_upper(word[i].point) ? raised(other[i]) : other[i], to);
}

// The first digits stay, so that the size of a number does.
void redactor::redact_digits(part digits, std::string& to) const {
  if (!numbers_ || digits.size() <= longest_plain_number) return;
  const std::uint64_t key = key_of(folded(digits), seed_);
  for (std::size_t i = kept_digits; i < digits.size(); ++i)
    put(digits[i], other_digit(digits[i].point, mixed(key + i)), to);
}

void redactor::redact_code(part of, bool hexadecimal, std::string& to) const {
  const std::uint64_t key = key_of(folded(of), seed_);
  for (std::size_t i = 0; i < of.size(); ++i) {
    const std::uint64_t drawn = mixed(key + i);
    const char32_t was = of[i].point;
    const char32_t letter = hexadecimal ? U'a' + static_cast<char32_t>(drawn % 6U) : other_letter(lowered(was), drawn);
    put(of[i], is_digit(was) ? other_digit(was, drawn) : is_upper(was) ? raised(letter) : letter, to);
  }
}

std::u32string redactor::drawn_word(part letters, std::uint64_t key) const {
  std::u32string made;
  for (const unit& each : letters) made += other_letter(lowered(each.point), mixed(key + made.size()));
  return made;
}

const std::u32string& redactor::other_word(const std::string& word, part letters) {
  if (const auto found = chosen_.find(word); found != chosen_.end()) return found->second;
  constexpr std::uint64_t attempts = 4000;  // there may be few words of this length
  std::optional<std::u32string> made;
  for (std::uint64_t attempt = 0; attempt < attempts && !made; ++attempt) {
    std::u32string drawn = drawn_word(letters, key_of(word, seed_ + (attempt << 32U)));
    const std::string written = utf8_of(drawn);
    if (used_.count(drawn) == 0 && !stay_.has(written) && !taken_.has(written)) made = std::move(drawn);
  }
  if (!made) made = drawn_word(letters, key_of(word, seed_));
  used_.insert(*made);
  return chosen_.emplace(word, *std::move(made)).first->second;
}

}  // namespace toolcall::reports
