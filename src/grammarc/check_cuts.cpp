// Where a cut may not stand: what is only looked at, or must be whole, cannot be made final half-way.

#include <set>
#include <string>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

const std::set<std::string> whole_roles = {"name", "id", "key"};

// The ^, run or json in an expression that cuts.
const graph_node& what_cuts(const graph& of, const facts& known, std::size_t at) {
  for (std::size_t steps = 0; steps <= of.nodes.size(); ++steps) {
    const graph_node& here = of[at];
    if (here.is == form::cut || here.is == form::run || is_json(here.is)) return here;
    for (const std::size_t kid : here.kids)
      if (known.cuts[kid]) {
        at = kid;
        break;
      }
  }
  return of[at];
}

std::string described(const graph_node& what) {
  const std::string named = what.is == form::cut ? "a cut" : "the cuts of " + shown(*what.written);
  return named + " (" + what.around->name + ", line " + std::to_string(what.written->line) + ")";
}

std::string way_out(const graph_node& what) {
  return is_json(what.is) ? "trial(json) in the place of json" : "span(...) in the place of run(...)";
}

std::string instead(const graph_node& what) {
  return is_json(what.is) ? ", with trial(json)" : "";
}

std::string why_not(const graph_node& here, const graph_node& what) {
  switch (here.is) {
    case form::at:
    case form::not_at:
      return "a predicate only looks ahead; let a short rule without ^ do the looking" + instead(what);
    case form::run:
    case form::span:
    case form::json_until:
      return "a stop only looks ahead; let a short rule without ^ say where it ends" + instead(what);
    case form::followed_by:
      return "followed_by only looks ahead for its second part; let a short rule without ^ do the looking" +
             instead(what);
    case form::capture:
      return "captured bytes are kept until they are whole; put ^ after the capture, and " + way_out(what);
    default:
      return "a break would leave " + here.written->text + ": open; put ^ after it, and " + way_out(what);
  }
}

// The part of the node in which nothing may cut, if there is one.
bool guards(const graph_node& here, std::size_t kid) {
  switch (here.is) {
    case form::at:
    case form::not_at:
    case form::run:
    case form::span:
    case form::json_until:
    case form::capture:
      return true;
    case form::followed_by:
      return kid == 1;
    case form::role:
      return whole_roles.count(here.written->text) != 0;
    default:
      return false;
  }
}

// The first cut that may stand at the start, for an entry that has one.
const graph_node& first_cut(const graph& of, const facts& known, std::size_t at) {
  for (std::size_t steps = 0; steps <= of.nodes.size() && of[at].is != form::cut; ++steps)
    for (const std::size_t kid : of[at].kids)
      if (known.cuts_first[kid]) {
        at = kid;
        break;
      }
  return of[at];
}

}  // namespace

void check_cuts(const graph& of, const facts& known, problems& found) {
  for (const graph_node& here : of.nodes)
    for (std::size_t i = 0; i < here.kids.size(); ++i)
      if (guards(here, i) && known.cuts[here.kids[i]]) {
        const graph_node& what = what_cuts(of, known, here.kids[i]);
        found.push_back(
            problem_at(here, shown(*here.written) + " holds " + described(what) + ", and " + why_not(here, what)));
      }
  for (const instance& each : of.instances)
    if (each.entry && known.cuts_first[each.body])
      found.push_back(problem_at(first_cut(of, known, each.body),
                                 "this ^ may be reached before " + each.of->name +
                                     " has consumed a byte; after a break "
                                     "the message would try it at the same place for ever; put it after something that "
                                     "cannot be empty"));
}

}  // namespace toolcall::grammarc
