// A shared rule is checked once for each list of arguments that it is called with. So the rule that was found wrong is
// followed back, caller by caller, to the nearest call on the page in question; rules that were given something written
// on that page come first, because that is most likely what is wrong.

#include "grammarc/cause.hpp"

#include <algorithm>
#include <deque>

#include "grammarc/check_graph.hpp"

namespace toolcall::grammarc {
namespace {

bool is_at(const graph_node& here, const problem& found) {
  const problem same = problem_at(here, "");
  return same.file == found.file && same.line == found.line && same.rule == found.rule;
}

// The instances in which the problem may lie; those that hold something of the file first.
std::deque<std::size_t> instances_of(const graph& of, const problem& found, const std::string& file) {
  std::vector<bool> suspected(of.instances.size()), given(of.instances.size());
  for (const graph_node& each : of.nodes) {
    if (is_at(each, found)) suspected[each.inside] = true;
    if (each.where->file == file) given[each.inside] = true;
  }
  std::deque<std::size_t> all;
  for (std::size_t i = 0; i < of.instances.size(); ++i) {
    if (!suspected[i]) continue;
    if (given[i])
      all.push_front(i);
    else
      all.push_back(i);
  }
  return all;
}

}  // namespace

std::optional<cause> cause_of(const problem& found, const std::vector<page>& pages, const std::string& file) {
  const graph of = build_graph(pages);
  std::vector<std::vector<const graph_node*>> callers(of.instances.size());
  for (const graph_node& each : of.nodes)
    if (each.is == form::call) callers[each.callee].push_back(&each);
  std::deque<std::size_t> next = instances_of(of, found, file);
  std::vector<bool> seen(of.instances.size());
  for (; !next.empty(); next.pop_front()) {
    if (seen[next.front()]) continue;
    seen[next.front()] = true;
    for (const graph_node* each : callers[next.front()]) {
      if (each->where->file == file) {
        const problem at = problem_at(*each, "");
        return cause{at.line, at.rule, each->written->text};
      }
      next.push_back(each->inside);
    }
  }
  return std::nullopt;
}

}  // namespace toolcall::grammarc
