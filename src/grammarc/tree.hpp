// The tree of a page: what grammarc reads, checks and writes out.
//
// Plain data and nothing else, because three readers that must not know of each other share it: the emitter
// (tree to PEGTL), the reference interpreter in src/interpreter, and the random grammars of the property tests.
// The forms are those of spec/notation.md; their meaning is spec/semantics.md, "The notation".

#pragma once

#include <bitset>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace toolcall::grammarc {

enum class form {
  sequence,    // children in order; without children it matches the empty string
  choice,      // children in order, the first that does not fail
  recovery,    // a / @label b: children a, b; text is the label
  star,        // child*
  plus,        // child+
  optional,    // child?
  at,          // &child
  not_at,      // !child
  literal,     // text; any_case when written "x"i
  set,         // [a-z]: bytes
  any,         // .
  nothing,     // never matches: what stands before a leading @label
  cut,         // ^
  role,        // text:child where text is one of the roles
  capture,     // text:child where text is any other name; the bytes are kept for =text
  back,        // =text
  call,        // text is a rule of this page, or page.rule; children are its arguments
  parameter,   // text is a parameter of the rule around it
  run,         // run(child)
  span,        // span(child)
  trial,       // trial(child)
  late,        // late(a, f, @label role): children a, f; text is the role, label the label (or empty)
  json,        // one JSON value, read leniently: a run that finds its own end
  python,      // one Python literal, finding its own end, without a cut
  tool,        // the longest run of name bytes, when it is a declared tool
  field,       // the longest run of name bytes, when it is a declared field of this call's tool
  new_field,   // likewise, and this call has not had it yet
  line,        // only blanks stand between here and the start of the line
  offered,     // the caller gave tools
  forced,      // the caller wants a call
  chosen,      // the caller wants a call of this tool: counts as its name
  replace,     // child -> "text"
};

struct expression {
  form is = form::sequence;
  std::string text;
  std::string label;
  bool any_case = false;
  std::bitset<256> bytes;
  std::vector<expression> children;
  std::size_t line = 0;  // in the page, from 1
};

struct rule {
  std::string name;
  std::vector<std::string> parameters;
  expression body;
  std::string source;  // as written on the page, without the comment
  std::size_t line = 0;
};

struct example {
  std::string title;
  std::map<std::string, std::string> options;  // tools, finish, prefill
  std::string text;
  std::string expected;  // the lines of the result, as written
  std::size_t line = 0;
};

struct page {
  std::string name;  // "minimax", "values/xml" is "xml"
  std::string file;
  std::map<std::string, std::vector<std::string>> front;  // front matter; a scalar is a list of one
  std::vector<rule> rules;
  std::string grammar;  // its peg blocks, as written, an empty line between two
  std::vector<example> examples;
};

}  // namespace toolcall::grammarc
