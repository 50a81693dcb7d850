// Calls of OpenAI's custom tools, whose input is text and no JSON.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace custom_calls_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

using lines = std::vector<std::string>;

const std::string patch = "*** Begin\n+\"a\\b\"\n";

std::string piece(const json& entry) {
  return chunk_of(choice_of(json{{"tool_calls", {entry}}}.dump()));
}

// As OpenAI streams them: the input in pieces, after the name.
lines streamed(std::string_view reason = "\"tool_calls\"") {
  return {chunk_of(choice_of(R"({"role":"assistant","content":null})")),
          piece({{"index", 0}, {"id", "call_a"}, {"type", "custom"}, {"custom", {{"name", "patch"}, {"input", ""}}}}),
          piece({{"index", 0}, {"custom", {{"input", "*** Begin\n+"}}}}),
          piece({{"index", 0}, {"custom", {{"input", "\"a\\b\"\n"}}}}), chunk_of(choice_of("{}", reason))};
}

// The events of calls, as text.
struct heard {
  std::string all;
  completion_rewriter::settings settings(arguments_as mode = arguments_as::stream) {
    completion_rewriter::settings how = rewriting(mode);
    how.declared = tools::from_json(
        R"([{"type":"custom","custom":{"name":"patch"}},{"type":"function","function":{"name":"ping"}}])");
    how.sink.context = this;
    how.sink.on_event = [](void* to, std::string_view, std::uint64_t, const event& e) {
      std::string& out = static_cast<heard*>(to)->all;
      if (e.type == event_type::call_begin) out += std::string(e.name) + "(";
      if (e.type == event_type::arguments) out += e.text;
      if (e.type == event_type::call_end) out += e.status == call_status::complete ? ")" : ") invalid";
      if (e.type == event_type::call_incomplete) out += " incomplete";
      if (e.type == event_type::diagnostic) out += std::string(e.label) + " ";
    };
    return how;
  }
};

const std::string as_event = "patch(" + json{{"input", patch}}.dump() + ")";

}  // namespace

TEST_CASE("a call of a custom tool passes as one, in its pieces or whole") {
  for (const arguments_as mode : {arguments_as::stream, arguments_as::complete}) {
    heard by;
    const client_message made = fold(rewritten(streamed(), by.settings(mode)));
    CHECK(made.names == "patch(" + patch + ")");
    REQUIRE(made.choices.at(0).calls.size() == 1);
    CHECK(made.choices[0].calls[0].id == "call_a");
    CHECK(made.choices[0].finish == "tool_calls");
    CHECK(by.all == as_event);
  }
  const std::string bytes = rewritten_bytes(stream_of(streamed()));
  CHECK(bytes.find(R"("type":"custom","custom":{"name":"patch","input":""})") != bytes.npos);
  CHECK(bytes.find("function\"") == bytes.npos);
}

TEST_CASE("a call of a custom tool passes in a whole response") {
  const json call = {{"id", "call_a"}, {"type", "custom"}, {"custom", {{"name", "patch"}, {"input", patch}}}};
  const json message = {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", {call}}};
  const json whole = {{"id", "r"},
                      {"object", "chat.completion"},
                      {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", "tool_calls"}}}}};
  heard by;
  const lines made = rewritten({whole.dump()}, by.settings());
  REQUIRE(made.size() == 1);
  CHECK(json::parse(made[0]) == whole);
  CHECK(by.all == as_event);
}

TEST_CASE("calls of custom tools and of functions stand beside each other") {
  lines both = streamed();
  both.insert(both.end() - 1,
              piece({{"index", 1}, {"id", "b"}, {"function", {{"name", "ping"}, {"arguments", "{}"}}}}));
  both.insert(both.end() - 1, piece({{"index", 2}, {"custom", {{"name", "patch"}, {"input", ""}}}}));
  heard by;
  const client_message made = fold(rewritten(both, by.settings()));
  CHECK(made.names == "patch(" + patch + ") ping({}) patch()");
  CHECK(by.all == as_event + "ping({})patch({\"input\":\"\"})");
  // Without an index or an id, a name begins another call.
  const lines bare = {piece({{"custom", {{"name", "patch"}, {"input", "x"}}}}),
                      piece({{"custom", {{"name", "patch"}, {"input", "y"}}}}), chunk_of(choice_of("{}", "\"stop\""))};
  CHECK(client(bare).names == "patch(x) patch(y)");
}

TEST_CASE("a call of a custom tool that the length cut off is incomplete, and one before it is not") {
  heard by;
  CHECK(fold(rewritten(streamed("\"length\""), by.settings())).names == "patch(" + patch + ")");
  CHECK(by.all == as_event.substr(0, as_event.size() - 3) + " incomplete");
  heard whole;
  CHECK(fold(rewritten(streamed("\"length\""), whole.settings(arguments_as::complete))).names == "");
  lines two = streamed("\"length\"");
  two.insert(two.end() - 1, piece({{"index", 1}, {"id", "b"}, {"custom", {{"name", "patch"}, {"input", "x"}}}}));
  heard of_two;
  rewritten(two, of_two.settings());
  CHECK(of_two.all == as_event + "patch({\"input\":\"x incomplete");
}

}  // namespace custom_calls_test
