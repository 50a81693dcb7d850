// A value belongs to the key before it, so in a call one that no key can precede would be a field without a name.
//
// What may have been read before each node is a fix-point over the graph, from the `call` roles on: whether a key still
// waits for its value. Where several ways lead to a value, one with a key is enough, so nothing is refused by mistake.

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "grammarc/check_parts.hpp"

namespace toolcall::grammarc {
namespace {

using bits = std::uint8_t;
constexpr bits in_call = 1, after_key = 2, in_array = 4;

bool is_value(std::string_view role) {
  return role == "value" || role == "string" || role == "object" || role == "array";
}

class key_flow {
 public:
  explicit key_flow(const graph& of)
      : before(of.nodes.size()),
        of_(of),
        users_(of),
        after_(of.nodes.size()),
        holds_key_(of.nodes.size()),
        waits_(of.nodes.size(), true) {
    until_nothing_waits([&](std::size_t at) {
      if (add(holds_key_[at], key_in(of_[at]))) users_wait(at);
    });
    waits_.assign(of.nodes.size(), true);
    until_nothing_waits([&](std::size_t at) { pass(at); });
  }

  std::vector<bits> before;

 private:
  void pass(std::size_t at) {
    const graph_node& here = of_[at];
    const bits in = before[at];
    switch (here.is) {
      case form::role:
        return role(at, here.written->text);
      case form::sequence:
        return add_after(at, in_order(here, in));
      case form::choice:
        for (const std::size_t kid : here.kids) add_after(at, through(kid, in));
        return;
      case form::recovery:  // the key may stand in front of the break
        add_after(at, through(here.kids[0], in));
        return add_after(at, through(here.kids[1], in == 0 ? in : bits(in | holds_key_[here.kids[0]])));
      case form::star:
      case form::plus:
      case form::optional:
        add_after(at, through(here.kids[0], in | after_[here.kids[0]]));
        return add_after(at, here.is == form::plus ? bits(0) : in);
      case form::capture:
      case form::replace:
      case form::trial:
      case form::followed_by:
      case form::call:
        return add_after(at, through(here.kids[0], in));
      default:
        return add_after(at, in);  // reads nothing that has a part, or only looks ahead
    }
  }

  void role(std::size_t at, std::string_view name) {
    const std::size_t kid = of_[at].kids[0];
    const bits in = before[at];
    if (name == "call") through(kid, in_call);
    if (name == "object") through(kid, in & in_call);
    if (name == "array") through(kid, in == 0 ? in : bits((in & in_call) | in_array));
    if (name == "call" || name == "key") return add_after(at, name == "key" && in != 0 ? bits(in | after_key) : in);
    if (is_value(name)) return add_after(at, in & ~after_key);
    add_after(at, through(kid, in));
  }

  bits key_in(const graph_node& here) const {
    bits any = here.is == form::role && here.written->text == "key" ? after_key : bits(0);
    for (const std::size_t kid : here.kids) any |= holds_key_[kid];
    return any;
  }

  bits in_order(const graph_node& here, bits in) {
    for (const std::size_t kid : here.kids) in = through(kid, in);
    return in;
  }

  bits through(std::size_t kid, bits in) {
    if (add(before[kid], in)) wait(kid);
    return after_[kid];
  }

  void add_after(std::size_t at, bits more) {
    if (!add(after_[at], more)) return;
    wait(at);
    users_wait(at);
  }

  static bool add(bits& to, bits more) {
    const bool is_more = (to | more) != to;
    to |= more;
    return is_more;
  }

  void wait(std::size_t at) { waits_[at] = some_wait_ = true; }
  void users_wait(std::size_t at) {
    for (const std::size_t user : users_[at]) wait(user);
  }

  template <typename Step>
  void until_nothing_waits(Step step) {
    do {
      some_wait_ = false;
      for (std::size_t at = 0; at < waits_.size(); ++at) {
        if (!waits_[at]) continue;
        waits_[at] = false;
        step(at);
      }
    } while (some_wait_);
  }

  const graph& of_;
  const node_users users_;
  std::vector<bits> after_;
  std::vector<bits> holds_key_;  // after_key, or 0
  std::vector<bool> waits_;      // something that the node depends on has changed
  bool some_wait_ = false;
};

}  // namespace

void check_keys(const graph& of, problems& found) {
  const key_flow flow(of);
  std::set<const expression*> keyed;  // a rule may be called where a key waits, and where none does
  for (std::size_t at = 0; at < of.nodes.size(); ++at)
    if ((flow.before[at] & (after_key | in_array)) != 0) keyed.insert(of[at].written);
  std::set<const expression*> reported;
  for (std::size_t at = 0; at < of.nodes.size(); ++at) {
    const graph_node& here = of[at];
    if (here.is != form::role || !is_value(here.written->text) || flow.before[at] == 0) continue;
    if (keyed.count(here.written) != 0 || !reported.insert(here.written).second) continue;
    found.push_back(problem_at(here, here.written->text +
                                         ": has no key before it in its call, so the field would have no "
                                         "name; write key: in front of it, or arguments: if it is all of them"));
  }
}

}  // namespace toolcall::grammarc
