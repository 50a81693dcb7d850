// Small dialects for the tests of what the notation can express.

#pragma once

#include "grammarc/check.hpp"
#include "read_fragment.hpp"

namespace fragment {

// One dialect, read and checked: nothing may be wrong with it.
inline page dialect(std::string_view rules, std::string_view more_front = "") {
  auto made = read(rules, "dialect", "---\ndialect: dialect\n" + std::string(more_front) + "---\n");
  INFO(rules);
  CHECK(shown(check({made}, {})) == "");
  return made;
}

inline std::string printed(const page& page, std::string_view rule) {
  return print(rule_of(page, rule).body);
}

// Whether a form occurs in a rule.
inline bool has(const page& page, std::string_view rule, form is, std::string_view text = "") {
  return find(rule_of(page, rule).body, is, text) != nullptr;
}

}  // namespace fragment
