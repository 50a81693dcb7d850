// Widths are counted in characters, and not in bytes.

#include "cli/columns.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace toolcall::cli {

std::string aligned(const std::vector<row>& rows) {
  std::vector<std::size_t> widths;
  for (const row& each : rows)
    for (std::size_t i = 0; i < each.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], utf8::length(each[i]));
    }
  std::string all;
  for (const row& each : rows) {
    for (std::size_t i = 0; i < each.size(); ++i) {
      const std::string blanks(widths[i] - utf8::length(each[i]), ' ');
      all += i == 0 ? each[i] + blanks : "  " + blanks + each[i];
    }
    all += '\n';
  }
  return all;
}

std::string with_commas(std::uint64_t number) {
  std::string made = std::to_string(number);
  for (std::size_t at = made.size(); at > 3; at -= 3) made.insert(at - 3, ",");
  return made;
}

}  // namespace toolcall::cli
