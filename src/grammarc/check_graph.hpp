// The pages as the checks see them: every rule once for each list of arguments it is called with, parameters replaced
// by the arguments. A call is an edge, so an analysis is a fix-point over a flat list of nodes.

#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/dialects.hpp"
#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

struct graph_node {
  form is = form::sequence;
  const expression* written = nullptr;
  const page* where = nullptr;    // where it was written; for an argument that is the caller's page
  const rule* around = nullptr;   // likewise
  std::vector<std::size_t> kids;  // of a call: the body of what is called
  std::size_t inside = 0;         // the instance whose body this node belongs to
  std::size_t callee = 0;         // of a call: the instance
  bool of_dialects = false;       // the choice that dialects.r is: any of its alternatives may be out of use
};

struct instance {
  const page* where = nullptr;
  const rule* of = nullptr;
  std::size_t body = 0;
  bool entry = false;  // call, reasoning or control of a dialect: an alternative of the message
};

struct graph {
  std::vector<graph_node> nodes;
  std::vector<instance> instances;
  std::map<std::string, std::vector<std::size_t>> captures;  // page.rule.name to its capture nodes
  std::list<expression> written_out;                         // the calls that dialects.r stands for

  const graph_node& operator[](std::size_t at) const { return nodes[at]; }
};

// Whose kid each node is. In a fix-point only the users of what has changed are looked at again.
class node_users {
 public:
  explicit node_users(const graph& of);

  std::span<const std::size_t> operator[](std::size_t kid) const {
    return {users_.data() + begins_[kid], users_.data() + begins_[kid + 1]};
  }

 private:
  std::vector<std::size_t> begins_, users_;
};

// The rule that text means on this page: name or page.name. Empty if missing.
page_rule find_rule(const std::vector<page>& pages, const page& here, std::string_view text);

// All that the text may mean: one rule, or none; of dialects.r, any number.
std::vector<page_rule> find_rules(const std::vector<page>& pages, const page& here, std::string_view text);

// Its rules that no other of them uses are asked of the head of a message; each is named as its label.
inline constexpr const char* head_page = "message_head";

// Whether the message itself reads this rule of the page.
bool is_entry(const page& here, std::string_view rule_name);
std::string capture_key(const page& where, const rule& around, std::string_view name);

// Where reading may begin: the entries of the dialects; while there is no dialect, the rules that no other rule uses.
std::vector<page_rule> roots(const std::vector<page>& pages);

// The rules that lead on from there, and those that tests ask of `ambiguous` blocks.
std::set<const rule*> rules_read(const std::vector<page>& pages);

// Names must resolve and arguments must not grow (check_references).
graph build_graph(const std::vector<page>& pages);

problem problem_at(const graph_node& here, std::string what);
// One that lies in what another node says.
problem problem_because(const graph_node& here, const graph_node& of, std::string what);

}  // namespace toolcall::grammarc
