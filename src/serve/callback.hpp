// A function that is called later. What it keeps lies in itself, so that the many which each event of a stream needs
// ask for no memory.

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace toolcall::serve {

template <typename Signature>
class callback;

// Can be moved and not copied. As of std::function, the one that is called may change what it keeps.
template <typename... Given>
class callback<void(Given...)> {
 public:
  callback() = default;
  callback(std::nullptr_t) {}
  template <typename Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, callback>) callback(Function&& given)
      : uses_(&uses_of<std::decay_t<Function>>) {
    using kept = std::decay_t<Function>;
    static_assert(sizeof(kept) <= room && alignof(kept) <= alignof(void*), "what it keeps must fit into it");
    static_assert(std::is_nothrow_move_constructible_v<kept>);
    new (place_) kept(std::forward<Function>(given));
  }
  callback(callback&& other) noexcept { take(other); }
  callback& operator=(callback&& other) noexcept {
    if (this == &other) return *this;
    forget();
    take(other);
    return *this;
  }
  ~callback() { forget(); }

  explicit operator bool() const { return uses_ != nullptr; }
  void operator()(Given... given) const { uses_->call(place_, std::forward<Given>(given)...); }

 private:
  struct uses {
    void (*call)(void* kept, Given... given);
    void (*move)(void* from, void* to);  // and destroys what is left
    void (*destroy)(void* kept);
  };
  template <typename Kept>
  static constexpr uses uses_of = {
      [](void* kept, Given... given) { (*static_cast<Kept*>(kept))(std::forward<Given>(given)...); },
      [](void* from, void* to) {
        new (to) Kept(std::move(*static_cast<Kept*>(from)));
        std::destroy_at(static_cast<Kept*>(from));
      },
      [](void* kept) { std::destroy_at(static_cast<Kept*>(kept)); }};

  void take(callback& other) {
    if (other.uses_ != nullptr) other.uses_->move(other.place_, place_);
    uses_ = std::exchange(other.uses_, nullptr);
  }
  void forget() {
    if (const uses* const of = std::exchange(uses_, nullptr)) of->destroy(place_);
  }

  static constexpr std::size_t room = 4 * sizeof(void*);
  alignas(void*) mutable unsigned char place_[room];
  const uses* uses_ = nullptr;  // null: nothing to call
};

}  // namespace toolcall::serve
