// Finds the marks that a host writes into its history, however the text is cut.
//
// Nothing is held for it: each mark has the number of its bytes that the text ends with, as in the algorithm of Knuth,
// Morris and Pratt.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::events {

class history_scan {
 public:
  explicit history_scan(const std::vector<std::string>& marks) {
    for (const std::string& each : marks) marks_.push_back({each, borders_of(each)});
  }

  bool is_on() const { return !marks_.empty(); }

  // Reads the next bytes: whether a mark ends in them.
  bool finds_in(std::string_view bytes) {
    bool found = false;
    for (mark& each : marks_)
      for (const char c : bytes) found = each.reads(c) || found;
    return found;
  }

  void start_over() {
    for (mark& each : marks_) each.matched = 0;
  }

 private:
  struct mark {
    std::string text;
    std::vector<std::size_t> borders;  // of its first n bytes: the longest beginning that ends them, and is shorter
    std::size_t matched = 0;

    bool reads(char c) {
      while (matched > 0 && text[matched] != c) matched = borders[matched - 1];
      if (text[matched] == c) ++matched;
      if (matched < text.size()) return false;
      matched = borders[matched - 1];
      return true;
    }
  };

  static std::vector<std::size_t> borders_of(const std::string& text) {
    std::vector<std::size_t> borders(text.size(), 0);
    for (std::size_t i = 1, n = 0; i < text.size(); ++i) {
      while (n > 0 && text[n] != text[i]) n = borders[n - 1];
      if (text[n] == text[i]) ++n;
      borders[i] = n;
    }
    return borders;
  }

  std::vector<mark> marks_;
};

}  // namespace toolcall::events
