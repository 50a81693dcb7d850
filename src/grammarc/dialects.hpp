// Which pages are dialects, and what dialects.r means: the rule r of every dialect that has one.

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// The rules of a dialect that a message is tried for, in this order.
inline constexpr std::array<std::string_view, 4> entries = {"call", "unread", "reasoning", "control"};

// The rules that shared pages ask of all dialects, of which each may have some (dialects.r).
inline constexpr std::array<std::string_view, 9> asked_of_dialects = {"call_mark",    "last_calls",      "value_begin",
                                                                      "value_end",    "opening_damaged", "result_mark",
                                                                      "speaker_mark", "turn_mark",       "token"};

// A rule that somebody writes down, here or in another page.
struct page_rule {
  const page* where = nullptr;
  const rule* of = nullptr;
};

// A page whose front matter names a dialect; the others are shared, and a rule call on them is a rule like any other.
bool is_dialect(const page& here);

// Null where the page has no rule of this name.
const rule* rule_named(const page& here, std::string_view name);

// The rule by which the message reads an entry; null where the page has none, or says `message.never`.
const rule* entry_of(const page& here, std::string_view entry);

// How calls of this dialect begin, for messages in which none was read; null where its page does not say it.
const rule* call_sign_of(const page& here);

// Whether a literal of this page is a special token of the model. One in any letter case is its token in each of them.
bool is_token(const page& here, const expression& literal);

// In the order in which they are tried.
// Of a dialect: where automatic detection asks it; nothing where its front matter does not say so, or says no number.
std::optional<int> order_of(const page& here);

struct ordered_dialect {
  std::string_view name;
  int order;
};

// Each dialect has an order, and no two have the same.
void check_order(const page& here, const std::vector<ordered_dialect>& others, std::vector<problem>& found);

std::vector<const page*> dialects_among(const std::vector<page>& pages);

using engine::rule_of_dialects;

// What dialects.r may stand for, in order.
std::vector<page_rule> rules_of_dialects(const std::vector<page>& pages, std::string_view r);

}  // namespace toolcall::grammarc
