// dialect::of_page as a function of toolcall.h.

#include "c_interface/handles.hpp"

using namespace toolcall::c_interface;

toolcall_dialect* toolcall_dialect_of_page(const char* page, size_t page_size, const char* file, size_t file_size,
                                           toolcall_error** error) noexcept {
  return guarded(error, [&] {
    return new toolcall_dialect{
        toolcall::dialect::of_page(view("page", page, page_size), view("file", file, file_size))};
  });
}
