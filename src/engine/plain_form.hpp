// What is written, expressed by the forms that are laid out.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression.hpp"

namespace toolcall::engine {

// What a dialect offers for dialects.r: rules by the name r.
struct dialect_offers {
  std::size_t number = 0;  // of the dialect, for the node events
  std::map<std::string, std::size_t, std::less<>> rules;
};

struct written_grammar {
  static constexpr std::size_t no_rule = grammar::none;  // what a call calls whose rule is not there

  std::vector<grammar::rule> rules;      // calls are numbers of these, or the text dialects.r; parameters are numbers
  std::vector<dialect_offers> dialects;  // in the order in which they are tried
};

// Plus, optional, repeat, note, when and any are expressed by other forms, dialects.r becomes a choice, and a rule that
// is one instruction stands where it is called, unless `every_call` is to stay one.
class plain_forms {
 public:
  plain_forms(const written_grammar& from, bool every_call) : from_(&from), every_call_(every_call) {}

  std::size_t rules() const { return from_->rules.size(); }
  grammar::rule of(std::size_t rule) const;

 private:
  expression plain(const expression& written) const;
  expression call(const expression& written) const;
  expression of_dialects(const expression& written, std::string_view name) const;
  expression called(std::size_t rule, std::vector<expression> arguments) const;

  const written_grammar* from_;
  bool every_call_;
};

// All of a tree, so that equal trees are one text.
void serialize(const expression& e, std::string& out);

}  // namespace toolcall::engine
