// What the library's own layers see of a dialect, which its interface does not show.

#pragma once

#include <memory>
#include <utility>

#include <toolcall/dialect.hpp>
#include <toolcall/tool_choice.hpp>

#include "dialects/compiled_dialects.hpp"

namespace toolcall {

namespace events {

struct dialect_internals {
  static const compiled_dialects& of(const dialect& which) noexcept { return *which.compiled_; }
  static dialect make(std::shared_ptr<const compiled_dialects> compiled) { return dialect(std::move(compiled)); }
};

// What reads a message after this tool choice: where the caller wants a call, and none of those in use reads JSON that
// a server forced, the first one that does is added.
dialect with_forced(dialect which, const tool_choice& choice);

}  // namespace events

inline const events::compiled_dialects& internals(const dialect& which) noexcept {
  return events::dialect_internals::of(which);
}

}  // namespace toolcall
