// Every rule is looked at from outside of a call and from inside, at most once each, as the items reach it.

#include "events/misplaced_parts.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace toolcall::events {

namespace {

using engine::noun;

std::string_view noun_name(noun role) {
  switch (role) {
    case noun::name:
      return "a name";
    case noun::id:
      return "an id";
    case noun::key:
      return "a key";
    case noun::value:
    case noun::string:
    case noun::object:
    case noun::array:
      return "a value";
    case noun::arguments:
      return "arguments";
    case noun::text:
      return "text";
    case noun::reasoning:
      return "reasoning";
    default:
      return "";
  }
}

class search {
 public:
  explicit search(const engine::grammar& of) : of_(of) {}

  std::vector<std::string> found() {
    for (const auto& item : of_.items) look(item.body, item.name, false);
    return std::move(found_);
  }

 private:
  void look(const engine::expression& e, const std::string& rule, bool in_call) {
    if (e.is == engine::op::at || e.is == engine::op::not_at) return;  // nothing is told of it
    if (e.is == engine::op::call) {
      const auto& called = of_.rules[e.rule];
      if (looked_.insert({e.rule, in_call}).second) look(called.body, called.name, in_call);
    }
    if (e.is == engine::op::role) place(e.role, rule, in_call);
    const bool opens = e.is == engine::op::role && e.role == noun::call;
    for (const engine::expression& child : e.children) look(child, rule, in_call || opens);
  }

  void place(noun role, const std::string& rule, bool in_call) {
    if (role == noun::call && in_call) found_.push_back(rule + ": a call stands in a call");
    if (noun_name(role).empty()) return;
    const bool outside = role == noun::text || role == noun::reasoning;
    if (outside == in_call)
      found_.push_back(rule + ": " + std::string(noun_name(role)) + " can only stand " +
                       (outside ? "outside of a call" : "in a call"));
  }

  const engine::grammar& of_;
  std::set<std::pair<std::size_t, bool>> looked_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> misplaced_parts(const engine::grammar& of) {
  return search(of).found();
}

}  // namespace toolcall::events
