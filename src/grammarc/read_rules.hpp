// The peg blocks of a page, rule by rule. See spec/notation.md, "The notation in itself".

#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

inline bool is_role(std::string_view name) {
  return engine::role_named(name).has_value();
}

// The rules and givens of one block whose first byte stands in first_line of its page, added to those of the page. A
// rule that cannot be read is one problem and is left out; reading goes on at the next line that begins a rule.
void read_rules(page& into, std::string_view content, std::size_t first_line, std::vector<problem>& problems);

// What the reader of escapes found: bytes, or why they spell no bytes.
struct spelled_bytes {
  std::string bytes;
  std::string wrong;  // empty when nothing is
};
struct spelled_set {
  std::bitset<256> bytes;
  std::string wrong;
};

// The inside of "…", without its quotes.
spelled_bytes read_literal(std::string_view inside);

// The inside of […], with its ^ but without its brackets.
spelled_set read_class(std::string_view inside);

}  // namespace toolcall::grammarc
