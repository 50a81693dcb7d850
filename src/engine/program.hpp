// A grammar laid out flat: the instructions of a parsing machine.
//
// The machine is the one of Medeiros and Ierusalimschy, "A parsing machine for PEGs" (2008), and Ierusalimschy, "A Text
// Pattern-Matching Tool based on Parsing Expression Grammars" (2009), with four additions: a cut that is a watermark,
// recoveries, node events, and instructions that can wait for more bytes in their middle.
//
// Each rule stands there once. What differs between its instances is a row of numbers: the instance's edges. The
// machine knows at which row it is; an instruction says which number of the row it needs.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression.hpp"
#include "engine/selection.hpp"
#include "engine/stops.hpp"

namespace toolcall::engine {

// Where one leads to another, x is how far behind it that stands, modulo 2^32: so rules that are written alike are
// alike.
enum class code : std::uint8_t {
  literal,          // compare literals[x]
  one_of,           // the first of y literals that is there; literal_lists has their numbers from x on
  set,              // one byte of sets[x]
  leaf,             // leaves[x]
  skip,             // bytes of sets[x], as many as there are
  peek,             // the next byte is one of sets[x]; consumes nothing
  peek_not,         // the next byte is not in sets[x], or the text has ended
  peek_one_of,      // as one_of, but consumes nothing
  peek_none_of,     // none of these literals is there; consumes nothing
  fail,             //
  call,             // of the instances of the rule y the one that edge x numbers, returning after it
  ret,              //
  inlined,          // the argument or item that edge x numbers; no call as the limit on depth counts
  inlined_end,      // of an argument
  guard,            // a choice of dialects: if one is in use, wait for the next byte; fail if it is not one of sets[x]
  head,             // wait for the next byte, and go on at x if it is not one of the set y
  choice,           // on failure go on at x, at once where the condition y does not hold
  unless,           // go on at x where the condition y does not hold
  commit,           // the choice is made: drop it, go on at x
  partial_commit,   // the round is made: the choice is fresh from here, go on at x
  recover,          // on failure, also after a cut, go on at x
  predicate,        // a predicate begins; on failure go on at x, or fail on where x is 0; choice says what y is
  back_commit,      // the predicate held: back to its start, go on at x
  fail_twice,       // the predicate held and must not
  trial,            // a trial begins
  trial_end,        //
  span,             // the span that edge x numbers begins; a trial with a run in it
  followed_by,      // a followed_by begins; its other reading is at x
  followed_by_end,  // its own reading stands; go on at x
  followed_by_other,  // its bytes are one span of role what; x is the label's number + 1, or 0
  cut,                //
  begin,              // part what, index x
  end,                //
  capture,            // capture number x begins
  captured,           //
  back,               // the bytes of capture x
  run,                // scan with the stop that edge y numbers, then try what follows; on its failure go on at x
  step,               // take a byte and cut, back to the run at x; or leave it where the text ends
  span_step,          // likewise without the cut, in a span
  json,               //
  json_until,         // scan to what the stop that edge y numbers may match, then try it; on its failure go on at x
  json_step,          // take a byte and cut, back to the json_until at x; where the value has ended, past what fails
  python,             //
  tool,               //
  field,              //
  new_field,          //
  test,               // what form x, which takes no byte, asks of this place or of the caller
  start_line,         // what follows stands at the start of a line
  start_sentence,     // of a sentence, in the same line
  text,               // the message: scan to where an item may begin; on its failure go on at x
  item,               // the next of the items that may begin here; on its failure the one after it
  text_step,          // no item begins here: the byte is text
  noted,              // an item that is only noted matched: label x; the next item is tried at the same place
  item_end,           // an item matched: everything so far is final; go on at x
};

struct instruction {
  code is;
  node_role role = node_role::block;
  std::uint16_t y = 0;
  std::uint32_t x = 0;
};

struct text_span {
  std::uint32_t from, size;  // of program::text
};

struct literal_bytes {
  text_span text;  // lower case where any_case
  bool any_case = false;
  bool token = false;
};

struct byte_set {
  std::array<std::uint32_t, 8> bits{};  // a bit a byte

  bool has(char byte) const {
    const auto b = static_cast<unsigned char>(byte);
    return (bits[b / 32U] >> (b % 32U) & 1U) != 0;
  }
  bool operator==(const byte_set&) const = default;
};

// A rule, or an argument, of an instance.
struct rule_place {
  std::uint32_t address = 0;
  std::uint32_t row = 0;
  bool operator==(const rule_place&) const = default;
};

// The instances of a rule, and their rows: of one width, one behind the other.
struct rule_rows {
  std::uint32_t address = 0;
  std::uint32_t row = 0;
  std::uint16_t width = 0;
  std::uint16_t count = 0;
  std::uint16_t copy = 0;  // those of a copy of the rule are numbered behind them
  bool operator==(const rule_rows&) const = default;
};

struct rule_start {
  std::uint32_t address;
  text_span name;  // as pages say it: invoke.closed; of another grammar, the type's own name
};

// A program and the dialects of it that are in use. The arrays are static data, or `owner` keeps them: a copy is cheap.
struct program {
  std::span<const instruction> code;
  std::span<const std::uint16_t> rows;  // the edges of instances, from 1; row 0 is the message's
  std::span<const rule_rows> instances;
  std::span<const rule_place> arguments;  // and the items of the message
  std::span<const byte_set> sets;
  std::span<const literal_bytes> literals;
  std::span<const std::uint16_t> literal_lists;
  std::span<const leaf_rule> leaves;
  std::span<const text_span> labels;
  std::span<const text_span> replacements;
  std::span<const std::uint32_t> spans_from;     // by number of span: where it begins in span_captures
  std::span<const std::uint16_t> span_captures;  // that its stop is compared with
  std::span<const item_entry> items;
  std::span<const rule_start> rules;  // in the order of their addresses
  std::string_view text;
  stop_automaton stops;
  std::uint32_t start = 0;
  std::uint16_t broken_call = 0;  // the label's number
  bool asks_for_fields = false;
  std::shared_ptr<const void> owner{};
  selection in_use{};

  // The rule, or argument, that an instruction asks for in the instance with this row.
  rule_place asked_by(const instruction& by, std::uint32_t row) const {
    std::uint32_t number = rows[row + by.x];
    if (by.is != code::call) return arguments[number];
    const rule_rows* of = &instances[by.y];
    for (; number >= of->count; of = &instances[of->copy]) number -= of->count;
    return {of->address, of->row + number * of->width};
  }

  std::string_view at(text_span of) const { return text.substr(of.from, of.size); }
  std::string_view label(std::size_t number) const { return at(labels[number]); }
  std::span<const std::uint16_t> captures_of_span(std::size_t number) const {
    return span_captures.subspan(spans_from[number], spans_from[number + 1U] - spans_from[number]);
  }

  // The name of the rule that an instruction belongs to: for what stands around an item, the item's.
  std::string_view rule_at(std::uint32_t address) const;

  // By number: whether the dialects in use read the literal. It takes a walk over their instructions.
  std::vector<bool> literals_in_use() const;

  // From now on these dialects are in use and no others.
  void select(const dialect_set& dialects) { in_use.select(stops, items, dialects); }
  program with(const dialect_set& dialects) const {
    program made = *this;
    made.select(dialects);
    return made;
  }
};

// The one bit of an argument's address: it is one instruction, and needs no frame.
inline constexpr std::uint32_t one_instruction_bit = 0x8000'0000U;

// Lays out a grammar; all dialects are in use. What would break the machine is put into problems, a sentence each, and
// the program must then not be run: a loop over what may be empty, left recursion, a captured part (or a name or key
// where fields are asked for) with a cut inside.
program lay_out(const grammar& source, std::vector<std::string>& problems, const layout_effort& effort = {});

}  // namespace toolcall::engine
