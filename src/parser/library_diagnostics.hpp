// Diagnostics in the words of spec/recovery.md.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "dialects/compiled_dialects.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

inline typing::diagnostic library_diagnostic(std::string_view label, std::string pointer, bool invalidates) {
  return {std::string(label), std::move(pointer), std::string(meaning_of(label).message), false, invalidates};
}

// A field, or a key in one, is given twice with different values.
inline typing::diagnostic disagreement(std::string pointer) {
  typing::diagnostic f = library_diagnostic("duplicate_field", std::move(pointer), true);
  f.level = typing_level::refused;
  f.code = "duplicate_key";
  return f;
}

}  // namespace toolcall::events
