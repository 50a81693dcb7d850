// toolcall stream --input: several messages in one run, and the responses of servers.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace stream_input_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string call =
    "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter></invoke></minimax:tool_call>";

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> all;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    all.push_back(json::parse(text.substr(at, text.find('\n', at) - at)));
  return all;
}

std::string record(const json& fields) {
  return fields.dump() + "\n";
}

// What was told of a record, in words: its events' types, and its finish reason.
std::string summary_of(const std::vector<json>& events, const json& name) {
  std::string all;
  for (const json& each : events) {
    if (each.value("record", json()) != name) continue;
    all += (all.empty() ? "" : " ") + each["type"].get<std::string>();
    if (each["type"] == "finish") all += "=" + each["finish_reason"].get<std::string>();
    if (each["type"] == "call_end") all += "=" + each["status"].get<std::string>();
  }
  return all;
}

std::string sse(const std::string& content, const std::string& reason = "stop") {
  const json first = {{"id", "c9"},
                      {"object", "chat.completion.chunk"},
                      {"created", 7},
                      {"model", "q"},
                      {"choices", {{{"index", 0}, {"delta", {{"content", content}}}, {"finish_reason", nullptr}}}}};
  json last = first;
  last["choices"][0] = {{"index", 0}, {"delta", json::object()}, {"finish_reason", reason}};
  return "data: " + first.dump() + "\n\ndata: " + last.dump() + "\n\ndata: [DONE]\n\n";
}

}  // namespace

TEST_CASE("each record is a message, and ends with its finish reason") {
  const outcome made = run({"stream", "--input", "jsonl"},
                           record({{"id", "a"}, {"text", "Hi " + call}}) +
                               record({{"id", 2}, {"text", call.substr(0, 40)}, {"finish_reason", "length"}}) +
                               record({{"text", "no id"}}));
  CHECK(made.code == 0);
  CHECK(made.err == "");
  const auto events = lines_of(made.out);
  CHECK(summary_of(events, "a") == "text markup call_begin arguments call_end=complete markup finish=tool_calls");
  CHECK(summary_of(events, 2).find("finish=length") != std::string::npos);
  CHECK(summary_of(events, 3) == "text finish=stop");
}

TEST_CASE("records in pieces may be interleaved, and the finish reason of each comes at its end") {
  const std::string open = call.substr(0, call.find("</invoke>"));
  const outcome made = run({"stream", "--input", "jsonl"},
                           record({{"id", "a"}, {"delta", open}}) + record({{"id", "b"}, {"delta", open}}) +
                               record({{"id", "a"}, {"finish_reason", "stop"}}) +
                               record({{"id", "b"}, {"delta", ""}, {"finish_reason", "length"}}));
  CHECK(made.code == 0);
  const auto events = lines_of(made.out);
  CHECK(summary_of(events, "a").find("call_end=complete") != std::string::npos);
  CHECK(summary_of(events, "a").find("finish=tool_calls") != std::string::npos);
  CHECK(summary_of(events, "b").find("call_end") == std::string::npos);
  CHECK(summary_of(events, "b").find("finish=length") != std::string::npos);
}

TEST_CASE("what is emitted for a record is what is emitted for its text alone") {
  const auto alone = lines_of(run({"stream", "--seed", "0"}, "Hi " + call).out);
  auto among =
      lines_of(run({"stream", "--seed", "0", "--input", "jsonl"}, record({{"id", "a"}, {"text", "Hi " + call}})).out);
  REQUIRE(among.size() == alone.size() + 1);
  among.pop_back();
  for (json& each : among) each.erase("record");
  CHECK(among == alone);
  const auto ids = lines_of(
      run({"stream", "--seed", "0", "--input", "jsonl"}, record({{"text", call}}) + record({{"text", call}})).out);
  std::vector<json> begun;
  for (const json& each : ids)
    if (each["type"] == "call_begin") begun.push_back(each["id"]);
  REQUIRE(begun.size() == 2);
  CHECK(begun[0] != begun[1]);
}

TEST_CASE("a line that is no record is emitted in its place, and the others are read") {
  const outcome made =
      run({"stream", "--input", "jsonl"}, "{\"text\": \"Hi\n" + record({{"text", 7}}) + "[]\n\n" +
                                              record({{"id", "x"}}) + record({{"delta", "y"}}) +
                                              record({{"text", "Yes"}, {"delta", "No"}}) + record({{"text", "ok"}}));
  CHECK(made.code == 1);
  const auto events = lines_of(made.out);
  REQUIRE(events.size() == 8);
  const std::vector<std::size_t> lines = {1, 2, 3, 5, 6, 7};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(events[i]["type"] == "error");
    CHECK(events[i]["line"] == lines[i]);
    CHECK(!events[i]["message"].get<std::string>().empty());
  }
  CHECK(events[3]["record"] == "x");
  CHECK(events[6]["text"] == "ok");
}

TEST_CASE("a record that never ends is read as cut off, and that is said") {
  const outcome made = run({"stream", "--input", "jsonl"}, record({{"id", "a"}, {"delta", "Hi"}}));
  CHECK(made.code == 0);
  CHECK(made.err.find("record \"a\" has no finish_reason") != std::string::npos);
  CHECK(summary_of(lines_of(made.out), "a") == "text finish=length");
}

TEST_CASE("a byte-order mark at the beginning of a record's text is not read") {
  const std::string mark = "\xEF\xBB\xBF";
  const outcome made =
      run({"stream", "--input", "jsonl"},
          mark + record({{"id", "a"}, {"text", mark + "Hi"}}) + record({{"id", "b"}, {"delta", mark}}) +
              record({{"id", "b"}, {"delta", mark + "x"}}) + record({{"id", "b"}, {"finish_reason", "stop"}}));
  std::vector<json> texts;
  for (const json& each : lines_of(made.out))
    if (each["type"] == "text") texts.push_back(each);
  REQUIRE(texts.size() == 2);
  CHECK(texts[0]["text"] == "Hi");
  CHECK(texts[0]["begin"] == 0);
  CHECK(texts[1]["text"] == mark + "x");
}

TEST_CASE("a record's events come before its end") {
  command child({"stream", "--input", "jsonl"});
  child.write(record({{"id", "a"}, {"delta", "Hello there. "}}));
  CHECK(json::parse(child.line())["record"] == "a");
  child.write(record({{"id", "a"}, {"finish_reason", "stop"}}));
  while (json::parse(child.line())["type"] != "finish") {
  }
}

TEST_CASE("chunks of a record have its name too") {
  const auto chunks =
      lines_of(run({"stream", "--input", "jsonl", "--format", "openai"}, record({{"id", "a"}, {"text", call}})).out);
  REQUIRE(chunks.size() >= 3);
  for (const json& each : chunks) CHECK(each["record"] == "a");
  CHECK(chunks.back()["choices"][0]["finish_reason"] == "tool_calls");
}

TEST_CASE("a server's response becomes events, or chunks for clients") {
  const auto events = lines_of(run({"stream", "--input", "openai"}, sse("So: " + call)).out);
  CHECK(summary_of(events, "c9") == "text markup call_begin arguments call_end=complete markup finish=tool_calls");
  CHECK(events[0]["choice"] == 0);
  const outcome made = run({"stream", "--input", "openai", "--format", "openai"}, sse("So: " + call));
  CHECK(made.code == 0);
  const auto chunks = lines_of(made.out);
  CHECK(chunks.front()["choices"][0]["delta"] == json{{"role", "assistant"}, {"content", nullptr}});
  CHECK(chunks[2]["choices"][0]["delta"]["tool_calls"][0]["function"]["name"] == "add");
  CHECK(chunks.back()["choices"][0]["finish_reason"] == "tool_calls");
  CHECK(chunks.back()["id"] == "c9");
  const json line = {
      {"model", "q"}, {"message", {{"role", "assistant"}, {"content", call}}}, {"done", true}, {"done_reason", "stop"}};
  CHECK(lines_of(run({"stream", "--input", "ollama", "--format", "openai"}, line.dump()).out)
            .back()["choices"][0]["finish_reason"] == "tool_calls");
}

TEST_CASE("a server's chunk is read as soon as it is there") {
  command child({"stream", "--input", "openai"});
  const std::string body = sse("Hello there. " + call);
  child.write(body.substr(0, body.find("\n\n") + 2));
  CHECK(json::parse(child.line())["type"] == "text");
}

TEST_CASE("an error of the server, a response that breaks off and one without a message end with 1") {
  const outcome error =
      run({"stream", "--input", "openai", "--format", "openai"}, "{\"error\": {\"message\": \"overloaded\"}}");
  CHECK(error.code == 1);
  CHECK(error.err.find("overloaded") != std::string::npos);
  CHECK(json::parse(error.out)["error"]["message"] == "overloaded");
  CHECK(lines_of(run({"stream", "--input", "openai"}, "{\"error\": 1}").out)[0] ==
        json{{"type", "error"}, {"object", {{"error", 1}}}});
  const std::string body = sse("Hi");
  const outcome cut = run({"stream", "--input", "openai"}, body.substr(0, body.find("\n\n") + 2));
  CHECK(cut.code == 1);
  CHECK(cut.err.find("without a finish reason") != std::string::npos);
  const outcome empty = run({"stream", "--input", "openai"}, "");
  CHECK(empty.code == 1);
  CHECK(empty.err == "toolcall: standard input is empty; is the server running?\n");
  const std::string none = run({"stream", "--input", "openai"}, "{}\n").err;
  CHECK(none.find("has no message: no chat.completion, and no chunk of one") != std::string::npos);
  CHECK(run({"stream", "--input", "ollama"}, "{}\n").err.find("no line of /api/chat") != std::string::npos);
  const outcome text = run({"stream", "--input", "openai"}, "Hello there");
  CHECK(text.code == 5);
  CHECK(text.err.find("Hello there") != std::string::npos);
}

TEST_CASE("a line of the server that is not JSON is said with its place, and clients get JSON alone") {
  const std::string body = sse("Hi");
  const std::size_t second = body.find("\n\n") + 2;
  const std::string broken = body.substr(0, second) + "data: {\"choices\": [oops\n\n" + body.substr(second);
  const outcome chunks = run({"stream", "--input", "openai", "--format", "openai"}, broken);
  CHECK(chunks.code == 1);
  CHECK(chunks.err.find("toolcall: line 3: the server sent something that is not JSON: at byte 13, ") == 0);
  CHECK(chunks.err.find("[oops") != std::string::npos);
  const auto read = lines_of(chunks.out);
  CHECK(read.back()["choices"][0]["delta"] == json::object());
  std::string errors;
  for (const json& each : read) errors += each.value("error", json::object()).value("message", "");
  CHECK(errors.find("not JSON: at byte 13, ") != std::string::npos);
  CHECK(errors.find("[oops") != std::string::npos);
  const outcome events = run({"stream", "--input", "openai"}, broken);
  CHECK(events.err == chunks.err);
  std::vector<json> found;
  for (const json& each : lines_of(events.out))
    if (each["type"] == "error") found.push_back(each);
  REQUIRE(found.size() == 1);
  CHECK(found[0]["object"] == "{\"choices\": [oops");
  CHECK(found[0]["message"].get<std::string>().find("not JSON: at byte 13, ") == 0);
  // An object that is laid out over several lines is where it begins.
  const outcome laid = run({"stream", "--input", "openai", "--format", "openai"}, "\n\n{\"a\":\n 1,,\n}\n");
  CHECK(laid.err.find("toolcall: line 3: the server sent something that is not JSON: at byte 9, ") == 0);
}

TEST_CASE("the exit codes are those of the flags, over all messages") {
  CHECK(run({"stream", "--input", "openai", "--require-call"}, sse("Hi")).code == 1);
  CHECK(run({"stream", "--input", "openai", "--require-call"}, sse(call)).code == 0);
  CHECK(
      run({"stream", "--input", "jsonl", "--require-call"}, record({{"text", "Hi"}}) + record({{"text", call}})).code ==
      0);
  CHECK(run({"stream", "--input", "jsonl", "--strict"}, record({{"text", call.substr(0, call.size() - 8)}})).code == 3);
}

TEST_CASE("the finish reason is a flag of a text alone") {
  for (const char* const kind : {"jsonl", "openai", "ollama"}) {
    const outcome made = run({"stream", "--input", kind, "--finish-reason", "stop"}, "");
    CHECK(made.code == 2);
    CHECK(made.err.find("--finish-reason") != std::string::npos);
  }
  CHECK(run({"stream", "--input", "text", "--finish-reason", "length"}, "Hi").code == 0);
  CHECK(run({"stream", "--input", "xml"}, "").code == 2);
}

}  // namespace stream_input_test
