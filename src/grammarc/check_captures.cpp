// Captures: =x needs an x that has certainly matched before it in the same rule, and an x needs an =x.
//
// "Certainly" is a walk in reading order that carries the set of names matched on every path; alternatives meet in
// what they have in common. Captures made in a predicate end with it, those in an argument belong to whoever reads it.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/read_rules.hpp"

namespace toolcall::grammarc {
namespace {

using capture_names = std::set<std::string>;

capture_names common(const capture_names& a, const capture_names& b) {
  capture_names both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

class capture_walk {
 public:
  capture_walk(const page& here, const rule& around, problems& found) : here_(here), around_(around), found_(found) {}

  void run() {
    through(around_.body, {});
    for (const expression* capture : captures_)
      if (used_.count(capture->text) == 0) unused(*capture);
  }

 private:
  // What has certainly matched after the expression, if before has matched in front of it.
  capture_names through(const expression& written, const capture_names& before) {
    switch (written.is) {
      case form::sequence:
        return in_order(written, before);
      case form::choice:
      case form::recovery:
        return either(written, before);
      case form::star:
      case form::optional:
      case form::repeat:
      case form::at:
      case form::not_at:
      case form::run:
      case form::span:
      case form::json_until:
      case form::call:
        for (const expression& child : written.children) through(child, before);
        return before;
      case form::followed_by: {
        const capture_names after = through(written.children.at(0), before);
        through(written.children.at(1), after);
        return after;
      }
      case form::back:
        reference(written, before);
        return before;
      case form::capture:
        return capture(written, before);
      default:
        return in_order(written, before);
    }
  }

  capture_names in_order(const expression& written, capture_names before) {
    for (const expression& child : written.children) before = through(child, before);
    return before;
  }

  capture_names either(const expression& written, const capture_names& before) {
    capture_names after = through(written.children.at(0), before);
    if (written.children.at(0).is == form::nothing) return through(written.children.at(1), before);
    for (std::size_t i = 1; i < written.children.size(); ++i)
      after = common(after, through(written.children[i], before));
    return after;
  }

  capture_names capture(const expression& written, const capture_names& before) {
    captures_.push_back(&written);
    capture_names after = through(written.children.at(0), before);
    after.insert(written.text);
    return after;
  }

  void reference(const expression& written, const capture_names& before) {
    used_.insert(written.text);
    if (before.count(written.text) != 0) return;
    report(written, "=" + written.text + " stands where " + written.text + ": has not certainly matched: a capture " +
                        "counts after it, in its own rule, and where every alternative before has it; pass it as an "
                        "argument to use it in another rule");
  }

  void unused(const expression& capture) {
    std::vector<std::string> roles;
    for (const engine::role_word& each : engine::roles) roles.emplace_back(each.word);
    const std::string near = closest(capture.text, roles);
    report(capture, capture.text + ": is not a role, so it is a capture, but no =" + capture.text +
                        " of this rule uses it; " +
                        (near.empty() ? "delete it, or use one of the roles call, name, id, key, value, arguments, "
                                        "text, reasoning, string, object, array"
                                      : "did you mean " + near + ":?"));
  }

  void report(const expression& written, std::string what) {
    found_.push_back({here_.file, written.line != 0 ? written.line : around_.line, around_.name, std::move(what)});
  }

  const page& here_;
  const rule& around_;
  problems& found_;
  std::vector<const expression*> captures_;
  capture_names used_;
};

}  // namespace

void check_captures(const std::vector<page>& pages, problems& found) {
  for (const page& here : pages)
    for (const rule& each : here.rules) capture_walk(here, each, found).run();
}

}  // namespace toolcall::grammarc
