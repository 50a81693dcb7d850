// How sure it is that a value means what it was read as (spec/typing.md).

#pragma once

#include <cstdint>
#include <string_view>

namespace toolcall {

enum class typing_level : std::uint8_t {
  exact,     // it is what was written
  lossless,  // another spelling of what was written: there was one reading
  assumed,   // there were other readings, or something of what was written is gone
  refused,   // there was no reading; what was written stands there as it was
};

// The word of a level in JSON and for policy::set.
constexpr std::string_view to_string(typing_level value) noexcept {
  switch (value) {
    case typing_level::exact:
      return "exact";
    case typing_level::lossless:
      return "lossless";
    case typing_level::assumed:
      return "assumed";
    case typing_level::refused:
      return "refused";
  }
  return {};
}

}  // namespace toolcall
