// Collects a grammar from the nodes of its items.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <toolcall/engine/expression.hpp>
#include <toolcall/engine/node.hpp>

namespace toolcall::engine {

struct dialect_in_use {
  std::string_view name;
  std::size_t number;  // for the marks
};

// Items of the message, in the order in which they are to be tried.
class grammar_builder {
 public:
  grammar_builder() = default;  // every dialect is in use, numbered as they are met
  explicit grammar_builder(std::vector<dialect_in_use> dialects)
      : dialects_(std::move(dialects)), every_dialect_(false) {}

  // An item that is the same as an earlier one could never match, so it is left out. The names are kept as views.
  void add_item(const node& rule, std::string_view name, std::size_t dialect);
  template <typename Rule>
  void add_item(std::size_t dialect);  // defined in layout.hpp

  const grammar& made() const { return made_; }

 private:
  expression expanded(const node& n);
  expression form(const node& n);
  std::vector<expression> children(const node& n);
  expression joined(const node& n);
  expression called(const node& n);
  expression choice(const node& n);
  expression of_dialect(const node& n);
  std::optional<std::size_t> number_of(std::string_view dialect);
  void forget(std::size_t rules, std::size_t dialects);

  grammar made_;
  std::map<const node*, std::size_t> known_;  // rules
  std::vector<const node*> nodes_;            // by rule
  std::vector<dialect_in_use> dialects_;
  bool every_dialect_ = true;  // a dialect that is met for the first time is in use
};

}  // namespace toolcall::engine
