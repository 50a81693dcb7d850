// Arguments that grow on the way round: f(x) <- f("a" x) would be another rule each time, without end.
//
// Each parameter points to the parameters that it is passed to; the step grows where it is passed inside something
// larger. A circle with a growing step has no finite set of instances, and every other recursion has one: a list of
// arguments that is only passed on, or starts anew, comes back to itself.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

using parameter = std::pair<const rule*, std::string>;

struct step {
  parameter from;
  parameter to;
  bool grows = false;
  const page* where = nullptr;
  const expression* call = nullptr;
};

void find_parameters(const expression& written, std::set<std::string>& names) {
  if (written.is == form::parameter) names.insert(written.text);
  for (const expression& child : written.children) find_parameters(child, names);
}

void collect(const std::vector<page>& pages, const page& here, const rule& around, const expression& written,
             std::vector<step>& steps) {
  if (written.is == form::call) {
    const std::vector<page_rule> targets = find_rules(pages, here, written.text);
    for (std::size_t i = 0; i < written.children.size(); ++i) {
      std::set<std::string> names;
      find_parameters(written.children[i], names);
      const bool grows = written.children[i].is != form::parameter;
      for (const page_rule& target : targets)
        for (const std::string& name : names)
          steps.push_back({{&around, name}, {target.of, target.of->parameters[i]}, grows, &here, &written});
    }
  }
  for (const expression& child : written.children) collect(pages, here, around, child, steps);
}

std::set<parameter> reached_from(const parameter& start, const std::multimap<parameter, parameter>& next) {
  std::set<parameter> reached;
  std::vector<parameter> waiting{start};
  while (!waiting.empty()) {
    const parameter from = waiting.back();
    waiting.pop_back();
    if (!reached.insert(from).second) continue;
    const auto [first, last] = next.equal_range(from);
    for (auto each = first; each != last; ++each) waiting.push_back(each->second);
  }
  return reached;
}

}  // namespace

void check_arguments(const std::vector<page>& pages, problems& found) {
  std::vector<step> steps;
  for (const page& here : pages)
    for (const rule& each : here.rules) collect(pages, here, each, each.body, steps);
  std::multimap<parameter, parameter> next;
  for (const step& each : steps) next.emplace(each.from, each.to);
  for (const step& each : steps) {
    if (!each.grows || reached_from(each.to, next).count(each.from) == 0) continue;
    found.push_back({each.where->file, each.call->line, each.from.first->name,
                     shown(*each.call) +
                         " comes back to this rule with an argument that has grown, so there would be "
                         "no end of rules; pass " +
                         each.from.second + " on as it is"});
  }
}

}  // namespace toolcall::grammarc
