// A stream goes by without the heap: once its buffers have grown, an event of a server asks for no memory.

#include <string>

#include <toolcall/server_events.hpp>

#include "catch.hpp"
#include "heap.hpp"
#include "serving/responses.hpp"

namespace memory_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

// Allocations while the events are fed for the second time.
std::size_t allocations(response_rewriter& reads, const std::vector<std::string>& objects) {
  std::vector<std::string> events;
  for (const std::string& each : objects) events.push_back("data: " + each + "\n\n");
  std::size_t written = 0, before = 0;
  for (int round = 0; round < 2; ++round) {
    before = heap.allocations;
    for (const std::string& each : events) written += reads.feed(each).size();
  }
  CHECK(written > 0);
  return heap.allocations - before;
}

std::vector<std::string> deltas(const std::string& delta) {
  return std::vector<std::string>(500, chunk_of(choice_of(delta), R"(,"system_fingerprint":"fp_0123456789abcdef")"));
}

}  // namespace

TEST_CASE("an event of text asks for no memory") {
  response_rewriter reads(rewriting(), body_framing::server_events);
  CHECK(allocations(reads, deltas(content("some words, and then some more of them; "))) == 0);
}

TEST_CASE("an event of reasoning asks for no memory") {
  response_rewriter reads(rewriting(), body_framing::server_events);
  CHECK(allocations(reads, deltas(R"({"reasoning_content":"some words, and then some more of them; "})")) == 0);
}

// The arguments of a call are kept until it ends, in one string that grows, to know the call if the server sends it
// too.
TEST_CASE("an event of a value that streams asks for no memory but for its bytes") {
  response_rewriter reads(rewriting(), body_framing::server_events);
  const std::string begin = "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"";
  reads.feed(stream_of({chunk_of(choice_of(content(begin)))}, false));
  CHECK(allocations(reads, deltas(content("some words, and then some more of them; "))) < 3);
}

// Its arguments are kept for their schema, in one string that grows.
TEST_CASE("an event of the server's own call asks for no memory but for its bytes") {
  response_rewriter reads(rewriting(), body_framing::server_events);
  reads.feed(stream_of(
      {chunk_of(choice_of(
          R"({"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\""}}]})"))},
      false));
  CHECK(allocations(reads,
                    deltas(R"({"tool_calls":[{"index":0,"function":{"arguments":"some words and some more; "}}]})")) <
        3);
}

}  // namespace memory_test
