// Collects a grammar from the constants that a PEGTL grammar's types have become.

#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include <toolcall/engine/rule_constant.hpp>

#include "engine/expansion.hpp"

namespace toolcall::engine {

struct dialect_in_use {
  std::size_t number;  // for the node events
  std::span<const offered_rule> offers;
};

// Items of the message, in the order in which they are to be tried; see expansion.
class grammar_builder {
 public:
  // dialects.r asks these, in this order.
  explicit grammar_builder(const std::vector<dialect_in_use>& dialects = {});
  grammar_builder(const grammar_builder&) = delete;
  grammar_builder& operator=(const grammar_builder&) = delete;

  // A page_item without a rule adds nothing.
  void add_item(const page_item& item, std::size_t dialect, bool starts_line = false);
  void add_note(const page_item& item, std::size_t dialect, std::string_view label, grammar::requirement when = {});

  const grammar& made() const { return expansion_.made(); }

 private:
  std::size_t rule_of(const rule_constant& n, std::string_view name);
  expression read(const rule_constant& n);
  expression form_of(const rule_constant& n);
  void read_bodies();

  written_grammar written_;
  std::map<const rule_constant*, std::size_t> known_;  // rules
  std::vector<const rule_constant*> nodes_;            // by rule
  std::size_t read_ = 0;                               // rules whose bodies are there
  expansion expansion_{written_};
};

}  // namespace toolcall::engine
