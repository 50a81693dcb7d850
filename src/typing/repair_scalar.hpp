// Numbers, literals and words as models spell them.

#pragma once

#include <string>
#include <string_view>

#include "typing/repair.hpp"

namespace toolcall::typing {

// The bytes at the start of `text` that belong to one number or word; of a key without quotes.
std::string_view scalar_token(std::string_view text);
std::string_view key_word(std::string_view text);

enum class scalar_kind : unsigned char { refused, strict, repaired, word };

struct scalar_reading {
  scalar_kind is = scalar_kind::refused;
  defect what{};
  std::string json;      // of what is not a word
  bool literal = false;  // true, false or null, which ends where it ends
};
scalar_reading read_scalar(std::string_view token);

}  // namespace toolcall::typing
