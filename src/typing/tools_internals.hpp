// What the library's own layers see of tools, which their interface does not show.

#pragma once

#include <toolcall/tools.hpp>

#include "typing/typing.hpp"

namespace toolcall {

namespace typing {

struct tools_internals {
  static const tool_set* of(const tools& declared) noexcept { return declared.set_.get(); }
};

}  // namespace typing

// Null if the tools are not given.
inline const typing::tool_set* internals(const tools& declared) noexcept {
  return typing::tools_internals::of(declared);
}

}  // namespace toolcall
