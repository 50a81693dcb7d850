// What may match the empty string where something must be consumed: loops, recursion, entries, names and stops.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

// The name of the tool that the caller chose takes no byte, and is never empty.
bool is_chosen(const graph_node& here) {
  return here.written->children.front().is == form::tool_chosen;
}

// What a stop says that matches everywhere: the alternative, the rule that is called, the last of a sequence.
const graph_node& what_always_matches(const graph& of, const facts& known, std::size_t at) {
  for (std::size_t deep = 0; deep < of.nodes.size(); ++deep) {
    const graph_node& here = of[at];
    const bool goes_on = here.is == form::choice || here.is == form::call || here.is == form::sequence;
    const auto matches =
        std::find_if(here.kids.rbegin(), here.kids.rend(), [&](std::size_t kid) { return known.everywhere[kid]; });
    if (!goes_on || matches == here.kids.rend()) return here;
    at = *matches;
  }
  return of[at];
}

void check_node(const graph& of, const facts& known, const graph_node& here, problems& found) {
  const auto kid_empty = [&] { return known.nullable[here.kids[0]]; };
  if ((here.is == form::star || here.is == form::plus) && kid_empty())
    found.push_back(problem_at(here, "the loop " + shown(*here.written) +
                                         " would not end: a round of it may match the "
                                         "empty string; let each round consume a byte"));
  if (here.is == form::role && here.written->text == "name" && kid_empty() && !is_chosen(here))
    found.push_back(problem_at(here, shown(*here.written) + " may be empty, and a call needs a name; let it "
                                                            "consume a byte, as in [a-z]+ or tool"));
  if (has_stop(here.is) && known.everywhere[here.kids[0]])
    found.push_back(problem_because(here, what_always_matches(of, known, here.kids[0]),
                                    shown(*here.written) +
                                        " never takes a byte: its stop matches everywhere; let the stop begin with "
                                        "what ends it"));
}

// The calls that may be reached before a byte was consumed.
class leftmost {
 public:
  leftmost(const graph& of, const facts& known) : of_(of), known_(known) {}

  std::vector<std::size_t> of_instance(std::size_t at) {
    calls_.clear();
    walk(of_.instances[at].body);
    return calls_;
  }

 private:
  void walk(std::size_t at) {
    const graph_node& here = of_[at];
    if (here.is == form::call) {
      calls_.push_back(at);
      return;
    }
    for (const std::size_t kid : here.kids) {
      walk(kid);
      if ((here.is == form::sequence || here.is == form::followed_by) && !known_.nullable[kid]) return;
    }
  }

  const graph& of_;
  const facts& known_;
  std::vector<std::size_t> calls_;
};

class recursion {
 public:
  recursion(const graph& of, const facts& known, problems& found)
      : of_(of), leftmost_(of, known), found_(found), state_(of.instances.size(), unseen) {}

  void run() {
    for (std::size_t at = 0; at < of_.instances.size(); ++at)
      if (state_[at] == unseen) visit(at);
  }

 private:
  enum progress { unseen, open, done };

  void visit(std::size_t at) {
    state_[at] = open;
    for (const std::size_t call : leftmost_.of_instance(at)) {
      const std::size_t callee = of_[call].callee;
      if (state_[callee] == open)
        found_.push_back(problem_at(of_[call], "left recursion: " + of_.instances[callee].of->name +
                                                   " comes back to itself here before a byte was consumed; consume "
                                                   "something first, or write a loop"));
      if (state_[callee] == unseen) visit(callee);
    }
    state_[at] = done;
  }

  const graph& of_;
  leftmost leftmost_;
  problems& found_;
  std::vector<progress> state_;
};

}  // namespace

bool check_recursion(const graph& of, const facts& known, problems& found) {
  const std::size_t before = found.size();
  recursion(of, known, found).run();
  return found.size() == before;
}

void check_emptiness(const graph& of, const facts& known, problems& found) {
  for (const graph_node& here : of.nodes) check_node(of, known, here, found);
  for (const instance& each : of.instances)
    if (each.entry && known.nullable[each.body])
      found.push_back(problem_at(of[each.body], each.of->name + " may match the empty string, and the message would "
                                                                "read it for ever; let it consume a byte"));
}

}  // namespace toolcall::grammarc
