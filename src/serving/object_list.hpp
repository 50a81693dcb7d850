// The objects that one call gives, in strings whose memory is used again.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace toolcall::serving {

class object_list {
 public:
  void clear() { used_ = 0; }
  std::string& add() {
    if (used_ == all_.size()) all_.emplace_back();
    std::string& made = all_[used_++];
    made.clear();
    return made;
  }
  std::string& operator[](std::size_t i) { return all_[i]; }
  std::string& back() { return all_[used_ - 1]; }
  std::size_t size() const { return used_; }
  std::span<const std::string> all() const { return {all_.data(), used_}; }

 private:
  std::vector<std::string> all_;
  std::size_t used_ = 0;
};

}  // namespace toolcall::serving
