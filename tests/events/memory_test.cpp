// A parser holds what is not certain, and nothing else: while a value of 64 MB streams by it neither holds it nor asks
// the heap for more. The value is made piece by piece, so the test itself does not hold it either.
//
// This executable replaces operator new to see every allocation.

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>

#include "catch.hpp"
#include "events/calls.hpp"
#include "events/hostile_texts.hpp"

namespace {

std::size_t in_use, most_in_use, ever_asked;

void* counted(std::size_t size) {
  auto* const at = static_cast<std::size_t*>(std::malloc(size + 16));
  if (at == nullptr) std::abort();
  *at = size;
  in_use += size;
  ever_asked += size;
  most_in_use = std::max(most_in_use, in_use);
  return at + 2;
}
void uncounted(void* given) noexcept {
  if (given == nullptr) return;
  auto* const at = static_cast<std::size_t*>(given) - 2;
  in_use -= *at;
  std::free(at);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* at) noexcept { uncounted(at); }
void operator delete[](void* at) noexcept { uncounted(at); }
void operator delete(void* at, std::size_t) noexcept { uncounted(at); }
void operator delete[](void* at, std::size_t) noexcept { uncounted(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { uncounted(at); }
void operator delete[](void* at, const std::nothrow_t&) noexcept { uncounted(at); }

using namespace toolcall;
using namespace toolcall::tests;

namespace {

parser reader(bool given) {
  options how;
  how.collect = false;
  return parser(minimax(), given ? some_tools() : tools(), how);
}

// Source code, so with newlines, quotes, blanks and tags of its own.
const std::string code = "  if (a < b && c[\"x\"] > '\\n') { return `<p class=\"q\">` + \xC3\xBC; }\n</parameter ></p>\n";

struct heap {
  std::size_t growth, most_held;
  std::uint64_t told;
};

// Feeds `before`, then `total` bytes of the repeated piece, in chunks; looks at the heap while they stream by.
heap stream_by(parser& p, const std::string& before, const std::string& repeated, std::size_t total, std::size_t chunk) {
  std::string round;
  while (round.size() < chunk * 3 || round.size() % repeated.size() != 0) round += repeated;
  p.feed(before);
  for (std::size_t at = 0; at + chunk <= round.size(); at += chunk) p.feed(std::string_view(round).substr(at, chunk));
  heap seen{0, 0, 0};
  const std::size_t at_first = in_use;
  most_in_use = in_use;
  for (std::size_t fed = 0; fed < total;) {
    for (std::size_t at = 0; at < round.size() && fed < total; at += chunk) {
      const std::string_view piece = std::string_view(round).substr(at, chunk);
      for (const event& e : p.feed(piece)) seen.told += e.text.size();
      fed += piece.size();
      seen.most_held = std::max(seen.most_held, p.held_bytes());
    }
  }
  seen.growth = most_in_use - at_first;
  return seen;
}

constexpr std::size_t large = 64U << 20U;

}  // namespace

TEST_CASE("a string value of 64 MB is not held") {
  for (const bool given : {true, false}) {
    parser p = reader(given);
    const heap seen = stream_by(p, open_block + "<invoke name=\"put\"><parameter name=\"text\">", code, large, 4093);
    CHECK(seen.most_held < 4096);
    CHECK(seen.growth < 64U << 10U);
    CHECK(seen.told > large);
    p.feed("</parameter></invoke>" + close_block);
    p.finish();
  }
}

TEST_CASE("a string value is not held in small chunks") {
  parser p = reader(true);
  const heap seen = stream_by(p, open_block + "<invoke name=\"put\"><parameter name=\"text\">", code, 4U << 20U, 4);
  CHECK(seen.most_held < 4096);
  CHECK(seen.growth < 4096);
  CHECK(seen.told > 4U << 20U);
}

TEST_CASE("text and reasoning are not held") {
  for (const char* const before : {"", "<think>", "```\n", "> ", "a ` "}) {
    parser p = reader(true);
    const std::string line = "plain words, a < b, \xE2\x82\xAC and <b>so</b> on; ";
    const heap seen = stream_by(p, before, line, large / 8, 4096);
    CHECK(seen.most_held < 4096);
    CHECK(seen.growth < 64U << 10U);
    CHECK(seen.told + 4096 > large / 8);
  }
}

TEST_CASE("many calls are not held") {
  parser p = reader(true);
  const heap seen = stream_by(p, open_block, "\n" + invoke("set", field("n", "12") + field("text", "x")), 8U << 20U, 1000);
  CHECK(seen.most_held < 4096);
  CHECK(seen.growth < 64U << 10U);
}

TEST_CASE("text between calls, fields of other types and stray text are not held") {
  for (const char* const before : {"<invoke name=\"ping\"></invoke>\n", "<invoke name=\"ping\">\n"}) {
    parser p = reader(true);
    const heap seen = stream_by(p, open_block + before, "words without a tag ", 8U << 20U, 1000);
    CHECK(seen.most_held < 4096);
    CHECK(seen.growth < 64U << 10U);
  }
}

TEST_CASE("a value that must be complete is held up to the limit, and no further") {
  options how;
  how.collect = false;
  how.held_bytes = 100'000;
  parser p(minimax(), some_tools(), how);
  const heap seen = stream_by(p, open_block + "<invoke name=\"set\"><parameter name=\"n\">", "1234567890", 8U << 20U, 4096);
  CHECK(seen.most_held < 120'000);
  CHECK(seen.growth < 1U << 20U);
  told all;
  join(all, p.feed("</parameter></invoke>" + close_block));
  join(all, p.finish());
  INFO(show(all));
  CHECK(all.at(0).type == event_type::call_incomplete);
  CHECK(all.at(0).label == "limit");
}

namespace {

// Bytes that the heap is asked for in total, until the message is made.
double asked(const family& of, std::size_t size, std::size_t chunk, bool given) {
  const std::string text = of.text(size);
  const std::size_t before = ever_asked;
  parser p(dialect::automatic(), given ? some_tools() : tools());
  for (std::size_t at = 0; at < text.size(); at += chunk) p.feed(std::string_view(text).substr(at, chunk));
  p.finish();
  return static_cast<double>(ever_asked - before);
}

}  // namespace

// What is copied over and over is seen here, where instructions of the machine are not what grows.
TEST_CASE("what the heap is asked for is proportional to the bytes, for hostile texts too") {
  constexpr std::size_t n = 8U << 10U;
  for (const bool given : {true, false})
    for (const family& each : families())
      for (const std::size_t chunk : {std::size_t{1} << 16U, std::size_t{64}}) {
        const double one = asked(each, n, chunk, given), four = asked(each, 4 * n, chunk, given);
        INFO("`" << each.before << "`, then many `" << each.repeated << "`, in pieces of " << chunk << ": " << one
                 << ", then " << four);
        CHECK(four <= 4.4 * one + 65'536);
      }
}
