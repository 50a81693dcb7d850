// Decimal numbers as the text has them.
//
// A schema's bounds and multiples are decimal, and so is what a model writes; in doubles 19.99 is not a multiple of
// 0.01 and 2^53 equals 2^53 + 1. With the zeros at both ends gone, comparing is comparing digits.

#include "typing/number.hpp"

#include <algorithm>
#include <charconv>

namespace toolcall::typing {
namespace {

constexpr std::int64_t exponent_bound = 1'000'000'000;

std::int64_t exponent_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  for (const char c : text) value = std::min(exponent_bound, value * 10 + (c - '0'));
  return negative ? -value : value;
}

// What is left of the digits of `a`, followed by `zeros` zeros, divided by m < 2^32.
std::uint64_t remainder(std::string_view a, std::uint64_t zeros, std::uint64_t m) {
  std::uint64_t rest = 0;
  for (const char c : a) rest = (rest * 10 + static_cast<std::uint64_t>(c - '0')) % m;
  std::uint64_t power = 10 % m;
  for (; zeros != 0; zeros /= 2, power = power * power % m) {
    if (zeros % 2 != 0) rest = rest * power % m;
  }
  return rest;
}

}  // namespace

decimal decimal::of(std::string_view lexeme) {
  decimal d;
  d.negative = lexeme.starts_with('-');
  if (d.negative) lexeme.remove_prefix(1);
  const std::size_t e = std::min(lexeme.find_first_of("eE"), lexeme.size());
  const std::string_view mantissa = lexeme.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  d.digits = mantissa.substr(0, point);
  if (point < mantissa.size()) d.digits += mantissa.substr(point + 1);
  d.exponent = static_cast<std::int64_t>(point) + (e < lexeme.size() ? exponent_of(lexeme.substr(e + 1)) : 0);

  d.digits.erase(d.digits.find_last_not_of('0') + 1);
  const std::size_t zeros = std::min(d.digits.find_first_not_of('0'), d.digits.size());
  d.digits.erase(0, zeros);
  d.exponent -= static_cast<std::int64_t>(zeros);
  if (d.is_zero()) d.negative = false;
  return d;
}

std::string decimal::integer_text() const {
  if (is_zero()) return "0";
  std::string text = (negative ? "-" : "") + digits;
  text.append(static_cast<std::size_t>(exponent) - digits.size(), '0');
  return text;
}

bool is_integral(std::string_view lexeme) {
  return lexeme.find_first_of(".eE") == lexeme.npos || decimal::of(lexeme).is_integral();
}

bool is_out_of_range(std::string_view lexeme) {
  if (lexeme.size() < 309 && lexeme.find_first_of("eE") == lexeme.npos) return false;
  return decimal::of(lexeme).is_out_of_range();
}

int compare(const decimal& a, const decimal& b) {
  const int sign_a = a.is_zero() ? 0 : a.negative ? -1 : 1;
  const int sign_b = b.is_zero() ? 0 : b.negative ? -1 : 1;
  if (sign_a != sign_b) return sign_a - sign_b;
  if (sign_a == 0) return 0;
  if (a.exponent != b.exponent) return a.exponent < b.exponent ? -sign_a : sign_a;
  return sign_a * a.digits.compare(b.digits);
}

std::optional<bool> is_multiple(const decimal& value, const decimal& divisor) {
  if (divisor.is_zero() || divisor.digits.size() > 9) return std::nullopt;
  if (value.is_zero()) return true;
  std::uint64_t m = 0;
  std::from_chars(divisor.digits.data(), divisor.digits.data() + divisor.digits.size(), m);
  // As integers times a power of ten. Where the value has the smaller power, its last digit is in the way.
  const auto power = [](const decimal& d) { return d.exponent - static_cast<std::int64_t>(d.digits.size()); };
  const std::int64_t zeros = power(value) - power(divisor);
  return zeros >= 0 && remainder(value.digits, static_cast<std::uint64_t>(zeros), m) == 0;
}

}  // namespace toolcall::typing
