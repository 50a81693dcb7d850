// Calls written as JSON: what is told while they come.

#include "catch.hpp"
#include "events/calls.hpp"

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

TEST_CASE("a call in JSON begins with its name, and a string is told as it comes") {
  parser reader = hermes();
  told all;
  join(all, reader.feed("<tool_call>{\"name\": \"put"));
  CHECK(show(all).find("call_begin") == std::string::npos);
  join(all, reader.feed("\""));
  REQUIRE(all.back().type == event_type::call_begin);
  CHECK(all.back().name == "put");
  join(all, reader.feed(", \"arguments\": {\"text\": \"ab\\"));
  CHECK(all.back().text == "{\"text\":\"ab");
  join(all, reader.feed("n</tool_call> c"));
  CHECK(all.back().text == "{\"text\":\"ab\\n</tool_call> c");
  join(all, reader.feed("\"}"));
  CHECK(all.back().text == "{\"text\":\"ab\\n</tool_call> c\"");
  join(all, reader.feed("}</tool_call>"));
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
}

TEST_CASE("a JSON value that is no plain string is told when it is complete") {
  parser reader = hermes();
  told all;
  join(all, reader.feed("<tool_call>{\"name\": \"set\", \"arguments\": {\"n\": 12"));
  CHECK(all.back().type == event_type::call_begin);
  join(all, reader.feed(",\"mode\":\"o"));
  CHECK(all.back().text == "{\"n\":12");
  join(all, reader.feed("n\"}}</tool_call>"));
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
  CHECK(reader.message().calls.at(0).arguments == "{\"n\":12,\"mode\":\"on\"}");
}

TEST_CASE("arguments before the name are held, and then told as any") {
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

TEST_CASE("what was begun and cannot be read is told as no call, and stands among the refused") {
  parser reader = hermes();
  told all;
  join(all, reader.feed("<tool_call>{\"name\": \"ping\", \"arguments\": {bad}}</tool_call>"));
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
  CHECK(reader.message().calls.empty());
  CHECK(reader.message().incomplete.empty());
  REQUIRE(reader.message().refused.size() == 1);
  CHECK(reader.message().refused[0].label == "malformed_json");
}
