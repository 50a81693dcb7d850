// A number is repaired where only its spelling is not JSON's. Whatever would change what it says, such as a comma, a
// unit, a percent sign or another base, is refused, and so are the words of other languages for no number at all.

#include "typing/repair_scalar.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "typing/json.hpp"

namespace toolcall::typing {
namespace {

using ascii::is_digit;
using ascii::is_letter;

bool is_token_byte(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

std::string_view literal_of(std::string_view token) {
  if (token == "true" || token == "True" || token == "TRUE") return "true";
  if (token == "false" || token == "False" || token == "FALSE") return "false";
  if (token == "null" || token == "None" || token == "NULL" || token == "Null") return "null";
  return {};
}

// Underscores between digits and zeros in front are dropped. True if there were any.
bool drop_padding(std::string& number) {
  const std::size_t before = number.size();
  for (std::size_t at = 1; at + 1 < number.size(); ++at)
    if (number[at] == '_' && is_digit(number[at - 1]) && is_digit(number[at + 1])) number.erase(at, 1);
  const std::size_t first = number.starts_with('-') ? 1 : 0;
  std::size_t zeros = first;
  while (zeros + 1 < number.size() && number[zeros] == '0' && is_digit(number[zeros + 1])) ++zeros;
  number.erase(first, zeros - first);
  return number.size() != before;
}

// The digit that may be left out on one side of the point.
void complete_point(std::string& number) {
  const std::size_t point = number.find('.');
  if (point == number.npos) return;
  const bool before = point > 0 && is_digit(number[point - 1]);
  const bool after = point + 1 < number.size() && is_digit(number[point + 1]);
  if (before && !after) number.insert(point + 1, 1, '0');
  if (after && !before) number.insert(point, 1, '0');
}

scalar_reading read_number(std::string_view token) {
  constexpr std::size_t longest = 400;  // erasing costs its square
  if (token.size() > longest) return {};
  std::string number(token.starts_with('+') ? token.substr(1) : token);
  const bool padded = drop_padding(number);
  complete_point(number);
  if (number.empty() || json::number_length(number) != number.size()) return {};
  return {scalar_kind::repaired, padded ? defect::number_guess : defect::number_spelling, number, false};
}

bool is_no_text(std::string_view token) {
  std::string lower(token);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (lower.starts_with("0x") || lower.starts_with('-') || lower.starts_with('+')) return true;
  constexpr std::string_view nothing[] = {"nan", "inf", "infinity", "undefined", "nil", "none", "null"};
  return std::find(std::begin(nothing), std::end(nothing), lower) != std::end(nothing);
}

}  // namespace

std::string_view scalar_token(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_token_byte(text[end]) || std::string_view("+-.").find(text[end]) != text.npos)) ++end;
  return text.substr(0, end);
}

std::string_view key_word(std::string_view text) {
  std::size_t end = 0;
  const auto belongs = [](char c) { return is_token_byte(c) || c == '$' || c == '-'; };
  while (end < text.size() && belongs(text[end])) ++end;
  const std::string_view word = text.substr(0, end);
  if (word.empty() || word.front() == '-') return {};
  if (is_digit(word.front()) && !std::all_of(word.begin(), word.end(), is_digit)) return {};
  return word;
}

scalar_reading read_scalar(std::string_view token) {
  if (token.empty()) return {};
  if (const std::string_view literal = literal_of(token); !literal.empty())
    return {token == literal ? scalar_kind::strict : scalar_kind::repaired, defect::literal, std::string(literal),
            true};
  if (json::number_length(token) == token.size()) return {scalar_kind::strict, {}, std::string(token), false};
  scalar_reading read = read_number(token);
  if (read.is != scalar_kind::refused) return read;
  if (std::none_of(token.begin(), token.end(), is_token_byte) || is_no_text(token)) return {};
  read.is = scalar_kind::word;
  return read;
}

}  // namespace toolcall::typing
