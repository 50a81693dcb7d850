// The tree of a page: what grammarc reads, checks and writes out.
//
// Plain data and nothing else. Its expressions are those of the engine (engine/expression.hpp), as they are written: a
// call says by name which rule it calls, a parameter which one it is, a role which role.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression.hpp"

namespace toolcall::grammarc {

using engine::expression;
using engine::form;
using engine::has_stop;
using engine::only_looks;

// A run that finds its own end.
constexpr bool is_json(form is) {
  return is == form::json || is == form::json_until;
}

struct rule {
  std::string name;
  std::vector<std::string> parameters;
  std::size_t implied = 0;  // how many of the last parameters are givens of the page, which calls pass on by themselves
  expression body;
  std::string source;  // as written on the page, without the comment
  std::size_t line = 0;
  bool by_default = false;  // the page does not write it: its marks say it, or the page `defaults`
  bool of_marks = false;    // its marks say it
};

// Those that stand after the rule's name.
inline std::vector<std::string> written_parameters(const rule& r) {
  return {r.parameters.begin(), r.parameters.end() - static_cast<std::ptrdiff_t>(r.implied)};
}

// A parameter of all rules of a page: `given name`, or `given name <- e`. Nothing else has the word for a name.
inline constexpr std::string_view given_word = "given";
struct given {
  std::string name;
  std::vector<expression> otherwise;  // one, or none: what it is where nobody says it
  std::size_t line = 0;
  bool by_default = false;  // as of a rule
};

// A line of a `marks` block: what a model writes, its marks as literals and what it fills in as calls of no rule.
struct mark_declaration {
  std::string kind;     // block, call, field, item, object, think, answer, turn
  expression written;   // what is read: without layout
  expression laid_out;  // what is written, as the page says it
  std::vector<std::string>
      conditions;      // without which its marks alone prove nothing: declared, line_start, start, last
  std::string source;  // as written
  std::size_t line = 0;
};

struct example {
  std::string title;
  std::map<std::string, std::string> options;  // tools, finish, prefill
  std::string text;
  std::string expected;  // the lines of the result, as written
  std::size_t line = 0;
  std::size_t expected_line = 0;  // where the first line of the result stands
};

// The keys of front matter that have one word, which a header says as it stands.
inline constexpr std::string_view one_word_keys[] = {"emission", "repeats", "values", "in_use"};

struct page {
  std::string name;  // "minimax", "values/xml" is "xml"
  std::string file;
  std::map<std::string, std::vector<std::string>> front;  // front matter; a scalar is a list of one
  std::map<std::string, std::size_t> front_lines;         // where its keys stand
  std::vector<mark_declaration> marks;
  std::vector<given> givens;
  std::vector<rule> rules;
  std::vector<rule> ambiguous;  // which values have two readings: rules that no parser reads
  std::string grammar;          // its peg blocks, as written, an empty line between two
  std::vector<example> examples;
};

}  // namespace toolcall::grammarc
