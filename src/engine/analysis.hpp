// What can be known of a grammar without running it: which parts may be empty or may cut, and what a part begins with.

#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/expression.hpp"

namespace toolcall::engine {

class analysis {
 public:
  explicit analysis(const grammar& source);

  bool may_be_empty(const expression& e) const;
  bool may_cut(const expression& e) const;  // a cut that reaches out of e

  // The captures, by name, that e or a rule that it calls may be compared with.
  std::set<std::string> captures_read(const expression& e) const;

  // Everything that would break the machine, a sentence each.
  std::vector<std::string> problems() const;

 private:
  bool asks_for_fields(const expression& e) const;
  void find_problems(const expression& e, const std::string& rule, bool fields, std::vector<std::string>& found) const;
  void left_calls(const expression& e, std::vector<std::size_t>& calls) const;
  std::vector<char> left_recursive() const;  // by instance
  void add_captures_read(const expression& e, std::set<std::string>& read) const;

  const grammar& source_;
  std::vector<char> empty_;  // by instance
  std::vector<char> cuts_;
  std::vector<std::set<std::string>> captures_read_;
};

}  // namespace toolcall::engine
