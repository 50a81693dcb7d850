// What the host decides: finish reasons, undeclared tools, repairs, whether calls are looked for at all, limits, ids.

#include <set>

#include <toolcall/error.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace options_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

options with(void (*set)(options&)) {
  options how;
  set(how);
  return how;
}

}  // namespace

TEST_CASE("the finish reason is the host's, but for stop where there are calls") {
  CHECK(parsed("text").finish_reason == "stop");
  CHECK(parsed("text", {}, "length").finish_reason == "length");
  CHECK(parsed(block(invoke("ping"))).finish_reason == "tool_calls");
  CHECK(parsed(block(invoke("ping")), {}, "length").finish_reason == "length");
  CHECK(parsed(block(invoke("ping")), {}, "content_filter").finish_reason == "content_filter");
  CHECK(parsed(open_block + "<invoke name=\"set\">", {}, "length").finish_reason == "length");
  CHECK(parsed(open_block + "<invoke name=\"set\">").finish_reason == "stop");
}

TEST_CASE("with length an open call is incomplete, otherwise its end may be implied") {
  const std::string text = open_block + "<invoke name=\"set\">" + field("n", "1");
  const message cut = parsed(text, {}, "length");
  REQUIRE(cut.incomplete.size() == 1);
  CHECK(cut.incomplete[0].label == "truncated");
  CHECK(cut.incomplete[0].name == "set");
  CHECK(cut.calls.empty());
  const message stopped = parsed(text);
  REQUIRE(stopped.calls.size() == 1);
  CHECK(stopped.calls[0].arguments == "{\"n\":1}");
  CHECK(stopped.calls[0].repairs == std::vector<std::string>{"open_call"});
  CHECK(parsed(text, {}, "eos").calls.size() == 1);
}

TEST_CASE("a call of an undeclared tool is a call with a diagnostic, or text where the host wants that") {
  const std::string call = block(invoke("other", field("x", "1")));
  const message surfaced = parsed("a" + call + "b");
  REQUIRE(surfaced.calls.size() == 1);
  CHECK(labels(surfaced) == "unknown_tool");
  const message as_text =
      parsed("a" + call + "b", with([](options& o) { o.policy.unknown_tools = unknown_tools::text; }));
  CHECK(as_text.calls.empty());
  CHECK(as_text.content == "a" + call + "b");
  CHECK(labels(as_text) == "unknown_tool");
  CHECK(lost_bytes(as_text, "a" + call + "b") == "");
  // Declared ones are none the worse for it.
  const message mixed = parsed(block(invoke("ping") + invoke("other") + invoke("ping")),
                               with([](options& o) { o.policy.unknown_tools = unknown_tools::text; }));
  CHECK(mixed.calls.size() == 2);
  CHECK(mixed.content == invoke("other"));
  CHECK(lost_bytes(mixed, block(invoke("ping") + invoke("other") + invoke("ping"))) == "");
}

TEST_CASE("as text, the bytes of an undeclared tool's call are visible, and in the order of the text") {
  const std::string text = "a " + block(invoke("other", field("x", "1"))) + " b";
  options how = seeded();
  how.policy.unknown_tools = unknown_tools::text;
  const emitted whole = read(parser(minimax(), some_tools(), how), text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut)
    CHECK(read(parser(minimax(), some_tools(), how), text, {cut}) == whole);
}

TEST_CASE("native_only makes a call that needs a recovery incomplete, and leaves the others") {
  const options native = with([](options& o) { o.policy.native_only = true; });
  const std::string repaired = block("<invoke name=\"set\"><parameter name=\"n\">1</n></invoke>" + invoke("ping"));
  const message made = parsed(repaired, native);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "ping");
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "close_mismatch");
  CHECK(parsed(repaired).calls.size() == 2);
  CHECK(parsed(block(invoke("set", field("n", "x"))), native).calls.size() == 1);
}

TEST_CASE("where no calls are looked for, their bytes are visible text") {
  const options none = with([](options& o) { o.tool_choice = tool_choice::of("none"); });
  const std::string text = "<think>a</think>b" + block(invoke("ping")) + "c";
  const message made = parsed(text, none);
  CHECK(made.calls.empty());
  CHECK(made.reasoning == "a");
  CHECK(lost_bytes(made, text) == "");
  CHECK(made.content == "b" + block(invoke("ping")) + "c");
  CHECK(made.finish_reason == "stop");
}

TEST_CASE("a tool choice is one of three words, or a tool's name") {
  CHECK(tool_choice::of("auto").kind == tool_choice_kind::automatic);
  CHECK(tool_choice::of("none").kind == tool_choice_kind::none);
  CHECK(tool_choice::of("required").kind == tool_choice_kind::required);
  CHECK(tool_choice::of("ping").kind == tool_choice_kind::named);
  CHECK(tool_choice::of("ping").name == "ping");
  CHECK(tool_choice{tool_choice_kind::named, "auto"}.name == "auto");
  for (const char* const word : {"auto", "required", "ping"}) {
    options how;
    how.tool_choice = tool_choice::of(word);
    CHECK(parsed("b" + block(invoke("set", field("n", "1"))), how).calls.size() == 1);
  }
}

TEST_CASE("a tool that is chosen must be declared, where tools are") {
  options how;
  how.tool_choice = tool_choice::of("pong");
  try {
    parser(minimax(), some_tools(), how);
    FAIL("pong is none of the tools");
  } catch (const setup_error& why) {
    const std::string reason = why.reason();
    CHECK(reason.find("\"pong\"") != std::string::npos);
    CHECK(reason.find("put, set, ping") != std::string::npos);
  }
  CHECK_THROWS_AS(parser(minimax(), tools::from_json("[]"), how), setup_error);
  CHECK_NOTHROW(parser(minimax(), tools(), how));
}

TEST_CASE("where nothing is collected the message is empty, and the events are the same") {
  options silent = seeded();
  silent.collect = false;
  const std::string text = "a" + block(invoke("ping"));
  parser reader(minimax(), some_tools(), silent);
  CHECK(read(parser(minimax(), some_tools(), seeded()), text) == read(parser(minimax(), some_tools(), silent), text));
  reader.feed(text);
  reader.finish();
  CHECK(reader.message().calls.empty());
  CHECK(reader.message().content.empty());
}

TEST_CASE("with a seed ids depend on it and on the call's number, and on nothing else") {
  const std::string text = block(invoke("ping") + invoke("set", field("n", "1"))) + block(invoke("ping"));
  const message first = parsed(text), again = parsed("Other words. " + text);
  REQUIRE(first.calls.size() == 3);
  std::set<std::string> ids;
  for (std::size_t i = 0; i < 3; ++i) {
    ids.insert(first.calls[i].id);
    CHECK(first.calls[i].id.size() == 29);
    CHECK(again.calls.at(i).id == first.calls[i].id);
  }
  CHECK(ids.size() == 3);
  const message seeded = parsed(text, with([](options& o) { o.seed = 1; }));
  CHECK(ids.count(seeded.calls.at(0).id) == 0);
}

TEST_CASE("a value beyond the limit makes its call incomplete, and the calls after it are read") {
  options how = seeded();
  how.held_bytes = 50;
  const std::string text = block(invoke("set", field("n", std::string(100, '1'))) + invoke("ping"));
  const message made = parsed(text, how);
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "limit");
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "ping");
  CHECK(lost_bytes(made, text) == "");
  const emitted whole = read(parser(minimax(), some_tools(), how), text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut)
    CHECK(read(parser(minimax(), some_tools(), how), text, {cut}) == whole);
  how.held_bytes = 200;
  CHECK(parsed(text, how).calls.size() == 2);
}

TEST_CASE("a streamed string knows no limit") {
  options how;
  how.held_bytes = 50;
  CHECK(parsed(block(invoke("put", field("text", std::string(100'000, 'x')))), how).calls.size() == 1);
}

TEST_CASE("feed and finish tell nothing once the text has ended") {
  parser reader(minimax(), some_tools());
  reader.feed("a");
  reader.finish("length");
  CHECK(reader.feed("b").empty());
  CHECK(reader.finish("stop").empty());
  CHECK(reader.message().content == "a");
  CHECK(reader.message().finish_reason == "length");
}

}  // namespace options_test
