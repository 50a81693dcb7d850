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

// What the parameter for an object is called in toolcall.h.
constexpr std::string_view parameter_for(const toolcall_options*) {
  return "options";
}
constexpr std::string_view parameter_for(const toolcall_parser*) {
  return "parser";
}
constexpr std::string_view parameter_for(const toolcall_openai_writer*) {
  return "writer";
}
constexpr std::string_view parameter_for(const toolcall_rewriter*) {
  return "rewriter";
}

[[noreturn]] void refuse_null(std::string_view parameter);
[[noreturn]] void refuse_null(std::string_view parameter, std::size_t size);

// The object that a handle stands for.
template <typename Handle>
Handle& needed(Handle* given) {
  if (given == nullptr) refuse_null(parameter_for(given));
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

// The string that a parameter of this name and its size stand for.
inline std::string_view view(std::string_view parameter, const char* data, std::size_t size) {
  if (data == nullptr && size > 0) refuse_null(parameter, size);
  return data == nullptr ? std::string_view() : std::string_view(data, size);
}

// As toolcall.h returns strings: views of an object's memory, and copies for the caller.
const char* given(std::string_view text, std::size_t* size) noexcept;
char* copied(std::string_view text, std::size_t* size);

}  // namespace toolcall::c_interface
