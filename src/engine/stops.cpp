// The automaton of a stop: which texts may begin one.
//
// A part is followed by continuations, as in a backtracking matcher: what remains to be matched is a linked list of
// places in expressions. A state of the automaton is a set of such lists, one for each way in which the part may have
// read the bytes so far (Thompson's construction, made deterministic as far as it is needed). Where the next byte
// cannot be foreseen, because the part is complete, or depends on a capture, or has passed a cut, the state is
// "candidate".
//
// So the automaton says "maybe" too often, never too seldom, and what it refutes, the machine would have refuted
// without waiting for a further byte. Otherwise what is told would depend on how the text is cut.

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <tuple>

#include "engine/analysis.hpp"
#include "engine/json_scan.hpp"
#include "engine/vocabulary.hpp"

namespace toolcall::engine {

namespace {

constexpr std::size_t most_states = 64;
constexpr int deepest_walk = 64;  // rules deep; beyond, every byte may follow
constexpr int longest_walk = 20000;  // expressions for one state; likewise

struct continuation {
  const expression* of;  // null: whatever follows may follow
  std::size_t part;      // from this child or byte on
  const continuation* then;
};

using bytes = std::bitset<256>;
using byte_groups = std::array<std::uint8_t, 256>;

class automaton {
 public:
  explicit automaton(const grammar& source) : source_(source) {}

  stop_table build(const std::vector<const expression*>& parts) {
    state start;
    for (const expression* part : parts) start.ways.push_back(keep(part, 0, end()));
    number(start);
    for (std::size_t next = 0; next < states_.size() && next < most_states; ++next) fill(next);
    return std::move(made_);
  }

 private:
  struct state {
    std::vector<const continuation*> ways;  // sorted
    bool operator<(const state& other) const { return ways < other.ways; }
  };
  // What may be read next, and what remains then.
  struct step {
    bytes on;
    const continuation* then;
    bool from_line;
  };
  struct closure {
    std::vector<step> steps;
    bytes open;            // behind one of these anything may come
    bytes open_elsewhere;  // likewise, also where no line begins
  };
  struct place {
    bytes barred;  // a predicate said that the next byte is none of these
    bool from_line = false;
    int depth = 0;
  };

  const continuation* end() { return keep(nullptr, 0, nullptr); }
  const continuation* keep(const expression* of, std::size_t part, const continuation* then) {
    std::unique_ptr<continuation>& known = known_[{of, part, then}];
    if (!known) known = std::make_unique<continuation>(continuation{of, part, then});
    return known.get();
  }

  std::uint8_t number(state s) {
    std::sort(s.ways.begin(), s.ways.end());
    s.ways.erase(std::unique(s.ways.begin(), s.ways.end()), s.ways.end());
    const auto [at, fresh] = numbers_.try_emplace(s, states_.size());
    if (fresh && states_.size() >= most_states) return stop_table::candidate;
    if (fresh) {
      states_.push_back(std::move(s));
      made_.states.emplace_back();
    }
    return at->second < most_states ? static_cast<std::uint8_t>(at->second + 1) : stop_table::candidate;
  }

  void fill(std::size_t index) {
    closure all;
    walked_ = 0;
    for (const continuation* way : states_[index].ways) resume(way, {}, all);
    const byte_groups groups = groups_of(all);
    std::array<int, 256> targets;
    targets.fill(-1);
    for (std::size_t byte = 0; byte < 256; ++byte) {
      int& to = targets[groups[byte]];
      if (to < 0) to = target(all, byte);
      made_.states[index][byte] = static_cast<std::uint8_t>(to);
      if (index == 0 && to != stop_table::refuted) note_first(byte, !elsewhere(all, byte));
    }
    if (index == 0) fill_firsts();
  }

  // Bytes that the same ways can read lead to the same state: each is given the number of its group.
  static byte_groups groups_of(const closure& all) {
    byte_groups groups{};
    const auto split = [&groups](const bytes& on) {
      std::array<int, 512> renamed;
      renamed.fill(-1);
      int count = 0;
      for (std::size_t byte = 0; byte < 256; ++byte) {
        int& name = renamed[groups[byte] * 2U + (on[byte] ? 1U : 0U)];
        if (name < 0) name = count++;
        groups[byte] = static_cast<std::uint8_t>(name);
      }
    };
    for (const step& s : all.steps) split(s.on);
    split(all.open);
    return groups;
  }

  static bool elsewhere(const closure& all, std::size_t byte) {
    return all.open_elsewhere[byte] || std::any_of(all.steps.begin(), all.steps.end(),
                                                   [byte](const step& s) { return s.on[byte] && !s.from_line; });
  }

  std::uint8_t target(const closure& all, std::size_t byte) {
    if (all.open[byte]) return stop_table::candidate;
    state next;
    for (const step& s : all.steps)
      if (s.on[byte]) next.ways.push_back(s.then);
    if (next.ways.empty()) return stop_table::refuted;
    return decided(next) ? stop_table::candidate : number(next);
  }

  // No further byte is needed to ask the machine.
  bool decided(const state& s) {
    closure all;
    walked_ = 0;
    for (const continuation* way : s.ways) resume(way, {}, all);
    return all.open.all();
  }

  void note_first(std::size_t byte, bool line_only) {
    if (made_.count < 8) made_.firsts[made_.count] = static_cast<unsigned char>(byte);
    made_.count = static_cast<std::uint8_t>(made_.count < 8 ? made_.count + 1 : 255);
    made_.line_only[byte] = line_only;
  }
  void fill_firsts() {
    for (std::size_t i = made_.count; i < 8 && made_.count > 0; ++i) made_.firsts[i] = made_.firsts[0];
  }

  static void open(const place& at, closure& all) {
    all.open |= ~at.barred;
    if (!at.from_line) all.open_elsewhere |= ~at.barred;
  }

  void read(const bytes& on, const continuation* then, const place& at, closure& all) {
    const bytes possible = on & ~at.barred;
    if (possible.any()) all.steps.push_back({possible, then, at.from_line});
  }

  void resume(const continuation* way, const place& at, closure& all) {
    if (way->of == nullptr) return open(at, all);
    const expression& e = *way->of;
    if (e.is == op::literal) return literal(e, way->part, way->then, at, all);
    if (way->part > 0 &&
        (e.is == op::sequence || e.is == op::role || e.is == op::replace || e.is == op::capture || e.is == op::trial))
      return in_order(e, way->part, way->then, at, all);
    walk(e, way->then, at, all);
  }

  void literal(const expression& e, std::size_t from, const continuation* then, const place& at, closure& all) {
    if (from == e.text.size()) return resume(then, at, all);
    bytes on;
    const auto byte = static_cast<unsigned char>(e.text[from]);
    on.set(byte);
    if (e.any_case && byte >= 'a' && byte <= 'z') on.set(static_cast<std::size_t>(byte - 'a' + 'A'));
    read(on, keep(&e, from + 1, then), at, all);
  }

  void in_order(const expression& e, std::size_t from, const continuation* then, const place& at, closure& all) {
    if (from == e.children.size()) return resume(then, at, all);
    walk(e.children[from], from + 1 == e.children.size() ? then : keep(&e, from + 1, then), at, all);
  }

  void walk(const expression& e, const continuation* then, const place& at, closure& all) {
    if (++walked_ > longest_walk) return open(at, all);
    switch (e.is) {
      case op::sequence:
      case op::role:
      case op::replace:
      case op::capture:
      case op::trial:
        return in_order(e, 0, then, at, all);
      case op::choice:
      case op::recover:
        for (const expression& child : e.children) walk(child, then, at, all);
        return;
      case op::literal:
        return literal(e, 0, then, at, all);
      case op::set:
        return read(e.bytes, then, at, all);
      case op::star:
        resume(then, at, all);
        return walk(e.children.front(), keep(&e, 0, then), at, all);
      case op::call:
        return call(e, then, at, all);
      case op::late:
        return late(e, at, all);
      case op::tool:
      case op::field:
      case op::new_field:
        return read(bytes_where(is_name_byte), end(), at, all);
      case op::json:
        return read(bytes_where([](unsigned char c) { return begins_json(static_cast<char>(c)); }), end(), at, all);
      case op::line: {
        place begun = at;
        begun.from_line = true;
        return resume(then, begun, all);
      }
      case op::offered:  // the automaton does not know
      case op::forced:
      case op::chosen:
        return resume(then, at, all);
      case op::fail:
        return;
      case op::at:
        return walk(e.children.front(), end(), at, all);
      case op::not_at:
        return unless(e.children.front(), then, at, all);
      default:
        return open(at, all);  // leaf, back, run, span, python; and a cut, behind which also a failure counts
    }
  }

  void call(const expression& e, const continuation* then, const place& at, closure& all) {
    if (at.depth >= deepest_walk) return open(at, all);
    place inner = at;
    ++inner.depth;
    walk(source_.rules[e.rule].body, then, inner, all);
  }

  // A late also holds where its limit is reached, so behind its first byte nothing is known.
  void late(const expression& e, const place& at, closure& all) {
    closure inner;
    walk(e.children.front(), end(), at, inner);
    for (const step& s : inner.steps) all.steps.push_back({s.on, end(), s.from_line});
    all.open |= inner.open;
    all.open_elsewhere |= inner.open_elsewhere;
  }

  void unless(const expression& unwanted, const continuation* then, const place& at, closure& all) {
    if (unwanted.is == op::set) {
      place other = at;
      other.barred |= unwanted.bytes;
      return resume(then, other, all);
    }
    walk(unwanted, end(), at, all);  // while the predicate is in doubt, so is what follows
    resume(then, at, all);
  }

  template <typename Holds>
  static bytes bytes_where(Holds holds) {
    bytes on;
    for (unsigned byte = 0; byte < 256; ++byte) on[byte] = holds(static_cast<unsigned char>(byte));
    return on;
  }

  const grammar& source_;
  stop_table made_;
  int walked_ = 0;
  std::vector<state> states_;
  std::map<state, std::size_t> numbers_;
  std::map<std::tuple<const expression*, std::size_t, const continuation*>, std::unique_ptr<continuation>> known_;
};

}  // namespace

stop_table stops_of(const grammar& source, const std::vector<const expression*>& parts) {
  return automaton(source).build(parts);
}

}  // namespace toolcall::engine
