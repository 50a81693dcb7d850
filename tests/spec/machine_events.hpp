// What the machine finds in a text, as the definition says it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program.hpp"
#include "interpreter/node_events.hpp"
#include "spec/example.hpp"

namespace toolcall::tests {

// The text of an example or another, fed in pieces that end at these places.
std::vector<interpreter::node_event> by_machine(const engine::program& laid_out, const example& of,
                                                std::string_view text, const std::vector<std::size_t>& cuts);

// After every byte, up to where the text is final.
std::vector<std::uint64_t> final_positions(const engine::program& laid_out, const example& of, std::string_view text);

std::vector<std::size_t> random_cuts(std::mt19937_64& bits, std::size_t size);

}  // namespace toolcall::tests
