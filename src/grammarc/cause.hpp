// Which rule of a page is after a problem that was found on another page.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

struct cause {
  std::size_t line = 0;
  std::string rule;
  std::string call;  // what it calls, by way of which the problem is reached: "headed.calls"
};

// The call in `file` that leads to the rule of the problem, where there is one. Names must resolve.
std::optional<cause> cause_of(const problem& found, const std::vector<page>& pages, const std::string& file);

}  // namespace toolcall::grammarc
