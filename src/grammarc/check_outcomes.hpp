// What an expression may come to: the three outcomes of spec/semantics.md, each with what it cost.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grammarc/check_graph.hpp"

namespace toolcall::grammarc {

// One bit for each thing that may happen. Near: what was read since the start, or since the last cut, has a length that
// the page bounds. Far: it has none.
using outcomes = std::uint8_t;
inline constexpr outcomes plain_near = 1;  // ok, and no cut was executed
inline constexpr outcomes plain_far = 2;
inline constexpr outcomes cut_near = 4;  // ok, and a cut was executed
inline constexpr outcomes cut_far = 8;
inline constexpr outcomes fail_near = 16;
inline constexpr outcomes fail_far = 32;
inline constexpr outcomes broken_near = 64;
inline constexpr outcomes broken_far = 128;
inline constexpr outcomes plain = plain_near | plain_far;
inline constexpr outcomes cutting = cut_near | cut_far;
inline constexpr outcomes matches = plain | cutting;
inline constexpr outcomes fails = fail_near | fail_far;
inline constexpr outcomes breaks = broken_near | broken_far;

constexpr bool may(outcomes of, outcomes asked) {
  return (of & asked) != 0;
}

// recursive: calls that may come back to themselves. near: loops and runs that count as near all the same.
// behind_a_wall: in a trial or followed_by, where a cut lets nothing be forgotten.
std::vector<outcomes> find_outcomes(const graph& of, const std::vector<bool>& recursive, const std::vector<bool>& near,
                                    bool behind_a_wall, const std::vector<outcomes>* behind_walls);

// Whether a part of a sequence is json after a predicate that has seen its bracket, as in &"{" ^ arguments:json. Then
// it does not fail; at worst the text ends in it, and it breaks.
bool is_sure_json(const graph& of, const graph_node& sequence, std::size_t i);

// A loop over it is scanned by one instruction that keeps its state.
bool is_one_class(const graph& of, std::size_t at);

}  // namespace toolcall::grammarc
