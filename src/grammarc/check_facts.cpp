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

bool has_kid(const std::vector<bool>& held, const node& here) {
  return std::any_of(here.kids.begin(), here.kids.end(), [&](std::size_t kid) { return held[kid]; });
}

bool all_kids(const std::vector<bool>& held, const node& here) {
  return std::all_of(here.kids.begin(), here.kids.end(), [&](std::size_t kid) { return held[kid]; });
}

bool back_nullable(const graph& of, const std::vector<bool>& held, const node& here) {
  const auto found = of.captures.find(capture_key(*here.where, *here.around, here.written->text));
  return found == of.captures.end() ||
         std::any_of(found->second.begin(), found->second.end(), [&](std::size_t at) { return held[at]; });
}

bool nullable_step(const graph& of, const std::vector<bool>& held, const node& here) {
  switch (here.is) {
    case form::sequence:
      return all_kids(held, here);
    case form::choice:
    case form::recovery:
      return has_kid(held, here);
    case form::literal:
      return here.written->text.empty();
    case form::star:
    case form::optional:
    case form::at:
    case form::not_at:
    case form::cut:
    case form::run:
    case form::span:
    case form::line:
    case form::offered:
    case form::forced:
    case form::chosen:
      return true;
    case form::plus:
    case form::role:
    case form::capture:
    case form::replace:
    case form::call:
    case form::trial:
    case form::late:
      return held[here.kids[0]];
    case form::back:
      return back_nullable(of, held, here);
    default:
      return false;
  }
}

bool is_wall(form is) {
  return is == form::at || is == form::not_at || is == form::span || is == form::trial || is == form::late;
}

bool cuts_step(const std::vector<bool>& held, const node& here) {
  if (here.is == form::cut || here.is == form::run || here.is == form::json) return true;
  return !is_wall(here.is) && has_kid(held, here);
}

bool cuts_first_step(const std::vector<bool>& nullable, const std::vector<bool>& held, const node& here) {
  if (here.is == form::cut) return true;
  if (is_wall(here.is) || here.is == form::run) return false;
  if (here.is != form::sequence) return has_kid(held, here);
  for (const std::size_t kid : here.kids) {
    if (held[kid]) return true;
    if (!nullable[kid]) return false;
  }
  return false;
}

bool bounded_step(const graph& of, const std::vector<outcomes>& may_do, const std::vector<bool>& held,
                  const node& here) {
  if (is_wall(here.is) || here.is == form::run) return true;  // what stands inside is checked for itself
  if (here.is == form::star || here.is == form::plus)
    return is_one_class(of, here.kids[0]) || (held[here.kids[0]] && !may(may_do[here.kids[0]], plain));
  if (here.is == form::recovery) return held[here.kids[0]] && (!may(may_do[here.kids[0]], fails) || held[here.kids[1]]);
  if (here.is != form::sequence) return all_kids(held, here);
  for (const std::size_t kid : here.kids) {
    if (!held[kid]) return false;
    if (!may(may_do[kid], plain)) return true;  // what follows stands behind a cut, or is never reached
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
    const node& here = of_[at];
    reached[at] = here.is == form::call;
    if (here.is == form::call || here.is == form::trial) return;
    for (std::size_t i = here.is == form::late ? 1 : 0; i < here.kids.size(); ++i) {
      walk(here.kids[i]);
      if (here.is == form::sequence && !may(may_do_[here.kids[i]], plain)) return;
    }
  }

  const graph& of_;
  const std::vector<outcomes>& may_do_;
};

// Of the calls that count, those which may come back to where they stand.
std::vector<bool> circles(const graph& of, const std::vector<bool>& counts) {
  instances_called called(of.instances.size());
  for (std::size_t at = 0; at < of.nodes.size(); ++at)
    if (counts[at]) called[of[at].inside].push_back(of[at].callee);
  std::vector<bool> result(of.nodes.size(), false);
  for (std::size_t start = 0; start < of.instances.size(); ++start) {
    std::vector<bool> reached(of.instances.size(), false);
    std::vector<std::size_t> waiting{start};
    while (!waiting.empty()) {
      const std::size_t from = waiting.back();
      waiting.pop_back();
      if (reached[from]) continue;
      reached[from] = true;
      waiting.insert(waiting.end(), called[from].begin(), called[from].end());
    }
    for (std::size_t at = 0; at < of.nodes.size(); ++at)
      if (counts[at] && of[at].callee == start && reached[of[at].inside]) result[at] = true;
  }
  return result;
}

}  // namespace

facts find_facts(const graph& of, std::vector<bool> near) {
  if (near.empty()) near.assign(of.nodes.size(), false);
  facts found;
  const std::vector<bool> none(of.nodes.size(), false);
  std::vector<bool> every_call(of.nodes.size(), false);
  for (std::size_t at = 0; at < of.nodes.size(); ++at) every_call[at] = of[at].is == form::call;

  const auto first = find_outcomes(of, none, near, {}, nullptr);
  const std::vector<bool> behind_walls = circles(of, every_call);
  const std::vector<bool> outside = circles(of, plain_calls(of, first).reached);
  const auto walled = find_outcomes(of, behind_walls, near, {false, true}, nullptr);
  const auto walled_with_spans = find_outcomes(of, behind_walls, near, {true, true}, nullptr);
  found.may_do = find_outcomes(of, outside, near, {false, false}, &walled);
  found.with_spans = find_outcomes(of, outside, near, {true, false}, &walled_with_spans);

  found.nullable =
      least(of, [&](const auto& held, const node& here, std::size_t) { return nullable_step(of, held, here); });
  found.cuts = least(of, [](const auto& held, const node& here, std::size_t) { return cuts_step(held, here); });
  found.cuts_first = least(
      of, [&](const auto& held, const node& here, std::size_t) { return cuts_first_step(found.nullable, held, here); });
  found.bounded = least(of, [&](const auto& held, const node& here, std::size_t at) {
    return near[at] || bounded_step(of, found.may_do, held, here);
  });
  return found;
}

}  // namespace toolcall::grammarc
