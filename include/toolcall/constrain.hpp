// Constraints for guided decoding: a grammar of the messages that render writes, for the engines that hold a model to
// one.
//
// It is made of the marks that the dialect's page declares (spec/marks.md) and of the schemas of the tools. A message
// that it allows is read without a recovery.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/tool_choice.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

enum class constraint_format : std::uint8_t {
  structural_tag,  // JSON, of xgrammar
  ebnf,            // of xgrammar
  lark,            // of llguidance
  gbnf,            // of llama.cpp
};

// As the command line has it, such as "structural-tag".
constexpr std::string_view to_string(constraint_format value) noexcept {
  switch (value) {
    case constraint_format::structural_tag:
      return "structural-tag";
    case constraint_format::ebnf:
      return "ebnf";
    case constraint_format::lark:
      return "lark";
    case constraint_format::gbnf:
      return "gbnf";
  }
  return {};
}

struct constraint_options {
  // automatic: text, then calls, or either. required: calls. named: calls of this tool. none: text.
  tool_choice choice{};
  bool parallel = true;    // several calls, or at most one
  bool reasoning = false;  // reasoning may stand before them, between the marks of the dialect
};

// What of a schema the constraint does not say: values that the schema forbids are allowed, or some that it allows are
// not.
struct constraint_limit {
  std::string pointer;  // into the tools as they were handed in: /tools/0/parameters/properties/x/pattern
  std::string reason;
};

struct constraint {
  std::string text;  // UTF-8, in the format
  std::vector<constraint_limit> limits;
};

// `which` is one dialect, of the library or of a page (dialect::of_page). Arguments stand in the order in which their
// schema lists them, and an object whose schema lists members has no others unless it allows them.
//
// Throws setup_error where there can be none: no dialect or several, one that declares no form or has no mark by which
// a call can be told from text, no tools, a tool_choice that names none of them, or no arguments that fit a schema.
[[nodiscard]] constraint constrain(const dialect& which, const tools& declared, constraint_format format,
                                   const constraint_options& how = {});

}  // namespace toolcall
