// The library's dialects as the types of their headers.

#pragma once

#include <span>

#include <toolcall/engine/page.hpp>

namespace toolcall::tests {

// In the order of grammar::dialects.
std::span<const engine::page> typed_pages();

}  // namespace toolcall::tests
