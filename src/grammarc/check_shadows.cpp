// Alternatives that are never reached: those before them always match, or match wherever they would.
//
// For the second, an alternative is described by the byte-class strings it matches surely, a later one by those it
// must begin with; both are found by expanding rules as long as the strings are few.

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

using bytes = std::bitset<256>;
using word = std::vector<bytes>;
using words = std::vector<word>;
constexpr std::size_t most_words = 64;

// What an expression matches in front: the words, and whether each of them is all that it matches.
struct front {
  words in;
  bool whole = true;
};

word spelled(const expression& literal) {
  word made;
  for (const char c : literal.text) {
    bytes one;
    one.set(static_cast<unsigned char>(c));
    const bool lower = literal.any_case && c >= 'a' && c <= 'z';
    const bool upper = literal.any_case && c >= 'A' && c <= 'Z';
    if (lower || upper) one.set(static_cast<unsigned char>(c ^ 0x20));
    made.push_back(one);
  }
  return made;
}

class fronts {
 public:
  // surely: only words whose match means that the expression does not fail. Otherwise: words one of which stands
  // wherever it matches or breaks.
  fronts(const graph& of, const facts& known, bool surely)
      : of_(of), known_(known), surely_(surely), asked_(of.nodes.size(), false), answers_(of.nodes.size()) {}

  // A rule that is asked for while it is being expanded has no answer, so neither recursion nor its product is walked.
  const std::optional<front>& find(std::size_t at) {
    if (!asked_[at]) {
      asked_[at] = true;
      answers_[at] = front_of(of_[at]);
    }
    return answers_[at];
  }

 private:
  std::optional<front> front_of(const graph_node& here) {
    switch (here.is) {
      case form::literal:
        return front{{spelled(*here.written)}};
      case form::set:
        return front{{{here.written->bytes}}};
      case form::any:
        return front{{{bytes().set()}}};
      case form::cut:
        return front{{{}}, surely_};  // after it even a failure has an effect
      case form::at:
      case form::not_at:
        return surely_ ? std::nullopt : std::optional(front{{{}}});
      case form::call:
        return find(here.kids[0]);
      case form::choice:
        return choice(here);
      case form::sequence:
        return sequence(here);
      case form::plus:
        return open_ended(find(here.kids[0]));
      case form::optional:
        return surely_ ? std::nullopt : optional(here);
      default:
        return front_of(here, engine::facts_of(here.is).kind);
    }
  }

  std::optional<front> front_of(const graph_node& here, engine::form_kind kind) {
    if (kind == engine::form_kind::wrapper) return find(here.kids[0]);
    if (kind == engine::form_kind::test && !surely_) return front{{{}}};
    return {};
  }

  static std::optional<front> open_ended(std::optional<front> of) {
    if (of) of->whole = false;
    return of;
  }

  std::optional<front> optional(const graph_node& here) {
    auto either = find(here.kids[0]);
    if (either) either->in.emplace_back();
    return either;
  }

  std::optional<front> choice(const graph_node& here) {
    if (here.of_dialects && surely_) return {};
    front all;
    for (const std::size_t kid : here.kids) {
      const auto& one = find(kid);
      if (!one && surely_) continue;
      if (!one) return {};
      all.in.insert(all.in.end(), one->in.begin(), one->in.end());
      all.whole = all.whole && one->whole;
    }
    if (all.in.empty() || all.in.size() > most_words) return {};
    return all;
  }

  std::optional<front> sequence(const graph_node& here) {
    front all{{{}}};
    std::size_t at = 0;
    for (; at < here.kids.size() && all.whole; ++at) {
      const auto& one = find(here.kids[at]);
      if (!one || all.in.size() * one->in.size() > most_words) break;
      words longer;
      for (const word& left : all.in)
        for (const word& right : one->in) {
          longer.push_back(left);
          longer.back().insert(longer.back().end(), right.begin(), right.end());
        }
      all = {longer, one->whole};
    }
    all.whole = all.whole && at == here.kids.size();
    for (; surely_ && at < here.kids.size(); ++at)
      if (may(known_.may_do[here.kids[at]], fails)) return {};
    return all;
  }

  const graph& of_;
  const facts& known_;
  bool surely_;
  std::vector<bool> asked_;
  std::vector<std::optional<front>> answers_;  // by node
};

bool begins(const word& longer, const word& shorter) {
  if (shorter.empty() || shorter.size() > longer.size()) return false;
  for (std::size_t i = 0; i < shorter.size(); ++i)
    if ((longer[i] & ~shorter[i]).any()) return false;
  return true;
}

class checker {
 public:
  checker(const graph& of, const facts& known, problems& found)
      : of_(of), known_(known), surely_(of, known, true), possibly_(of, known, false), found_(found) {}

  // A rule with parameters may need the alternative for other arguments, so it must be hidden in every instance.
  void run(const std::string& in_question) {
    std::map<std::pair<const expression*, std::size_t>, bool> reached;
    problems hidden;
    std::vector<std::pair<const expression*, std::size_t>> where;
    for (const graph_node& here : of_.nodes) {
      if ((here.is != form::choice && here.is != form::recovery) || here.of_dialects) continue;
      if (!in_question.empty() && here.where->file != in_question) continue;
      for (std::size_t later = 1; later < here.kids.size(); ++later) {
        const std::string why = why_hidden(here, later);
        reached[{here.written, later}] |= why.empty();
        if (why.empty()) continue;
        const graph_node& alternative = of_[here.kids[later]];
        hidden.push_back(problem_at(alternative, shown(*alternative.written) + " is never reached: " + why));
        where.emplace_back(here.written, later);
      }
    }
    for (std::size_t i = 0; i < hidden.size(); ++i)
      if (!reached[where[i]]) found_.push_back(hidden[i]);
  }

 private:
  std::string why_hidden(const graph_node& here, std::size_t later) {
    const outcomes before = known_.may_do[here.kids[later - 1]];
    const std::string left = shown(*of_[here.kids[later - 1]].written);
    if (here.is == form::recovery && may(before, breaks)) return {};
    if (!may(before, fails | breaks))
      return left + " in front of it always matches; put it first, or delete one of them";
    if (!may(before, fails))
      return left + " in front of it fails only after a cut, which ends the alternatives; put ^ later";
    const auto earlier = hides(here, later);
    if (!earlier) return {};
    return shown(*of_[here.kids[*earlier]].written) +
           " in front of it matches wherever it begins; put the longer one first";
  }

  // The alternative before it that matches wherever this one begins.
  std::optional<std::size_t> hides(const graph_node& here, std::size_t later) {
    const auto& beginnings = possibly_.find(here.kids[later]);
    if (!beginnings) return {};
    for (std::size_t i = 0; i < later; ++i) {
      const auto& sure = surely_.find(here.kids[i]);
      if (!sure) continue;
      const auto is_hidden = [&](const word& beginning) {
        return std::any_of(sure->in.begin(), sure->in.end(), [&](const word& each) { return begins(beginning, each); });
      };
      if (std::all_of(beginnings->in.begin(), beginnings->in.end(), is_hidden)) return i;
    }
    return {};
  }

  const graph& of_;
  const facts& known_;
  fronts surely_;
  fronts possibly_;
  problems& found_;
};

}  // namespace

void check_shadows(const graph& of, const facts& known, problems& found, const std::string& in_question) {
  checker(of, known, found).run(in_question);
}

}  // namespace toolcall::grammarc
