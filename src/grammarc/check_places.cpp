// Where a part may stand: names, ids, keys, values and arguments in a call, text and reasoning outside of one.
// Elsewhere the parser would have nothing to do with it.
//
// The graph is walked from the entries, at most twice: what may be read outside of a call, and what inside. What only
// looks ahead makes no parts.

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammarc/check_parts.hpp"

namespace toolcall::grammarc {
namespace {

bool is_of_message(std::string_view role) {
  return role == "text" || role == "reasoning";
}

class place_search {
 public:
  place_search(const graph& of, problems& found) : of_(of), found_(found) {}

  void run() {
    for (const instance& each : of_.instances)
      if (each.entry) visit(each.body, false);
    while (!waiting_.empty()) {
      const auto [at, in_call] = waiting_.back();
      waiting_.pop_back();
      look(of_[at], in_call);
    }
  }

 private:
  void visit(std::size_t at, bool in_call) {
    if (visited_.insert({at, in_call}).second) waiting_.emplace_back(at, in_call);
  }

  void look(const graph_node& here, bool in_call) {
    if (only_looks(here.is)) return;
    const std::string_view role = here.is == form::role ? std::string_view(here.written->text) : "";
    if (!role.empty()) place(here, role, in_call);
    const std::size_t count = here.is == form::followed_by ? 1 : here.kids.size();
    for (std::size_t i = 0; i < count; ++i) visit(here.kids[i], in_call || role == "call");
  }

  void place(const graph_node& here, std::string_view role, bool in_call) {
    const std::string what = std::string(role) + ": ";
    if (role == "call") {
      if (in_call) found_.push_back(problem_at(here, what + "a call is inside of a call; take one of the two out"));
    } else if (is_of_message(role) && in_call) {
      found_.push_back(problem_at(
          here, what + "can only stand outside of a call; in one, bytes that are no part of it need no role"));
    } else if (!is_of_message(role) && !in_call) {
      found_.push_back(
          problem_at(here, what + "can only stand in a call; put call:( ... ) around it and what it belongs to"));
    }
  }

  const graph& of_;
  problems& found_;
  std::set<std::pair<std::size_t, bool>> visited_;
  std::vector<std::pair<std::size_t, bool>> waiting_;
};

}  // namespace

void check_places(const graph& of, problems& found) {
  place_search(of, found).run();
}

}  // namespace toolcall::grammarc
