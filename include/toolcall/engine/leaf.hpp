// A leaf: a short PEGTL rule run by PEGTL itself on the bytes at hand.
//
// The whole obligation of a primitive (spec/semantics.md, "Certainty") is that it learns of the end of the available
// bytes only by waiting. PEGTL's rules ask their input for size() and empty(); this input notes when the answer would
// have been different with more bytes, and the machine then throws the answer away and asks again later.

#pragma once

#include <algorithm>
#include <cstddef>

#include <tao/pegtl.hpp>

namespace toolcall::engine {

namespace pegtl = tao::pegtl;

inline constexpr std::size_t leaf_bytes = 64;  // a leaf sees no more than this many bytes

class leaf_input : public pegtl::memory_input<pegtl::tracking_mode::lazy> {
 public:
  leaf_input(const char* begin, const char* end) : memory_input(begin, end, "") {}

  bool empty() noexcept {
    const bool none = memory_input::empty();
    starved_ = starved_ || none;
    return none;
  }
  std::size_t size(std::size_t amount = 0) noexcept {
    const std::size_t there = memory_input::size(amount);
    starved_ = starved_ || amount == 0 || there < amount;
    return there;
  }
  const char* end(std::size_t amount = 0) noexcept {
    starved_ = starved_ || amount == 0 || memory_input::size(amount) < amount;
    return memory_input::end(amount);
  }
  bool starved() const noexcept { return starved_; }

 private:
  bool starved_ = false;
};

struct leaf_answer {
  bool matched;
  bool starved;          // looked past the last byte
  std::size_t consumed;  // bytes
};

template <typename Rule>
leaf_answer match_leaf(const char* begin, const char* end) {
  leaf_input in(begin, end);
  const bool matched =
      pegtl::match<Rule, pegtl::apply_mode::nothing, pegtl::rewind_mode::required, pegtl::nothing, pegtl::normal>(in);
  return {matched, in.starved(), static_cast<std::size_t>(in.current() - begin)};
}

}  // namespace toolcall::engine
