// The facts of all nodes, each as a fix-point over the flat list.
//
// Recursion is what makes lengths unbounded without a loop in sight. It counts only where no cut lies on the way
// round, and whether one does depends on the outcomes; so these are found twice, first with recursion ignored.

#include "grammarc/check_facts.hpp"

#include <algorithm>

namespace toolcall::grammarc {
namespace {

template <typename Step>
std::vector<bool> least(const graph& of, Step step) {
  std::vector<bool> held(of.nodes.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = of.nodes.size(); at-- > 0;) {
      if (held[at] || !step(held, of[at], at)) continue;
      held[at] = true;
      changed = true;
    }
  }
  return held;
}

bool has_kid(const std::vector<bool>& held, const graph_node& here) {
  return std::any_of(here.kids.begin(), here.kids.end(), [&](std::size_t kid) { return held[kid]; });
}

bool all_kids(const std::vector<bool>& held, const graph_node& here) {
  return std::all_of(here.kids.begin(), here.kids.end(), [&](std::size_t kid) { return held[kid]; });
}

bool back_nullable(const graph& of, const std::vector<bool>& held, const graph_node& here) {
  const auto found = of.captures.find(capture_key(*here.where, *here.around, here.written->text));
  return found == of.captures.end() ||
         std::any_of(found->second.begin(), found->second.end(), [&](std::size_t at) { return held[at]; });
}

bool nullable_step(const graph& of, const std::vector<bool>& held, const graph_node& here) {
  const auto itself = [&]() -> bool {
    if (here.is == form::literal) return here.written->text.empty();
    return here.is == form::back ? back_nullable(of, held, here) : held[here.kids[0]];  // of a call: what it calls
  };
  return engine::may_be_empty(
      here.is, here.kids.size(), [&](std::size_t i) { return held[here.kids[i]]; }, itself);
}

bool is_wall(form is) {
  return engine::facts_of(is).cut == engine::cutting::wall;
}

// A predicate after what cannot fail changes little: "x"? !y matches everywhere but where y does. One that denies a
// class of bytes, or any byte, may be what a stop is for.
bool everywhere_step(const graph& of, const std::vector<outcomes>& may_do, const std::vector<bool>& held,
                     const graph_node& here, std::size_t at) {
  if (!may(may_do[at], fails | breaks)) return true;
  if (here.is == form::choice || here.is == form::call) return has_kid(held, here);
  const auto holds = [&](std::size_t kid) {
    return held[kid] || (of[kid].is == form::not_at && !is_one_class(of, of[kid].kids[0]));
  };
  return here.is == form::sequence && has_kid(held, here) && std::all_of(here.kids.begin(), here.kids.end(), holds);
}

bool cuts_step(const std::vector<bool>& held, const graph_node& here) {
  return engine::may_cut(here.is, here.kids.size(), [&](std::size_t i) { return held[here.kids[i]]; });
}

bool cuts_first_step(const std::vector<bool>& nullable, const std::vector<bool>& held, const graph_node& here) {
  if (here.is == form::cut) return true;
  if (is_wall(here.is) || has_stop(here.is)) return false;
  if (here.is != form::sequence) return has_kid(held, here);
  for (const std::size_t kid : here.kids) {
    if (held[kid]) return true;
    if (!nullable[kid]) return false;
  }
  return false;
}

bool bounded_step(const graph& of, const std::vector<outcomes>& may_do, const std::vector<bool>& held,
                  const graph_node& here) {
  if (is_wall(here.is) || has_stop(here.is)) return true;  // what stands inside is checked for itself
  if (here.is == form::star || here.is == form::plus)
    return is_one_class(of, here.kids[0]) || (held[here.kids[0]] && !may(may_do[here.kids[0]], plain));
  if (here.is == form::recovery) return held[here.kids[0]] && (!may(may_do[here.kids[0]], fails) || held[here.kids[1]]);
  if (here.is != form::sequence) return all_kids(held, here);
  for (const std::size_t kid : here.kids) {
    if (!held[kid]) return false;
    if (!may(may_do[kid], plain)) return true;  // what follows stands after a cut, or is never reached
  }
  return true;
}

using instances_called = std::vector<std::vector<std::size_t>>;

// Calls that may be reached from the start of their instance without a cut on the way.
class plain_calls {
 public:
  plain_calls(const graph& of, const std::vector<outcomes>& may_do)
      : reached(of.nodes.size(), false), of_(of), may_do_(may_do) {
    for (const instance& each : of.instances) walk(each.body);
  }

  std::vector<bool> reached;

 private:
  void walk(std::size_t at) {
    const graph_node& here = of_[at];
    reached[at] = here.is == form::call;
    if (here.is == form::call || here.is == form::trial) return;
    for (std::size_t i = here.is == form::followed_by ? 1 : 0; i < here.kids.size(); ++i) {
      walk(here.kids[i]);
      if (here.is == form::sequence && !may(may_do_[here.kids[i]], plain)) return;
    }
  }

  const graph& of_;
  const std::vector<outcomes>& may_do_;
};

// The instances in the order in which a search through these calls leaves them.
std::vector<std::size_t> order_left(const instances_called& called) {
  std::vector<std::size_t> order;
  std::vector<bool> reached(called.size(), false);
  struct place {
    std::size_t instance, next;
  };
  std::vector<place> way;
  for (std::size_t start = 0; start < called.size(); ++start) {
    if (!reached[start]) way.push_back({start, 0});
    reached[start] = true;
    while (!way.empty()) {
      place& here = way.back();
      if (here.next == called[here.instance].size()) {
        order.push_back(here.instance);
        way.pop_back();
        continue;
      }
      const std::size_t callee = called[here.instance][here.next++];
      if (!reached[callee]) way.push_back({callee, 0});
      reached[callee] = true;
    }
  }
  return order;
}

// A number for each instance: two have the same if each reaches the other. S. R. Kosaraju's way, as Micha Sharir,
// A strong-connectivity algorithm and its applications in data flow analysis (1981), has it.
std::vector<std::size_t> strong_components(const instances_called& called) {
  instances_called callers(called.size());
  for (std::size_t from = 0; from < called.size(); ++from)
    for (const std::size_t to : called[from]) callers[to].push_back(from);
  const std::vector<std::size_t> order = order_left(called);
  std::vector<std::size_t> component(called.size(), called.size());
  for (auto root = order.rbegin(); root != order.rend(); ++root) {
    std::vector<std::size_t> waiting{*root};
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      if (component[at] != called.size()) continue;
      component[at] = *root;
      waiting.insert(waiting.end(), callers[at].begin(), callers[at].end());
    }
  }
  return component;
}

// Of the calls that count, those which may come back to where they stand.
std::vector<bool> circles(const graph& of, const std::vector<bool>& counts) {
  instances_called called(of.instances.size());
  for (std::size_t at = 0; at < of.nodes.size(); ++at)
    if (counts[at]) called[of[at].inside].push_back(of[at].callee);
  const std::vector<std::size_t> component = strong_components(called);
  std::vector<bool> result(of.nodes.size(), false);
  for (std::size_t at = 0; at < of.nodes.size(); ++at)
    result[at] = counts[at] && component[of[at].inside] == component[of[at].callee];
  return result;
}

}  // namespace

facts find_facts(const graph& of, std::vector<bool> near) {
  if (near.empty()) near.assign(of.nodes.size(), false);
  facts found;
  const std::vector<bool> none(of.nodes.size(), false);
  std::vector<bool> every_call(of.nodes.size(), false);
  for (std::size_t at = 0; at < of.nodes.size(); ++at) every_call[at] = of[at].is == form::call;

  const auto first = find_outcomes(of, none, near, false, nullptr);
  const std::vector<bool> behind_walls = circles(of, every_call);
  const std::vector<bool> outside = circles(of, plain_calls(of, first).reached);
  const auto walled = find_outcomes(of, behind_walls, near, true, nullptr);
  found.may_do = find_outcomes(of, outside, near, false, &walled);

  found.nullable =
      least(of, [&](const auto& held, const graph_node& here, std::size_t) { return nullable_step(of, held, here); });
  found.everywhere = least(of, [&](const auto& held, const graph_node& here, std::size_t at) {
    return everywhere_step(of, found.may_do, held, here, at);
  });
  found.cuts = least(of, [](const auto& held, const graph_node& here, std::size_t) { return cuts_step(held, here); });
  found.cuts_first = least(of, [&](const auto& held, const graph_node& here, std::size_t) {
    return cuts_first_step(found.nullable, held, here);
  });
  found.bounded = least(of, [&](const auto& held, const graph_node& here, std::size_t at) {
    return near[at] || bounded_step(of, found.may_do, held, here);
  });
  return found;
}

}  // namespace toolcall::grammarc
