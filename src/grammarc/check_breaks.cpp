// Where an entry may break: something may fail after a cut, or be json that the text ends in, and nothing between
// there and the message catches it.
//
// No refusal, since the message's own recovery ends such a call as failed. The walk follows what may break down to the
// piece that fails, so that the author sees where / @label "" is missing.

#include <set>
#include <string>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

class break_walk {
 public:
  break_walk(const graph& of, const facts& known, const rule& entry)
      : of_(of), known_(known), entry_(entry), seen_breaking_(of.nodes.size()), seen_failing_(of.nodes.size()) {}

  void breaking(std::size_t at) {
    if (!may(known_.may_do[at], breaks) || seen_breaking_[at]) return;
    seen_breaking_[at] = true;
    const graph_node& here = of_[at];
    if (is_json(here.is)) return report(here, " may end with the text");
    if (here.is == form::sequence) return in_order(here);
    if (here.is != form::recovery) {
      for (const std::size_t kid : here.kids) breaking(kid);
      return;
    }
    breaking(here.kids[1]);
    if (may(known_.may_do[here.kids[0]], breaks)) failing(here.kids[1]);
  }

  std::vector<std::string> lines;

 private:
  void in_order(const graph_node& here) {
    bool after_cut = false;
    for (std::size_t i = 0; i < here.kids.size(); ++i) {
      const outcomes kid = known_.may_do[here.kids[i]];
      breaking(here.kids[i]);
      if (after_cut && !is_sure_json(of_, here, i)) failing(here.kids[i]);
      after_cut = after_cut || may(kid, cutting);
      if (!may(kid, matches)) return;
    }
  }

  // The smallest pieces whose failure is this one's.
  void failing(std::size_t at) {
    if (!may(known_.may_do[at], fails) || seen_failing_[at]) return;
    seen_failing_[at] = true;
    const graph_node& here = of_[at];
    const bool passes_on = here.is == form::sequence || here.is == form::call || here.is == form::plus ||
                           engine::facts_of(here.is).kind == engine::form_kind::wrapper;
    if (!passes_on) return report(here, " may fail after a cut");
    for (std::size_t i = 0; i < here.kids.size(); ++i) {
      if (!is_sure_json(of_, here, i)) failing(here.kids[i]);
      if (here.is == form::sequence && !may(known_.may_do[here.kids[i]], plain)) return;  // after it things break
    }
  }

  void report(const graph_node& here, const std::string& what) {
    const problem found = problem_at(here, shown(*here.written));
    if (!reported_.insert(here.written).second) return;
    lines.push_back(found.file + ":" + std::to_string(found.line) + ": " + found.rule + ": " + entry_.name +
                    " may break: " + found.what + what + "; offer / @label \"\"");
  }

  const graph& of_;
  const facts& known_;
  const rule& entry_;
  std::vector<bool> seen_breaking_;
  std::vector<bool> seen_failing_;
  std::set<const expression*> reported_;
};

}  // namespace

std::vector<std::string> may_break(const std::vector<page>& pages) {
  problems wrong;
  check_names(pages, wrong);
  if (wrong.empty()) check_arguments(pages, wrong);
  if (!wrong.empty()) return {};
  const graph of = build_graph(pages);
  const facts known = find_facts(of);
  std::vector<std::string> lines;
  for (const instance& each : of.instances) {
    if (!each.entry) continue;
    break_walk from(of, known, *each.of);
    from.breaking(each.body);
    lines.insert(lines.end(), from.lines.begin(), from.lines.end());
  }
  return lines;
}

}  // namespace toolcall::grammarc
