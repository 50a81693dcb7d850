// Looking ahead from each of many places to the same far one: what the machine remembers of it, and what that costs.

#include <string>

#include "engine/read_node_events.hpp"

namespace span_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

// "<", bytes up to a "!" that is followed, up to the next "." or ":", by a ".", and that "!".
struct near_end : pegtl::sor<rules::text<".">, rules::text<":">> {};
struct over : pegtl::seq<rules::text<"!">, pegtl::at<pegtl::seq<rules::span<near_end>, rules::text<".">>>> {};
struct call : rules::role<node_role::call,
                          pegtl::seq<rules::text<"<">, rules::cut, rules::role<node_role::value, rules::run<over>>,
                                     rules::recover<"open_value", rules::text<"!">, pegtl::success>>> {};

// The same, where the sign is what was captured before.
struct again
    : pegtl::seq<rules::text<"!">,
                 pegtl::at<pegtl::seq<rules::span<rules::back<"sign">>, rules::back<"sign">, rules::text<".">>>> {};
struct captured
    : rules::role<node_role::call, pegtl::seq<rules::text<"<">, rules::capture<"sign", pegtl::any>, rules::cut,
                                              rules::role<node_role::value, rules::run<again>>, rules::text<"!">>> {};

std::uint64_t bytes_again(const engine::program& made, std::string_view text, std::size_t piece) {
  static const vocabulary no_names;
  engine::stream machine(made, no_names, {});
  const auto nothing = [](auto...) {};
  for (std::size_t at = 0; at < text.size(); at += piece) machine.feed(text.substr(at, piece), false, nothing);
  machine.finish(nothing);
  return machine.state().bytes_again();
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += part;
  return all;
}

}  // namespace

TEST_CASE("a span that begins again within what it has read finds the same end") {
  const engine::program made = program_of<call>();
  CHECK(node_events_of(made, "<a!b!c.") == "value 1-2\ncall 0-3\nblock 0-3\n");
  CHECK(node_events_of(made, "<a!b!c:d!e.") == "value 1-8\ncall 0-9\nblock 0-9\n");
  CHECK(node_events_of(made, "<a!b!!c:") == "value 1-8\nlabel open_value 8-8\ncall 0-8\nblock 0-8\n");
  CHECK(node_events_of(made, "<!!!:<!.") == "value 1-6\ncall 0-7\nblock 0-7\n");
}

TEST_CASE("a span whose stop is a capture is another one in another call") {
  const engine::program made = program_of<captured>();
  CHECK(node_events_of(made, "<;a!b!c;.") == "value 2-3\ncall 0-4\nblock 0-4\n");
  CHECK(node_events_of(made, "<;a!b.,;.") == "value 2-3\ncall 0-4\nblock 0-4\n");
  CHECK(node_events_of(made, "<;a!;.<,b!;,.") == "value 2-3\ncall 0-4\nblock 0-4\nvalue 8-9\ncall 6-10\nblock 6-10\n");
}

TEST_CASE("looking ahead from each of many places reads each byte a few times") {
  const engine::program made = program_of<call>();
  for (const std::size_t piece : {std::size_t{3}, std::size_t{1000000}}) {
    const std::uint64_t once = bytes_again(made, "<" + repeated("!ab", 2'000) + ":", piece);
    const std::uint64_t four = bytes_again(made, "<" + repeated("!ab", 8'000) + ":", piece);
    CHECK(four < 5 * once);
  }
}

}  // namespace span_test
