// What the host allows: which damage is repaired, and which shapes count as calls at all. spec/recovery.md says why the
// defaults are what they are; `toolcall parse` has a flag of the same name for each member.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/typing_level.hpp>
#include <toolcall/unknown_keys.hpp>

namespace toolcall {

enum class unknown_tools : std::uint8_t {
  surface,  // a native call of an undeclared tool is a call, with the diagnostic unknown_tool
  text,     // its bytes are visible text
};

// As policy::set takes it.
constexpr std::string_view to_string(unknown_tools value) noexcept {
  switch (value) {
    case unknown_tools::surface:
      return "surface";
    case unknown_tools::text:
      return "text";
  }
  return {};
}

enum class calls_in_reasoning : std::uint8_t {
  dialect,          // a call that ends the message ends reasoning that was not closed
  if_nothing_else,  // also where the reasoning is closed after that call and nothing follows, so there is no answer
  never,            // what stands in reasoning is reasoning
  always,           // also where the reasoning is closed after that call, whatever follows
};

// As policy::set takes it.
constexpr std::string_view to_string(calls_in_reasoning value) noexcept {
  switch (value) {
    case calls_in_reasoning::dialect:
      return "dialect";
    case calls_in_reasoning::if_nothing_else:
      return "if_nothing_else";
    case calls_in_reasoning::never:
      return "never";
    case calls_in_reasoning::always:
      return "always";
  }
  return {};
}

enum class invalid_calls : std::uint8_t {
  surface,  // a call that violates its schema is a call; its status and diagnostics say so
  refuse,   // it is refused
};

// As policy::set takes it.
constexpr std::string_view to_string(invalid_calls value) noexcept {
  switch (value) {
    case invalid_calls::surface:
      return "surface";
    case invalid_calls::refuse:
      return "refuse";
  }
  return {};
}

// What becomes of a result, or of another speaker's turn, that the model made up, and of all after it. It is no call
// either way, and the diagnostic made_up_result or made_up_turn says where it begins.
enum class made_up : std::uint8_t {
  hide,  // it is markup
  text,  // it is visible text
};

// As policy::set takes it.
constexpr std::string_view to_string(made_up value) noexcept {
  switch (value) {
    case made_up::hide:
      return "hide";
    case made_up::text:
      return "text";
  }
  return {};
}

// What shows that there is a call where no dialect in use has its marks (spec/dialects/general.md). The declared names,
// and that each byte to the end of the message is explained, are asked for in any case. Each word includes those
// before.
enum class evidence : std::uint8_t {
  off,    // such a text is no call
  marks,  // marks that speak of a call: drifted_call
  keys,   // also the keys of an object: drifted_object
  all,    // also a name that stands directly before its arguments: drifted_line
};

// As policy::set takes it.
constexpr std::string_view to_string(evidence value) noexcept {
  switch (value) {
    case evidence::off:
      return "off";
    case evidence::marks:
      return "marks";
    case evidence::keys:
      return "keys";
    case evidence::all:
      return "all";
  }
  return {};
}

// Which quotations make text of the calls in them.
struct quotation_guard {
  bool fences = true;
  bool inline_code = true;
  bool block_quotes = true;
};

struct policy {
  bool native_only = false;            // nothing is repaired: a call that lacks its dialect's wrapper is text
  bool require_wrapper = false;        // no call without a wrapper or an opening marker: its bytes are text
  std::vector<std::string> without{};  // labels of spec/recovery.md that are switched off: a call that needs one is
                                       // incomplete, or text where that is certain before the call begins
  std::vector<std::string> confirm{};  // labels, and words of call_evidence: a complete call that needed one, or is
                                       // read by that evidence, has the status needs_confirmation. "repaired" stands
                                       // for each label of a recovery
  std::vector<std::string> history_marks{};  // bytes that the host writes into the history and nowhere else: a call
                                             // that holds one, or stands after one, is an echo, and text
  toolcall::unknown_tools unknown_tools = toolcall::unknown_tools::surface;
  toolcall::calls_in_reasoning calls_in_reasoning = toolcall::calls_in_reasoning::dialect;
  toolcall::quotation_guard quotation_guard{};
  toolcall::invalid_calls invalid_calls = toolcall::invalid_calls::surface;
  toolcall::made_up made_up = toolcall::made_up::hide;
  toolcall::evidence evidence = toolcall::evidence::all;
  typing_level max_level = typing_level::assumed;  // a conversion beyond it is refused
  toolcall::unknown_keys unknown_keys = toolcall::unknown_keys::keep;
  bool hold_calls = false;  // a call is emitted when it is complete, so that one that fails is never begun

  // Sets a member by its flag's name, without the dashes before it, to one of its words. A switch takes "on" and "off",
  // and an empty word is "on". Throws setup_error that lists the words.
  void set(std::string_view name, std::string_view value);
};

// A member that policy::set takes: its name, its words ("a|b"; empty: a switch) and the word by default.
struct policy_setting {
  std::string_view name, words, by_default;
  bool several;  // it takes several words, with commas between them; the first call sets none of them
  void (*set)(policy&, std::string_view word);
};

[[nodiscard]] std::span<const policy_setting> policy_settings();

// Throws setup_error for a label in `without` or `confirm` that does not exist, and names similar ones; for one in
// `confirm` that no complete call can have; and for a mark of the history of less than 8 bytes. parser() checks too,
// with the labels of its own dialect.
void check_labels(const policy& how);

}  // namespace toolcall
