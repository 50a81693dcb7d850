// The heap as a test sees it. An executable that heap.cpp is linked into has operator new replaced.

#pragma once

#include <cstddef>

namespace toolcall::tests {

struct heap_use {
  std::size_t bytes = 0, most_bytes = 0;  // in use, and the most that was
  std::size_t bytes_asked = 0;            // ever
  std::size_t allocations = 0;            // ever
  std::size_t fails_at = 0;               // the number of the allocation that fails; 0: none
  bool goes_on_failing = false;           // and so do all after it
};

extern heap_use heap;

}  // namespace toolcall::tests
