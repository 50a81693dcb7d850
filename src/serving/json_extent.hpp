// Where a JSON object or array ends in a text that comes in pieces, found by its brackets and quotes alone.

#pragma once

#include <cstddef>
#include <string_view>

namespace toolcall::serving {

class json_extent {
 public:
  // Reads up to the end of the value, and says how many bytes that were.
  std::size_t add(std::string_view bytes) {
    std::size_t at = 0;
    for (; at < bytes.size() && !complete(); ++at) {
      const char c = bytes[at];
      if (in_string_) {
        in_string_ = escaped_ || c != '"';
        escaped_ = !escaped_ && c == '\\';
      } else if (c == '"') {
        in_string_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
        begun_ = true;
      } else if ((c == '}' || c == ']') && depth_ > 0) {
        --depth_;
      }
    }
    return at;
  }
  // A bracket was opened, and all that were opened are closed.
  bool complete() const { return begun_ && depth_ == 0; }
  bool begun() const { return begun_; }
  bool open() const { return depth_ > 0; }

 private:
  std::size_t depth_ = 0;
  bool begun_ = false, in_string_ = false, escaped_ = false;
};

}  // namespace toolcall::serving
