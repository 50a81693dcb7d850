// The version of toolcall; CMake reads it from here.

#pragma once

#include <string_view>

namespace toolcall {

inline constexpr std::string_view version = "0.1.0";

}  // namespace toolcall
