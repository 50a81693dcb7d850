// toolcall --format openai: chunks, a line each, and the flags that decide what stands in them.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace openai_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string call =
    "So: <minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter></invoke></minimax:tool_call>";
const std::string tools_text =
    R"([{"name":"add","input_schema":{"type":"object","properties":{"a":{"type":"integer"}}}}])";

// A chunk as it is written, to the byte.
std::string chunk(const std::string& delta, const std::string& reason = "null") {
  return R"({"id":"chatcmpl-0","object":"chat.completion.chunk","created":0,"model":"toolcall","choices":[{"index":0,)"
         R"("delta":)" +
         delta + R"(,"finish_reason":)" + reason + "}]}\n";
}

// The chunks that a command prints, with the ids of every run.
outcome chunks(std::vector<std::string> arguments, const std::string& text) {
  arguments.insert(arguments.end(), {"--format", "openai", "--seed", "0"});
  return run(arguments, text);
}

const std::string role = chunk(R"({"role":"assistant","content":null})");

std::string id_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "parse");
  return json::parse(run(arguments, call).out)["tool_calls"][0]["id"];
}

}  // namespace

TEST_CASE("parse and stream print the chunks of a message, to the byte") {
  const temporary_file tools("chunks.json", tools_text);
  const std::string streamed =
      role + chunk(R"({"content":"So: "})") +
      chunk(R"({"tool_calls":[{"index":0,"id":"call_rUyMNAmnOSYXxNfnwaIJg5yO","type":"function",)"
            R"("function":{"name":"add","arguments":""}}]})") +
      chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":2}"}}]})") + chunk("{}", R"("tool_calls")");
  const std::string complete =
      role + chunk(R"({"content":"So: "})") +
      chunk(R"({"tool_calls":[{"index":0,"id":"call_rUyMNAmnOSYXxNfnwaIJg5yO","type":"function",)"
            R"("function":{"name":"add","arguments":"{\"a\":2}"}}]})") +
      chunk("{}", R"("tool_calls")");
  for (const char* const command : {"parse", "stream"}) {
    const outcome made = chunks({command, "--tools", tools.path()}, call);
    CHECK(made.code == 0);
    CHECK(made.err == "");
    CHECK(made.out == complete);
    for (const char* const word : {"auto", "complete"})
      CHECK(chunks({command, "--tools", tools.path(), "--arguments", word}, call).out == complete);
    CHECK(chunks({command, "--tools", tools.path(), "--arguments", "stream"}, call).out == streamed);
    CHECK(chunks({command}, "").out == role + chunk("{}", R"("stop")"));
    CHECK(chunks({command, "--finish-reason", "length"}, "").out == role + chunk("{}", R"("length")"));
  }
}

TEST_CASE("what stands in every chunk is the host's") {
  const outcome made =
      run({"parse", "--format", "openai", "--model", "m \"1\"", "--id", "c-7", "--created", "1700000000"}, "x");
  for (std::size_t at = 0; at < made.out.size(); at = made.out.find('\n', at) + 1) {
    const json line = json::parse(made.out.substr(at, made.out.find('\n', at) - at));
    CHECK(line["model"] == "m \"1\"");
    CHECK(line["id"] == "c-7");
    CHECK(line["created"] == 1700000000);
  }
  CHECK(run({"parse", "--format", "openai", "--seed", "5"}, "x").out.find("\"chatcmpl-5\"") != std::string::npos);
  CHECK(run({"parse", "--format", "openai"}, "x").out != run({"parse", "--format", "openai"}, "x").out);
  CHECK(run({"parse", "--format", "openai", "--created", "soon"}, "x").code == 2);
}

TEST_CASE("stream prints a chunk as soon as it is certain") {
  command child({"stream", "--format", "openai", "--arguments", "stream", "--seed", "0"});
  child.write("So: <minimax:tool_call><invoke name=\"add\">");
  CHECK(child.line() + "\n" == role);
  CHECK(child.line().find("\"So: \"") != std::string::npos);
  child.write("<parameter name=\"a\">one");  // with its first argument the call is begun
  CHECK(child.line().find("\"name\":\"add\",\"arguments\":\"\"") != std::string::npos);
  CHECK(child.line().find("{\\\"a\\\":\\\"one") != std::string::npos);
  const outcome made = child.finish();
  CHECK(made.out == chunk("{}", R"("stop")"));  // nothing closes the string
}

TEST_CASE("the exit codes are those of any other format") {
  CHECK(run({"parse", "--format", "openai", "--require-call"}, "text").code == 1);
  CHECK(run({"stream", "--format", "openai", "--require-call"}, call).code == 0);
}

TEST_CASE("ids are made as --ids, --seed and --first-call say") {
  CHECK(id_of({}).substr(0, 5) == "call_");
  CHECK(id_of({}) != id_of({}));
  CHECK(id_of({"--seed", "0"}) == "call_rUyMNAmnOSYXxNfnwaIJg5yO");
  CHECK(id_of({"--ids", "openai", "--seed", "0"}) == id_of({"--seed", "0"}));
  CHECK(id_of({"--ids", "mistral"}).size() == 9);
  CHECK(id_of({"--ids", "mistral", "--seed", "1"}) == id_of({"--ids", "mistral", "--seed", "1"}));
  CHECK(id_of({"--ids", "mistral", "--seed", "1"}) != id_of({"--ids", "mistral", "--seed", "2"}));
  CHECK(id_of({"--ids", "kimi"}) == "functions.add:0");
  CHECK(id_of({"--ids", "kimi", "--first-call", "12", "--seed", "1"}) == "functions.add:12");
}

}  // namespace openai_test
