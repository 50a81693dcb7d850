// A message of a dialect as rules: reasoning, text and calls, as the choice of tools wants them.

#pragma once

#include <string>
#include <vector>

#include <toolcall/constrain.hpp>
#include <toolcall/dialect.hpp>

#include "constraints/call_rules.hpp"
#include "constraints/grammar.hpp"

namespace toolcall::constraints {

// How calls stand beside text in a dialect, as its reader has it.
enum class beside_text : std::uint8_t { anywhere, at_line_start, never };

class message_rules {
 public:
  // `offered` are the tools that may be called.
  message_rules(const call_setting& how, const std::vector<offered_tool>& offered, bool parallel, beside_text where);

  // Throws setup_error where a call cannot be told from text.
  expression message(const constraint_options& how);

 private:
  // A call from its first text on; what follows that is a rule.
  struct one_call {
    std::string begin;
    std::size_t rest;
  };
  struct opening {
    std::string mark;
    expression rest;
  };

  void add_calls();
  std::vector<std::string> add_bodies(expressions& to);
  std::string shared_begin() const;
  expression written(const one_call& of) const;
  expression any_call() const;
  expression calls(expression first) const;
  expression joined_calls(expression first) const;
  std::vector<opening> openings() const;
  expression automatic() const;
  expression text_and_calls() const;
  std::vector<std::string> never_in_text() const;
  const writer::piece* joining_piece() const;

  const call_setting& how_;
  const std::vector<offered_tool>& offered_;
  bool parallel_;
  beside_text place_;
  std::vector<one_call> calls_{};
  std::size_t any_ = 0;  // the rule of a call
};

}  // namespace toolcall::constraints
