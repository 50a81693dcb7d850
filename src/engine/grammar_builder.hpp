// Collects a grammar from rules of two sorts: the constants that a PEGTL grammar's types have become, and those of
// pages, as data.

#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <toolcall/engine/rule_constant.hpp>

#include "engine/expansion.hpp"
#include "engine/written_rules.hpp"

namespace toolcall::engine {

// Items of the message, in the order in which they are to be tried; see expansion. The dialects in use are known before
// the first of them.
class grammar_builder {
 public:
  static constexpr std::size_t none = written_grammar::no_rule;

  grammar_builder() = default;
  grammar_builder(const grammar_builder&) = delete;
  grammar_builder& operator=(const grammar_builder&) = delete;

  std::vector<page_rules> add(const written_rules& from) { return add_rules(from, written_); }
  // A rule that is a type; none for an item without a rule.
  std::size_t rule_of(const page_item& item);

  // dialects.r asks these, in this order. The number of a dialect is for the node events.
  void use(std::size_t dialect, const page_rules& page) {
    written_.dialects.push_back(offers_of(written_, page, dialect));
  }
  void use(std::size_t dialect, std::span<const offered_rule> offers);

  // Without a rule nothing is added.
  void add_item(std::size_t rule, std::size_t dialect, grammar::begins starts = grammar::begins::nothing);
  void add_note(std::size_t rule, std::size_t dialect, std::string_view label, grammar::requirement when = {});

  const grammar& result() const { return expansion_.result(); }

 private:
  std::size_t rule_of(const rule_constant& n, std::string_view name);
  expression read(const rule_constant& n);
  expression form_of(const rule_constant& n);
  void read_bodies();

  written_grammar written_;
  std::map<const rule_constant*, std::size_t> known_;                    // rules
  std::vector<std::pair<const rule_constant*, std::size_t>> unwritten_;  // rules whose bodies are not there yet
  expansion expansion_{written_};
};

}  // namespace toolcall::engine
