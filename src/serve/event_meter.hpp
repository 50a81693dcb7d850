// How long the event of a stream is that is just being received.

#pragma once

#include <cstddef>
#include <string_view>

namespace toolcall::serve {

// An empty line ends an event, whatever ends the lines (CR, LF or both). A body without empty lines is one event.
class event_meter {
 public:
  // The size of the longest event that these bytes end or go on with.
  std::size_t longest(std::string_view bytes) {
    std::size_t longest = 0;
    for (const char c : bytes) {
      ++size_;
      const bool ends = c == '\r' || (c == '\n' && !after_cr_);
      const bool empty = ends && in_line_ == 0;
      if (size_ > longest) longest = size_;
      if (empty) size_ = 0;
      if (ends)
        in_line_ = 0;
      else if (c != '\n')
        ++in_line_;
      after_cr_ = c == '\r';
    }
    return longest;
  }

 private:
  std::size_t size_ = 0, in_line_ = 0;
  bool after_cr_ = false;
};

}  // namespace toolcall::serve
