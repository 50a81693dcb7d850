// Lines that the library gives to a function while it works, kept until the caller of the C interface takes them.
//
// A copy of a parser gives them to the same function with the same context as its original. So the list is not the
// context: whoever works says which list is written to, for this thread and as long as it works.

#pragma once

#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace toolcall::c_interface {

class kept_lines {
 public:
  // While it lives, lines go to this list.
  class listening {
   public:
    explicit listening(kept_lines& to) : before_(std::exchange(current_, &to)) {}
    listening(const listening&) = delete;
    listening& operator=(const listening&) = delete;
    ~listening() { current_ = before_; }

   private:
    kept_lines* before_;
  };

  // Adds what `make` returns. Nothing is thrown, because the caller may not throw: check() does it later.
  template <typename Make>
  static void add(const Make& make) noexcept {
    if (current_ == nullptr) return;
    try {
      current_->lines_.push_back(make());
    } catch (...) {
      current_->lost_ = true;
    }
  }

  // Throws where a line could not be kept.
  void check() const {
    if (lost_) throw std::bad_alloc();
  }

  // The next line, which lives until the next call; nullptr where all were taken.
  const std::string* next() {
    if (taken_ < lines_.size()) return &lines_[taken_++];
    lines_.clear();
    taken_ = 0;
    return nullptr;
  }

 private:
  inline static thread_local kept_lines* current_ = nullptr;
  std::vector<std::string> lines_;
  std::size_t taken_ = 0;
  bool lost_ = false;
};

}  // namespace toolcall::c_interface
