// The first gate: random grammars, random texts, random splits. Machine and definition agree, what was told depends on
// the bytes alone, and nothing is told too early.
//
// TOOLCALL_SEEDS sets how many seeds are tried, TOOLCALL_FIRST_SEED where they begin. A seed that fails is shrunk before
// it is printed, because a random grammar is more than anyone wants to read.

#include "oracle/agreement.hpp"

#include <cstdlib>
#include <string>

#include "catch.hpp"
#include "oracle/shrink.hpp"

using namespace toolcall::oracle;

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

std::string report(std::uint64_t seed, const sample& s) {
  const sample small = shrink(s, [](const sample& other) { return !disagreement(other).empty(); }, 3000);
  return "seed " + std::to_string(seed) + ", shrunk:\n" + print(small) + "\n" + disagreement(small);
}

}  // namespace

TEST_CASE("machine and definition agree on random grammars, and nothing is told too early") {
  const std::uint64_t first = from_environment("TOOLCALL_FIRST_SEED", 0);
  const std::uint64_t count = from_environment("TOOLCALL_SEEDS", 4000);
  std::uint64_t failed = 0, unanswered = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const sample s = random_sample(seed);
    bool exhausted = false;
    const std::string found = disagreement(s, &exhausted);
    unanswered += exhausted ? 1 : 0;
    if (found.empty()) continue;
    if (++failed <= 3) {
      INFO(report(seed, s));
      CHECK(found == "");
    }
  }
  INFO(unanswered << " of " << count << " samples ran out of steps and say nothing");
  CHECK(failed == 0);
  CHECK(unanswered * 50 <= count);
}
