// Each block has its size in front of it.

#include "heap.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace toolcall::tests {

heap_use heap;

}  // namespace toolcall::tests

namespace {

using toolcall::tests::heap;

constexpr std::size_t front = 16;  // bytes; keeps the alignment of malloc

void* allocated(std::size_t size) noexcept {
  ++heap.allocations;
  if (heap.allocations == heap.fails_at) return nullptr;
  if (heap.goes_on_failing && heap.fails_at != 0 && heap.allocations > heap.fails_at) return nullptr;
  auto* const at = static_cast<char*>(std::malloc(size + front));
  if (at == nullptr) std::abort();
  *reinterpret_cast<std::size_t*>(at) = size;
  heap.bytes += size;
  heap.bytes_asked += size;
  heap.most_bytes = std::max(heap.most_bytes, heap.bytes);
  return at + front;
}

void* thrown_or_allocated(std::size_t size) {
  void* const at = allocated(size);
  if (at == nullptr) throw std::bad_alloc();
  return at;
}

void given_back(void* given) noexcept {
  if (given == nullptr) return;
  char* const at = static_cast<char*>(given) - front;
  heap.bytes -= *reinterpret_cast<std::size_t*>(at);
  std::free(at);
}

}  // namespace

void* operator new(std::size_t size) {
  return thrown_or_allocated(size);
}
void* operator new[](std::size_t size) {
  return thrown_or_allocated(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocated(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocated(size);
}
void operator delete(void* at) noexcept {
  given_back(at);
}
void operator delete[](void* at) noexcept {
  given_back(at);
}
void operator delete(void* at, std::size_t) noexcept {
  given_back(at);
}
void operator delete[](void* at, std::size_t) noexcept {
  given_back(at);
}
void operator delete(void* at, const std::nothrow_t&) noexcept {
  given_back(at);
}
void operator delete[](void* at, const std::nothrow_t&) noexcept {
  given_back(at);
}
