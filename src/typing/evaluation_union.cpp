// Schemas made of schemas, and which of them a message is about.
//
// A value that fits no branch of a union violates every branch, but it was meant for one. That is the one whose
// constant fields it has; else, of those that take its type, the one that was followed deepest, and of these the one
// with the fewest violations.

#include <algorithm>

#include "typing/canonical.hpp"
#include "typing/evaluation.hpp"
#include "typing/predicates.hpp"
#include "typing/wording.hpp"

namespace toolcall::typing {
namespace {

using json::value_kind;

fit inverted(fit a) {
  return a == fit::yes ? fit::no : a == fit::no ? fit::yes : a;
}

std::size_t depth_of(const std::vector<diagnostic>& all) {
  std::size_t deepest = 0;
  for (const diagnostic& f : all) {
    const bool missing = f.label == "missing_required";  // the pointer is that of what is not there
    const auto steps = static_cast<std::size_t>(std::count(f.pointer.begin(), f.pointer.end(), '/'));
    deepest = std::max(deepest, steps - (missing ? 1 : 0));
  }
  return deepest;
}

}  // namespace

fit evaluation::combined(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  fit a = fit::yes;
  for (const int part : c.all_of) {
    a = std::min(a, of(part, node, report, seen));
    if (a == fit::no && report == nullptr) return a;
  }
  if (!c.any_of.empty()) {
    const fit any = any_of(c.any_of, node, seen);
    if (any == fit::no && report != nullptr && a != fit::no) report_branch(c.any_of, node, *report);
    a = std::min(a, any);
  }
  if (!c.one_of.empty() && a != fit::no) a = std::min(a, one_of(c.one_of, node, report, seen));
  if (c.none_of != no_schema && a != fit::no) {
    const fit excluded = inverted(of(c.none_of, node, nullptr, nullptr));
    if (excluded == fit::no) {
      const std::string what = report == nullptr ? "" : expected(all_, c.none_of);
      fail(report, [&] { return "expected anything but " + (what.empty() ? "what \"not\" says" : what) + got(node); });
    }
    a = std::min(a, excluded);
  }
  if (c.condition != no_schema && a != fit::no) a = std::min(a, conditional(c, node, report, seen));
  return a;
}

// A branch that does not fit has not looked at anything.
fit evaluation::branch(int index, std::uint32_t node, annotations* seen) {
  if (seen == nullptr) return of(index, node, nullptr, nullptr);
  annotations own(seen->size());
  const fit a = of(index, node, nullptr, &own);
  for (std::size_t i = 0; a != fit::no && i < own.size(); ++i) (*seen)[i] = (*seen)[i] || own[i];
  return a;
}

fit evaluation::any_of(const std::vector<int>& list, std::uint32_t node, annotations* seen) {
  fit best = fit::no;
  for (const int each : list) {
    best = std::max(best, branch(each, node, seen));
    if (best == fit::yes && seen == nullptr) break;
  }
  return best;
}

fit evaluation::one_of(const std::vector<int>& list, std::uint32_t node, diagnostics* report, annotations* seen) {
  std::vector<std::size_t> sure;
  bool perhaps = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const fit fits = branch(list[i], node, seen);
    if (fits == fit::yes) sure.push_back(i);
    perhaps = perhaps || fits == fit::unknown;
    if (sure.size() < 2) continue;
    return fail(report, [&] {
      return "expected one schema of oneOf to fit, but both number " + std::to_string(sure[0] + 1) + " and " +
             std::to_string(sure[1] + 1) + " do" + got(node);
    });
  }
  if (perhaps) return fit::unknown;
  if (!sure.empty()) return fit::yes;
  if (report != nullptr) report_branch(list, node, *report);
  return fit::no;
}

fit evaluation::conditional(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  const fit holds = branch(c.condition, node, seen);
  if (holds == fit::unknown) return holds;
  const int next = holds == fit::yes ? c.then : c.otherwise;
  return next == no_schema ? fit::yes : of(next, node, report, seen);
}

void evaluation::report_branch(const std::vector<int>& list, std::uint32_t node, diagnostics& report) {
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
    if (best == 0 && report_discriminator(meant, node, report)) return;
    schema any;
    any.any_of = list;
    const std::string wanted = expected(all_, any);
    const bool say = !wanted.empty() && wanted.size() < 200;
    fail(&report,
         [&] { return (say ? "expected " + wanted : "fits none of the schemas that are allowed here") + got(node); });
    return;
  }
  diagnostics best_diagnostics;
  for (const int each : meant) {
    diagnostics own;
    const std::uint32_t outer = list_;
    list_ = ++lists_;
    of(each, node, &own, nullptr);
    list_ = outer;
    const bool better = best_diagnostics.empty() || depth_of(own) > depth_of(best_diagnostics) ||
                        (depth_of(own) == depth_of(best_diagnostics) && own.size() < best_diagnostics.size());
    if (better && !own.empty()) best_diagnostics = std::move(own);
  }
  for (diagnostic& f : best_diagnostics) {
    if (report.size() < max_diagnostics) report.push_back(std::move(f));
  }
}

// Branches that all want another constant in the same field: the mistake is there.
bool evaluation::report_discriminator(const std::vector<int>& list, std::uint32_t node, diagnostics& report) {
  if (list.empty() || doc_[node].what != value_kind::object) return false;
  for (const auto& [name, ignored] : all_[list[0]].properties) {
    const std::uint32_t value = doc_.member(node, name);
    member_list wanted;
    const auto constant = [&, &field = name](int each) {
      const auto found = all_.declared(each).properties.find(field);
      if (found == all_.declared(each).properties.end() || !all_.declared(found->second).members) return false;
      wanted.append(*all_.declared(found->second).members);
      return true;
    };
    if (value == 0 || !std::all_of(list.begin(), list.end(), constant)) continue;
    const std::size_t length = pointer_.size();
    json::append_step(pointer_, name);
    schema any_of_them;
    any_of_them.members = std::move(wanted);
    fail(&report,
         [&] { return "expected " + expected(all_, any_of_them) + got(value) + nearest_of(any_of_them, value); });
    pointer_.resize(length);
    return true;
  }
  return false;
}

// Whether the schema takes values of this type, and, of what is not made of parts, this value.
bool evaluation::admits(int index, std::uint32_t node) {
  if (++visits_ > most_visits_) return false;
  const schema& c = all_.declared(index);
  if (c.never || (type_of(doc_, node) & c.types) == 0) return false;
  if (c.members && !c.members->contains(canonical(doc_, node))) return false;
  const auto take = [&](int each) { return admits(each, node); };
  if (!std::all_of(c.all_of.begin(), c.all_of.end(), take)) return false;
  if (!c.any_of.empty() && std::none_of(c.any_of.begin(), c.any_of.end(), take)) return false;
  return c.one_of.empty() || std::any_of(c.one_of.begin(), c.one_of.end(), take);
}

// 2: the object has the constants that the schema wants; 1: it wants none; 0: it has others.
int evaluation::discriminated(int index, std::uint32_t node) {
  if (doc_[node].what != value_kind::object) return 1;
  const schema& c = all_.declared(index);
  int rank = 1;
  for (const auto& [name, schema] : c.properties) {
    if (!all_.declared(schema).members) continue;
    const std::uint32_t value = doc_.member(node, name);
    if (value == 0) continue;
    if (!all_.declared(schema).members->contains(canonical(doc_, value))) return 0;
    rank = 2;
  }
  for (const int part : c.all_of) {
    const int of_part = discriminated(part, node);
    if (++visits_ > most_visits_ || of_part == 0) return 0;
    rank = std::max(rank, of_part);
  }
  return rank;
}

void evaluation::unknown_field(const schema& c, const std::string& name, diagnostics* report) {
  if (report == nullptr) return;
  std::vector<std::string_view> known;
  for (const auto& [declared, ignored] : c.properties) known.emplace_back(declared);
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, name);
  fail(
      report, [&] { return unknown_name(name, known); }, "schema_violation", "unknown_key");
  pointer_.resize(length);
}

void evaluation::missing(const std::string& name, const std::string& because, diagnostics* report) {
  if (report == nullptr) return;
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, name);
  fail(
      report, [&] { return "missing required " + shown(name) + because; }, "missing_required");
  pointer_.resize(length);
}

std::string evaluation::nearest_of(const schema& c, std::uint32_t node) {
  return doc_[node].what == value_kind::string && c.members ? nearest_member(*c.members, text(node)) : "";
}

std::string evaluation::got(std::uint32_t node) const {
  return ", got " + shown_value(doc_.lexeme(node));
}

}  // namespace toolcall::typing
