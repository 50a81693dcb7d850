// How sure it is that a value means what it was read as (spec/typing.md).

#pragma once

#include <cstdint>

namespace toolcall {

enum class typing_level : std::uint8_t {
  exact,     // it is what was written
  lossless,  // another spelling of what was written: there was one reading
  assumed,   // there were other readings, or something of what was written is gone
  refused,   // there was no reading; what was written stands there as it was
};

}  // namespace toolcall
