// From a grammar as it is written, whose rules have parameters, to one that can be laid out.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/expression.hpp"
#include "engine/plain_form.hpp"

namespace toolcall::engine {

// Items of the message, in the order in which they are to be tried. The written grammar may grow between the calls.
class expansion {
 public:
  // A rule that is one instruction stands where it is called. With `every_call` it is called all the same: for tests,
  // which count calls as spec/semantics.md does.
  explicit expansion(const written_grammar& from, bool every_call = false) : plain_(from, every_call) {}

  // Throws setup_error where rules call each other too deep, or are called with too few arguments.
  void add_item(std::size_t rule, std::size_t dialect, grammar::begins starts = grammar::begins::nothing);

  // What is only noted, with this label, under this condition. All with one label stand together: one of them is noted.
  void add_note(std::size_t rule, std::size_t dialect, std::string_view label, grammar::requirement when = {});

  const grammar& result() const { return result_; }

 private:
  void add(grammar::item item, std::size_t rule);
  struct argument {
    expression tree;
    std::size_t number;  // equal trees have one
  };
  using arguments = std::vector<argument>;
  using scope = arguments;               // of the rule around
  using key = std::vector<std::size_t>;  // a rule, and the numbers of its arguments
  using names = std::set<std::string>;

  void read_rules();
  expression expanded(const expression& plain, const scope& in);
  expression call(const expression& plain, const scope& in);
  std::size_t instance_of(std::size_t rule, const arguments& given, const names& asked);
  arguments arguments_of(const expression& call, const scope& in);
  void add_asked(const expression& tree, names& to) const;
  names asked_in(const arguments& given) const;
  std::size_t with_other_captures(std::size_t rule, const names& asked);
  std::size_t renamed(std::size_t rule);
  void edge(std::size_t to) { result_.instances[current_].edges.push_back(to); }
  static std::size_t number(std::map<std::string, std::size_t>& of, const expression& tree);

  plain_forms plain_;
  grammar result_;
  std::vector<std::size_t> places_;               // in the result, of the rules that were read
  std::map<std::size_t, std::size_t> renamed_;    // rules of the result, and the same under other names of captures
  std::vector<names> asked_;                      // for each instance: the captures of others that it asks for
  std::map<key, std::size_t> known_;              // instances
  std::map<std::string, std::size_t> arguments_;  // what was given somewhere, as a text
  std::map<std::string, std::size_t> stops_;      // likewise
  std::size_t current_ = 0;                       // the instance that is being expanded
  std::size_t place_ = 0;                         // how many arguments of its rule were met
  std::size_t depth_ = 0;
};

}  // namespace toolcall::engine
