// A value that is made when it is first asked for.

#pragma once

#include <atomic>
#include <memory>

namespace toolcall::typing {

// Several threads may ask at once, and none waits: where two make it, the first that is done is kept. What making
// throws leaves nothing behind.
template <typename T>
class made_when_asked {
 public:
  made_when_asked() = default;
  made_when_asked(const made_when_asked&) = delete;
  made_when_asked& operator=(const made_when_asked&) = delete;
  ~made_when_asked() { delete made_.load(std::memory_order_relaxed); }

  // `make` gives a std::unique_ptr<T>.
  template <typename Make>
  const T& get(const Make& make) const {
    if (const T* const known = made_.load(std::memory_order_acquire)) return *known;
    std::unique_ptr<const T> fresh = make();
    const T* other = nullptr;
    if (!made_.compare_exchange_strong(other, fresh.get(), std::memory_order_acq_rel)) return *other;
    return *fresh.release();
  }

 private:
  mutable std::atomic<const T*> made_{nullptr};
};

}  // namespace toolcall::typing
