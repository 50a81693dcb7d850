// The automata of stops: which texts may begin one. Of the items of a message they say which ones are left.
//
// A part is followed by continuations, as in a backtracking matcher: what remains to be matched is a linked list of
// places in expressions. A state of the automaton is a set of such lists, one for each way in which a part may have
// read the bytes so far (Thompson's construction, made deterministic as far as it is needed). Where the next byte
// cannot be foreseen, because the part is complete, or captures what it compares, or has passed a cut, the part is
// settled: it must be asked whatever follows, and further bytes are read only to refute others.
//
// So the automaton says "maybe" too often, never too seldom, and what it refutes, the machine would have refuted
// without waiting for a further byte. Otherwise what is emitted would depend on how the text is cut. A declared name,
// and what was captured, is known only where the text is read: after the first byte that may begin one, the automaton
// says so, and its user looks whether one stands there. Where none does, the automaton goes on without the ways that
// begin so.
//
// There is room for a number of states; those that texts lead to most often are followed first.

#include "engine/stops.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "engine/selection.hpp"
#include "engine/stop_packing.hpp"
#include "engine/stop_ways.hpp"
#include "text/ascii.hpp"

namespace toolcall::engine {

namespace {

using ways = std::vector<const way*>;
using part_number = stop_parts::part_number;

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
    std::vector<part_number> left, settled, open;
    std::map<awaited_text, std::vector<part_number>> by_text;
    for (const way* each : all) {
      left.push_back(each->part);
      if (each->is_end() || is_settled) {
        settled.push_back(each->part);
      } else if (each->awaits()) {
        by_text[each->awaited()].push_back(each->part);
      } else {
        open.push_back(each->part);
      }
    }
    std::vector<std::pair<awaited_text, set>> waits;
    for (const auto& [text, those] : by_text) waits.emplace_back(text, set_of(those));
    const key wanted{set_of(left), set_of(settled), set_of(open), waits};
    const auto [known, fresh] = outcomes_.try_emplace(wanted, static_cast<std::uint16_t>(made_.outcomes.size()));
    if (fresh) add_outcome(wanted);
    return known->second;
  }

  stop_automaton::set set_of(std::vector<part_number> of) {
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
    std::vector<const std::vector<part_number>*> sets(sets_.size());
    for (const auto& [of, number] : sets_) sets[number] = &of;
    for (const std::vector<part_number>* of : sets) {
      made_.sets_from.push_back(static_cast<std::uint32_t>(made_.candidates.size()));
      add_candidates(*of);
    }
    made_.sets_from.push_back(static_cast<std::uint32_t>(made_.candidates.size()));
    return std::move(made_);
  }

  void set_elsewhere(std::vector<stop_automaton::set> of) { made_.elsewhere = std::move(of); }

 private:
  using set = stop_automaton::set;
  using key = std::tuple<set, set, set, std::vector<std::pair<awaited_text, set>>>;

  void add_outcome(const key& of) {
    const auto& [left, settled, open, waits] = of;
    const auto from = static_cast<std::uint16_t>(made_.waits.size());
    for (const auto& [text, those] : waits) made_.waits.push_back({those, number_of_text(text), text.if_given});
    made_.outcomes.push_back({left, settled, open, from, static_cast<std::uint16_t>(made_.waits.size())});
  }

  std::uint16_t number_of_text(const awaited_text& text) {
    using wait = stop_automaton::text_wait;
    if (text.is != form::back) return text.is == form::tool ? wait::tool : wait::field;
    const auto known = std::find(made_.captures.begin(), made_.captures.end(), text.captured);
    const auto number = static_cast<std::uint16_t>(wait::first_capture + (known - made_.captures.begin()));
    if (known == made_.captures.end()) made_.captures.emplace_back(text.captured);
    return number;
  }

  // All items that read the same, in the order of the items.
  void add_candidates(const std::vector<part_number>& of) {
    std::vector<stop_automaton::candidate> all;
    for (const part_number each : of) {
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
  std::map<std::vector<part_number>, set> sets_;
  std::map<key, std::uint16_t> outcomes_;
};

// One of them.
class automaton {
 public:
  automaton(const grammar& source, shared_states& all, std::size_t limit, bool of_message)
      : ways_(source, all.parts, of_message), all_(all), limit_(limit) {}

  // Gives the number of its first state.
  std::uint32_t build(const std::vector<std::pair<const expression*, part_number>>& parts,
                      stop_automaton::start& start) {
    ways begun;
    for (const auto& [tree, number] : parts) begun.push_back(ways_.of(*tree, number));
    const std::uint32_t first = add_state(begun, ways_.after(begun), 0);
    note_firsts(start);
    for (std::size_t followed = 0; !next_.empty(); ++followed) {
      const std::size_t at = next_.top().second;
      next_.pop();
      followed < limit_ ? follow(at) : give_up(at);
    }
    start.asks_the_call = ways_.asks_the_call();
    std::vector<part_number> every;
    for (const auto& each : parts) every.push_back(each.second);
    start.every = all_.set_of(std::move(every));
    return first;
  }

  void ask_the_call(std::set<std::string> own_captures) { ways_.ask_the_call(std::move(own_captures)); }

  // By first byte, the parts that may begin with it within a line.
  const std::vector<std::vector<part_number>>& elsewhere() const { return elsewhere_; }

 private:
  struct state {
    std::uint32_t number;  // among all
    ways all;
    continuations live;
    unsigned rarity;
  };

  std::uint32_t add(std::uint16_t outcome) {
    all_.states.push_back({outcome});
    return static_cast<std::uint32_t>(all_.states.size() - 1);
  }
  std::uint32_t add_state(ways all, continuations live, unsigned rarity) {
    const std::uint32_t number = add(all_.number_of(all));
    next_.emplace(rarity, states_.size());
    states_.push_back({number, std::move(all), std::move(live), rarity});
    return number;
  }
  // In a state that is not followed everything is possible.
  void give_up(std::size_t index) {
    all_.states[states_[index].number].outcome = all_.number_of(states_[index].all, true);
  }

  // Bytes that the same ways can read lead to the same state.
  void follow(std::size_t index) {
    std::vector<byte_bits> groups{byte_bits().set()};
    for (const way_step& s : states_[index].live.steps) split(groups, s.on);
    for (const way_open& o : states_[index].live.opens) split(groups, o.on);
    for (const byte_bits& group : groups) {
      const std::uint32_t to = target(index, group);
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

  std::uint32_t target(std::size_t index, const byte_bits& group) {
    const state& from = states_[index];
    const std::size_t byte = first_byte(group);
    ways next;
    std::copy_if(from.all.begin(), from.all.end(), std::back_inserter(next), [](const way* w) { return w->is_end(); });
    for (const way_open& o : from.live.opens)
      if (o.on[byte]) next.push_back(ways_.end(o.part));
    for (const way_step& s : from.live.steps)
      if (s.on[byte]) next.push_back(s.then);
    if (next.empty()) return stop_automaton::refuted;
    tidy(next);
    const auto [known, fresh] = numbers_.try_emplace(next);
    if (fresh) known->second = number(next, from.rarity + rarity_of(group));
    return known->second;
  }
  // How seldom a text takes this way: one letter is rarer than one sign, and one byte rarer than any of many.
  static unsigned rarity_of(const byte_bits& group) {
    const std::size_t bytes = group.count();
    if (bytes > 1) return bytes < 8 ? 2 : 1;
    return ascii::is_letter(static_cast<char>(first_byte(group))) ? 4 : 2;
  }

  static void tidy(ways& all) {
    std::sort(all.begin(), all.end(), [](const way* a, const way* b) { return a->number < b->number; });
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }

  // A part that is settled needs no other way.
  static void drop_ways_of_settled(ways& all) {
    std::vector<part_number> parts;
    for (const way* each : all)
      if (each->is_end()) parts.push_back(each->part);
    std::erase_if(all, [&](const way* each) {
      return !each->is_end() && std::find(parts.begin(), parts.end(), each->part) != parts.end();
    });
  }

  std::uint32_t number(ways all, unsigned rarity) {
    drop_ways_of_settled(all);
    continuations live = ways_.after(all);
    for (const part_number each : live.settled()) all.push_back(ways_.end(each));
    live.drop_settled();
    tidy(all);
    drop_ways_of_settled(all);
    const bool ends = std::all_of(all.begin(), all.end(), [](const way* w) { return w->is_end() || w->awaits(); });
    if (ends) return ending(all_.number_of(all));
    const auto [known, fresh] = tidied_.try_emplace(all);
    if (fresh) known->second = add_state(all, std::move(live), rarity);
    return known->second;
  }

  std::uint32_t ending(std::uint16_t outcome) {
    const auto [known, fresh] = endings_.try_emplace(outcome);
    if (fresh) known->second = add(outcome);
    return known->second;
  }

  void note_firsts(stop_automaton::start& start) {
    byte_bits any;
    const auto note = [&](const byte_bits& on, bool from_line, part_number of) {
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
  using place = std::pair<unsigned, std::size_t>;                        // by rarity, among the states
  std::priority_queue<place, std::vector<place>, std::greater<>> next_;  // to be followed
  std::map<ways, std::uint32_t> numbers_;                                // of what a byte leads to
  std::map<ways, std::uint32_t> tidied_;
  std::map<std::uint16_t, std::uint32_t> endings_;
  std::vector<std::vector<part_number>> elsewhere_ = std::vector<std::vector<part_number>>(256);
};

// The names of what is captured within it.
std::set<std::string> captures_in(const grammar& source, const expression& stop) {
  std::set<std::string> found;
  std::vector<bool> asked(source.instances.size());
  const auto look_at = [&](const auto& again, const expression& e) -> void {
    if (e.is == form::capture) found.insert(e.text);
    if (e.is == form::call && !asked[e.rule]) {
      asked[e.rule] = true;
      again(again, source.instances[e.rule].body);
    }
    for (const expression& child : e.children) again(again, child);
  };
  look_at(look_at, stop);
  return found;
}

// Items that read the same are one part.
std::vector<std::pair<const expression*, part_number>> parts_of(const grammar& source, stop_parts& parts) {
  std::vector<std::pair<const expression*, part_number>> all;
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
  for (const std::vector<part_number>& each : message.elsewhere()) elsewhere.push_back(all.set_of(each));
  all.set_elsewhere(std::move(elsewhere));
  for (std::size_t i = 0; i < source.stops.size(); ++i) {
    const auto& [body, of_run] = source.stops[i];
    automaton stop(source, all, of_run ? effort.run_states : effort.span_states, false);
    stop.ask_the_call(captures_in(source, body));
    firsts.push_back(stop.build({{&body, all.parts.of(stop_automaton::no_item)}}, starts[i + 1]));
  }
  return all.packed(std::move(starts), firsts, effort.minimal);
}

}  // namespace toolcall::engine
