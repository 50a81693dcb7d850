// Unbounded speculation: what is only tried must come to its first cut, its failure or its end within a length that
// the page bounds; and a stop, which is tried at every byte, must begin with something that decides at once.
//
// Bounded are loops over one class, tool, field, new_field, json and python (instructions that keep their state), and
// trial, span and followed_by (limits; what they may cost in loops is check_rereading's).

#include <set>
#include <string>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"
#include "grammarc/check_tried.hpp"

namespace toolcall::grammarc {
namespace {

// The loop, or the call that comes back to where it stands, because of which a node has no bound.
std::size_t culprit(const graph& of, const facts& known, std::size_t at) {
  std::set<std::size_t> passed;
  while (true) {
    const graph_node& here = of[at];
    if (here.is == form::call && !passed.insert(here.callee).second) return at;
    std::size_t next = at;
    for (const std::size_t kid : here.kids)
      if (next == at && !known.bounded[kid]) next = kid;
    if (next == at) return at;
    at = next;
  }
}

std::string way_out(trying as) {
  return as == trying::looked_at ? "look only at the piece that decides"
                                 : "put ^ before it or into each round, or wrap what is only tried in followed_by(...)";
}

class stops {
 public:
  stops(const graph& of, const facts& known) : of_(of), known_(known), seen_(of.nodes.size(), false) {}

  // The repetition that an expression may begin with, if there is one.
  const graph_node* repetition(std::size_t at) {
    if (seen_[at]) return nullptr;
    seen_[at] = true;
    const graph_node& here = of_[at];
    switch (here.is) {
      case form::star:
      case form::plus:
      case form::span:
      case form::run:
        return &here;
      default:
        if (engine::facts_of(here.is).kind == engine::form_kind::scan) return &here;
        break;
    }
    for (const std::size_t kid : here.kids) {
      if (const graph_node* found = repetition(kid)) return found;
      if (here.is == form::sequence && !known_.nullable[kid]) return nullptr;
    }
    return nullptr;
  }

 private:
  const graph& of_;
  const facts& known_;
  std::vector<bool> seen_;
};

void check_stop(const graph& of, const facts& known, const graph_node& here, std::set<const expression*>& reported,
                problems& found) {
  const graph_node* repeated = stops(of, known).repetition(here.kids[0]);
  if (repeated == nullptr || !reported.insert(here.written).second) return;
  found.push_back(problem_because(here, *repeated,
                                  "the stop of " + shown(*here.written) + " may begin with " +
                                      shown(*repeated->written) +
                                      ", which would be read again at every byte; begin "
                                      "it with a literal, a class, =x, line_start or !."));
}

}  // namespace

void check_speculation(const graph& of, const facts& known, problems& found) {
  std::set<const expression*> reported;
  for (const tried& each : find_tried(of)) {
    if (known.bounded[each.at]) continue;
    const graph_node& endless = of[culprit(of, known, each.at)];
    if (!reported.insert(endless.written).second) continue;
    const std::string how = endless.is == form::call ? " may come back to itself any number of times"
                                                     : " may go on for any number of rounds";
    found.push_back(problem_at(
        endless, shown(*endless.written) + how + " before a cut, while " + each.or_else + "; " + way_out(each.as)));
  }
  for (const graph_node& here : of.nodes)
    if (has_stop(here.is)) check_stop(of, known, here, reported, found);
}

}  // namespace toolcall::grammarc
