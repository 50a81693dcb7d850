// What can be known of a grammar without running it: which parts may be empty or may cut, and what a part begins with.

#pragma once

#include <string>
#include <vector>

#include <toolcall/engine/expression.hpp>

#include "engine/scan.hpp"

namespace toolcall::engine {

class analysis {
 public:
  explicit analysis(const grammar& source);

  bool may_be_empty(const expression& e) const;
  bool may_cut(const expression& e) const;  // a cut that reaches out of e

  // Everything that would break the machine, a sentence each.
  std::vector<std::string> problems() const;

 private:
  bool asks_for_fields(const expression& e) const;
  void find_problems(const expression& e, const std::string& rule, bool fields, std::vector<std::string>& found) const;
  void left_calls(const expression& e, std::vector<std::size_t>& calls) const;
  bool reaches_itself(std::size_t rule) const;

  const grammar& source_;
  std::vector<char> empty_;  // by rule
  std::vector<char> cuts_;
};

// A table of the places where one of the given parts may begin. Where nothing can be told, every byte may begin one.
stop_table stops_of(const grammar& source, const std::vector<const expression*>& parts);

}  // namespace toolcall::engine
