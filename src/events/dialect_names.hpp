// What a user calls a dialect: its own name, or a model that writes it.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

namespace toolcall::events {

// The numbers of the dialects that this name stands for, in order. A dialect's name stands for itself; a model's name,
// in any letter case, with or without its vendor and what servers add ("MiniMaxAI/MiniMax-M2.1", "qwen3:8b"), for every
// dialect whose page lists it; the longest name that fits counts.
// Throws setup_error that lists the dialects.
std::vector<std::size_t> dialects_named(std::string_view name, std::span<const dialect_facts> known);

}  // namespace toolcall::events
