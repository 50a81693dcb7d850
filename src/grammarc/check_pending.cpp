// A run, and json, releases bytes as they come, so no choice may be pending in front of it: one that failed would want
// them back.
//
// The walk carries what is pending, from the entries through every call: an alternative that is not the last makes its
// choice pending, a cut ends all, a predicate, trial or followed_by shuts out what is around it. A rule is walked again
// when somebody calls it with a choice pending and nobody had.

#include <set>
#include <string>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

class pending_walk {
 public:
  pending_walk(const graph& of, const facts& known, problems& found)
      : of_(of), known_(known), found_(found), pending_at_(of.instances.size()) {}

  void run() {
    for (std::size_t at = 0; at < of_.instances.size(); ++at) {
      if (of_.instances[at].entry) pending_at_[at] = "the message may still go on with something else";
      waiting_.insert(at);
    }
    while (!waiting_.empty()) {
      const std::size_t at = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      through(of_.instances[at].body, pending_at_[at]);
    }
  }

 private:
  // Pending: what else may happen, said for a message; empty when nothing may.
  std::string through(std::size_t at, const std::string& pending) {
    const graph_node& here = of_[at];
    inside(here, pending);
    return may(known_.may_do[at], plain) ? pending : "";
  }

  void inside(const graph_node& here, const std::string& pending) {
    switch (here.is) {
      case form::run:
      case form::json:
      case form::json_until:
        run_at(here, pending);
        break;
      case form::call:
        call(here, pending);
        break;
      case form::choice:
        choice(here, pending);
        break;
      case form::recovery:
        recovery(here, pending);
        break;
      case form::star:
      case form::plus:
        through(here.kids[0], shown(*here.written) + " may still end before it");
        break;
      case form::optional:
        through(here.kids[0], shown(*here.written) + " may still leave it out");
        break;
      case form::followed_by:
        through(here.kids[1], through(here.kids[0], ""));
        break;
      case form::at:
      case form::not_at:
      case form::span:
      case form::trial:
        through(here.kids[0], "");
        break;
      default:
        in_order(here, pending);
        break;
    }
  }

  void in_order(const graph_node& here, std::string pending) {
    for (const std::size_t kid : here.kids) pending = through(kid, pending);
  }

  void choice(const graph_node& here, const std::string& pending) {
    if (here.kids.empty()) return;  // dialects.r without a dialect
    for (std::size_t i = 0; i + 1 < here.kids.size(); ++i)
      through(here.kids[i], shown(*of_[here.kids[i + 1]].written) + " is still an alternative");
    through(here.kids.back(), pending);
  }

  // A recovery outlives a cut, so it is not pending; b begins at the start if a may fail there, else after a cut.
  void recovery(const graph_node& here, const std::string& pending) {
    through(here.kids[0], pending);
    through(here.kids[1], may(known_.may_do[here.kids[0]], fails) ? pending : "");
  }

  void call(const graph_node& here, const std::string& pending) {
    if (pending.empty() || !pending_at_[here.callee].empty()) return;
    pending_at_[here.callee] = pending;
    waiting_.insert(here.callee);
  }

  void run_at(const graph_node& here, const std::string& pending) {
    if (pending.empty() || !reported_.insert(here.written).second) return;
    const std::string waiting = is_json(here.is) ? "trial(json)" : "span(" + shown(*of_[here.kids[0]].written) + ")";
    found_.push_back(problem_at(
        here, shown(*here.written) + " may release bytes while " + pending + "; put ^ before it, or use " + waiting));
  }

  const graph& of_;
  const facts& known_;
  problems& found_;
  std::vector<std::string> pending_at_;
  std::set<std::size_t> waiting_;
  std::set<const expression*> reported_;
};

}  // namespace

void check_pending(const graph& of, const facts& known, problems& found) {
  pending_walk(of, known, found).run();
}

}  // namespace toolcall::grammarc
