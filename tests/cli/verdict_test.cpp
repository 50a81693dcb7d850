// toolcall verdict, as a user or a script meets it.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace verdict_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string call = R"(<tool_call>{"name": "ping", "arguments": {}}</tool_call>)";

}  // namespace

TEST_CASE("verdict: a line, or an object") {
  const outcome o = run({"verdict"}, call);
  CHECK(o.code == 0);
  CHECK(o.out == "call: There is a call of ping.\n");
  CHECK(o.err.empty());
  const temporary_file file("answer.txt", "Hello");
  CHECK(json::parse(run({"verdict", file.path(), "--format", "json"}).out) ==
        json{{"verdict", "no_call"}, {"message", "There is no call in the text."}});
}

TEST_CASE("verdict: tools, dialects, the policy and the finish reason count") {
  const temporary_file tools("tools.json", R"([{"name": "ping", "parameters": {"type": "object", "properties": {}}}])");
  const std::string bare = R"({"name": "ping", "arguments": {}})";
  CHECK(run({"verdict"}, bare).out.find("mentioned: ") == 0);
  CHECK(run({"verdict", "-t", tools.path()}, bare).out.find("call: ") == 0);
  CHECK(run({"verdict", "-t", tools.path(), "--require-wrapper"}, bare).out.find("call") != 0);
  CHECK(run({"verdict", "-d", "minimax"}, call).out.find("leaked_call: ") == 0);
  CHECK(run({"verdict", "-r", "length"}, "I thi").out.find("truncated: ") == 0);
  CHECK(run({"verdict", "--require-call"}, "Hello").code == 1);
  CHECK(run({"verdict", "--strict"}, R"(<tool_call>{"name": "ping", "arguments": {},}</tool_call>)").code == 3);
}

TEST_CASE("verdict: usage") {
  CHECK(run({"verdict", "--format", "yaml"}, call).code == 2);
  CHECK(run({"verdict", "--strict-tools"}, call).code == 2);
  CHECK(run({"verdict", "/no/such/file"}).code == 5);
}

TEST_CASE("batch --verdict: a verdict in place of each message") {
  const outcome o = run({"batch", "--verdict"}, json{{"id", 1}, {"text", call}}.dump() + "\n" +
                                                    json{{"id", 2}, {"text", "Hello"}}.dump() + "\nnonsense\n");
  CHECK(o.code == 1);
  const std::size_t second = o.out.find('\n') + 1, third = o.out.find('\n', second) + 1;
  CHECK(o.out.substr(0, second) ==
        "{\"line\":1,\"id\":1,\"verdict\":{\"verdict\":\"call\",\"message\":\"There is a call of ping.\"}}\n");
  CHECK(o.out.substr(second, third - second) ==
        "{\"line\":2,\"id\":2,\"verdict\":{\"verdict\":\"no_call\",\"message\":\"There is no call in the text.\"}}\n");
  CHECK(o.out.find("\"error\"", third) != std::string::npos);
}

}  // namespace verdict_test
