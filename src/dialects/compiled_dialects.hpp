// The dialects in use, laid out as one program.

#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/engine/page_facts.hpp>
#include <toolcall/event.hpp>

#include "dialects/dialect_traits.hpp"
#include "engine/program.hpp"
#include "typing/lazy.hpp"

namespace toolcall::events {

struct label_meaning {
  std::string_view name;
  std::string_view message;
  enum class consequence : unsigned char {
    reported,          // and nothing else
    incomplete,        // the call is incomplete
    by_finish_reason,  // incomplete where the finish reason is "length"
    without_fields,    // incomplete where it has no field
    refused,           // the call is refused
    held,              // the calls after it are emitted whole, or refused
    switched,          // nothing is reported: it is there to be switched off
    without_a_call,    // reported at the end of a message that has no call
    looked_at_again,   // likewise, if the text from there on is a call when it is read by itself
    by_arguments,      // a call without a name may be of the tool that has its arguments; then it is reported
    as_mark,           // reported where the mark is not a part of the text
    to_the_end,        // reported, and all that follows in the message is of one kind
    by_names,  // of a message's head: reported at its end, if it names a declared tool and nothing else is reported
  } then = consequence::reported;
  bool concerns_field = false;                    // the field before it, and not the call as a whole
  call_evidence evidence = call_evidence::exact;  // of a call that needs it
  bool concerns_no_call = false;                  // no call is read because of it
};

struct compiled_grammar {
  engine::program program;
  std::span<const label_meaning> labels;  // by label number of program
};

struct compiled_dialects;

// What else is made of a selection when it is first asked for. A copy, of which another selection is made, has none of
// it.
struct other_selection {
  other_selection() = default;
  other_selection(const other_selection&) {}
  other_selection& operator=(const other_selection&) = delete;

  typing::lazy<std::shared_ptr<const compiled_dialects>> value;
};

struct compiled_dialects {
  compiled_grammar grammar;
  std::span<const dialect_traits> traits;  // by the dialect numbers of program.items
  std::shared_ptr<const void> owner{};     // of labels and traits
  other_selection forced{};                // with a dialect that reads JSON that a server forced

  bool uses(std::size_t dialect) const { return grammar.program.in_use.uses(dialect); }
  // Without a dialect the defaults hold.
  const dialect_traits& traits_of(std::size_t dialect) const {
    static const dialect_traits none{};
    return dialect < traits.size() ? traits[dialect] : none;
  }
};

// At which turns end, by the pages of the library; some begin the next turn, where templates write no mark before.
std::span<const std::string_view> turn_marks();

// What a page's front matter says of its calls. Throws setup_error where it says something else.
dialect_traits traits_of(const engine::page_facts& page);

// Lays a grammar out. A label means what the first of `labels` with its name says, or else what spec/recovery.md said
// when the library was compiled. The names and messages are kept as views. Throws setup_error where the machine cannot
// run the grammar.
std::shared_ptr<compiled_dialects> compile(const engine::grammar& source, std::vector<dialect_traits> traits,
                                           std::span<const label_facts> labels = {},
                                           const engine::layout_effort& effort = {});

// The meanings of a program that is laid out. A label of the library means what it always means, for no page may have
// it; others, what the first of `own` with its name says.
std::shared_ptr<compiled_dialects> with_meanings(engine::program laid_out, std::vector<dialect_traits> traits,
                                                 std::span<const label_facts> own);

// Throws setup_error where a page of a host may not have this label.
void check_label(std::string_view page, const label_facts& label);

// What spec/recovery.md says of a label that is not a rule's but the library's own (unknown_tool, ...).
label_meaning meaning_of(std::string_view label);

}  // namespace toolcall::events
