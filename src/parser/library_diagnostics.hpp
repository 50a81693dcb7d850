// Diagnostics in the words of spec/recovery.md.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "dialects/compiled_dialects.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

inline typing::diagnostic library_diagnostic(std::string_view label, std::string pointer, bool invalidates) {
  return {std::string(label), std::move(pointer), std::string(meaning_of(label).message), false, invalidates};
}

// What a diagnostic says: its own message, or the sentence of its label, with the detail after the first clause.
inline std::string message_of(const typing::diagnostic& f) {
  if (!f.message.empty()) return f.message;
  std::string message(meaning_of(f.label).message);
  if (!f.detail.empty()) message.insert(std::min(message.find_first_of(";."), message.size()), " (" + f.detail + ")");
  return message;
}

// A field, or a key in one, is given twice with different values.
inline typing::diagnostic disagreement(std::string pointer) {
  typing::diagnostic f = library_diagnostic("duplicate_field", std::move(pointer), true);
  f.level = typing_level::refused;
  f.code = "duplicate_key";
  return f;
}

}  // namespace toolcall::events
