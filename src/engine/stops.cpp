// The automaton of a stop: which texts may begin one. Of the items of a message it tells which ones are left.
//
// A part is followed by continuations, as in a backtracking matcher: what remains to be matched is a linked list of
// places in expressions. A state of the automaton is a set of such lists, one for each way in which a part may have
// read the bytes so far (Thompson's construction, made deterministic as far as it is needed). Where the next byte
// cannot be foreseen, because the part is complete, or depends on a capture, or has passed a cut, the part is settled:
// it must be asked whatever follows, and further bytes are read only to refute others.
//
// So the automaton says "maybe" too often, never too seldom, and what it refutes, the machine would have refuted
// without waiting for a further byte. Otherwise what is told would depend on how the text is cut. A declared name is
// known only where the text is read: the automaton notes where a name began, and whoever follows it looks it up, when
// the name has ended.

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/analysis.hpp"
#include "engine/json_scan.hpp"
#include "engine/stop_classes.hpp"
#include "engine/stop_ways.hpp"
#include "engine/vocabulary.hpp"

namespace toolcall::engine {

namespace {

constexpr std::size_t most_states = 32;           // of the stop of a run
constexpr std::size_t most_message_states = 256;  // of all items together

class automaton {
 public:
  explicit automaton(const grammar& source) : ways_(source) {}

  stop_table build(const std::vector<const expression*>& parts) {
    limit_ = parts.size() == 1 ? most_states : most_message_states;
    made_.sets.emplace_back();
    made_.outcomes.emplace_back();
    std::vector<const way*> start;
    for (std::size_t i = 0; i < parts.size(); ++i) start.push_back(ways_.of(*parts[i], static_cast<std::uint16_t>(i)));
    made_.every = set(start);
    add_state({}, start, ways_.behind(start));
    note_firsts();
    for (std::size_t at = 0; at < states_.size(); ++at) follow(at);
    classify(edges_, made_);
    return std::move(made_);
  }

 private:
  using ways = std::vector<const way*>;
  // Where a byte leads to: to a state, from 1 on, to an ending, from 0 on, or nowhere.
  struct place {
    std::uint32_t number = 0;
    bool is_ending = false;
  };
  struct state {
    ways settled;
    closure live;
  };

  place add_state(ways settled, const ways& all, closure live) {
    made_.outcomes.push_back(outcome(settled, all));
    states_.push_back({std::move(settled), std::move(live)});
    edges_.emplace_back();
    return {static_cast<std::uint32_t>(states_.size()), false};
  }

  // Bytes that the same ways can read lead to the same state.
  void follow(std::size_t index) {
    std::vector<byte_bits> groups{byte_bits().set()};
    for (const way_step& s : states_[index].live.steps) split(groups, s.on);
    for (const way_open& o : states_[index].live.opens) split(groups, o.on);
    for (const byte_bits& group : groups) {
      const std::size_t byte = first_byte(group);
      const place to = target(index, byte);
      if (to.number == 0 && !to.is_ending) continue;
      edges_[index].push_back({group, to.number, to.is_ending, byte, byte_bits(group).reset(byte).none()});
    }
  }

  static void split(std::vector<byte_bits>& groups, const byte_bits& on) {
    for (std::size_t i = groups.size(); i > 0; --i) {
      const byte_bits inside = groups[i - 1] & on;
      if (inside.none() || inside == groups[i - 1]) continue;
      groups[i - 1] &= ~on;
      groups.push_back(inside);
    }
  }

  place target(std::size_t index, std::size_t byte) {
    const state& from = states_[index];
    ways next = from.settled;
    for (const way_open& o : from.live.opens)
      if (o.on[byte]) next.push_back(ways_.end(o.part));
    for (const way_step& s : from.live.steps)
      if (s.on[byte]) next.push_back(s.then);
    if (next.empty()) return {};
    tidy(next);
    const auto [known, fresh] = numbers_.try_emplace(next);
    if (fresh) known->second = number(next);
    return known->second;
  }

  static void tidy(ways& all) {
    std::sort(all.begin(), all.end(), [](const way* a, const way* b) { return a->number < b->number; });
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }

  // A part that is settled needs no other way.
  static void drop_ways_of_settled(ways& all) {
    std::vector<std::uint16_t> parts;
    for (const way* each : all)
      if (each->is_end()) parts.push_back(each->part);
    std::erase_if(all, [&](const way* each) {
      return !each->is_end() && std::find(parts.begin(), parts.end(), each->part) != parts.end();
    });
  }

  place number(ways all) {
    drop_ways_of_settled(all);
    closure live = ways_.behind(all);
    for (const std::uint16_t part : live.settled()) all.push_back(ways_.end(part));
    live.drop_settled();
    tidy(all);
    drop_ways_of_settled(all);
    ways settled;
    std::copy_if(all.begin(), all.end(), std::back_inserter(settled), [](const way* each) { return each->is_end(); });
    if (settled.size() == all.size() || name_began(all) != 0) return finished(outcome(settled, all));
    const auto [known, fresh] = tidied_.try_emplace(all);
    if (fresh)
      known->second = states_.size() < limit_ ? add_state(settled, all, std::move(live)) : finished(undecided(all));
    return known->second;
  }

  place finished(const stop_table::outcome& then) {
    const std::array<unsigned, 5> key{then.left, then.unnamed, then.unoffered, then.back, then.is_settled};
    const auto [known, fresh] = endings_.try_emplace(key, made_.endings.size());
    if (fresh) made_.endings.push_back(then);
    return {static_cast<std::uint32_t>(known->second), true};
  }

  // How many bytes ago the name began that is all that the ways which are not settled wait for; 0 for something else.
  static std::size_t name_began(const ways& all) {
    std::size_t back = 0;
    for (const way* each : all) {
      if (each->is_end()) continue;
      if (!each->is_name() || (back != 0 && each->name_bytes() != back)) return 0;
      back = each->name_bytes();
    }
    return back;
  }

  stop_table::outcome outcome(const ways& settled, const ways& all) {
    stop_table::outcome then;
    ways unoffered = settled;
    for (const way* each : all)
      if (each->is_name() && !each->is_offered()) unoffered.push_back(each);
    then.left = set(all);
    then.is_settled = !settled.empty();
    then.back = static_cast<std::uint8_t>(name_began(all));
    if (then.back == 0) return then;
    then.unnamed = set(settled);
    then.unoffered = set(unoffered);
    return then;
  }
  stop_table::outcome undecided(const ways& all) {
    stop_table::outcome then;
    then.left = then.unnamed = then.unoffered = set(all);
    then.is_settled = true;
    return then;
  }

  stop_table::number set(const ways& of) {
    if (of.empty()) return 0;
    std::vector<std::uint16_t> parts;
    for (const way* each : of) parts.push_back(each->part);
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    const auto [known, fresh] = sets_.try_emplace(parts, made_.sets.size());
    if (fresh) made_.sets.push_back(parts);
    return static_cast<stop_table::number>(known->second);
  }

  void note_firsts() {
    byte_bits any, elsewhere;
    const auto note = [&](const byte_bits& on, bool from_line) {
      any |= on;
      if (!from_line) elsewhere |= on;
    };
    for (const way_step& s : states_.front().live.steps) note(s.on, s.from_line);
    for (const way_open& o : states_.front().live.opens) note(o.on, o.from_line);
    made_.set_firsts(any);
    for (std::size_t byte = 0; byte < 256; ++byte) made_.line_only[byte] = any[byte] && !elsewhere[byte];
  }

  all_ways ways_;
  stop_table made_;
  std::size_t limit_ = most_states;
  std::vector<state> states_;
  std::vector<std::vector<stop_edge>> edges_;  // by state
  std::map<ways, place> numbers_;              // of what a byte leads to
  std::map<ways, place> tidied_;
  std::map<std::vector<std::uint16_t>, std::size_t> sets_;
  std::map<std::array<unsigned, 5>, std::size_t> endings_;
};

}  // namespace

stop_table stops_of(const grammar& source, const std::vector<const expression*>& parts) {
  return automaton(source).build(parts);
}

}  // namespace toolcall::engine
