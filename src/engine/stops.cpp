// The automata of stops: which texts may begin one. Of the items of a message they say which ones are left.
//
// A part is followed by continuations, as in a backtracking matcher: what remains to be matched is a linked list of
// places in expressions. A state of the automaton is a set of such lists, one for each way in which a part may have
// read the bytes so far (Thompson's construction, made deterministic as far as it is needed). Where the next byte
// cannot be foreseen, because the part is complete, or depends on a capture, or has passed a cut, the part is settled:
// it must be asked whatever follows, and further bytes are read only to refute others.
//
// So the automaton says "maybe" too often, never too seldom, and what it refutes, the machine would have refuted
// without waiting for a further byte. Otherwise what is emitted would depend on how the text is cut. A declared name is
// known only where the text is read: the automaton notes where a name began, and its user looks it up, when
// the name has ended.

#include "engine/stops.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "engine/selection.hpp"
#include "engine/stop_packing.hpp"
#include "engine/stop_ways.hpp"

namespace toolcall::engine {

namespace {

using ways = std::vector<const way*>;
using part = stop_parts::part;

// What all automata of a program share: their states, and what is left in one.
class shared_states {
 public:
  explicit shared_states(const grammar& source) : source_(source) {
    set_of({});
    number_of({});
    states.emplace_back();
  }

  std::vector<stop_state> states;  // 0: nothing is left
  stop_parts parts;

  std::uint16_t number_of(const ways& all, bool is_settled = false) {
    std::vector<part> left, settled, unoffered, open;
    std::map<part, std::size_t> back;  // of the parts that wait for names alone
    for (const way* each : all) {
      left.push_back(each->part);
      if (each->is_end() || is_settled) settled.push_back(each->part);
      if (each->is_end() || is_settled || (each->is_name() && !each->is_offered())) unoffered.push_back(each->part);
      if (each->is_end() || is_settled) continue;
      const auto known = back.find(each->part);
      const bool is_one = each->is_name() && (known == back.end() || known->second == each->name_bytes());
      if (is_one) back[each->part] = each->name_bytes();
      if (!is_one) open.push_back(each->part);
    }
    for (const part each : open) back.erase(each);
    std::map<std::size_t, std::vector<part>> waits;
    for (const auto& [each, bytes] : back) waits[bytes].push_back(each);
    std::vector<std::pair<std::size_t, set>> names;
    for (const auto& [bytes, those] : waits) names.emplace_back(bytes, set_of(those));
    const key wanted{set_of(left), set_of(settled), set_of(unoffered), set_of(open), names};
    const auto [known, fresh] = outcomes_.try_emplace(wanted, static_cast<std::uint16_t>(made_.outcomes.size()));
    if (fresh) add_outcome(wanted);
    return known->second;
  }

  stop_automaton::set set_of(std::vector<part> of) {
    std::sort(of.begin(), of.end());
    of.erase(std::unique(of.begin(), of.end()), of.end());
    return sets_.try_emplace(std::move(of), static_cast<set>(sets_.size())).first->second;
  }

  stop_arrays packed(std::vector<stop_automaton::start> starts, const std::vector<std::uint32_t>& first_states,
                     bool minimal) {
    const std::vector<stop_automaton::state> numbers = pack(states, first_states, minimal, made_);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      starts[i].at = numbers[first_states[i]];
      const auto after_message = made_.starts.begin() + (i > 0 ? 1 : 0);
      const auto known = std::find(after_message, made_.starts.end(), starts[i]);
      if (i > 0) made_.numbers.push_back(static_cast<std::uint32_t>(known - made_.starts.begin()));
      if (known == made_.starts.end()) made_.starts.push_back(starts[i]);
    }
    std::vector<const std::vector<part>*> sets(sets_.size());
    for (const auto& [of, number] : sets_) sets[number] = &of;
    for (const std::vector<part>* of : sets) {
      made_.sets_from.push_back(static_cast<std::uint32_t>(made_.candidates.size()));
      add_candidates(*of);
    }
    made_.sets_from.push_back(static_cast<std::uint32_t>(made_.candidates.size()));
    return std::move(made_);
  }

  void set_elsewhere(std::vector<stop_automaton::set> of) { made_.elsewhere = std::move(of); }

 private:
  using set = stop_automaton::set;
  using key = std::tuple<set, set, set, set, std::vector<std::pair<std::size_t, set>>>;

  void add_outcome(const key& of) {
    const auto& [left, settled, unoffered, open, names] = of;
    const auto from = static_cast<std::uint16_t>(made_.names.size());
    for (const auto& [bytes, those] : names) made_.names.push_back({those, static_cast<std::uint16_t>(bytes)});
    made_.outcomes.push_back({left, settled, unoffered, open, from, static_cast<std::uint16_t>(made_.names.size())});
  }

  // All items that read the same, in the order of the items.
  void add_candidates(const std::vector<part>& of) {
    std::vector<stop_automaton::candidate> all;
    for (const part each : of) {
      all.push_back(parts[each]);
      for (std::size_t i = 0; i < source_.items.size(); ++i)
        if (source_.items[i].same_as == parts[each].item)
          all.push_back({static_cast<std::uint16_t>(i), parts[each].when});
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return std::tie(a.item, a.when) < std::tie(b.item, b.when); });
    made_.candidates.insert(made_.candidates.end(), all.begin(), all.end());
  }

  const grammar& source_;
  stop_arrays made_;
  std::map<std::vector<part>, set> sets_;
  std::map<key, std::uint16_t> outcomes_;
};

// One of them.
class automaton {
 public:
  automaton(const grammar& source, shared_states& all, std::size_t limit, bool of_message)
      : ways_(source, all.parts, of_message), all_(all), limit_(limit) {}

  // Gives the number of its first state.
  std::uint32_t build(const std::vector<std::pair<const expression*, part>>& parts, stop_automaton::start& start) {
    ways begun;
    for (const auto& [tree, number] : parts) begun.push_back(ways_.of(*tree, number));
    const std::uint32_t first = add_state({}, begun, ways_.after(begun));
    note_firsts(start);
    for (std::size_t at = 0; at < states_.size(); ++at) follow(at);
    std::vector<part> every;
    for (const auto& each : parts) every.push_back(each.second);
    start.every = all_.set_of(std::move(every));
    return first;
  }

  // By first byte, the parts that may begin with it within a line.
  const std::vector<std::vector<part>>& elsewhere() const { return elsewhere_; }

 private:
  struct state {
    std::uint32_t number;  // among all
    ways settled;
    continuations live;
  };

  std::uint32_t add(std::uint16_t outcome) {
    all_.states.push_back({outcome});
    return static_cast<std::uint32_t>(all_.states.size() - 1);
  }
  std::uint32_t add_state(ways settled, const ways& all, continuations live) {
    const std::uint32_t number = add(all_.number_of(all));
    states_.push_back({number, std::move(settled), std::move(live)});
    return number;
  }

  // Bytes that the same ways can read lead to the same state.
  void follow(std::size_t index) {
    std::vector<byte_bits> groups{byte_bits().set()};
    for (const way_step& s : states_[index].live.steps) split(groups, s.on);
    for (const way_open& o : states_[index].live.opens) split(groups, o.on);
    for (const byte_bits& group : groups) {
      const std::uint32_t to = target(index, first_byte(group));
      if (to != stop_automaton::refuted) all_.states[states_[index].number].edges.push_back({group, to});
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

  std::uint32_t target(std::size_t index, std::size_t byte) {
    const state& from = states_[index];
    ways next = from.settled;
    for (const way_open& o : from.live.opens)
      if (o.on[byte]) next.push_back(ways_.end(o.part));
    for (const way_step& s : from.live.steps)
      if (s.on[byte]) next.push_back(s.then);
    if (next.empty()) return stop_automaton::refuted;
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
    std::vector<part> parts;
    for (const way* each : all)
      if (each->is_end()) parts.push_back(each->part);
    std::erase_if(all, [&](const way* each) {
      return !each->is_end() && std::find(parts.begin(), parts.end(), each->part) != parts.end();
    });
  }

  std::uint32_t number(ways all) {
    drop_ways_of_settled(all);
    continuations live = ways_.after(all);
    for (const part each : live.settled()) all.push_back(ways_.end(each));
    live.drop_settled();
    tidy(all);
    drop_ways_of_settled(all);
    ways settled;
    std::copy_if(all.begin(), all.end(), std::back_inserter(settled), [](const way* each) { return each->is_end(); });
    if (settled.size() == all.size() || waits_for_one_name(all)) return ending(all_.number_of(all));
    const auto [known, fresh] = tidied_.try_emplace(all);
    if (fresh)
      known->second =
          states_.size() < limit_ ? add_state(settled, all, std::move(live)) : ending(all_.number_of(all, true));
    return known->second;
  }

  std::uint32_t ending(std::uint16_t outcome) {
    const auto [known, fresh] = endings_.try_emplace(outcome);
    if (fresh) known->second = add(outcome);
    return known->second;
  }

  // Whether all the ways that are not settled wait for a name that began at the same byte.
  static bool waits_for_one_name(const ways& all) {
    std::size_t back = 0;
    for (const way* each : all) {
      if (each->is_end()) continue;
      if (!each->is_name() || (back != 0 && each->name_bytes() != back)) return false;
      back = each->name_bytes();
    }
    return back != 0;
  }

  void note_firsts(stop_automaton::start& start) {
    byte_bits any;
    const auto note = [&](const byte_bits& on, bool from_line, part of) {
      any |= on;
      for (std::size_t byte = 0; !from_line && byte < 256; ++byte)
        if (on[byte]) elsewhere_[byte].push_back(of);
    };
    for (const way_step& s : states_.front().live.steps) note(s.on, s.from_line, s.then->part);
    for (const way_open& o : states_.front().live.opens) note(o.on, o.from_line, o.part);
    for (std::size_t byte = 0; byte < 256; ++byte)
      if (any[byte] && elsewhere_[byte].empty()) start.line_only[byte / 32] |= 1U << (byte % 32);
    set_firsts(start, any);
  }

  all_ways ways_;
  shared_states& all_;
  std::size_t limit_;
  std::vector<state> states_;
  std::map<ways, std::uint32_t> numbers_;  // of what a byte leads to
  std::map<ways, std::uint32_t> tidied_;
  std::map<std::uint16_t, std::uint32_t> endings_;
  std::vector<std::vector<part>> elsewhere_ = std::vector<std::vector<part>>(256);
};

// Items that read the same are one part.
std::vector<std::pair<const expression*, part>> parts_of(const grammar& source, stop_parts& parts) {
  std::vector<std::pair<const expression*, part>> all;
  for (std::size_t i = 0; i < source.items.size(); ++i) {
    const grammar::item& item = source.items[i];
    if (item.same_as != grammar::none) continue;
    all.emplace_back(&source.instances[item.instance].body, parts.of(static_cast<std::uint16_t>(i)));
  }
  return all;
}

}  // namespace

stop_arrays stops_of(const grammar& source, const layout_effort& effort) {
  shared_states all(source);
  std::vector<stop_automaton::start> starts(source.stops.size() + 1);
  std::vector<std::uint32_t> firsts;
  automaton message(source, all, effort.message_states, true);
  firsts.push_back(message.build(parts_of(source, all.parts), starts.front()));
  std::vector<stop_automaton::set> elsewhere;
  for (const std::vector<part>& each : message.elsewhere()) elsewhere.push_back(all.set_of(each));
  all.set_elsewhere(std::move(elsewhere));
  for (std::size_t i = 0; i < source.stops.size(); ++i)
    firsts.push_back(automaton(source, all, effort.run_states, false)
                         .build({{&source.stops[i], all.parts.of(stop_automaton::no_item)}}, starts[i + 1]));
  return all.packed(std::move(starts), firsts, effort.minimal);
}

}  // namespace toolcall::engine
