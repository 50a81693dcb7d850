// Calls written as JSON: what is emitted while they come.

#include "catch.hpp"
#include "events/calls.hpp"

namespace json_calls_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

parser hermes(const tools& declared = some_tools()) {
  return parser(dialect::named("hermes"), declared);
}

const event* first_call(std::span<const event> events) {
  for (const event& e : events)
    if (e.type == event_type::call_begin) return &e;
  return nullptr;
}

}  // namespace

TEST_CASE("a call in JSON begins with its name, and a string is emitted as it comes") {
  parser reader = hermes();
  emitted all;
  join(all, reader.feed("<tool_call>{\"name\": \"put"));
  CHECK(show(all).find("call_begin") == std::string::npos);
  join(all, reader.feed("\""));
  REQUIRE(all.back().type == event_type::call_begin);
  CHECK(all.back().name == "put");
  join(all, reader.feed(", \"arguments\": {\"text\": \"ab\\"));
  CHECK(all.back().text == "{\"text\":\"ab");
  join(all, reader.feed("n</tool_call> c"));
  CHECK(all.back().text == "{\"text\":\"ab\\n</tool_call> c");
  join(all, reader.feed("\"}}"));
  CHECK(all.back().text == "{\"text\":\"ab\\n</tool_call> c");  // words could go on to another quote
  join(all, reader.feed("</tool_call>"));
  CHECK(show(all).find("call_end") != std::string::npos);
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
}

TEST_CASE("a JSON value that is no plain string is emitted when it is complete") {
  parser reader = hermes();
  emitted all;
  join(all, reader.feed("<tool_call>{\"name\": \"set\", \"arguments\": {\"n\": 12"));
  CHECK(all.back().type == event_type::call_begin);
  join(all, reader.feed(",\"mode\":\"o"));
  CHECK(all.back().text == "{\"n\":12");
  join(all, reader.feed("n\"}}</tool_call>"));
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
  CHECK(reader.message().calls.at(0).arguments == "{\"n\":12,\"mode\":\"on\"}");
}

TEST_CASE("arguments before the name are held, and then emitted like any others") {
  parser reader = hermes();
  const std::string value(100'000, 'x');
  CHECK(first_call(reader.feed("<tool_call>{\"arguments\": {\"text\": \"" + value + "\"}, ")) == nullptr);
  CHECK(reader.held_bytes() > value.size());
  CHECK(first_call(reader.feed("\"name\": \"put\"")) != nullptr);
  CHECK(reader.held_bytes() < 1000);
  reader.feed("}</tool_call>");
  reader.finish();
  CHECK(reader.message().calls.at(0).arguments == "{\"text\":\"" + value + "\"}");
}

TEST_CASE("a string in JSON is not held, however long") {
  for (const std::size_t piece : {4U, 1000U}) {
    options how;
    how.collect = false;
    parser reader(dialect::named("hermes"), some_tools(), how);
    reader.feed("<tool_call>{\"name\": \"put\", \"arguments\": {\"text\": \"");
    std::size_t most = 0;
    for (std::size_t i = 0; i < 1'000'000; i += piece) {
      reader.feed(std::string(piece, 'x'));
      most = std::max(most, reader.held_bytes());
    }
    CHECK(most < 100);
  }
}

TEST_CASE("a limit on what is held holds for arguments before the name too") {
  options how;
  how.held_bytes = 1000;
  const std::string text =
      "<tool_call>{\"arguments\": {\"text\": \"" + std::string(2000, 'x') + "\"}, \"name\": \"put\"}</tool_call>";
  const message made = parse(text, dialect::named("hermes"), some_tools(), how);
  CHECK(made.calls.empty());
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "limit");
}

TEST_CASE("a call that must be whole and is longer than the limit says so") {
  const std::string body = "(path=\"a\", text=\"" + std::string(std::size_t{1} << 20U, 'x') + "\")";
  const std::string json =
      R"({"name": "put", "arguments": {"text": ")" + std::string(std::size_t{1} << 20U, 'x') + "\"}}";
  for (const std::string& text : {"[put" + body + "]", json, "```json\n" + json + "\n```"}) {
    const message made = parse(text, dialect::automatic(), some_tools());
    CHECK(made.calls.empty());
    REQUIRE(made.diagnostics.size() == 1);
    CHECK(made.diagnostics[0].label == "limit");
  }
}

TEST_CASE("without recoveries, JSON that is not quite JSON is no call") {
  options how;
  how.policy.native_only = true;
  const std::string text = R"(<tool_call>{"name": "put", "arguments": {"text": "C:\d"}}</tool_call>)";
  CHECK(parse(text, dialect::named("hermes"), some_tools()).calls.size() == 1);
  const message made = parse(text, dialect::named("hermes"), some_tools(), how);
  CHECK(made.calls.empty());
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "loose_json");
}

TEST_CASE("with an empty list of tools nothing damaged is a call") {
  const tools none = tools::from_json("[]");
  const std::string whole = R"(<tool_call>{"name": "put", "arguments": {"text": "a"}}</tool_call>)";
  CHECK(parse(whole, dialect::named("hermes"), none).calls.size() == 1);
  CHECK(parse(whole.substr(0, whole.size() - 13), dialect::named("hermes"), none).calls.empty());
  CHECK(parse("<think>a\n" + whole, dialect::named("hermes"), none).calls.empty());
}

TEST_CASE("half a surrogate pair in raw text that is read as JSON is a replacement character too") {
  const tools lists =
      tools::from_json(R"([{"name": "keep", "input_schema": {"properties": {"all": {"type": "array"}}}}])");
  const message made = parse(block(invoke("keep", field("all", R"(["\ude00"])"))), minimax(), lists);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].arguments == R"({"all":["\ufffd"]})");
}

TEST_CASE("the limit does not count what is not kept, so it is reached at the same byte however the text is cut") {
  options how;
  how.held_bytes = 8;
  const std::string text = block(invoke("f", field("a", "x") + field("a", "longer value")));
  const auto label = [&](std::size_t piece) {
    parser reader(minimax(), {}, how);
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
    reader.finish();
    return labels(reader.message());
  };
  CHECK(label(text.size()) == label(1));
}

TEST_CASE("what was begun and cannot be read is emitted as no call, and stands among the refused") {
  parser reader = hermes();
  emitted all;
  join(all, reader.feed("<tool_call>{\"name\": \"ping\", \"arguments\": {bad}}</tool_call>"));
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
  CHECK(reader.message().calls.empty());
  CHECK(reader.message().incomplete.empty());
  REQUIRE(reader.message().refused.size() == 1);
  CHECK(reader.message().refused[0].label == "malformed_json");
}

}  // namespace json_calls_test
