// The ids of calls: those of the text, and those that are made.
//
// A parser must not grow with the number of calls, so only the first thousand ids are known, as fingerprints: no client
// takes more calls than that in one message. Two ids with one fingerprint would cost the later one its text, and
// nothing else. A made id that is used already takes the next number, and numbers only grow, so all of them together
// are tried once.

#include "parser/ids.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#if __has_include(<unistd.h>)
#include <unistd.h>
#else
#include <exception>
#include <random>
#endif

namespace toolcall::events {

namespace {

constexpr std::size_t most_known = 1000;

// FNV-1a: the same on every machine, so ids are.
std::uint64_t fingerprint_of(std::string_view id) {
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (const char c : id) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return sum;
}

// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014): a step, and its output.
constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15U;

std::uint64_t mixed(std::uint64_t state) {
  std::uint64_t z = state + golden_gamma;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

// Both are mixed before letters are drawn: the streams of neighbouring seeds or numbers would be one stream, shifted.
std::string letters(std::uint64_t seed, std::uint64_t number, int count) {
  static constexpr char all[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string made;
  std::uint64_t state = mixed(mixed(seed) + number);
  for (int i = 0; i < count; ++i, state += golden_gamma) made += all[mixed(state) % 62U];
  return made;
}

}  // namespace

// getentropy takes half a microsecond, std::random_device twenty where it asks the processor (libstdc++ 12), which is
// more than all else that a parser needs to be made; and its symbols need a newer C library. So only one of them
// is compiled. Where it fails, the clock and a count are left, so that ids still differ.
std::uint64_t random_seed() noexcept {
#if __has_include(<unistd.h>)
  std::uint64_t seed = 0;
  if (getentropy(&seed, sizeof seed) == 0) return seed;
#else
  try {
    std::random_device source;
    return (std::uint64_t{source()} << 32U) ^ source();
  } catch (const std::exception&) {
  }
#endif
  static std::atomic<std::uint64_t> count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return mixed(mixed(static_cast<std::uint64_t>(now)) + count++);
}

ids::given ids::give(std::string_view in_text, std::string_view name, std::uint64_t index) {
  next_before_ = next_;
  const bool keeps = !in_text.empty() && is_new(in_text);
  if (keeps) return {keep(std::string(in_text)), false};
  std::uint64_t number = std::max(first_ + index, next_);
  std::string id = id_of(name, number);
  while (!is_new(id)) id = id_of(name, ++number);
  next_ = number + 1;
  return {keep(std::move(id)), !in_text.empty()};
}

void ids::keep_free(std::string_view id) {
  if (known_.size() < most_known) known_.insert(fingerprint_of(id));
}

void ids::take_back() {
  next_ = next_before_;
  if (last_is_known_) known_.erase(last_);
  last_is_known_ = false;
}

void ids::start_over() {
  next_ = next_before_ = last_ = 0;
  last_is_known_ = false;
  known_.clear();
}

std::string ids::id_of(std::string_view name, std::uint64_t number) const {
  switch (style_) {
    case call_ids::mistral:
      return letters(seed_, number, 9);
    case call_ids::kimi:
      return "functions." + std::string(name) + ":" + std::to_string(number);
    case call_ids::openai:
      break;
  }
  return "call_" + letters(seed_, number, 24);
}

bool ids::is_new(std::string_view id) const {
  return known_.count(fingerprint_of(id)) == 0;
}

std::string ids::keep(std::string id) {
  last_ = fingerprint_of(id);
  last_is_known_ = known_.size() < most_known && known_.insert(last_).second;
  return id;
}

}  // namespace toolcall::events
