// A grammar laid out flat: the instructions of a parsing machine.
//
// The machine is the one of Medeiros and Ierusalimschy, "A parsing machine for PEGs" (2008), and Ierusalimschy, "A Text
// Pattern-Matching Tool based on Parsing Expression Grammars" (2009), with four additions: a cut that is a watermark,
// recoveries, marks for roles, and instructions that can wait for more bytes in their middle.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/expression.hpp>

#include "engine/scan.hpp"

namespace toolcall::engine {

enum class code : std::uint8_t {
  literal,     // compare literals[x]
  set,         // one byte of sets[x]
  leaf,        // leaves[x]
  skip,        // bytes of sets[x], as many as there are
  peek,        // the next byte is one of sets[x]; consumes nothing
  peek_not,    // the next byte is none of sets[x], or there is none
  fail,        //
  call,        // x, returning behind
  ret,         //
  choice,      // on failure go on at x
  commit,      // the choice is made: drop it, go on at x
  again,       // the round is made: the choice is fresh from here, go on at x
  recover,     // on failure, also after a cut, go on at x
  look,        // a predicate begins; on failure go on at x, or fail on where x is 0
  looked,      // the predicate held: back to its start, go on at x
  refuse,      // the predicate held and must not
  trial,       // a trial begins
  trial_end,   //
  late,        // a late begins; its other reading is at x
  late_end,    // its own reading stands; go on at x
  late_other,  // its bytes are one span of role what; x is the label's number + 1, or 0
  cut,         //
  begin,       // part what, index x
  end,         //
  capture,     // capture number x begins
  captured,    //
  back,        // the bytes of capture x
  run,         // scan with stops[y] up to a candidate, then ask the stop that follows; on its failure go on at x
  step,        // take a byte and cut, or leave the run at x where the text ends
  span_step,   // likewise without the cut
  json,        //
  python,      //
  tool,        //
  field,       //
  new_field,   //
  line,        //
  offered,     //
  forced,      //
  chosen,      // the caller chose a tool
  text,        // the message: scan to where an item may begin; on its failure go on at x
  item,        // the next of the items that may begin here; on its failure the one behind it
  text_step,   // no item begins here: the byte is text
  item_end,    // an item matched: everything so far is final; go on at x
};

struct instruction {
  code is;
  noun what = noun::block;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

struct literal {
  std::string text;  // lower case where any_case
  bool any_case = false;
  bool token = false;
};

using byte_set = std::array<bool, 256>;

struct rule_start {
  std::uint32_t address;
  std::string name;  // as pages say it: invoke.closed; of another grammar, the type's own name
};

struct program {
  std::vector<instruction> code;
  std::vector<byte_set> sets;
  std::vector<literal> literals;
  std::vector<leaf_rule> leaves;
  std::vector<stop_table> stops;
  std::vector<std::string> labels;
  std::vector<std::string> replacements;
  std::vector<std::size_t> items;      // each item's dialect
  std::vector<std::uint32_t> item_at;  // each item's address
  std::vector<rule_start> rules;       // in the order of their addresses
  std::uint32_t start = 0;
  bool asks_for_fields = false;
  std::uint16_t broken_call = 0;  // the label's number

  // The name of the rule that an instruction belongs to: for what stands around an item, the item's.
  std::string_view rule_at(std::uint32_t address) const;
};

// Lays out a grammar. What would break the machine is put into problems, a sentence each, and the program must then not
// be run: a loop over what may be empty, left recursion, a captured part (or a name or key where fields are asked for)
// with a cut inside.
program lay_out(const grammar& source, std::vector<std::string>& problems);

}  // namespace toolcall::engine
