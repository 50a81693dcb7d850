// The one exception of the library: a mistake of the programmer, found at set-up.

#pragma once

#include <stdexcept>
#include <string>

namespace toolcall {

// What a host hands in (tools, a dialect's name, an option) is checked once; what a model writes never throws.
class setup_error : public std::runtime_error {
 public:
  setup_error(std::string pointer, std::string reason)
      : std::runtime_error(pointer.empty() ? reason : pointer + ": " + reason),
        pointer_(std::move(pointer)),
        reason_(std::move(reason)) {}

  // A JSON Pointer into what was handed in; empty for the whole of it.
  [[nodiscard]] const std::string& pointer() const noexcept { return pointer_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  std::string pointer_;
  std::string reason_;
};

}  // namespace toolcall
