// Lists what is only tried, and which loops lead back to it.
//
// a* is "a, or stop", a? is "a, or nothing", and an entry is an alternative of the message. Whether a loop leads back
// is carried through calls: a rule called in a loop stands in it.

#include "grammarc/check_tried.hpp"

#include <utility>

#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

// For every node: stands in a loop of a page, in the rule itself or through its callers.
std::vector<bool> find_looped(const graph& of) {
  std::vector<bool> looped(of.nodes.size(), false);
  const auto mark = [&](std::size_t kid) {
    const bool fresh = !looped[kid];
    looped[kid] = true;
    return fresh;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = 0; at < of.nodes.size(); ++at) {
      const bool loops = looped[at] || of[at].is == form::star || of[at].is == form::plus;
      if (loops)
        for (const std::size_t kid : of[at].kids) changed = mark(kid) || changed;
    }
  }
  return looped;
}

// For every node: an entry leads to it.
std::vector<bool> find_messaged(const graph& of) {
  std::vector<bool> reached(of.nodes.size(), false);
  std::vector<std::size_t> waiting;
  for (const instance& each : of.instances)
    if (each.entry) waiting.push_back(each.body);
  while (!waiting.empty()) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    if (reached[at]) continue;
    reached[at] = true;
    waiting.insert(waiting.end(), of[at].kids.begin(), of[at].kids.end());
  }
  return reached;
}

std::string in_quotes(const graph& of, std::size_t at) {
  return shown(*of[at].written);
}

// The kids of a node that are only tried.
void add_kids(const graph& of, std::size_t at, tried found, std::vector<tried>& all) {
  const graph_node& here = of[at];
  const auto add = [&](std::size_t kid, trying as, std::string or_else) {
    found.at = here.kids[kid];
    found.as = as;
    found.or_else = std::move(or_else);
    all.push_back(found);
  };
  switch (here.is) {
    case form::choice:
      for (std::size_t i = 0; i + 1 < here.kids.size(); ++i)
        add(i, trying::alternative, in_quotes(of, here.kids[i + 1]) + " is still an alternative");
      return;
    case form::recovery:
      return add(0, trying::guarded, "the recovery @" + here.written->text + " may still follow");
    case form::star:
    case form::plus:
      return add(0, trying::alternative, in_quotes(of, at) + " may still end before it");
    case form::optional:
      return add(0, trying::alternative, in_quotes(of, at) + " may still leave it out");
    case form::at:
    case form::not_at:
      return add(0, trying::looked_at, in_quotes(of, at) + " only looks ahead");
    case form::run:
    case form::span:
    case form::json_until:
      return add(0, trying::looked_at, "a stop only looks ahead");
    case form::followed_by:
      return add(1, trying::looked_at, "followed_by only looks ahead for it");
    default:
      return;
  }
}

}  // namespace

std::vector<tried> find_tried(const graph& of) {
  const std::vector<bool> looped = find_looped(of);
  const std::vector<bool> messaged = find_messaged(of);
  std::vector<tried> all;
  for (std::size_t at = 0; at < of.nodes.size(); ++at)
    add_kids(of, at, {0, trying::alternative, looped[at], messaged[at], {}}, all);
  for (const instance& each : of.instances)
    if (each.entry)
      all.push_back({each.body, trying::entry, false, true, "the message may still go on with something else"});
  return all;
}

}  // namespace toolcall::grammarc
