// A parser in the middle of a text: copies and moves of it, the prompt's tail before it, tokens that the host knows,
// and how much work each byte is.

#include "engine/stream.hpp"

#include <utility>

#include <toolcall/error.hpp>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "effort.hpp"
#include "events/calls.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace stream_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

parser fresh() {
  return parser(minimax(), some_tools(), seeded());
}

const std::string text =
    "Hi é <think>why</think>\n" +
    block(invoke("set", field("n", "12") + field("mode", "on") + field("text", "a\"b</parameter>\nc")) + "\nor\n" +
          "<invoke x=\"y\" name=\"put\">" + field("text", "z") + "</invoke>") +
    " `" + block(invoke("ping")) + "` bye";

}  // namespace

TEST_CASE("a copy made at any byte and its original go on alone, each to its own end") {
  const emitted whole = read(fresh(), text);
  const std::string other_end = "</parameter></invoke>" + close_block + "<think>x";
  for (std::size_t at = 0; at <= text.size(); ++at) {
    parser first = fresh();
    emitted emitted_first;
    join(emitted_first, first.feed(std::string_view(text).substr(0, at)));
    parser second = first;
    emitted emitted_second = emitted_first;
    // In turns, so that anything shared would be disturbed.
    join(emitted_first, first.feed(other_end.substr(0, 10)));
    for (std::size_t from = at; from < text.size(); from += 9)
      join(emitted_second, second.feed(std::string_view(text).substr(from, 9)));
    join(emitted_first, first.feed(other_end.substr(10)));
    join(emitted_second, second.finish());
    join(emitted_first, first.finish("length"));
    CHECK(emitted_second == whole);
    CHECK(second.message().content == parsed(text).content);
    CHECK(emitted_first == read(fresh(), text.substr(0, at) + other_end, {}, "length"));
  }
}

TEST_CASE("a parser moved or assigned at any byte goes on, and a spent one can be replaced") {
  const emitted whole = read(fresh(), text);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    parser first = fresh();
    emitted all;
    join(all, first.feed(std::string_view(text).substr(0, at)));
    parser second(std::move(first));
    first = second;
    parser third = fresh();
    third.feed("rubbish <think>");
    third = std::move(first);
    join(all, third.feed(std::string_view(text).substr(at)));
    join(all, third.finish());
    CHECK(all == whole);
    second.feed(std::string_view(text).substr(at));
    second.finish();
    CHECK(second.message().calls.size() == third.message().calls.size());
  }
}

TEST_CASE("what the prompt ends with decides where the message begins, gives no content, and is not counted") {
  for (const char* const prompt : {"<think>", "<think>\n", "assistant:\n<think>\n"}) {
    parser reader = fresh();
    reader.prefill(prompt);
    emitted all;
    join(all, reader.feed("why\n</think>\n\nyes"));
    join(all, reader.finish());
    CHECK(reader.message().reasoning == "why");
    CHECK(reader.message().content == "yes");
    CHECK(all.at(0).begin == 0);
    CHECK(all.at(0).end == 3);
    CHECK(lost_bytes(reader.message(), "why\n</think>\n\nyes") == "");
  }
}

TEST_CASE("a prefill that ends inside a marker joins what follows") {
  parser reader = fresh();
  reader.prefill("Now: <think");
  reader.feed(">why</think>yes");
  reader.finish();
  CHECK(reader.message().reasoning == "why");
  CHECK(reader.message().content == "yes");
  CHECK(lost_bytes(reader.message(), ">why</think>yes") == "");
}

TEST_CASE("a prefill may begin the call, and the same text without it tells the same") {
  const std::string begun = open_block + "<invoke name=\"put\">";
  parser reader = fresh();
  reader.prefill(begun);
  const std::string rest = field("text", "x") + "</invoke>" + close_block;
  reader.feed(rest);
  reader.finish();
  REQUIRE(reader.message().calls.size() == 1);
  CHECK(reader.message().calls[0].arguments == "{\"text\":\"x\"}");
  CHECK(reader.message().calls[0].begin == 0);
  CHECK(lost_bytes(reader.message(), rest) == "");
}

TEST_CASE("the same prefill in pieces, or none, is the same") {
  parser one = fresh(), two = fresh();
  one.prefill("<think>\n");
  two.prefill("<thi");
  two.prefill("");
  two.prefill("nk>\n");
  CHECK(read(one, "a</think>b") == read(two, "a</think>b"));
}

TEST_CASE("prefill comes before the first bytes") {
  parser reader = fresh();
  reader.feed("a");
  CHECK_THROWS_AS(reader.prefill("<think>"), setup_error);
}

TEST_CASE("bytes that are no special tokens hold no marker, wherever they are cut") {
  const std::string quoted = "Say " + open_block + invoke("ping") + close_block + " and <think>.";
  for (std::size_t cut = 0; cut <= quoted.size(); ++cut) {
    parser reader = fresh();
    reader.feed(quoted.substr(0, cut), origin::text);
    reader.feed(quoted.substr(cut), origin::text);
    reader.finish();
    CHECK(reader.message().calls.empty());
    CHECK(reader.message().content == quoted);
  }
}

TEST_CASE("one byte that is no special token is enough to spoil a marker") {
  for (std::size_t at = 0; at < open_block.size(); ++at) {
    parser reader = fresh();
    reader.feed(open_block.substr(0, at));
    reader.feed(open_block.substr(at, 1), origin::text);
    reader.feed(open_block.substr(at + 1) + invoke("ping") + close_block);
    reader.finish();
    CHECK(reader.message().calls.empty());
  }
}

TEST_CASE("special tokens are markers, and ordinary text between them is not") {
  parser reader = fresh();
  reader.feed(open_block, origin::special);
  reader.feed("<invoke name=\"put\"><parameter name=\"text\">a" + close_block + "b</parameter></invoke>", origin::text);
  reader.feed(close_block, origin::special);
  reader.finish();
  REQUIRE(reader.message().calls.size() == 1);
  CHECK(reader.message().calls[0].arguments == "{\"text\":\"a" + close_block + "b\"}");
}

TEST_CASE("a call with a special token in a value is incomplete") {
  for (const std::string& token : {close_block, std::string("<|end|>")}) {
    for (const origin from : {origin::unknown, origin::special}) {
      parser reader = fresh();
      reader.feed(open_block + "<invoke name=\"put\"><parameter name=\"text\">a");
      reader.feed(token, from);
      reader.feed("b</parameter></invoke>", origin::unknown);
      reader.feed(close_block, from);
      reader.finish();
      const message& read = reader.message();
      if (from == origin::special) {
        REQUIRE(read.incomplete.size() == 1);
        CHECK(read.incomplete[0].label == "token_in_value");
      }
      CHECK(read.calls.size() == (from == origin::unknown ? 1U : 0U));
    }
  }
}

TEST_CASE("from the first special token on only such bytes are markers") {
  const std::string quoted = "Not " + open_block + invoke("ping") + close_block + ".";
  for (std::size_t cut = 0; cut <= quoted.size(); ++cut) {
    parser reader = fresh();
    reader.feed("", origin::special);  // no byte, no token
    reader.feed(open_block, origin::special);
    reader.feed(invoke("ping"));
    reader.feed(close_block, origin::special);
    reader.feed(quoted.substr(0, cut));
    reader.feed(quoted.substr(cut));
    reader.finish();
    CHECK(reader.message().calls.size() == 1);
    CHECK(reader.message().content == quoted);
  }
}

namespace {

std::uint64_t steps(std::string_view before, std::string_view repeated, std::size_t times, std::size_t piece) {
  std::string all(before);
  for (std::size_t i = 0; i < times; ++i) all += repeated;
  static const tools declared = some_tools();
  engine::stream machine(internals(minimax()).grammar.program, internals(declared)->names(), {});
  const auto nothing = [](auto...) {};
  for (std::size_t at = 0; at < all.size(); at += piece)
    machine.feed(std::string_view(all).substr(at, piece), false, nothing);
  machine.finish(nothing);
  return machine.state().steps();
}

}  // namespace

TEST_CASE("work is proportional to the bytes, for hostile texts too and however they are cut") {
  const std::string in_value = open_block + "<invoke name=\"put\"><parameter name=\"text\">";
  const std::string in_call = open_block + "<invoke name=\"put\">";
  const std::string befores[] = {
      "", "<think>", in_value, in_call, open_block, open_block + invoke("ping"), "```\n", "`", open_block + "<invoke "};
  const std::string repeated[] = {"<",
                                  "</parameter>",
                                  "</parameter> ",
                                  "<parameter name=\"a\">",
                                  "<parameter name=\"text\">",
                                  "<invoke ",
                                  "<invoke name=\"put\">",
                                  "</invoke>",
                                  "</invoke>\n",
                                  "\n",
                                  " ",
                                  "`",
                                  "`\n",
                                  "```\n",
                                  "<think>",
                                  "</think>",
                                  ">",
                                  "\n> ",
                                  "\"",
                                  "</",
                                  "</a>",
                                  "</text>",
                                  "=",
                                  "a",
                                  "a=\"b\" ",
                                  open_block,
                                  close_block,
                                  "<minimax:tool_call",
                                  "\xC3",
                                  "\n<parameter name=\"",
                                  "x=",
                                  block(invoke("ping")),
                                  invoke("put", field("text", "x")),
                                  "[e~["};
  // Well beyond the limit of depth, after which a tag may cost another constant, and four times as many are below the
  // limit on held bytes, at which what was held is read once more.
  constexpr std::size_t n = 3500;
  std::size_t turn = 0;
  for (const std::string& before : befores)
    for (const std::string& each : repeated)
      for (const std::size_t piece : {std::size_t{1} << 30U, std::size_t{3}}) {
        if (turn++ % effort(1, 7) != 0) continue;
        const double one = static_cast<double>(steps(before, each, n, piece));
        const double four = static_cast<double>(steps(before, each, 4 * n, piece));
        INFO("`" << before << "`, then many `" << each << "`, in pieces of " << piece << ": " << one << ", then "
                 << four);
        CHECK(four <= 4.4 * one + 200);
      }
}

}  // namespace stream_test
