// In place of valijson's header of this name, which src/typing/cross_check.cpp would include otherwise.
//
// There, an allocator gives a null pointer where memory runs out, and the containers that use it look at no pointer:
// the process would end in them. This one throws std::bad_alloc, as containers expect.

#pragma once

#include <cstddef>
#include <new>

namespace valijson::internal {

template <typename T>
class CustomAllocator {
 public:
  using CustomAlloc = void* (*)(std::size_t);
  using CustomFree = void (*)(void*);
  using value_type = T;
  template <typename Other>
  struct rebind {
    using other = CustomAllocator<Other>;
  };

  CustomAllocator() : m_allocFn(::operator new), m_freeFn(::operator delete) {}
  CustomAllocator(CustomAlloc allocate_with, CustomFree free_with) : m_allocFn(allocate_with), m_freeFn(free_with) {}
  template <typename Other>
  CustomAllocator(const CustomAllocator<Other>& other) : CustomAllocator(other.m_allocFn, other.m_freeFn) {}

  T* allocate(std::size_t count) {
    void* const made = m_allocFn(count * sizeof(T));
    if (made == nullptr) throw std::bad_alloc();
    return static_cast<T*>(made);
  }
  void deallocate(T* given, std::size_t) { m_freeFn(given); }

  template <typename Other>
  bool operator==(const CustomAllocator<Other>& other) const {
    return m_allocFn == other.m_allocFn && m_freeFn == other.m_freeFn;
  }

  CustomAlloc m_allocFn;
  CustomFree m_freeFn;
};

}  // namespace valijson::internal
