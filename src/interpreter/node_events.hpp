// What a match leaves after: where roles begin, end and fail, and which recoveries were needed.

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::interpreter {

enum class node_event_type { begin, end, failed, label, note };

struct node_event {
  node_event_type is = node_event_type::begin;
  std::string what;  // the role, "->x" for a replacement by x, "block" for an item, "dialect:x", the label
  std::size_t begin = 0, end = 0;  // begin: both here; end and failed: from the role's begin; label: what b matched;
                                   // note: what its rule matched
  bool operator==(const node_event& other) const {
    return is == other.is && what == other.what && begin == other.begin && end == other.end;
  }
};

// The begin events from index `from` on that have no end yet, innermost first.
std::vector<node_event> open_roles(const std::vector<node_event>& events, std::size_t from);

struct open_call {
  bool named = false;
  std::string tool;            // the content of its last completed name
  std::set<std::string> keys;  // of the completed keys that stood in it with no other role but a dialect's between
};
open_call innermost_call(const std::vector<node_event>& events, std::string_view text);

// One node event a line: begin call 0, end call 0-7, failed key 3-5, label x 5-5.
std::string show(const std::vector<node_event>& events);

}  // namespace toolcall::interpreter
