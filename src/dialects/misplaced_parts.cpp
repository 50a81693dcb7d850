// Every rule is looked at from outside of a call and from inside, at most once each, as the items reach it.

#include "dialects/misplaced_parts.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace toolcall::events {

namespace {

using engine::node_role;

std::string_view role_name(node_role role) {
  switch (role) {
    case node_role::name:
      return "a name";
    case node_role::id:
      return "an id";
    case node_role::key:
      return "a key";
    case node_role::value:
    case node_role::string:
    case node_role::object:
    case node_role::array:
      return "a value";
    case node_role::arguments:
      return "arguments";
    case node_role::text:
      return "text";
    case node_role::reasoning:
      return "reasoning";
    default:
      return "";
  }
}

class search {
 public:
  explicit search(const engine::grammar& of) : of_(of) {}

  std::vector<std::string> found() {
    for (const auto& item : of_.items) look_into(item.instance, false);
    return std::move(found_);
  }

 private:
  void look_into(std::size_t instance, bool in_call) {
    if (looked_.insert({instance, in_call}).second) look(of_.instances[instance].body, of_.name_of(instance), in_call);
  }

  void look(const engine::expression& e, const std::string& rule, bool in_call) {
    if (only_looks(e.is)) return;  // nothing is emitted for it
    if (e.is == engine::form::call) look_into(e.rule, in_call);
    if (e.is == engine::form::role) place(e.role, rule, in_call);
    const bool opens = e.is == engine::form::role && e.role == node_role::call;
    for (const engine::expression& child : e.children) {
      look(child, rule, in_call || opens);
      if (e.is == engine::form::followed_by) return;  // its condition only looks ahead
    }
  }

  void place(node_role role, const std::string& rule, bool in_call) {
    if (role == node_role::call && in_call) found_.push_back(rule + ": a call is inside a call");
    if (role_name(role).empty()) return;
    const bool outside = role == node_role::text || role == node_role::reasoning;
    if (outside == in_call)
      found_.push_back(rule + ": " + std::string(role_name(role)) + " can only stand " +
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
