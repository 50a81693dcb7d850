// Which pages are dialects, and what dialects.r means: the rule r of every dialect that has one.

#pragma once

#include <string_view>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// A rule that somebody writes down, here or in another page.
struct place {
  const page* where = nullptr;
  const rule* of = nullptr;
};

// A page whose front matter names a dialect; the others are shared, and a rule call on them is a rule like any other.
bool is_dialect(const page& here);

// In the order in which they are asked.
std::vector<const page*> dialects_among(const std::vector<page>& pages);

// r, where text is dialects.r; else empty.
std::string_view rule_of_dialects(std::string_view text);

// What dialects.r may stand for, in order.
std::vector<place> rules_of_dialects(const std::vector<page>& pages, std::string_view r);

}  // namespace toolcall::grammarc
