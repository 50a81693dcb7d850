// What becomes of fields and keys that a tool's schema forbids (spec/typing.md).

#pragma once

#include <cstdint>
#include <string_view>

namespace toolcall {

enum class unknown_keys : std::uint8_t {
  keep,    // a field or key that the schema forbids stays; a diagnostic says what the schema says
  drop,    // it is left out; a diagnostic names it
  refuse,  // its call is refused
};

// Its word for policy::set.
constexpr std::string_view to_string(unknown_keys value) noexcept {
  switch (value) {
    case unknown_keys::keep:
      return "keep";
    case unknown_keys::drop:
      return "drop";
    case unknown_keys::refuse:
      return "refuse";
  }
  return {};
}

}  // namespace toolcall
