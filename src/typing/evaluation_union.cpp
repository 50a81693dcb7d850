// Schemas made of schemas, and which of them a message speaks of.
//
// A value that fits no branch of a union has broken every branch, but it was meant for one. That is the one whose
// constant fields it has; else, of those that take its type, the one that was followed deepest, and of these the one
// with the fewest complaints.

#include <algorithm>

#include "typing/convert.hpp"
#include "typing/dom.hpp"
#include "typing/evaluation.hpp"

namespace toolcall::typing {
namespace {

using json::kind;

answer inverted(answer a) {
  return a == answer::yes ? answer::no : a == answer::no ? answer::yes : a;
}

std::size_t depth_of(const std::vector<finding>& all) {
  std::size_t deepest = 0;
  for (const finding& f : all) {
    const bool missing = f.label == "missing_required";  // the pointer is that of what is not there
    const auto steps = static_cast<std::size_t>(std::count(f.pointer.begin(), f.pointer.end(), '/'));
    deepest = std::max(deepest, steps - (missing ? 1 : 0));
  }
  return deepest;
}

}  // namespace

answer evaluation::combined(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  answer a = answer::yes;
  for (const int part : c.all_of) {
    a = std::min(a, of(part, node, tell, seen));
    if (a == answer::no && tell == nullptr) return a;
  }
  if (!c.any_of.empty()) {
    const answer any = any_of(c.any_of, node, seen);
    if (any == answer::no && tell != nullptr && a != answer::no) tell_branch(c.any_of, node, *tell);
    a = std::min(a, any);
  }
  if (!c.one_of.empty() && a != answer::no) a = std::min(a, one_of(c.one_of, node, tell, seen));
  if (c.none_of != no_schema && a != answer::no) {
    const answer excluded = inverted(of(c.none_of, node, nullptr, nullptr));
    if (excluded == answer::no) {
      const std::string what = tell == nullptr ? "" : expectation(c.none_of, 0);
      fail(tell, [&] { return "expected anything but " + (what.empty() ? "what \"not\" says" : what) + got(node); });
    }
    a = std::min(a, excluded);
  }
  if (c.condition != no_schema && a != answer::no) a = std::min(a, conditional(c, node, tell, seen));
  return a;
}

// A branch that does not fit has not looked at anything.
answer evaluation::branch(int index, std::uint32_t node, marks* seen) {
  if (seen == nullptr) return of(index, node, nullptr, nullptr);
  marks own(seen->size());
  const answer a = of(index, node, nullptr, &own);
  for (std::size_t i = 0; a != answer::no && i < own.size(); ++i) (*seen)[i] = (*seen)[i] || own[i];
  return a;
}

answer evaluation::any_of(const std::vector<int>& list, std::uint32_t node, marks* seen) {
  answer best = answer::no;
  for (const int each : list) {
    best = std::max(best, branch(each, node, seen));
    if (best == answer::yes && seen == nullptr) break;
  }
  return best;
}

answer evaluation::one_of(const std::vector<int>& list, std::uint32_t node, findings* tell, marks* seen) {
  std::vector<std::size_t> sure;
  bool perhaps = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const answer fits = branch(list[i], node, seen);
    if (fits == answer::yes) sure.push_back(i);
    perhaps = perhaps || fits == answer::unknown;
    if (sure.size() < 2) continue;
    return fail(tell, [&] {
      return "expected one schema of oneOf to fit, but both number " + std::to_string(sure[0] + 1) + " and " +
             std::to_string(sure[1] + 1) + " do" + got(node);
    });
  }
  if (perhaps) return answer::unknown;
  if (!sure.empty()) return answer::yes;
  if (tell != nullptr) tell_branch(list, node, *tell);
  return answer::no;
}

answer evaluation::conditional(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  const answer holds = branch(c.condition, node, seen);
  if (holds == answer::unknown) return holds;
  const int next = holds == answer::yes ? c.then : c.otherwise;
  return next == no_schema ? answer::yes : of(next, node, tell, seen);
}

void evaluation::tell_branch(const std::vector<int>& list, std::uint32_t node, findings& tell) {
  std::vector<int> meant;
  int best = -1;
  for (const int each : list) {
    if (!admits(each, node)) continue;
    const int rank = discriminated(each, node);
    if (rank > best) meant.clear();
    best = std::max(best, rank);
    if (rank == best) meant.push_back(each);
  }
  if (meant.empty() || best == 0) {
    if (best == 0 && tell_discriminator(meant, node, tell)) return;
    std::string words;
    for (const int each : list) {
      const std::string more = expectation(each, 0);
      if (!more.empty() && words.find(more) == words.npos) words += (words.empty() ? "" : " or ") + more;
    }
    const bool say = !words.empty() && words.size() < 200;
    fail(&tell,
         [&] { return (say ? "expected " + words : "fits none of the schemas that are allowed here") + got(node); });
    return;
  }
  findings nearest_findings;
  for (const int each : meant) {
    findings own;
    const std::uint32_t outer = list_;
    list_ = ++lists_;
    of(each, node, &own, nullptr);
    list_ = outer;
    const bool better = nearest_findings.empty() || depth_of(own) > depth_of(nearest_findings) ||
                        (depth_of(own) == depth_of(nearest_findings) && own.size() < nearest_findings.size());
    if (better && !own.empty()) nearest_findings = std::move(own);
  }
  for (finding& f : nearest_findings) {
    if (tell.size() < max_findings) tell.push_back(std::move(f));
  }
}

// Branches that all want another constant in the same field: the mistake is there.
bool evaluation::tell_discriminator(const std::vector<int>& list, std::uint32_t node, findings& tell) {
  if (list.empty() || doc_[node].what != kind::object) return false;
  for (const auto& [name, ignored] : all_[list[0]].properties) {
    const std::uint32_t value = doc_.member(node, name);
    constraint::names wanted;
    const auto constant = [&, &field = name](int each) {
      const auto found = all_[each].properties.find(field);
      if (found == all_[each].properties.end() || !all_[found->second].members) return false;
      const auto& shown = all_[found->second].shown_members;
      wanted.insert(wanted.end(), shown.begin(), shown.end());
      return true;
    };
    if (value == 0 || !std::all_of(list.begin(), list.end(), constant)) continue;
    const std::size_t length = pointer_.size();
    json::append_step(pointer_, name);
    const std::string near = doc_[value].what == kind::string ? nearest(text(value), wanted) : "";
    const std::string hint = near.empty() ? "" : "; nearest: " + cut(near);
    fail(&tell, [&] { return "expected one of " + list_words(wanted) + got(value) + hint; });
    pointer_.resize(length);
    return true;
  }
  return false;
}

// Whether the schema takes values of this type, and, of what is not made of parts, this value.
bool evaluation::admits(int index, std::uint32_t node) {
  if (++visits_ > most_visits_) return false;
  const constraint& c = all_[index];
  if (c.never || (type_of_node(doc_, node) & c.types) == 0) return false;
  if (c.members && !c.members->contains(canonical(doc_, node))) return false;
  const auto take = [&](int each) { return admits(each, node); };
  if (!std::all_of(c.all_of.begin(), c.all_of.end(), take)) return false;
  if (!c.any_of.empty() && std::none_of(c.any_of.begin(), c.any_of.end(), take)) return false;
  return c.one_of.empty() || std::any_of(c.one_of.begin(), c.one_of.end(), take);
}

// 2: the object has the constants that the schema wants; 1: it wants none; 0: it has others.
int evaluation::discriminated(int index, std::uint32_t node) {
  if (doc_[node].what != kind::object) return 1;
  const constraint& c = all_[index];
  int rank = 1;
  for (const auto& [name, schema] : c.properties) {
    if (!all_[schema].members) continue;
    const std::uint32_t value = doc_.member(node, name);
    if (value == 0) continue;
    if (!all_[schema].members->contains(canonical(doc_, value))) return 0;
    rank = 2;
  }
  for (const int part : c.all_of) {
    const int of_part = discriminated(part, node);
    if (++visits_ > most_visits_ || of_part == 0) return 0;
    rank = std::max(rank, of_part);
  }
  return rank;
}

std::string evaluation::expectation(int index, unsigned depth) const {
  return expectation(all_[index], depth);
}

std::string evaluation::expectation(const constraint& c, unsigned depth) const {
  if (c.members) {
    if (c.shown_members.size() != 1) return "one of " + list_words(c.shown_members);
    const bool quoted = c.members->size() == 1 && c.members->begin()->starts_with('"');
    return quoted ? '"' + cut(c.shown_members[0]) + '"' : cut(c.shown_members[0]);
  }
  if (c.types != any_type) return type_words(c.types);
  if (depth == 3) return "";
  for (const int part : c.all_of) {
    if (std::string words = expectation(part, depth + 1); !words.empty()) return words;
  }
  std::string words;
  for (const auto* list : {&c.any_of, &c.one_of}) {
    for (const int each : *list) {
      const std::string more = expectation(each, depth + 1);
      if (more.empty() || words.find(more) != words.npos || words.size() > 100) continue;
      words += (words.empty() ? "" : " or ") + more;
    }
  }
  return words;
}

void evaluation::unknown_field(const constraint& c, const std::string& name, findings* tell) {
  if (tell == nullptr) return;
  constraint::names known;
  for (const auto& [declared, ignored] : c.properties) known.push_back(declared);
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, name);
  fail(
      tell,
      [&] {
        return "unknown field \"" + cut(name) + '"' +
               (known.empty() ? "; no fields are known" : "; known: " + list_words(known));
      },
      "schema_violation", "unknown_key");
  pointer_.resize(length);
}

void evaluation::missing(const std::string& name, const std::string& because, findings* tell) {
  if (tell == nullptr) return;
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, name);
  fail(
      tell, [&] { return "missing required \"" + cut(name) + '"' + because; }, "missing_required");
  pointer_.resize(length);
}

std::string evaluation::nearest_member(const constraint& c, std::uint32_t node) {
  if (doc_[node].what != kind::string || c.shown_members.size() == 1) return "";
  const std::string near = nearest(text(node), c.shown_members);
  return near.empty() ? "" : "; nearest: " + cut(near);
}

std::string evaluation::got(std::uint32_t node) const {
  return ", got " + shown_value(doc_.lexeme(node));
}

}  // namespace toolcall::typing
