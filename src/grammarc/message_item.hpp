// One of the items that a message is a sequence of, as a rule of a page.

#pragma once

#include <set>
#include <string>
#include <vector>

namespace toolcall::grammarc {

struct message_item {
  std::string page, rule;
  std::string note{};  // a label: where the rule matches, that is noted, and the items after it are tried
  // Of a note, where dialects are selected from: whether its page must be in use for it, or out of use.
  enum class presence : unsigned char { any, in_use, out_of_use } of_page = presence::any;
};

// The pages that are in use: those of items that are read, and not only noted.
inline std::set<std::string> pages_in_use(const std::vector<message_item>& items) {
  std::set<std::string> pages;
  for (const message_item& each : items)
    if (each.note.empty()) pages.insert(each.page);
  return pages;
}

}  // namespace toolcall::grammarc
