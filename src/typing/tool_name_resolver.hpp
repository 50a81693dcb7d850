// Finds the declared tool that an undeclared name means.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::typing {

class tool_name_resolver {
 public:
  static constexpr int none = -1;

  void add(std::string_view name, int tool);
  // The one tool that the name evidently means; `none` where no tool or several match.
  int find(std::string_view written) const;

 private:
  using index = std::map<std::string, int, std::less<>>;
  int by_tail(std::string_view name) const;
  static int first(const index& names, const std::vector<std::string>& forms);

  index exact_, tails_, folded_, joined_, squeezed_;
};

// How a name is written where some of its signs may not stand: a `_` in place of a dot, and as Markdown has it.
std::vector<std::string> spellings_of(std::string_view name);

}  // namespace toolcall::typing
