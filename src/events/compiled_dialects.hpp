// The dialects in use, laid out as one program.

#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

#include "engine/program.hpp"
#include "events/dialect_traits.hpp"

namespace toolcall::events {

struct label_meaning {
  std::string_view name;
  std::string_view message;
  enum class consequence : unsigned char {
    told,              // reported, nothing else
    incomplete,        // the call is incomplete
    by_finish_reason,  // incomplete where the finish reason is "length"
    without_fields,    // incomplete where it has no field
    refused,           // the call is refused
    held,              // the calls behind it are told whole, or refused
    silent,            // nothing is reported: it is there to be switched off
  } then = consequence::told;
  bool concerns_field = false;  // the field before it, and not the call as a whole
};

struct compiled_grammar {
  engine::program program;
  std::vector<label_meaning> labels;  // by label number of program
};

struct compiled_dialects {
  compiled_grammar grammar;
  std::vector<dialect_traits> traits;  // by the dialect numbers of program.items
};

// What a page's front matter says of its calls. Throws setup_error where it says something else.
dialect_traits traits_of(std::string_view name, std::string_view telling, std::string_view repeats);

// Lays a grammar out, with the labels' meanings of spec/recovery.md. Throws setup_error where the machine cannot run
// it.
std::shared_ptr<compiled_dialects> compile(const engine::grammar& source, std::vector<dialect_traits> traits);

// What spec/recovery.md says of a label that is no rule's but the library's own (unknown_tool, ...).
label_meaning meaning_of(std::string_view label);

}  // namespace toolcall::events
