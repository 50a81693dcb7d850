// Bytes that no state tells apart are one class; states that say the same are one (Moore's partition refinement,
// "Gedanken-experiments on sequential machines", 1956); what is left of a row beside its most frequent target, or
// beside what a row that is much alike says, stands in the first gap between the rows before it.

#include "engine/stop_packing.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
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

// A row as it is kept: where it does not say what its fallback says. No fallback is itself as in another state.
struct kept_row {
  stop_automaton::state fallback = stop_automaton::refuted;
  sparse_row teeth{};
};

class row_keeper {
 public:
  explicit row_keeper(std::size_t classes) : classes_(classes) {}

  // Rows come by size, the largest first. One that stands alone says all itself.
  kept_row kept(stop_automaton::state state, const sparse_row& targets, bool stands_alone) {
    std::vector<std::uint32_t> whole(classes_, stop_automaton::refuted);
    for (const auto& [at, to] : targets) whole[at] = to;
    const stop_automaton::state fallback = most_frequent(targets);
    kept_row alone{fallback, differences(whole, std::vector<std::uint32_t>(classes_, fallback))};
    if (stands_alone || alone.teeth.size() < least_teeth) return alone;
    const example* like = nullptr;
    std::size_t least = alone.teeth.size() * 3 / 5;
    for (const example& each : examples_) {
      const std::size_t count = count_differences(whole, each.targets, least);
      if (count >= least) continue;
      like = &each;
      least = count;
    }
    if (like != nullptr)
      return {static_cast<stop_automaton::state>(like->state | stop_automaton::as_in),
              differences(whole, like->targets)};
    if (examples_.size() == most_examples) examples_.erase(examples_.begin());
    examples_.push_back({state, std::move(whole)});
    return alone;
  }

 private:
  static constexpr std::size_t least_teeth = 4;  // of a row for which one that is alike is looked for
  static constexpr std::size_t most_examples = 64;

  // A row that others may be like.
  struct example {
    stop_automaton::state state;
    std::vector<std::uint32_t> targets;  // by class
  };

  static sparse_row differences(const std::vector<std::uint32_t>& of, const std::vector<std::uint32_t>& from) {
    sparse_row found;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (of[i] != from[i]) found.emplace_back(static_cast<std::uint8_t>(i), of[i]);
    return found;
  }
  // Counts no further than `enough`.
  static std::size_t count_differences(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                                       std::size_t enough) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size() && count < enough; ++i) count += a[i] != b[i] ? 1 : 0;
    return count;
  }
  stop_automaton::state most_frequent(const sparse_row& targets) const {
    std::map<std::uint32_t, std::size_t> counts;
    counts[stop_automaton::refuted] = classes_ - targets.size();
    for (const auto& each : targets) ++counts[each.second];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return static_cast<stop_automaton::state>(most->first);
  }

  std::size_t classes_;
  std::vector<example> examples_;
};

// A row of bits without an end.
class bit_row {
 public:
  void set(std::size_t at) {
    if (at / 64 >= words_.size()) words_.resize(at / 64 + 1);
    words_[at / 64] |= std::uint64_t{1} << at % 64;
  }
  bool operator[](std::size_t at) const { return (word(at / 64) >> at % 64 & 1U) != 0; }
  // The 64 bits from here on, the first lowest.
  std::uint64_t from(std::size_t at) const {
    const std::size_t shift = at % 64;
    return shift == 0 ? word(at / 64) : word(at / 64) >> shift | word(at / 64 + 1) << (64 - shift);
  }

 private:
  std::uint64_t word(std::size_t number) const { return number < words_.size() ? words_[number] : 0; }

  std::vector<std::uint64_t> words_;
};

class comb {
 public:
  static constexpr std::size_t most_classes = 255;

  comb(std::size_t classes, stop_arrays& made) : classes_(classes), made_(made) { reach(classes); }

  // A row without teeth has the base 0, and no other has.
  void add(stop_automaton::state state, std::uint16_t outcome, const kept_row& row) {
    const std::size_t base = gap_for(row.teeth);
    reach(base + classes_);
    is_base_.set(base);
    for (const auto& [at, to] : row.teeth) {
      is_taken_.set(base + at);
      made_.target_classes[base + at] = at;
      made_.targets[base + at] = static_cast<stop_automaton::state>(to);
    }
    made_.rows[state] = {static_cast<std::uint32_t>(base), row.fallback, outcome};
    while (is_taken_[free_]) ++free_;
  }

 private:
  static constexpr std::uint8_t none = most_classes;

  void reach(std::size_t end) {
    if (made_.targets.size() >= end) return;
    made_.target_classes.resize(end, none);
    made_.targets.resize(end, stop_automaton::refuted);
  }

  // The first that there is; 64 bases are looked at at once.
  std::size_t gap_for(const sparse_row& teeth) const {
    if (teeth.empty()) return 0;
    const std::size_t first = teeth.front().first;
    for (std::size_t base = free_ > first ? free_ - first : 1;; base += 64) {
      std::uint64_t busy = is_base_.from(base);
      for (const target& each : teeth) busy |= is_taken_.from(base + each.first);
      if (const int free = std::countr_one(busy); free < 64) return base + static_cast<std::size_t>(free);
    }
  }

  std::size_t classes_;
  stop_arrays& made_;
  bit_row is_base_, is_taken_;
  std::size_t free_ = 0;
};

// Nearly all bytes are looked up where a stop begins, or after the first byte of an item: these rows are read at once.
std::vector<bool> often_asked(const std::vector<stop_state>& states, const std::vector<std::uint32_t>& starts) {
  std::vector<bool> found(states.size());
  for (const std::uint32_t each : starts) {
    found[each] = true;
    for (const stop_edge& edge : states[each].edges) found[edge.to] = true;
  }
  return found;
}

// The class of each byte.
std::vector<std::uint8_t> numbers_of(const std::vector<byte_bits>& classes) {
  if (classes.size() > comb::most_classes)
    throw setup_error("", "the grammar's stops tell each of the 256 bytes from every other, and " +
                              std::to_string(comb::most_classes) + " kinds of bytes are allowed");
  std::vector<std::uint8_t> numbers(256, 0);
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (std::size_t byte = 0; byte < 256; ++byte)
      if (classes[i][byte]) numbers[byte] = static_cast<std::uint8_t>(i);
  return numbers;
}

}  // namespace

std::vector<stop_automaton::state> pack(const std::vector<stop_state>& states, const std::vector<std::uint32_t>& starts,
                                        bool minimal, stop_arrays& made) {
  const std::vector<byte_bits> classes = classes_of(states);
  made.classes = numbers_of(classes);
  const std::vector<sparse_row> rows = rows_of(states, classes);
  const std::vector<std::uint32_t> blocks = blocks_of(states, rows, minimal);
  const std::size_t count = blocks.empty() ? 0 : *std::max_element(blocks.begin(), blocks.end()) + 1U;
  if (count >= stop_automaton::as_in)
    throw setup_error("", "the grammar's stops have " + std::to_string(count) + " states, and " +
                              std::to_string(stop_automaton::as_in - 1) + " are allowed");
  std::vector<std::size_t> examples(count, states.size());
  for (std::size_t i = states.size(); i-- > 0;) examples[blocks[i]] = i;
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows[examples[a]].size() > rows[examples[b]].size(); });
  row_keeper keeper(classes.size());
  std::vector<kept_row> kept(count);
  std::vector<bool> alone(count, !minimal);
  const std::vector<bool> often = often_asked(states, starts);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (often[i]) alone[blocks[i]] = true;
  for (const std::size_t block : order) {
    sparse_row targets = rows[examples[block]];
    for (target& each : targets) each.second = blocks[each.second];
    kept[block] = keeper.kept(static_cast<stop_automaton::state>(block), targets, alone[block]);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return kept[a].teeth.size() > kept[b].teeth.size(); });
  made.rows.resize(count);
  comb all(classes.size(), made);
  for (const std::size_t block : order)
    all.add(static_cast<stop_automaton::state>(block), states[examples[block]].outcome, kept[block]);
  std::vector<stop_automaton::state> numbers;
  for (const std::uint32_t block : blocks) numbers.push_back(static_cast<stop_automaton::state>(block));
  return numbers;
}

}  // namespace toolcall::engine
