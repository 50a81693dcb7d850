// Most edges are one byte of a literal. Such bytes have classes of their own; of all other edges only what is left
// without them matters, and of these there are few kinds.

#include "engine/stop_classes.hpp"

#include <algorithm>
#include <cstddef>

namespace toolcall::engine {

namespace {

std::vector<byte_bits> classes_of(const std::vector<std::vector<stop_edge>>& edges) {
  byte_bits singles;
  for (const auto& state : edges)
    for (const stop_edge& edge : state)
      if (edge.is_single) singles.set(edge.first);
  std::vector<byte_bits> kinds, classes;
  for (const auto& state : edges)
    for (const stop_edge& edge : state) {
      if (edge.is_single) continue;
      const byte_bits kind = edge.on & ~singles;
      if (kind.any() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    }
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (singles[byte]) classes.push_back(byte_bits().set(byte));
  if (!singles.all()) classes.push_back(~singles);
  const std::size_t others = singles.count();
  for (const byte_bits& kind : kinds)
    for (std::size_t i = classes.size(); i > others; --i) {
      const byte_bits inside = classes[i - 1] & kind;
      if (inside.none() || inside == classes[i - 1]) continue;
      classes[i - 1] &= ~kind;
      classes.push_back(inside);
    }
  return classes;
}

bool can_look_for_nibbles() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("ssse3") != 0;
#else
  return false;
#endif
}

}  // namespace

void classify(const std::vector<std::vector<stop_edge>>& edges, stop_table& made) {
  const std::vector<byte_bits> classes = classes_of(edges);
  std::vector<std::size_t> examples;
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (std::size_t byte = 256; byte > 0; --byte)
      if (classes[i][byte - 1]) {
        made.classes[byte - 1] = static_cast<std::uint8_t>(i);
        if (examples.size() == i) examples.push_back(byte - 1);
      }
  made.width = classes.size();
  made.next.assign((edges.size() + 1) * classes.size(), stop_table::refuted);
  for (std::size_t state = 0; state < edges.size(); ++state)
    for (const stop_edge& edge : edges[state]) {
      stop_table::state* const row = &made.next[(state + 1) * classes.size()];
      const auto width = static_cast<stop_table::state>(edge.is_ending ? 1 : classes.size());
      const stop_table::state to = edge.to * width | (edge.is_ending ? stop_table::done : 0U);
      if (edge.is_single) row[made.classes[edge.first]] = to;
      for (std::size_t i = 0; !edge.is_single && i < examples.size(); ++i)
        if (edge.on[examples[i]]) row[i] = to;
    }
  const auto start = static_cast<stop_table::state>(classes.size());
  for (std::size_t byte = 0; byte < 256; ++byte) made.behind_first[byte] = made.after(start, static_cast<char>(byte));
}

void stop_table::set_firsts(const std::bitset<256>& bytes) {
  count = bytes.count();
  block = 0;
  constexpr std::size_t blocks[] = {1, 2, 4, 6, 8, 12, most_firsts};
  for (const std::size_t size : blocks)
    if (block == 0 && count > 0 && count <= size) block = static_cast<std::uint8_t>(size);
  by_nibbles = can_look_for_nibbles() && count > 4;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (!bytes[byte]) continue;
    by_nibbles = by_nibbles && byte < 128;
    nibbles[byte & 15U] = static_cast<unsigned char>(nibbles[byte & 15U] | 1U << (byte >> 4U & 7U));
  }
  if (block == 0) return;
  std::size_t at = 0;
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (bytes[byte]) firsts[at++] = static_cast<unsigned char>(byte);
  while (at < most_firsts) firsts[at++] = firsts[0];
}

}  // namespace toolcall::engine
