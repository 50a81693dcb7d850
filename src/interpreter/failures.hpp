// Where a match came to its end: for authors, who want to know what was expected at the farthest byte.
//
// The one idea: what fails farthest to the right is what the text was meant to be. Only that byte's failures are kept.
// What is not wanted (a `!e`, a stop), and what only mends (a recovery), is never expected.

#pragma once

#include <cstddef>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::interpreter {

// A rule that was being read; the page and the rule are the caller's.
struct rule_step {
  const grammarc::page* where = nullptr;
  const grammarc::rule* of = nullptr;
};

struct expectation {
  const grammarc::expression* what = nullptr;
  std::size_t begin = 0;      // where it was begun; before the farthest byte where a part of it was there
  std::vector<rule_step> by;  // outermost first
};

class failures {
 public:
  static constexpr std::size_t kept = 64;

  void clear(std::size_t begin) {
    at_ = begin;
    expected_.clear();
  }
  void add(std::size_t at, std::size_t begin, const grammarc::expression& what, const std::vector<rule_step>& by) {
    if (at < at_) return;
    if (at > at_) clear(at);
    for (const expectation& each : expected_)
      if (each.what == &what) return;
    if (expected_.size() < kept) expected_.push_back({&what, begin, by});
  }

  std::size_t at() const { return at_; }
  const std::vector<expectation>& expected() const { return expected_; }

 private:
  std::size_t at_ = 0;
  std::vector<expectation> expected_;
};

// A place of the message at which a call, reasoning or a control mark was begun and not read.
struct attempt {
  std::size_t begin = 0;
  failures farthest;
};

// The attempts that came farthest, in the order of the text, of which none lies within what an earlier one had read.
struct attempts {
  static constexpr std::size_t kept = 5, least_bytes = 3;

  std::vector<attempt> all;
  std::size_t found = 0;         // also those that are not kept
  std::size_t looked_until = 0;  // the whole text, if the limit of steps was not reached

  void add(std::size_t begin, const failures& farthest);

 private:
  std::size_t covered_ = 0;
};

}  // namespace toolcall::interpreter
