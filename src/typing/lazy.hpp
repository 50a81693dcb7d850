// A value that is computed when it is first asked for.

#pragma once

#include <atomic>
#include <memory>

namespace toolcall::typing {

// Several threads may ask at once, and none waits: where two compute it, the first that is done is kept. What computing
// it throws leaves nothing behind.
template <typename T>
class lazy {
 public:
  lazy() = default;
  lazy(const lazy&) = delete;
  lazy& operator=(const lazy&) = delete;
  ~lazy() { delete value_.load(std::memory_order_relaxed); }

  // `compute` returns a std::unique_ptr<T>.
  template <typename Compute>
  const T& get(const Compute& compute) const {
    if (const T* const known = value_.load(std::memory_order_acquire)) return *known;
    std::unique_ptr<const T> fresh = compute();
    const T* other = nullptr;
    if (!value_.compare_exchange_strong(other, fresh.get(), std::memory_order_acq_rel)) return *other;
    return *fresh.release();
  }

 private:
  mutable std::atomic<const T*> value_{nullptr};
};

}  // namespace toolcall::typing
