// The examples of the pages, ready to be read and compared.

#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

#include "events/emitted.hpp"
#include "grammarc/tree.hpp"
#include "interpreter/interpreter.hpp"

namespace toolcall::tests {

struct example {
  std::string place;    // spec/dialects/minimax.md:12: title
  std::string page;     // minimax
  std::string dialect;  // the page's; empty for shared pages
  std::string text, expected, prefill, finish;
  tool_choice choice;
  bool tools_given = false;
  bool read_named = false;  // what it says holds only where its dialect is named
  std::string held;  // "auto" or "always": whether what follows it waits for the end of the text only with all dialects
  std::vector<std::string> tool_names;
  tools declared;

  parser fresh(bool automatic, bool collect = false) const;
  parser reader(const toolcall::dialect& which, bool collect = true, trace_sink trace = {}) const;
};

// What an example declares, as the definition takes it: from the file that declares it, not from the library.
interpreter::names names_of(const example& of);

// Compiled once; every dialect where the name is empty.
const dialect& dialect_named(const std::string& name);

// The whole of spec/, read once. Throws if a page cannot be read or names a tool that spec/tools.json does not have.
const std::vector<grammarc::page>& pages();
const std::vector<example>& examples();

// TOOLCALL_PAGE=NAME,NAME asks for these pages alone, dialects or shared ones.
bool is_wanted(std::string_view page);
// The examples of the pages that are wanted; with a sanitizer a share of them (tests/README.md). Throws if there are
// none.
std::vector<const example*> wanted_examples();

// One of them, with a piece of another in the place of some of its bytes, and perhaps cut off by the limit.
example damaged_example(std::mt19937_64& bits);

// spec/tools.json, or those tools of it that are named.
std::string tools_json();
tools tools_named(const std::vector<std::string>& names);

// The lines of a result: `text`, `reasoning`, `call`, `invalid`, `incomplete`, `refused` in the order of the text, then
// each `note`. Empty if what was emitted is what is expected, else both. With TOOLCALL_UPDATE=1 the page's example is
// written anew instead (tests/golden.hpp).
std::string difference(const example& of, const emitted& all);

}  // namespace toolcall::tests
