// The ways in which a stop's automaton may go on: what remains to be matched, and which bytes that may begin with.

#pragma once

#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/expression.hpp"
#include "engine/stop_parts.hpp"

namespace toolcall::engine {

using byte_bits = std::bitset<256>;

// A text that is known when the message is read: a declared name, or what was captured.
struct awaited_text {
  form is;  // tool, field or back
  std::string_view captured;
  bool if_given;  // only where tools are given
  bool operator<(const awaited_text& other) const {
    return std::tie(is, captured, if_given) < std::tie(other.is, other.captured, other.if_given);
  }
};

// Of a set that is not empty.
inline std::size_t first_byte(const byte_bits& of) {
  static const byte_bits word(~std::uint64_t{0});
  std::size_t from = 0;
  while (((of >> from) & word).none()) from += 64;
  return from + static_cast<std::size_t>(std::countr_zero(((of >> from) & word).to_ullong()));
}

// What remains of a part.
struct way {
  const expression* of;  // null: whatever follows may follow
  std::size_t place;     // from this child or byte on; after the first byte of an awaited text, see below
  const way* then;
  std::uint16_t part;
  bool named;            // a call's name stands before this place, so fields after it are those of another tool
  std::uint32_t number;  // in the order of their making

  bool is_end() const { return of == nullptr; }

  bool awaits() const {
    return place > 0 &&
           (of->is == form::tool || of->is == form::field || of->is == form::new_field || of->is == form::back);
  }
  awaited_text awaited() const {
    const bool if_given = place == awaited_if_given;
    if (of->is == form::back) return {form::back, of->text, if_given};
    return {of->is == form::tool ? form::tool : form::field, {}, if_given};
  }
  static constexpr std::size_t awaited_always = 1, awaited_if_given = 2;
};

// What may be read next, and what remains then.
struct way_step {
  byte_bits on;
  const way* then;
  bool from_line;
};
// After one of these bytes anything may come.
struct way_open {
  byte_bits on;
  std::uint16_t part;
  bool from_line;
};

struct continuations {
  std::vector<way_step> steps;
  std::vector<way_open> opens;

  // The parts after which anything may come.
  std::vector<std::uint16_t> settled() const;
  void drop_settled();
};

class all_ways {
 public:
  // In the message's automaton, what is read at `start` is treated like what begins a line.
  all_ways(const grammar& source, stop_parts& parts, bool of_message)
      : source_(source), parts_(parts), of_message_(of_message) {}

  // What the stop compares was captured by the call around it, unless it captures by this name itself.
  void ask_the_call(std::set<std::string> own_captures) { own_captures_ = std::move(own_captures); }
  bool asks_the_call() const { return asks_the_call_; }

  const way* end(std::uint16_t part) { return keep({nullptr, 0, nullptr, part, false}); }
  const way* end_of(const way* then) { return keep({nullptr, 0, nullptr, then->part, then->named}); }
  const way* of(const expression& whole, std::uint16_t part) { return keep({&whole, 0, end(part), part, false}); }

  // What these ways may read next. Ways that are ends are passed over.
  continuations after(const std::vector<const way*>& ways);

 private:
  struct spot {
    byte_bits barred;  // a predicate said that the next byte is not one of these
    bool from_line = false;
    bool is_offered = false;
    int depth = 0;
  };
  struct key {
    const expression* of;
    std::size_t place;
    const way* then;
    std::uint16_t part;
    bool named;
    bool operator==(const key&) const = default;
  };
  struct hash {
    std::size_t operator()(const key& k) const;
  };

  const way* keep(const key& what);
  const way* keep(const expression& of, std::size_t place, const way* then) {
    return keep({&of, place, then, then->part, then->named});
  }

  static void open(const spot& at, std::uint16_t part, continuations& all);
  static void read(const byte_bits& on, const way* then, const spot& at, continuations& all);
  void resume(const way* from, const spot& at, continuations& all);
  void literal(const expression& e, std::size_t from, const way* then, const spot& at, continuations& all);
  void in_order(const expression& e, std::size_t from, const way* then, const spot& at, continuations& all);
  void walk(const expression& e, const way* then, const spot& at, continuations& all);
  void choice(const expression& e, const way* then, const spot& at, continuations& all);
  byte_bits taken_by(const expression& e);
  void leaf(const expression& e, const way* then, const spot& at, continuations& all);  // without parts
  void begin_awaiting(const byte_bits& on, const expression& e, const way* then, const spot& at, continuations& all);
  void call(const expression& e, const way* then, const spot& at, continuations& all);
  void followed_by(const expression& e, const way* then, const spot& at, continuations& all);
  const way* within(const way* then, condition when);
  const way* in_part(const way* then, std::uint16_t part, bool named);
  void demand(const expression& wanted, const way* then, const spot& at, continuations& all);
  void unless(const expression& unwanted, const way* then, const spot& at, continuations& all);
  enum class need : std::uint8_t { nothing, place, bytes };
  need need_of(const expression& e, std::size_t depth);
  need need_of_rule(std::size_t instance, std::size_t depth);

  int walked_ = 0;
  const grammar& source_;
  stop_parts& parts_;
  bool of_message_;
  std::optional<std::set<std::string>> own_captures_;
  bool asks_the_call_ = false;
  std::deque<way> made_;
  std::unordered_map<key, const way*, hash> known_;
  std::map<std::pair<std::size_t, std::size_t>, need> needs_;  // by instance and depth
};

}  // namespace toolcall::engine
