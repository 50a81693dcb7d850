// The checks that other tests rely on must be able to say no.

#include "catch.hpp"
#include "events/calls.hpp"

namespace emitted_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

const std::string text = "a" + block(invoke("put", field("text", "xy"))) + "b";

emitted all_of(const std::string& of) {
  return read(parser(minimax(), some_tools()), of);
}

}  // namespace

TEST_CASE("a beginning is one, and anything taken back is not") {
  const emitted all = all_of(text);
  for (std::size_t size = 0; size <= all.size(); ++size) {
    emitted early(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(is_beginning(early, all));
    if (size == 0) continue;
    emitted changed = early;
    changed.back().label = "other";
    CHECK_FALSE(is_beginning(changed, all));
    changed = early;
    changed.back().text += "!";
    CHECK_FALSE(is_beginning(changed, all));
  }
  emitted more = all;
  more.push_back(all.front());
  CHECK_FALSE(is_beginning(more, all));
  emitted piece = all_of("abc");
  piece.back().text = "ab";
  piece.back().end = 2;
  CHECK(is_beginning(piece, all_of("abc")));
  CHECK_FALSE(is_beginning(all_of("abc"), piece));
  CHECK_FALSE(is_beginning(all_of("ax"), all_of("abc")));
}

TEST_CASE("a lost, doubled or changed byte is seen") {
  const message made = parsed(text);
  CHECK(lost_bytes(made, text) == "");
  message other = made;
  other.spans.pop_back();
  CHECK(lost_bytes(other, text) != "");
  other = made;
  ++other.spans[1].begin;
  CHECK(lost_bytes(other, text) != "");
  other = made;
  other.content = "ba";
  CHECK(lost_bytes(other, text) != "");
  other.content = "a";
  CHECK(lost_bytes(other, text) != "");
}

TEST_CASE("a call without an end, or with half an object, is seen") {
  const emitted all = all_of(text);
  CHECK(broken_calls(all) == "");
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all[at].type != event_type::call_begin && all[at].type != event_type::call_end &&
        all[at].type != event_type::arguments)
      continue;
    emitted without = all;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(at));
    CHECK(broken_calls(without) != "");
  }
  emitted half = all;
  for (emitted_event& e : half)
    if (e.type == event_type::arguments) e.text.pop_back();
  CHECK(broken_calls(half) != "");
}

}  // namespace emitted_test
