// Exceptions become errors here and nowhere else. An error that cannot be made for want of memory is one that is there
// already.

#include "c_interface/errors.hpp"

#include <cstring>
#include <exception>
#include <new>

#include <toolcall/version.hpp>

namespace toolcall::c_interface {

namespace {

constexpr std::string_view no_memory = "there is not enough memory";

toolcall_error out_of_memory{TOOLCALL_ERROR_MEMORY, {}, {}};

toolcall_error* error_of_current_exception() {
  try {
    throw;
  } catch (const setup_error& why) {
    return new toolcall_error{TOOLCALL_ERROR_SETUP, why.reason(), why.pointer()};
  } catch (const state_error& why) {
    return new toolcall_error{TOOLCALL_ERROR_STATE, why.what(), {}};
  } catch (const std::bad_alloc&) {
    return &out_of_memory;
  } catch (const std::exception& why) {
    return new toolcall_error{TOOLCALL_ERROR_INTERNAL, why.what(), {}};
  } catch (...) {
    return new toolcall_error{TOOLCALL_ERROR_INTERNAL, "an exception of an unknown type", {}};
  }
}

}  // namespace

void store_error(toolcall_error** place) noexcept {
  if (place == nullptr) return;
  try {
    *place = error_of_current_exception();
  } catch (...) {
    *place = &out_of_memory;
  }
}

void refuse_null(std::string_view parameter) {
  throw setup_error("", std::string(parameter) + " is NULL; it must be an object that was made and not freed");
}

void refuse_null(std::string_view parameter, std::size_t size) {
  throw setup_error("", std::string(parameter) + " is NULL, and its size is " + std::to_string(size) +
                            "; it may be NULL only with the size 0");
}

const char* given(std::string_view text, std::size_t* size) noexcept {
  if (size != nullptr) *size = text.size();
  return text.data() == nullptr ? "" : text.data();
}

char* copied(std::string_view text, std::size_t* size) {
  auto* const made = static_cast<char*>(::operator new(text.size() + 1));
  if (!text.empty()) std::memcpy(made, text.data(), text.size());
  made[text.size()] = '\0';
  if (size != nullptr) *size = text.size();
  return made;
}

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

int toolcall_abi_version(void) noexcept {
  return TOOLCALL_ABI_VERSION;
}

const char* toolcall_version(void) noexcept {
  return toolcall::version.data();  // a literal
}

void toolcall_free(char* text) noexcept {
  ::operator delete(text);
}

int toolcall_error_code(const toolcall_error* error) noexcept {
  return error == nullptr ? 0 : error->code;
}

const char* toolcall_error_message(const toolcall_error* error, size_t* size) noexcept {
  if (error == nullptr) return given("", size);
  return given(error->code == TOOLCALL_ERROR_MEMORY ? no_memory : std::string_view(error->message), size);
}

const char* toolcall_error_pointer(const toolcall_error* error, size_t* size) noexcept {
  return given(error == nullptr ? std::string_view("") : std::string_view(error->pointer), size);
}

void toolcall_error_free(toolcall_error* error) noexcept {
  if (error != &out_of_memory) delete error;
}
