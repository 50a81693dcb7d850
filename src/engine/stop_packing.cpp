// Bytes that no state tells apart are one class; states that say the same are one (Moore's partition refinement,
// "Gedanken- experiments on sequential machines", 1956); and what is left of a row beside its most frequent target
// stands in the first gap between the rows before it.

#include "engine/stop_packing.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <toolcall/error.hpp>

namespace toolcall::engine {

namespace {

// Most edges are one byte of a literal. Such bytes have classes of their own; of all other edges only what is left
// without them matters, and of these there are few kinds.
std::vector<byte_bits> classes_of(const std::vector<stop_state>& states) {
  byte_bits singles;
  std::set<std::string> known;
  std::vector<byte_bits> kinds, classes;
  for (const stop_state& state : states)
    for (const stop_edge& edge : state.edges) {
      const std::size_t first = first_byte(edge.on);
      if (byte_bits(edge.on).reset(first).none()) {
        singles.set(first);
      } else if (known.insert(edge.on.to_string()).second) {
        kinds.push_back(edge.on);
      }
    }
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (singles[byte]) classes.push_back(byte_bits().set(byte));
  if (!singles.all()) classes.push_back(~singles);
  const std::size_t others = singles.count();
  for (const byte_bits& whole : kinds) {
    const byte_bits kind = whole & ~singles;
    for (std::size_t i = classes.size(); i > others; --i) {
      const byte_bits inside = classes[i - 1] & kind;
      if (inside.none() || inside == classes[i - 1]) continue;
      classes[i - 1] &= ~kind;
      classes.push_back(inside);
    }
  }
  return classes;
}

using target = std::pair<std::uint8_t, std::uint32_t>;  // class, state
using sparse_row = std::vector<target>;                 // in the order of the classes; what is not there is refuted

std::vector<sparse_row> rows_of(const std::vector<stop_state>& states, const std::vector<byte_bits>& classes) {
  std::vector<std::size_t> examples;
  for (const byte_bits& each : classes) examples.push_back(first_byte(each));
  std::vector<sparse_row> rows(states.size());
  for (std::size_t state = 0; state < states.size(); ++state) {
    for (const stop_edge& edge : states[state].edges)
      for (std::size_t i = 0; i < examples.size(); ++i)
        if (edge.on[examples[i]]) rows[state].emplace_back(static_cast<std::uint8_t>(i), edge.to);
    std::sort(rows[state].begin(), rows[state].end());
  }
  return rows;
}

// Gives each state the number of its block; block 0 is that of state 0.
std::vector<std::uint32_t> blocks_of(const std::vector<stop_state>& states, const std::vector<sparse_row>& rows,
                                     bool minimal) {
  std::vector<std::uint32_t> blocks(states.size());
  if (!minimal) {
    for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i] = static_cast<std::uint32_t>(i);
    return blocks;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i] = states[i].outcome;
  for (std::size_t count = 0;;) {
    std::map<std::pair<std::uint32_t, sparse_row>, std::uint32_t> known;
    std::vector<std::uint32_t> finer(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      sparse_row seen = rows[i];
      for (target& each : seen) each.second = blocks[each.second];
      finer[i] =
          known.try_emplace({blocks[i], std::move(seen)}, static_cast<std::uint32_t>(known.size())).first->second;
    }
    blocks = std::move(finer);
    if (known.size() == count) return blocks;
    count = known.size();
  }
}

class comb {
 public:
  comb(std::size_t classes, stop_arrays& made) : classes_(classes), made_(made) {}

  void add(stop_automaton::state state, std::uint16_t outcome, const sparse_row& targets) {
    const stop_automaton::state fallback = most_frequent(targets);
    sparse_row teeth;
    for (std::size_t i = 0, next = 0; i < classes_; ++i) {
      const bool is_there = next < targets.size() && targets[next].first == i;
      const std::uint32_t to = is_there ? targets[next++].second : stop_automaton::refuted;
      if (to != fallback) teeth.emplace_back(static_cast<std::uint8_t>(i), to);
    }
    const std::size_t base = gap_for(teeth);
    if (made_.entries.size() < base + classes_) made_.entries.resize(base + classes_, {none, 0});
    for (const auto& [at, to] : teeth) made_.entries[base + at] = {state, static_cast<stop_automaton::state>(to)};
    made_.rows[state] = {static_cast<std::uint32_t>(base), fallback, outcome};
    while (free_ < made_.entries.size() && made_.entries[free_].owner != none) ++free_;
  }

 private:
  static constexpr stop_automaton::state none = std::numeric_limits<stop_automaton::state>::max();

  stop_automaton::state most_frequent(const sparse_row& targets) const {
    std::map<std::uint32_t, std::size_t> counts;
    counts[stop_automaton::refuted] = classes_ - targets.size();
    for (const auto& each : targets) ++counts[each.second];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return static_cast<stop_automaton::state>(most->first);
  }

  std::size_t gap_for(const sparse_row& teeth) const {
    if (teeth.empty()) return 0;
    const std::size_t first = teeth.front().first;
    for (std::size_t base = free_ > first ? free_ - first : 0;; ++base) {
      const auto is_taken = [&](const target& each) {
        return base + each.first < made_.entries.size() && made_.entries[base + each.first].owner != none;
      };
      if (std::none_of(teeth.begin(), teeth.end(), is_taken)) return base;
    }
  }

  std::size_t classes_;
  stop_arrays& made_;
  std::size_t free_ = 0;
};

}  // namespace

std::vector<stop_automaton::state> pack(const std::vector<stop_state>& states, bool minimal, stop_arrays& made) {
  const std::vector<byte_bits> classes = classes_of(states);
  made.classes.assign(256, 0);
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (std::size_t byte = 0; byte < 256; ++byte)
      if (classes[i][byte]) made.classes[byte] = static_cast<std::uint8_t>(i);
  const std::vector<sparse_row> rows = rows_of(states, classes);
  const std::vector<std::uint32_t> blocks = blocks_of(states, rows, minimal);
  const std::size_t count = blocks.empty() ? 0 : *std::max_element(blocks.begin(), blocks.end()) + 1U;
  if (count >= std::numeric_limits<stop_automaton::state>::max())
    throw setup_error("", "the grammar's stops have " + std::to_string(count) + " states, and 65534 are allowed");
  std::vector<std::size_t> examples(count, states.size());
  for (std::size_t i = states.size(); i-- > 0;) examples[blocks[i]] = i;
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows[examples[a]].size() > rows[examples[b]].size(); });
  made.rows.resize(count);
  made.entries.assign(classes.size(), {std::numeric_limits<stop_automaton::state>::max(), 0});
  comb all(classes.size(), made);
  for (const std::size_t block : order) {
    sparse_row targets = rows[examples[block]];
    for (target& each : targets) each.second = blocks[each.second];
    all.add(static_cast<stop_automaton::state>(block), states[examples[block]].outcome, targets);
  }
  std::vector<stop_automaton::state> numbers;
  for (const std::uint32_t block : blocks) numbers.push_back(static_cast<stop_automaton::state>(block));
  return numbers;
}

}  // namespace toolcall::engine
