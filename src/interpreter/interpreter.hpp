// The definition, runnable: a page's tree applied to a whole text, as spec/semantics.md's table says it.
//
// Nothing of the engine is used here, so that the two can only agree by being right. Whole text, no streaming.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammarc/message_item.hpp"
#include "grammarc/tree.hpp"
#include "interpreter/failures.hpp"
#include "interpreter/node_events.hpp"

namespace toolcall::interpreter {

struct names {
  bool given = false;                                  // false: any run of name bytes is a tool, and a field
  std::map<std::string, std::set<std::string>> tools;  // name to fields
  bool call_required = false;                          // the caller wants a call
  std::string tool_chosen;                             // of this tool, if not empty
  std::set<std::string> off;                           // labels that are not there outside of calls
  std::set<std::string> deferred;                      // likewise these, until no item matches without them
  open_call around;                                    // the call in which a rule is asked; for a whole message, none
};

struct reading_limits {
  std::size_t trial_bytes = 1 << 20, span_bytes = 1 << 16, followed_by_bytes = 1 << 20, depth = 1000;
  std::size_t steps = 1 << 22;  // of this interpreter, which backtracks; past them it throws `exhausted`
};

struct exhausted {};

enum class match_kind { ok, fail, broken };

struct match_result {
  match_kind is = match_kind::fail;
  std::size_t j = 0;               // ok: the end of the match
  std::optional<std::size_t> k;    // the last cut executed, if any; always there when broken
  std::vector<node_event> events;  // broken: those that stand
  std::size_t final_count = 0;     // how many of them were final at k
};

using item = grammarc::message_item;

// What really happened while the interpreter ran: how often each form came out how, and the rarer turns by name.
struct census {
  std::map<std::pair<grammarc::form, match_kind>, std::size_t> forms;
  std::map<std::string, std::size_t> turns;
};

// The rule is applied at `at`; it is not itself a call in the count of the depth, the calls that it makes are at
// depth 1. Every dialect is in use. `farthest` learns where the match ended.
match_result evaluate(const std::vector<grammarc::page>& pages, const std::string& page, const std::string& rule,
                      std::string_view text, std::size_t at, const names& declared, const reading_limits& bounds,
                      census* count = nullptr, failures* farthest = nullptr);

// The dialects in use are those that the items come from, but for what is only noted.
std::vector<node_event> message(const std::vector<grammarc::page>& pages, const std::vector<item>& items,
                                std::string_view text, const names& declared, const reading_limits& bounds,
                                census* count = nullptr);

// Where calls, reasoning and control marks of these pages were begun in the text, and what they lacked there.
// Passages that are quoted are not looked into, and what was read with the help of a recovery was read. Does not throw
// `exhausted`: it says how far it came.
attempts failed_attempts(const std::vector<grammarc::page>& pages, const std::vector<item>& items,
                         std::string_view text, const names& declared, const reading_limits& bounds);

}  // namespace toolcall::interpreter
