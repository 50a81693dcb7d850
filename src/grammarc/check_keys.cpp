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
      : before(of.nodes.size()), of_(of), after_(of.nodes.size()), holds_key_(of.nodes.size()) {
    do {
      changed_ = false;
      for (std::size_t at = 0; at < of.nodes.size(); ++at) add(holds_key_[at], key_in(of[at]));
    } while (changed_);
    do {
      changed_ = false;
      for (std::size_t at = 0; at < of.nodes.size(); ++at) pass(at);
    } while (changed_);
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
        return add(after_[at], in_order(here, in));
      case form::choice:
        for (const std::size_t kid : here.kids) add(after_[at], through(kid, in));
        return;
      case form::recovery:  // the key may stand in front of the break
        add(after_[at], through(here.kids[0], in));
        return add(after_[at], through(here.kids[1], in == 0 ? in : bits(in | holds_key_[here.kids[0]])));
      case form::star:
      case form::plus:
      case form::optional:
        add(after_[at], through(here.kids[0], in | after_[here.kids[0]]));
        return add(after_[at], here.is == form::plus ? bits(0) : in);
      case form::capture:
      case form::replace:
      case form::trial:
      case form::followed_by:
      case form::call:
        return add(after_[at], through(here.kids[0], in));
      default:
        return add(after_[at], in);  // reads nothing that has a part, or only looks ahead
    }
  }

  void role(std::size_t at, std::string_view name) {
    const std::size_t kid = of_[at].kids[0];
    const bits in = before[at];
    if (name == "call") through(kid, in_call);
    if (name == "object") through(kid, in & in_call);
    if (name == "array") through(kid, in == 0 ? in : bits((in & in_call) | in_array));
    if (name == "call" || name == "key") return add(after_[at], name == "key" && in != 0 ? bits(in | after_key) : in);
    if (is_value(name)) return add(after_[at], in & ~after_key);
    add(after_[at], through(kid, in));
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
    add(before[kid], in);
    return after_[kid];
  }

  void add(bits& to, bits more) {
    changed_ = changed_ || (to | more) != to;
    to |= more;
  }

  const graph& of_;
  std::vector<bits> after_;
  std::vector<bits> holds_key_;  // after_key, or 0
  bool changed_ = false;
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
