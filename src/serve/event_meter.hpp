// How long the event of a stream is that is just being received.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace toolcall::serve {

// An empty line ends an event, whatever ends the lines (CR, LF or both). A body without empty lines is one event.
class event_meter {
 public:
  // The size of the longest event that these bytes end or go on with.
  std::size_t longest(std::string_view bytes) {
    std::size_t longest = 0;
    const bool has_returns = bytes.find('\r') != bytes.npos;
    while (!bytes.empty()) {
      const std::size_t end = std::min(has_returns ? bytes.find_first_of("\r\n") : bytes.find('\n'), bytes.size());
      size_ += end;
      in_line_ += end;
      after_cr_ = after_cr_ && end == 0;
      if (end < bytes.size()) end_line(bytes[end], longest);
      longest = std::max(longest, size_);
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    return longest;
  }

 private:
  void end_line(char c, std::size_t& longest) {
    longest = std::max(longest, ++size_);
    const bool is_second = c == '\n' && after_cr_;  // of the two that end one line
    if (!is_second && in_line_ == 0) size_ = 0;
    in_line_ = 0;
    after_cr_ = c == '\r';
  }

  std::size_t size_ = 0, in_line_ = 0;
  bool after_cr_ = false;
};

}  // namespace toolcall::serve
