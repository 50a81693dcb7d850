// The abstract interpretation after most checks: the table of spec/semantics.md, over sets of outcomes.
//
// Every outcome is a bit that may become true and never false again, so evaluating all nodes until nothing changes
// gives the least fix-point. The depth limit is left out: a page must be sound without it.

#include "grammarc/check_outcomes.hpp"

#include <bitset>
#include <initializer_list>

namespace toolcall::grammarc {
namespace {

constexpr outcomes some_bytes = plain_near | fail_near;

constexpr outcomes far_too(outcomes of) {
  return static_cast<outcomes>(of | (may(of, plain_near) ? plain_far : 0) | (may(of, fail_near) ? fail_far : 0));
}

constexpr outcomes if_any(outcomes of, outcomes asked, outcomes then) {
  return may(of, asked) ? then : outcomes{0};
}

template <typename... Sets>
constexpr outcomes join(Sets... sets) {
  return static_cast<outcomes>((0 | ... | sets));
}

constexpr std::initializer_list<outcomes> each_bit = {plain_near, plain_far, cut_near,    cut_far,
                                                      fail_near,  fail_far,  broken_near, broken_far};
constexpr outcomes far_bits = plain_far | cut_far | fail_far | broken_far;

class evaluation {
 public:
  evaluation(const graph& of, const std::vector<bool>& recursive, const std::vector<bool>& near, bool behind_a_wall,
             const std::vector<outcomes>* walled)
      : of_(of),
        recursive_(recursive),
        near_(near),
        behind_a_wall_(behind_a_wall),
        walled_(walled),
        table_(of.nodes.size(), 0) {}

  std::vector<outcomes> run() {
    const node_users users(of_);
    std::vector<bool> waits(of_.nodes.size(), true);  // a kid has changed
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t at = of_.nodes.size(); at-- > 0;) {
        if (!waits[at]) continue;
        waits[at] = false;
        const outcomes now = join(table_[at], step(at));
        if (now == table_[at]) continue;
        table_[at] = now;
        changed = true;
        for (const std::size_t user : users[at]) waits[user] = true;
      }
    }
    return table_;
  }

 private:
  outcomes kid(const graph_node& here, std::size_t i) const { return table_[here.kids[i]]; }
  outcomes walled(const graph_node& here) const { return (walled_ ? *walled_ : table_)[here.kids[0]]; }

  outcomes step(std::size_t at) const {
    const graph_node& here = of_[at];
    switch (here.is) {
      case form::sequence:
        return sequence(here);
      case form::choice:
        return choice(here);
      case form::recovery:
        return recovery(here);
      case form::star:
        return star(at);
      case form::plus:
        return followed(kid(here, 0), star(at));
      case form::optional:
        return join(kid(here, 0) & (matches | breaks), plain_near);
      case form::literal:
        return here.written->text.empty() ? plain_near : some_bytes;
      case form::nothing:
        return fail_near;
      case form::cut:
        return cut_near;
      case form::call:
        return recursive_[at] ? far_too(kid(here, 0)) : kid(here, 0);
      default:
        return engine::facts_of(here.is).kind == engine::form_kind::wrapper ? kid(here, 0) : walls_and_leaves(at);
    }
  }

  outcomes walls_and_leaves(std::size_t at) const {
    const graph_node& here = of_[at];
    switch (here.is) {
      case form::at:
        return predicate(walled(here), matches, fails | breaks);
      case form::not_at:
        return predicate(walled(here), fails | breaks, matches);
      case form::run:
        return behind_a_wall_ && !near_[at] ? plain_near | cutting : plain_near | cut_near;
      case form::json:
      case form::json_until:  // a scalar; anything else is cut, and breaks where the text ends
        return plain_near | cut_near | fail_near | broken_near;
      case form::trial:
        return trial(walled(here));
      case form::followed_by:
        return tentative(walled(here));
      default:
        return some_bytes;
    }
  }

  // What b comes to after one way in which a matched.
  outcomes after(outcomes a, outcomes b) const {
    const bool a_cut = may(a, cutting);
    const bool a_far = may(a, far_bits);
    const bool b_far = may(b, far_bits);
    const bool since_cut = b_far || (behind_a_wall_ && a_far);
    if (may(b, plain)) return (a_far || b_far) ? (a_cut ? cut_far : plain_far) : (a_cut ? cut_near : plain_near);
    if (may(b, cutting)) return since_cut ? cut_far : cut_near;
    if (may(b, breaks)) return since_cut ? broken_far : broken_near;
    return (a_far || b_far) ? (a_cut ? broken_far : fail_far) : (a_cut ? broken_near : fail_near);
  }

  outcomes followed(outcomes a, outcomes b) const {
    outcomes result = a & (fails | breaks);
    for (const outcomes one : each_bit)
      for (const outcomes other : each_bit)
        if (may(a & matches, one) && may(b, other)) result = join(result, after(one, other));
    return result;
  }

  outcomes sequence(const graph_node& here) const {
    outcomes result = plain_near;
    for (std::size_t i = 0; i < here.kids.size(); ++i) {
      const outcomes next = kid(here, i);
      result = followed(result, is_sure_json(of_, here, i) ? static_cast<outcomes>(next & ~fails) : next);
    }
    return result;
  }

  outcomes choice(const graph_node& here) const {
    if (here.of_dialects && here.kids.empty()) return plain_near | fail_near;  // a page that is not seen may have it
    outcomes result = 0;
    outcomes failed = here.of_dialects ? fail_near : outcomes{0};
    for (std::size_t i = 0; i < here.kids.size(); ++i) {
      result = join(result, kid(here, i) & (matches | breaks));
      failed = join(failed, kid(here, i) & fails);
      if (!here.of_dialects && !may(kid(here, i), fails)) return result;
    }
    return join(result, failed);
  }

  // b stands after a's failure at the start, or after its last cut.
  outcomes recovery(const graph_node& here) const {
    const outcomes a = kid(here, 0);
    const outcomes b = kid(here, 1);
    const outcomes at_start = may(a, fails) ? join(b, if_any(b, fails, a & fails)) : outcomes{0};
    const outcomes cut =
        join(if_any(a, broken_near, cut_near), if_any(a, broken_far, behind_a_wall_ ? cut_far : cut_near));
    return join(a & matches, at_start, followed(cut, b));
  }

  // Rounds without a cut add up, unless one instruction scans them.
  outcomes star(std::size_t at) const {
    const graph_node& here = of_[at];
    const outcomes round = kid(here, 0);
    const bool adds_up = may(round, plain) && !near_[at] && !is_one_class(of_, here.kids[0]);
    const outcomes more = adds_up ? join(plain_far, if_any(round, cutting, cut_far)) : outcomes{0};
    const outcomes kept = behind_a_wall_ && !near_[at] ? if_any(round, cutting, cut_far) : outcomes{0};
    return join(plain_near, round & (matches | breaks), more, kept);
  }

  static outcomes predicate(outcomes of, outcomes holds_on, outcomes fails_on) {
    return join(if_any(of, holds_on, plain_near), if_any(of, fails_on, fail_near));
  }

  static outcomes tentative(outcomes of) {
    return join(if_any(of, plain_near | cut_near, plain_near), if_any(of, plain_far | cut_far, plain_far),
                if_any(of, fail_near | broken_near, fail_near), if_any(of, fail_far | broken_far, fail_far));
  }

  // Where the length is not bounded by the page it is by the limit, and at the limit a trial fails.
  static outcomes trial(outcomes of) { return join(tentative(of), if_any(of, plain_far | cut_far, fail_far)); }

  const graph& of_;
  const std::vector<bool>& recursive_;
  const std::vector<bool>& near_;
  bool behind_a_wall_;
  const std::vector<outcomes>* walled_;
  std::vector<outcomes> table_;
};

// &"{" or &[{\[] and the like.
bool sees_bracket(const graph& of, const graph_node& here) {
  if (here.is != form::at) return false;
  const expression& seen = *of[here.kids[0]].written;
  if (seen.is == form::literal) return !seen.text.empty() && (seen.text[0] == '{' || seen.text[0] == '[');
  return seen.is == form::set && seen.bytes.any() && (seen.bytes & ~std::bitset<256>().set('{').set('[')).none();
}

}  // namespace

std::vector<outcomes> find_outcomes(const graph& of, const std::vector<bool>& recursive, const std::vector<bool>& near,
                                    bool behind_a_wall, const std::vector<outcomes>* behind_walls) {
  return evaluation(of, recursive, near, behind_a_wall, behind_walls).run();
}

bool is_sure_json(const graph& of, const graph_node& sequence, std::size_t i) {
  std::size_t at = sequence.kids[i];
  while (engine::facts_of(of[at].is).kind == engine::form_kind::wrapper) at = of[at].kids[0];
  if (!is_json(of[at].is)) return false;
  while (i > 0 && of[sequence.kids[i - 1]].is == form::cut) --i;
  return i > 0 && sees_bracket(of, of[sequence.kids[i - 1]]);
}

bool is_one_class(const graph& of, std::size_t at) {
  // A chain of calls longer than the rules is a circle.
  for (std::size_t steps = 0; steps <= of.instances.size() && of[at].is == form::call; ++steps) at = of[at].kids[0];
  return of[at].is == form::set;
}

}  // namespace toolcall::grammarc
