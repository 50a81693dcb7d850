// What of the schemas a constraint does not say, each place once.

#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <toolcall/constrain.hpp>

namespace toolcall::constraints {

class limit_list {
 public:
  // `notation` is what cannot say it, as in "a GBNF grammar".
  explicit limit_list(std::string notation) : notation_(std::move(notation)) {}

  void add(std::string pointer, const std::string& reason) {
    const auto is_same = [&](const constraint_limit& each) { return each.pointer == pointer; };
    if (std::none_of(all_.begin(), all_.end(), is_same)) all_.push_back({std::move(pointer), notation_ + " " + reason});
  }
  std::vector<constraint_limit> take() { return std::move(all_); }

 private:
  std::string notation_;
  std::vector<constraint_limit> all_;
};

}  // namespace toolcall::constraints
