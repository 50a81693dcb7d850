// A grammar as the engine sees it before it is laid out: one tree per rule.
//
// Two sources make it: the types of a PEGTL grammar (layout.hpp), and the property tests, which invent grammars at run
// time. Both then share everything behind it, so what the tests prove holds for the compiled pages too.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <toolcall/engine/leaf.hpp>
#include <toolcall/engine/mark.hpp>

namespace toolcall::engine {

enum class op : std::uint8_t {
  sequence,   // children in order
  choice,     // children in order, the first that does not fail
  recover,    // children a, b; text is the label
  star,       // child*
  at,         // &child
  not_at,     // !child
  literal,    // text; any_case; token: its bytes must not be flagged as ordinary text
  set,        // one byte of bytes
  leaf,       // a short PEGTL rule without structure of its own
  fail,       // never
  cut,        // ^
  role,       // noun: child
  replace,    // child -> text
  capture,    // text: child
  back,       // =text
  call,       // rules[rule]
  run,        // run(child)
  span,       // span(child)
  trial,      // trial(child)
  late,       // late(a, f, @text noun)
  json,       // one JSON value, in the role of that name; cuts
  python,     // one Python literal, in the role of that name
  tool,       // a declared tool's name
  field,      // a declared field of this call's tool
  new_field,  // likewise, not yet seen in this call
  line,       // only blanks since the start of the line
  offered,    // the caller gave tools
  forced,     // the caller wants a call
  chosen,     // the caller wants a call of this tool: counts as its name
};

struct expression {
  op is = op::sequence;
  std::string text;
  std::vector<expression> children;
  std::bitset<256> bytes;
  leaf_rule leaf = nullptr;
  std::size_t rule = 0;
  std::size_t number = 0;  // of a role that is a dialect
  noun role = noun::block;
  bool any_case = false;
  bool token = false;
};

struct grammar {
  struct rule {
    std::string name;
    expression body;
  };
  struct item {
    expression body;      // a call, a reasoning, a control or a quoted passage of the message
    std::size_t dialect;  // which page it comes from, for the marks
    std::string name{};   // of its rule
  };
  std::vector<rule> rules;
  std::vector<item> items;  // message <- (item / text)*, tried in this order
};

// Whether two trees of a grammar say the same; rules that they call are compared by what they say, not by their names.
bool same(const grammar& of, const expression& a, const expression& b);

}  // namespace toolcall::engine
