// Numbers as digits: compared, divided and printed without a double in between.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolcall::typing {

// 0.DIGITS x 10^exponent, without zeros at either end; no digits at all is zero.
struct decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  // Of a JSON number's lexeme.
  static decimal of(std::string_view lexeme);

  bool is_zero() const { return digits.empty(); }
  bool is_integral() const { return static_cast<std::int64_t>(digits.size()) <= exponent || is_zero(); }
  // More than a double can hold, which is what nearly every reader of the arguments will use: some take it for
  // infinity, others refuse to read it.
  bool is_out_of_range() const {
    // Half a step above the largest double; what is less is rounded down to it.
    constexpr std::string_view limit = "17976931348623158079";
    return !is_zero() && (exponent > 309 || (exponent == 309 && std::string_view(digits) > limit));
  }
  // The plain digits of an integral number that is in range.
  std::string integer_text() const;
};

// The same of a JSON number's lexeme; most are short, and have neither a point nor an exponent.
bool is_integral(std::string_view lexeme);
bool is_out_of_range(std::string_view lexeme);

// Negative, zero or positive, like a - b.
int compare(const decimal& a, const decimal& b);

// Nothing if the divisor has too many digits to decide it here.
std::optional<bool> is_multiple(const decimal& value, const decimal& divisor);

}  // namespace toolcall::typing
