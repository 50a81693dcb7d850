// The rules of that page are notes of a message that has nothing else, so they are run as any grammar is, and were laid
// out before they shipped.

#include "dialects/message_head.hpp"

#include "dialects/compiled_grammar.hpp"
#include "engine/stream.hpp"

namespace toolcall::events {

namespace {

const engine::program& heads() {
  static const engine::program all = grammar::message_heads().with(engine::dialect_set().set());
  return all;
}

}  // namespace

bool may_become_known_head(std::string_view head) {
  const engine::stop_automaton& stops = heads().stops;
  const engine::selection& in_use = heads().in_use;
  engine::stop_automaton::state state = stops.starts.front().at;
  for (const char c : head) {
    state = stops.after(state, static_cast<unsigned char>(c));
    const engine::selection::remainder then = in_use.of_outcome(stops.rows[state].outcome);
    if (then.is_dead) return false;
    if (then.is_done) break;
  }
  return true;
}

label_meaning label_of_head(std::string_view head) {
  static const vocabulary none;
  label_meaning label{};
  const auto note = [&](const engine::node_event* events, std::size_t count, auto...) {
    for (std::size_t i = 0; i < count && label.name.empty(); ++i)
      if (events[i].is == engine::node_event_type::note) label = meaning_of(heads().label(events[i].index));
  };
  engine::stream reader(heads(), none, {});
  reader.feed(head, false, note);
  reader.finish(note);
  return label;
}

}  // namespace toolcall::events
