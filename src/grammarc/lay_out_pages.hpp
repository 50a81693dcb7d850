// Pages as a grammar that is laid out, without a compiler: the way `toolcall try` and random grammars reach the
// machine.

#pragma once

#include <vector>

#include "engine/expression.hpp"
#include "engine/written_rules.hpp"
#include "grammarc/message_item.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// The dialects in use are those that the items come from, but for what is only noted. A dialect's number is the place
// of its page; what belongs to none, and what is only noted, has the number engine::no_dialect. every_call: see
// engine::expansion.
engine::grammar lay_out_pages(const std::vector<page>& pages, const std::vector<message_item>& items,
                              bool every_call = false);

// What a message is tried for, in order: what is quoted, then the calls of these dialects, their reasoning, their marks
// of control. What looks like a call of another dialect is noted.
std::vector<message_item> items_of(const std::vector<page>& all_pages, const std::vector<const page*>& dialects);

// The dialects first and in their order, which is that of their numbers in the library.
std::vector<page> numbered(const std::vector<page>& pages);

// All of these pages' dialects as one grammar, any of which may be in use.
engine::grammar to_select_from(const std::vector<page>& pages);

// The rules of these pages, for whoever lays some of them out later.
engine::rules_in_numbers rules_in_numbers(const std::vector<page>& pages);

// What the head of a message may show, noted in a message that has nothing else.
engine::grammar heads_in(const std::vector<page>& pages);

}  // namespace toolcall::grammarc
