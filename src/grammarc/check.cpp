// Runs the checks over all pages together.
//
// The checks after the names are made on the graph of rules and arguments, which only exists when names resolve; so a
// page with wrong names hears of these first. A rule that is called with several arguments is looked at once for each,
// and what is said twice of the same line is said once.

#include "grammarc/check.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "grammarc/check_parts.hpp"

namespace toolcall::grammarc {
namespace {

void check_on_graph(const std::vector<page>& pages, const scope& seen, problems& found) {
  const graph of = build_graph(pages);
  const facts known = find_facts(of);
  if (!check_recursion(of, known, found)) return;
  check_emptiness(of, known, found);
  check_shadows(of, known, found, seen.in_question);
  check_cuts(of, known, found);
  check_pending(of, known, found);
  check_keys(of, found);
  check_places(of, found);
  check_speculation(of, known, found);
  anchors anchored(of, known);
  check_rereading(of, known, anchored, found);
  check_marks_read(pages, of, found);
}

void put_in_order(const std::vector<page>& pages, problems& found) {
  std::map<std::string, std::size_t> order;
  for (const page& each : pages) order.try_emplace(each.file, order.size());
  const auto key = [&](const problem& each) {
    const auto place = order.find(each.file);
    return std::make_tuple(place == order.end() ? order.size() : place->second, each.line, each.rule, each.what);
  };
  std::stable_sort(found.begin(), found.end(), [&](const problem& a, const problem& b) { return key(a) < key(b); });
  const auto same = [&](const problem& a, const problem& b) { return key(a) == key(b); };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
}

}  // namespace

std::vector<page> with_ambiguous(std::vector<page> pages) {
  for (page& each : pages) each.rules.insert(each.rules.end(), each.ambiguous.begin(), each.ambiguous.end());
  return pages;
}

bool names_resolve(const std::vector<page>& pages) {
  problems found;
  check_names(pages, found);
  if (found.empty()) check_arguments(pages, found);
  return found.empty();
}

std::vector<problem> check(const std::vector<page>& pages, const std::vector<label>& labels, const scope& seen) {
  scope wider = seen;
  wider.whole_spec = seen.whole_spec || std::count_if(pages.begin(), pages.end(), is_dialect) > 1;
  problems found;
  check_names(seen.in_question.empty() ? with_ambiguous(pages) : pages, found);
  if (found.empty()) check_arguments(pages, found);
  const bool resolved = found.empty();
  check_captures(pages, found);
  check_marks(pages, found);
  if (!labels.empty()) check_labels(pages, labels, wider, found);
  if (resolved) {
    check_use(pages, wider.whole_spec, found);
    check_on_graph(pages, seen, found);
  }
  put_in_order(pages, found);
  return found;
}

}  // namespace toolcall::grammarc
