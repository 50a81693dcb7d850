// The bytes that a way may begin with are found by walking its expressions up to what reads a byte: into rules, past
// what may be empty, and noting what predicates bar. Where that would be endless or cannot be known, any byte may
// follow.

#include "engine/stop_ways.hpp"

#include <algorithm>

#include "engine/first_bytes.hpp"

namespace toolcall::engine {

namespace {

constexpr int deepest_walk = 64;     // rules deep; beyond, every byte may follow
constexpr int longest_walk = 20000;  // expressions from one way; likewise

bool is_in_order(form is) {
  return is == form::sequence || is == form::role || is == form::replace || is == form::capture || is == form::trial;
}

}  // namespace

std::vector<std::uint16_t> continuations::settled() const {
  std::vector<std::uint16_t> parts;
  for (const way_open& o : opens)
    if (o.on.all()) parts.push_back(o.part);
  return parts;
}

void continuations::drop_settled() {
  const std::vector<std::uint16_t> parts = settled();
  if (parts.empty()) return;
  const auto has = [&](std::uint16_t part) { return std::find(parts.begin(), parts.end(), part) != parts.end(); };
  std::erase_if(steps, [&](const way_step& s) { return has(s.then->part); });
  std::erase_if(opens, [&](const way_open& o) { return has(o.part); });
}

std::size_t all_ways::hash::operator()(const key& k) const {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(k.of) * golden;
  mixed = (mixed ^ reinterpret_cast<std::uintptr_t>(k.then)) * golden;
  return static_cast<std::size_t>(
      (mixed ^ (std::uint64_t{k.place} << 17U) ^ (k.named ? 1U << 16U : 0U) ^ k.part) * golden >> 7U);
}

const way* all_ways::keep(const key& what) {
  const auto [known, fresh] = known_.try_emplace(what, nullptr);
  if (fresh) {
    made_.push_back({what.of, what.place, what.then, what.part, what.named, static_cast<std::uint32_t>(made_.size())});
    known->second = &made_.back();
  }
  return known->second;
}

continuations all_ways::after(const std::vector<const way*>& ways) {
  continuations all;
  for (const way* each : ways) {
    walked_ = 0;
    if (!each->is_end()) resume(each, {}, all);
  }
  return all;
}

void all_ways::open(const spot& at, std::uint16_t part, continuations& all) {
  const byte_bits on = ~at.barred;
  for (way_open& known : all.opens)
    if (known.part == part && known.from_line == at.from_line) {
      known.on |= on;
      return;
    }
  all.opens.push_back({on, part, at.from_line});
}

void all_ways::read(const byte_bits& on, const way* then, const spot& at, continuations& all) {
  const byte_bits possible = on & ~at.barred;
  if (possible.any()) all.steps.push_back({possible, then, at.from_line});
}

void all_ways::resume(const way* from, const spot& at, continuations& all) {
  if (from->is_end()) return open(at, from->part, all);
  if (from->awaits()) return;  // what follows is not foreseen
  const expression& e = *from->of;
  if (e.is == form::literal) return literal(e, from->place, from->then, at, all);
  if (from->place > 0 && is_in_order(e.is)) return in_order(e, from->place, from->then, at, all);
  walk(e, from->then, at, all);
}

void all_ways::literal(const expression& e, std::size_t from, const way* then, const spot& at, continuations& all) {
  if (from == e.text.size()) return resume(then, at, all);
  read(bytes_of_literal(e, from), keep(e, from + 1, then), at, all);
}

void all_ways::in_order(const expression& e, std::size_t from, const way* then, const spot& at, continuations& all) {
  if (from == e.children.size()) return resume(then, at, all);
  walk(e.children[from], from + 1 == e.children.size() ? then : keep(e, from + 1, then), at, all);
}

void all_ways::walk(const expression& e, const way* then, const spot& at, continuations& all) {
  if (++walked_ > longest_walk) return open(at, then->part, all);
  switch (e.is) {
    case form::role:
      if (e.role == node_role::dialect) then = within(then, condition::of(e.number, true));
      if (e.role == node_role::name) then = in_part(then, then->part, true);
      [[fallthrough]];
    case form::sequence:
    case form::replace:
    case form::capture:
    case form::trial:
      return in_order(e, 0, then, at, all);
    case form::choice:
      return choice(e, then, at, all);
    case form::recovery:
      for (const expression& child : e.children) walk(child, then, at, all);
      return;
    case form::star: {
      spot left = at;
      left.barred |= taken_by(e.children.front());
      resume(then, left, all);
      return walk(e.children.front(), keep(e, 0, then), at, all);
    }
    case form::call:
      return call(e, then, at, all);
    case form::followed_by:
      return followed_by(e, then, at, all);
    case form::at:
      return demand(e.children.front(), then, at, all);
    case form::not_at:
      return unless(e.children.front(), then, at, all);
    default:
      return leaf(e, then, at, all);
  }
}

// Where an alternative takes a byte whatever follows, no later one sees that byte, for a choice gives nothing back.
void all_ways::choice(const expression& e, const way* then, const spot& at, continuations& all) {
  spot other = at;
  for (const expression& child : e.children) {
    walk(child, then, other, all);
    other.barred |= taken_by(child);
  }
}

// The bytes with which this matches, whatever follows them.
byte_bits all_ways::taken_by(const expression& e) {
  if (e.is == form::set) return e.bytes;
  if (e.is == form::literal && e.text.size() == 1) return bytes_of_literal(e, 0);
  byte_bits all;
  if (e.is == form::choice) {
    for (const expression& child : e.children) all |= taken_by(child);
  } else if (e.is == form::sequence && !e.children.empty() &&
             std::all_of(e.children.begin() + 1, e.children.end(),
                         [&](const expression& child) { return need_of(child, 0) == need::nothing; })) {
    all = taken_by(e.children.front());
  }
  return all;
}

void all_ways::leaf(const expression& e, const way* then, const spot& at, continuations& all) {
  switch (e.is) {
    case form::literal:
      return literal(e, 0, then, at, all);
    case form::set:
      return read(e.bytes, then, at, all);
    case form::tool:
      return begin_awaiting(bytes_of_names(), e, then, at, all);
    case form::field:
    case form::new_field:
      if (then->named) return read(bytes_of_names(), end_of(then), at, all);
      asks_the_call_ = !of_message_;
      return begin_awaiting(bytes_of_names(), e, then, at, all);
    case form::back:
      if (!own_captures_ || own_captures_->contains(e.text)) return open(at, then->part, all);
      asks_the_call_ = true;
      return begin_awaiting(byte_bits().set(), e, then, at, all);
    case form::json:
    case form::json_until:
      return read(bytes_of_json(), end_of(then), at, all);
    case form::line_start:
    case form::start:
    case form::tools_given: {
      spot begun = at;
      begun.from_line = at.from_line || e.is == form::line_start || (e.is == form::start && of_message_);
      begun.is_offered = at.is_offered || e.is == form::tools_given;
      return resume(then, begun, all);
    }
    case form::nothing:
      return;
    default:
      if (facts_of(e.is).kind == form_kind::test) return resume(then, at, all);  // the automaton does not know
      return open(at, then->part, all);  // leaf, run, span, python; and a cut, after which also a failure counts
  }
}

void all_ways::begin_awaiting(const byte_bits& on, const expression& e, const way* then, const spot& at,
                              continuations& all) {
  read(on, keep(e, at.is_offered ? way::awaited_if_given : way::awaited_always, then), at, all);
}

// What is left belongs to this part from here on.
const way* all_ways::within(const way* then, condition when) {
  return in_part(then, parts_.within(then->part, when), then->named);
}

const way* all_ways::in_part(const way* then, std::uint16_t part, bool named) {
  if (then == nullptr || (then->part == part && then->named == named)) return then;
  return keep({then->of, then->place, in_part(then->then, part, named), part, named});
}

void all_ways::call(const expression& e, const way* then, const spot& at, continuations& all) {
  if (at.depth >= deepest_walk) return open(at, then->part, all);
  spot inner = at;
  ++inner.depth;
  walk(source_.instances[e.rule].body, then, inner, all);
}

// In either of its readings it takes the same bytes. (It also holds where its limit is reached; a machine with so low a
// limit asks no automaton.)
void all_ways::followed_by(const expression& e, const way* then, const spot& at, continuations& all) {
  walk(e.children.front(), then, at, all);
}

// Where more than a byte is looked at, what follows waits for all of it, and would be refuted too soon.
void all_ways::demand(const expression& wanted, const way* then, const spot& at, continuations& all) {
  const bool is_byte = wanted.is == form::literal && wanted.text.size() == 1;
  if (!is_byte && wanted.is != form::set) return walk(wanted, end_of(then), at, all);
  spot other = at;
  other.barred |= ~(is_byte ? bytes_of_literal(wanted, 0) : wanted.bytes);
  resume(then, other, all);
}

void all_ways::unless(const expression& unwanted, const way* then, const spot& at, continuations& all) {
  if (unwanted.is == form::set) {
    spot other = at;
    other.barred |= unwanted.bytes;
    return resume(then, other, all);
  }
  // What a dialect always has bars the way where the dialect is in use.
  if (unwanted.is == form::choice)
    for (const expression& each : unwanted.children)
      if (each.is == form::role && each.role == node_role::dialect &&
          need_of(each.children.front(), 0) == need::nothing)
        then = within(then, condition::of(each.number, false));
  const need needed = need_of(unwanted, 0);
  if (needed == need::nothing) return;
  if (needed == need::bytes) walk(unwanted, end_of(then), at, all);  // while it is in doubt, so is what follows
  resume(then, at, all);
}

// What a form needs to match: nothing, for it always does; no byte, but the right place; or perhaps bytes.
all_ways::need all_ways::need_of(const expression& e, std::size_t depth) {
  if (facts_of(e.is).kind == form_kind::test) return need::place;
  need most = need::nothing;
  switch (e.is) {
    case form::call:
      return need_of_rule(e.rule, depth);
    case form::star:
      return need::nothing;
    case form::choice:
      if (!e.children.empty() && need_of(e.children.back(), depth) == need::nothing) return need::nothing;
      if (e.children.size() != 1) return need::bytes;
      [[fallthrough]];
    case form::role:
      if (e.role == node_role::dialect) most = need::place;  // the dialect may be out of use
      [[fallthrough]];
    case form::sequence:
      for (const expression& child : e.children)
        if (most != need::bytes) most = std::max(most, need_of(child, depth));
      return most;
    default:
      return need::bytes;
  }
}

// Asked once: rules that call others twice would double the work with each step down.
all_ways::need all_ways::need_of_rule(std::size_t instance, std::size_t depth) {
  if (depth >= deepest_walk) return need::bytes;
  const auto known = needs_.find({instance, depth});
  if (known != needs_.end()) return known->second;
  return needs_[{instance, depth}] = need_of(source_.instances[instance].body, depth + 1);
}

}  // namespace toolcall::engine
