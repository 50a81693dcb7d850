// Conversations with calls, sound or broken, of a seed; and how each provider writes them.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mend/pairing_check.hpp"

namespace mend_test {

enum class form : std::uint8_t { sound, leaked, leaked_tags, flat, loose, doubled, cut, object };

struct told_call {
  std::string id, name;
  std::string word;  // stands in its arguments, and nowhere else
  form written = form::sound;
};

struct told_result {
  std::string id;
  std::string word;  // its text
};

enum class step_kind : std::uint8_t { user, assistant, results };

struct step {
  step_kind kind;
  std::string word;  // of a text
  std::vector<told_call> calls{};
  std::vector<told_result> results{};
};

using story = std::vector<step>;

// Sound; the same seed gives the same.
story told(std::uint32_t seed);
// With one to four damages.
story broken(story from, std::uint32_t seed);

json as_chat(const story& of);
json as_responses(const story& of);
json as_anthropic(const story& of);

}  // namespace mend_test
