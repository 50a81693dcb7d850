// What every function of toolcall.h is made of: it works inside of guarded(), which makes an error of every exception.

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <toolcall.h>

#include <toolcall/error.hpp>

struct toolcall_error {
  int code = TOOLCALL_ERROR_INTERNAL;
  std::string message, pointer;
};

namespace toolcall::c_interface {

// An object cannot do any more what it is asked for.
class state_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Stores an error for the exception that is handled, where there is a place for it.
void store_error(toolcall_error** place) noexcept;

// What `act` returns, or nullptr or 0 and an error.
template <typename Act>
auto guarded(toolcall_error** error, const Act& act) noexcept -> decltype(act()) {
  try {
    return act();
  } catch (...) {
    store_error(error);
    return {};
  }
}

// The object that a handle stands for.
template <typename Handle>
Handle& needed(Handle* given) {
  if (given == nullptr) throw setup_error("", "the object is NULL");
  return *given;
}

// Likewise, of an object that no failure left half-changed.
template <typename Handle>
Handle& working(Handle* given) {
  if (needed(given).failed) throw state_error("the object failed before, and can only be freed");
  return *given;
}

// Works with an object that may be left half-changed by an exception, and then is not used any more. It has `failed`.
template <typename Handle, typename Act>
auto changing(Handle* given, toolcall_error** error, const Act& act) noexcept {
  return guarded(error, [&] {
    Handle& object = working(given);
    object.failed = true;
    const auto made = act(object);
    object.failed = false;
    return made;
  });
}

inline std::string_view view(const char* data, std::size_t size) {
  return data == nullptr ? std::string_view() : std::string_view(data, size);
}

// As toolcall.h returns strings: views of an object's memory, and copies for the caller.
const char* given(std::string_view text, std::size_t* size) noexcept;
char* copied(std::string_view text, std::size_t* size);

}  // namespace toolcall::c_interface
