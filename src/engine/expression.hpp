// A grammar as a tree: the one that pages are read to, that the types of a PEGTL grammar become, that grammarc checks
// and writes out, and that the engine lays out.
//
// Plain data and nothing else, because readers that must not know of each other share it: grammarc, the engine, the
// reference interpreter and the random grammars of the property tests.
//
// A tree is in one of three states. As it is written, rules have parameters, and a call says with which arguments: on a
// page both are names, in types numbers. Plain, which is what is laid out, it has no plus, optional, repeat, note, when
// or any, and dialects.r has become a choice. As an instance (see `grammar`) it has no parameter either, and calls are
// numbers of instances.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/forms.hpp>
#include <toolcall/engine/node_event.hpp>
#include <toolcall/engine/rule_constant.hpp>

namespace toolcall::engine {

struct expression {
  form is = form::sequence;
  std::string text;
  std::string label;
  std::vector<expression> children;
  std::bitset<256> bytes;
  leaf_rule leaf = nullptr;
  std::size_t rule = 0;             // of a call: its number
  std::size_t number = 0;           // of a parameter: which; of a role that is a dialect: its number
  std::size_t least = 0, most = 0;  // of a repeat
  node_role role = node_role::block;
  bool any_case = false;
  bool token = false;    // its bytes must not be flagged as ordinary text
  bool implied = false;  // of an argument: it is passed on without being written
  std::size_t line = 0;  // in its page, from 1
  std::string given;     // of an argument: the given that it is for, or empty
};

// r, where the text of a call is dialects.r: the rule r of every dialect in use. Else empty.
inline std::string_view rule_of_dialects(std::string_view text) {
  constexpr std::string_view all = "dialects.";
  return text.substr(0, all.size()) == all ? text.substr(all.size()) : std::string_view();
}

// A grammar that is laid out: what is written, what each rule becomes with the arguments that it is called with, and
// how these are connected.
//
// An instance is a rule with given arguments. Its body is the rule's, with a tree for every parameter; that is what
// automata and checks are made of. The instructions are those of the rule as it is written, once, and an instance is a
// list of edges for them: one for each call, each parameter and each stop in the body, in the order of visit().
struct grammar {
  static constexpr std::size_t none = ~std::size_t{0};

  struct rule {
    std::string name;
    expression body;
    std::size_t copy = none;  // the same rule with other names for its captures
  };
  struct instance {
    std::size_t of;  // a rule
    expression body;
    std::vector<std::size_t> edges;  // of a call: an instance; of a parameter: an argument; of a stop: its number
  };
  // The code of an argument stands in the rule that writes it.
  struct argument {
    std::size_t in;     // an instance of that rule
    std::size_t place;  // it is the rule's argument of this number, in the order of visit()
  };
  // What a dialect must be for an alternative to be there.
  struct requirement {
    std::size_t dialect = none;
    bool in_use = true;
  };
  // Behind reasoning a line begins, behind a call a sentence.
  enum class begins : std::uint8_t { nothing, line, sentence };
  struct item {
    std::size_t instance = 0;
    std::size_t dialect = 0;          // which page it comes from, for the node events
    std::string name{};               // of its rule
    begins starts = begins::nothing;  // with what follows it
    // A label: where this matches, that is noted, and the items after those with the same note are tried.
    std::string note{};
    requirement when{};          // of a note
    std::size_t same_as = none;  // the first item that reads the same, with the same note
  };
  struct stop {
    expression body;
    bool of_run = false;  // a run or json has it, and not only spans
  };
  std::vector<rule> written;
  std::vector<instance> instances;
  std::vector<argument> arguments;
  std::vector<stop> stops;
  std::vector<item> items;  // message <- (item / text)*, tried in this order

  const std::string& name_of(std::size_t number) const { return written[instances[number].of].name; }
};

// What scans to where its part may match, and asks that there.
constexpr bool has_stop(form is) {
  return is == form::run || is == form::span || is == form::json_until;
}
// What consumes nothing of what its part reads.
constexpr bool only_looks(form is) {
  return is == form::at || is == form::not_at || has_stop(is);
}

// Visits what an instance of a body has edges for, and the arguments that are written in it: edge(e) and argument(e),
// in an order that does not depend on the arguments. A parameter that is passed on as it is has no edge.
template <typename Edge, typename Argument>
void visit(const expression& e, const Edge& edge, const Argument& argument) {
  const bool is_call = e.is == form::call;
  for (const expression& child : e.children) {
    if (is_call && child.is == form::parameter) continue;
    visit(child, edge, argument);
    if (is_call) argument(child);
  }
  if (is_call || e.is == form::parameter || has_stop(e.is)) edge(e);
}

// Whether two trees of a grammar say the same; rules that they call are compared by what they say, not by their names.
bool same(const grammar& of, const expression& a, const expression& b);

}  // namespace toolcall::engine
