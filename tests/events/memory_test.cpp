// A parser holds what is not certain, and nothing else: while megabytes of a value stream by it neither holds it nor
// asks the heap for more. The value is made piece by piece, so the test itself does not hold it either.

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "effort.hpp"
#include "events/calls.hpp"
#include "events/hostile_texts.hpp"
#include "heap.hpp"

namespace memory_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

parser reader(bool given) {
  options how;
  how.collect = false;
  return parser(minimax(), given ? some_tools() : tools(), how);
}

// Source code, so with newlines, quotes, blanks and tags of its own.
const std::string code =
    "  if (a < b && c[\"x\"] > '\\n') { return `<p class=\"q\">` + \xC3\xBC; }\n</parameter ></p>\n";

struct stream_use {
  std::size_t growth, most_held;
  std::uint64_t emitted;
};

// Feeds `before`, then `total` bytes of the repeated piece, in chunks; looks at the heap while they stream by.
stream_use stream_by(parser& p, const std::string& before, const std::string& repeated, std::size_t total,
                     std::size_t chunk) {
  std::string round;
  while (round.size() < chunk * 3 || round.size() % repeated.size() != 0) round += repeated;
  p.feed(before);
  for (std::size_t at = 0; at + chunk <= round.size(); at += chunk) p.feed(std::string_view(round).substr(at, chunk));
  stream_use seen{0, 0, 0};
  const std::size_t at_first = heap.bytes;
  heap.most_bytes = heap.bytes;
  for (std::size_t fed = 0; fed < total;) {
    for (std::size_t at = 0; at < round.size() && fed < total; at += chunk) {
      const std::string_view piece = std::string_view(round).substr(at, chunk);
      for (const event& e : p.feed(piece)) seen.emitted += e.text.size();
      fed += piece.size();
      seen.most_held = std::max(seen.most_held, p.held_bytes());
    }
  }
  seen.growth = heap.most_bytes - at_first;
  return seen;
}

const std::size_t large = (is_nightly() ? 64U : 8U) << 20U;

}  // namespace

TEST_CASE("megabytes of a string value are not held") {
  for (const bool given : {true, false}) {
    parser p = reader(given);
    const stream_use seen =
        stream_by(p, open_block + "<invoke name=\"put\"><parameter name=\"text\">", code, large, 4093);
    CHECK(seen.most_held < 4096);
    CHECK(seen.growth < 64U << 10U);
    // Without tools it is not certain where this value ends, so of the call nothing more is emitted.
    CHECK((seen.emitted > large) == given);
    p.feed("</parameter></invoke>" + close_block);
    p.finish();
  }
}

TEST_CASE("a string value is not held in small chunks") {
  parser p = reader(true);
  const stream_use seen =
      stream_by(p, open_block + "<invoke name=\"put\"><parameter name=\"text\">", code, 4U << 20U, 4);
  CHECK(seen.most_held < 4096);
  CHECK(seen.growth < 12U << 10U);  // with what the machine remembers of its rules, which is 8 KB at most
  CHECK(seen.emitted > 4U << 20U);
}

TEST_CASE("text and reasoning are not held") {
  for (const char* const before : {"", "<think>", "```\n", "> ", "a ` "}) {
    parser p = reader(true);
    const std::string line = "plain words, a < b, \xE2\x82\xAC and <b>so</b> on; ";
    const stream_use seen = stream_by(p, before, line, large / 8, 4096);
    CHECK(seen.most_held < 4096);
    CHECK(seen.growth < 64U << 10U);
    CHECK(seen.emitted + 4096 > large / 8);
  }
}

// Each quotation is final when it has ended, so what it took is free again.
TEST_CASE("quotations in reasoning, and between calls, are not held") {
  const std::string between = open_block + invoke("ping", "") + "\n";
  for (const std::string& before : {std::string(), std::string("<think>"), between})
    for (const char* const quoted : {"`\n", "`a` ", "> a\n", "```\nx\n```\n", "~~~\nx\n~~~\n"}) {
      parser p = reader(true);
      const stream_use seen = stream_by(p, before, quoted, 1U << 20U, 1000);
      INFO(before << ", then many " << quoted);
      CHECK(seen.most_held < 4096);
      CHECK(seen.growth < 64U << 10U);
    }
}

TEST_CASE("many calls are not held") {
  parser p = reader(true);
  const stream_use seen =
      stream_by(p, open_block, "\n" + invoke("set", field("n", "12") + field("text", "x")), 8U << 20U, 1000);
  CHECK(seen.most_held < 4096);
  CHECK(seen.growth < 64U << 10U);
}

// The next mark says whether they are text, or a value that quotes the end of its call; what is too long for that is
// text.
TEST_CASE("words behind a call in its block, and in a call, are held up to 64 KB, and no further") {
  for (const char* const before : {"<invoke name=\"ping\"></invoke>\n", "<invoke name=\"ping\">\n"}) {
    parser p = reader(true);
    const stream_use seen = stream_by(p, open_block + before, "words without a tag ", 8U << 20U, 1000);
    CHECK(seen.most_held <= 64U << 10U);
    CHECK(seen.growth < 256U << 10U);
  }
}

TEST_CASE("a value that must be complete is held up to the limit, and no further") {
  options how;
  how.collect = false;
  how.held_bytes = 100'000;
  parser p(minimax(), some_tools(), how);
  const stream_use seen =
      stream_by(p, open_block + "<invoke name=\"set\"><parameter name=\"n\">", "1234567890", 8U << 20U, 4096);
  CHECK(seen.most_held < 120'000);
  CHECK(seen.growth < 1U << 20U);
  emitted all;
  join(all, p.feed("</parameter></invoke>" + close_block));
  join(all, p.finish());
  INFO(show(all));
  CHECK(all.at(0).type == event_type::call_incomplete);
  CHECK(all.at(0).label == "limit");
}

// A value that is converted and judged is kept as text, as what it came to, and as a tree; of a list of digits that
// tree is most.
TEST_CASE("a list of integers is converted and judged in less than twenty bytes a byte") {
  const tools list =
      tools::from_json(R"([{"name": "f", "parameters": {"properties": {"l": {"items": {"type": "integer"}}}}}])");
  std::string text = open_block + "<invoke name=\"f\"><parameter name=\"l\">[7";
  while (text.size() < 4U << 20U) text += ",7";
  text += "]</parameter></invoke>" + close_block;
  options how;
  how.collect = false;
  for (const std::size_t chunk : {text.size(), std::size_t{4096}}) {
    parser p(minimax(), list, how);
    const std::size_t before = heap.bytes;
    heap.most_bytes = heap.bytes;
    std::uint64_t emitted = 0;
    for (std::size_t at = 0; at < text.size(); at += chunk)
      for (const event& e : p.feed(std::string_view(text).substr(at, chunk))) emitted += e.text.size();
    p.finish();
    CHECK(emitted > text.size() - 200);
    CHECK(heap.most_bytes - before < 20 * text.size());
  }
}

// Whether it is one is known at its end. Until then each part of it takes more than its bytes, so their number is
// bounded.
TEST_CASE("a list of short calls takes less than twenty bytes a byte until it is decided") {
  std::string text = "[ping()";
  while (text.size() < 1U << 20U) text += ",ping()";
  text += "]";
  options how;
  how.collect = false;
  for (const std::size_t chunk : {text.size(), std::size_t{4096}, std::size_t{7}}) {
    parser p(dialect::named("pythonic"), some_tools(), how);
    const std::size_t before = heap.bytes;
    heap.most_bytes = heap.bytes;
    std::uint64_t emitted = 0;
    bool is_text = true;
    for (std::size_t at = 0; at < text.size(); at += chunk)
      for (const event& e : p.feed(std::string_view(text).substr(at, chunk))) {
        emitted += e.text.size();
        is_text = is_text && e.type == event_type::text;
      }
    for (const event& e : p.finish()) emitted += e.text.size();
    CHECK(is_text);
    CHECK(emitted >= text.size());  // and a diagnostic, which has a text of its own
    CHECK(heap.most_bytes - before < 20 * text.size());
  }
}

namespace {

// Bytes that the heap is asked for in total, until the message is made.
double asked(const family& of, std::size_t size, std::size_t chunk, bool given) {
  const std::string text = of.text(size);
  const std::size_t before = heap.bytes_asked;
  parser p(dialect::automatic(), given ? some_tools() : tools());
  for (std::size_t at = 0; at < text.size(); at += chunk) p.feed(std::string_view(text).substr(at, chunk));
  p.finish();
  return static_cast<double>(heap.bytes_asked - before);
}

}  // namespace

// What is copied over and over is seen here, where instructions of the machine are not what grows.
TEST_CASE("what the heap is asked for is proportional to the bytes, for hostile texts too") {
  constexpr std::size_t n = 8U << 10U;
  std::size_t turn = 0;
  for (const bool given : {true, false})
    for (const family& each : families())
      for (const std::size_t chunk : {std::size_t{1} << 16U, std::size_t{64}}) {
        if (turn++ % every(6) != 0) continue;
        const double one = asked(each, n, chunk, given), four = asked(each, 4 * n, chunk, given);
        INFO("`" << each.before << "`, then many `" << each.repeated << "`, in pieces of " << chunk << ": " << one
                 << ", then " << four);
        CHECK(four <= 4.4 * one + 65'536);
      }
}

TEST_CASE("what a large chunk took is given back when small ones follow") {
  for (const bool in_value : {false, true}) {
    parser p = reader(true);
    p.feed(in_value ? open_block + "<invoke name=\"put\"><parameter name=\"text\">words" : "words ");
    p.feed(" and");
    const std::size_t before = heap.bytes;
    p.feed(std::string(1U << 20U, 'x'));
    for (const char* const small : {" and", " a", " few", " more"}) p.feed(small);
    CHECK(heap.bytes < before + 1024);
  }
}

TEST_CASE("to name dialects takes two allocations, and a single one again or all of them none") {
  const auto allocations = [&](std::string_view names) {
    const dialect first = dialect::named(names);  // what is made once for all is made here
    const std::size_t before = heap.allocations;
    const dialect again = dialect::named(names);
    return heap.allocations - before;
  };
  CHECK(allocations("auto") == 0);
  CHECK(allocations("hermes") == 0);
  CHECK(allocations("hermes,minimax,tool_tag") == 2);
}

TEST_CASE("the schema of a tool that is never called is not compiled") {
  std::string list = "[";
  for (int i = 0; i < 64; ++i)
    list +=
        (i == 0 ? "" : ",") + (R"({"name":"tool)" + std::to_string(i)) +
        R"(","parameters":{"type":"object","properties":{"a":{"type":"integer","minimum":1},"b":{"enum":["x","y"]}}}})";
  list += "]";
  const std::size_t before = heap.allocations;
  const tools many = tools::from_json(list);
  const std::size_t reading = heap.allocations - before;
  CHECK(reading < 64 * 20);
  (void)parse("<tool_call>{\"name\": \"tool7\", \"arguments\": {\"a\": 3}}</tool_call>", dialect::named("hermes"),
              many);
  const std::size_t one = heap.allocations;
  CHECK(many.report().empty());
  CHECK(heap.allocations - one > 64 * 40);
}

}  // namespace memory_test
