// A set is live where one of its parts is in use; what a state means follows from its sets. The walk of the automaton
// asks no more than a table, so a dialect is found as promptly among all others as alone.

#include "engine/selection.hpp"

#include <algorithm>

namespace toolcall::engine {

void selection::select(const stop_automaton& stops, std::span<const item_entry> items, const dialect_set& in_use) {
  constexpr remainder none{true, true, false, false};
  in_use_ = in_use;
  in_use_.set(no_dialect);
  sets_at_ = stops.outcomes.size();
  items_at_ = sets_at_ + stops.sets_from.size() - 1;
  table_.assign(items_at_ + items.size(), none);
  select_items(items);
  for (std::size_t i = sets_at_; i < items_at_; ++i) {
    const auto parts = stops.candidates_of(static_cast<stop_automaton::set>(i - sets_at_));
    table_[i].is_dead = std::none_of(parts.begin(), parts.end(), [this](const auto& part) { return may_begin(part); });
  }
  for (std::size_t i = 0; i < sets_at_; ++i)
    if (is_live(stops.outcomes[i].left)) table_[i] = of(stops, stops.outcomes[i]);
  message_ = stops.starts.front();
  select_first_bytes(stops);
}

// Of items that read the same the first one in use counts; that another counts already is noted at the first.
void selection::select_items(std::span<const item_entry> items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!in_use_[items[i].dialect] || !holds(items[i].when)) continue;
    remainder& first = table_[items_at_ + (items[i].same_as == stop_automaton::no_item ? i : items[i].same_as)];
    table_[items_at_ + i].is_dead = first.is_settled;
    first.is_settled = true;
  }
}

void selection::select_first_bytes(const stop_automaton& stops) {
  std::bitset<256> firsts;
  message_.line_only = {};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const auto state = stops.after(message_.at, static_cast<unsigned char>(byte));
    firsts[byte] = !table_[stops.rows[state].outcome].is_dead;
    if (firsts[byte] && !is_live(stops.elsewhere[byte])) message_.line_only[byte / 32] |= 1U << (byte % 32);
  }
  set_firsts(message_, firsts);
}

// Of an outcome in which something is left.
selection::remainder selection::of(const stop_automaton& stops, const stop_automaton::outcome& all) const {
  const auto waits = stops.waits.subspan(all.waits_from, all.waits_end - all.waits_from);
  const bool is_waiting = std::any_of(waits.begin(), waits.end(), [this](const auto& w) { return is_live(w.parts); });
  return {false, !is_live(all.open), is_live(all.settled), is_waiting};
}

void set_firsts(stop_automaton::start& of, const std::bitset<256>& firsts) {
  std::bitset<256> bytes = firsts;
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (of.begins_line_only(static_cast<unsigned char>(byte))) bytes.reset(byte);
  of.by_lines = bytes != firsts;
  if (of.by_lines) bytes.set('\n');
  of.count = static_cast<std::uint8_t>(std::min<std::size_t>(bytes.count(), 255));
  of.block = 0;
  of.firsts = {};
  of.nibbles = {};
  constexpr std::size_t blocks[] = {1, 2, 4, 6, 8, 12, most_firsts};
  for (const std::size_t size : blocks)
    if (of.block == 0 && of.count > 0 && of.count <= size) of.block = static_cast<std::uint8_t>(size);
  of.by_nibbles = of.count > 4;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (!bytes[byte]) continue;
    of.by_nibbles = of.by_nibbles && byte < 128;
    of.nibbles[byte & 15U] = static_cast<unsigned char>(of.nibbles[byte & 15U] | 1U << (byte >> 4U & 7U));
  }
  if (of.block == 0) return;
  std::size_t at = 0;
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (bytes[byte]) of.firsts[at++] = static_cast<unsigned char>(byte);
  while (at < most_firsts) of.firsts[at++] = of.firsts[0];
}

}  // namespace toolcall::engine
