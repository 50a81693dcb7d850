// Bytes that a loop may read again and again: something in it reads on without bound, fails, and the next round, of
// the page's loop or of the message, begins in what was read.
//
// So an expression that is only tried must fail near, that is within a bounded length from its start; and after its
// last cut it must break near. trial is far where its inside is, followed_by where its first part may fail far: one
// that fails early is fine, for it always keeps what it has read. A span is near: asked again within what it has read,
// it goes on at its end. What cannot hold a byte with which the expression begins is near as well (check_anchor).

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"
#include "grammarc/check_tried.hpp"

namespace toolcall::grammarc {
namespace {

// Finds a node in what is far, in reading order: one for which `outer` holds, before its inside is looked at, or one
// for which `inner` holds, if nothing in it was found.
class far_search {
 public:
  using test = bool (*)(form);

  far_search(const graph& of, const std::vector<outcomes>& may_do, test outer, test inner)
      : of_(of), may_do_(may_do), outer_(outer), inner_(inner), seen_(of.nodes.size()) {}

  std::optional<std::size_t> in(std::size_t at) {
    if (seen_[at]) return std::nullopt;
    seen_[at] = true;
    const graph_node& here = of_[at];
    if (!may(may_do_[at], plain_far | cut_far | fail_far | broken_far)) return std::nullopt;
    if (outer_(here.is)) return at;
    for (const std::size_t kid : here.kids)
      if (const auto found = in(kid)) return found;
    return inner_(here.is) ? std::optional(at) : std::nullopt;
  }

 private:
  const graph& of_;
  const std::vector<outcomes>& may_do_;
  test outer_, inner_;
  std::vector<bool> seen_;
};

// The part because of which an expression is far: the innermost in reading order that is so by itself.
std::size_t culprit(const graph& of, const std::vector<outcomes>& may_do, std::size_t at) {
  const auto by_itself = [](form is) { return is == form::trial || is == form::followed_by; };
  const auto repeats = [](form is) { return is == form::star || is == form::plus || is == form::call; };
  return far_search(of, may_do, by_itself, repeats).in(at).value_or(at);
}

// Says which loop or run, the first in reading order, makes what is tried far, where another rule has it.
std::string because_of(const graph& of, const std::vector<outcomes>& may_do, const graph_node& far) {
  if (far.kids.empty()) return "";
  const auto loops = [](form is) { return is == form::run || is == form::star || is == form::plus; };
  const auto found = far_search(of, may_do, loops, [](form) { return false; }).in(far.kids.front());
  if (!found || of[*found].around == far.around) return "";
  const graph_node& loop = of[*found];
  return "; in it, " + shown(*loop.written) + " has no bound (" + loop.where->file + ":" +
         std::to_string(loop.written->line) + ", rule " + loop.around->name + ")";
}

// What in the outcomes of something tried leads to reading again.
outcomes costly(trying as) {
  switch (as) {
    case trying::alternative:
      return fail_far;
    case trying::guarded:
    case trying::entry:
      return fail_far | broken_far;
    case trying::looked_at:
      return fail_far | plain_far;
  }
  return 0;
}

std::string way_out(const graph_node& here) {
  if (here.is == form::trial)
    return "let it fail within a bounded length, or use followed_by(a, f, role), which keeps what it has read";
  if (here.is == form::followed_by) return "let its first part fail within a bounded length, and nothing after it fail";
  return "put ^ into each round, or end what follows it with / @label \"\", so that nothing after it fails";
}

// Whether some loop comes back to bytes that this has read.
bool leads_back(const tried& each, const facts& known, outcomes bad) {
  return (each.in_message || each.in_loop) && may(known.may_do[each.at], bad);
}

}  // namespace

void check_rereading(const graph& of, const facts& known, anchors& anchored, problems& found) {
  std::set<const expression*> reported;
  for (const tried& each : find_tried(of)) {
    const outcomes bad = costly(each.as);
    // What is not even bounded, check_speculation has named.
    if (!known.bounded[each.at] || !leads_back(each, known, bad)) continue;
    const facts& here = anchored.facts_for(each.at);
    if (!leads_back(each, here, bad)) continue;
    const bool in_message = each.in_message && may(here.may_do[each.at], bad);
    const graph_node& far = of[culprit(of, here.may_do, each.at)];
    if (!reported.insert(far.written).second) continue;
    const std::string which = in_message ? "the message" : "the loop around it";
    found.push_back(
        problem_at(far, shown(*far.written) + " may read on without bound before something fails, and then " + which +
                            " reads the same bytes again" + because_of(of, here.may_do, far) + "; " + way_out(far)));
  }
}

}  // namespace toolcall::grammarc
