// Finds leaf rules that would break the promise of a stream: that an answer given on the bytes at hand is the answer on
// every continuation.
//
// A rule keeps it as long as it learns of bytes through in.size(), in.empty() and in.end(), which note that they were
// asked. One that looks at in.current()[n] without asking has its answer from bytes that did not arrive yet. After
// each prefix lie other bytes here than in the sample, so such an answer differs.

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <toolcall/engine/leaf.hpp>

#include <tao/pegtl/demangle.hpp>

namespace toolcall::engine {

// A sentence about the first sample whose answer came too early, or nothing. The samples should hold texts that the
// rule matches, texts that it nearly matches, and long ones.
template <typename Rule>
std::string broken_promise(std::initializer_list<std::string_view> samples) {
  const auto answer = [](std::string_view prefix, char filler) {
    const std::string bytes = std::string(prefix) + std::string(leaf_bytes, filler);
    return match_leaf<Rule>(bytes.data(), bytes.data() + prefix.size());
  };
  for (const std::string_view given : samples) {
    const std::string_view sample = given.substr(0, leaf_bytes);
    const leaf_answer whole = answer(sample, '\0');
    for (std::size_t size = 0; size <= sample.size(); ++size)
      for (int filler = 0; filler < 256; ++filler) {
        const leaf_answer early = answer(sample.substr(0, size), static_cast<char>(filler));
        const bool same = early.matched == whole.matched && (!early.matched || early.consumed == whole.consumed);
        if ((early.starved && size < sample.size()) || same) continue;
        return std::string(pegtl::demangle<Rule>()) + " answers \"" + std::string(sample) + "\" with only " +
               std::to_string(size) +
               " of its bytes at hand otherwise than with all of them, and did not ask for more: a rule looks " +
               "at bytes only after in.size(n) or in.empty() said that they are there";
      }
  }
  return "";
}

}  // namespace toolcall::engine
