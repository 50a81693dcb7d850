// Reads a log of node events. The one idea: begin and end are brackets, so a stack of the begins still open answers
// everything.

#include "interpreter/node_events.hpp"

#include <algorithm>

namespace toolcall::interpreter {
namespace {

bool closes(const node_event& m) {
  return m.is == node_event_type::end || m.is == node_event_type::failed;
}

bool of_dialect(const node_event& m) {
  return m.what.compare(0, 8, "dialect:") == 0;
}

// The text of the role with the node events [first, last]: its bytes, where the outermost completed replacements stand
// for theirs.
std::string content(const std::vector<node_event>& events, std::string_view text, std::size_t first, std::size_t last) {
  std::string result;
  std::size_t p = events[first].begin, deep = 0;
  for (std::size_t m = first + 1; m < last; ++m) {
    if (events[m].what.compare(0, 2, "->") != 0) continue;
    if (events[m].is == node_event_type::begin) ++deep;
    if (closes(events[m])) --deep;
    if (events[m].is != node_event_type::end || deep > 0) continue;
    result.append(text.substr(p, events[m].begin - p)).append(events[m].what, 2);
    p = events[m].end;
  }
  return result.append(text.substr(p, events[last].end - p));
}

}  // namespace

std::vector<node_event> open_roles(const std::vector<node_event>& events, std::size_t from) {
  std::vector<node_event> open;
  for (std::size_t m = from; m < events.size(); ++m) {
    if (events[m].is == node_event_type::begin) open.push_back(events[m]);
    if (closes(events[m])) open.pop_back();
  }
  std::reverse(open.begin(), open.end());
  return open;
}

open_call innermost_call(const std::vector<node_event>& events, std::string_view text) {
  struct role {
    std::size_t begin;
    open_call facts;
  };
  std::vector<role> open;
  const auto is_call = [&](const role& r) { return events[r.begin].what == "call"; };
  for (std::size_t m = 0; m < events.size(); ++m) {
    if (events[m].is == node_event_type::begin) open.push_back({m, {}});
    if (!closes(events[m])) continue;
    const std::size_t begin = open.back().begin;
    open.pop_back();
    const auto call = std::find_if(open.rbegin(), open.rend(), is_call);
    const bool directly = std::all_of(open.rbegin(), call, [&](const role& r) { return of_dialect(events[r.begin]); });
    if (events[m].is == node_event_type::failed || call == open.rend()) continue;
    if (events[m].what == "name") call->facts.named = true, call->facts.tool = content(events, text, begin, m);
    if (events[m].what == "key" && directly) call->facts.keys.insert(content(events, text, begin, m));
  }
  const auto call = std::find_if(open.rbegin(), open.rend(), is_call);
  return call == open.rend() ? open_call() : call->facts;
}

std::string show(const std::vector<node_event>& events) {
  static const char* const words[] = {"begin", "end", "failed", "label", "note"};
  std::string lines;
  for (const node_event& m : events) {
    lines.append(words[static_cast<int>(m.is)]).append(" ").append(m.what).append(" ").append(std::to_string(m.begin));
    if (m.is != node_event_type::begin) lines.append("-").append(std::to_string(m.end));
    lines += '\n';
  }
  return lines;
}

}  // namespace toolcall::interpreter
