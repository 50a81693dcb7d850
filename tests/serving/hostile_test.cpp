// Any bytes: no crash, the same in any pieces, and no event of the server is silently lost.

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "effort.hpp"
#include "serving/responses.hpp"

namespace hostile_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

using lines = std::vector<std::string>;

const std::string call = "<tool_call>\\n{\\\"name\\\": \\\"ping\\\", \\\"arguments\\\": {}}\\n</tool_call>";

// Parts of which responses are made, well-formed ones and others.
const lines parts = {
    "data: ",
    "\n",
    "\n\n",
    "\r\n\r\n",
    "{",
    "}",
    "[DONE]",
    ": x\n\n",
    "event: e\n",
    "\xEF\xBB\xBF",
    "\"",
    "\\",
    "\xC3",
    "<tool_call>",
    call,
    R"({"choices":[{"index":0,"delta":{"content":")" + call + R"("},"finish_reason":null}]})",
    R"({"choices":[{"index":0,"delta":{"content":"a <tool"},"finish_reason":null}],"x":1})",
    R"({"choices":[{"index":0,"delta":{"reasoning":"Hm. )" + call + R"("}}]})",
    R"({"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"ping","arguments":"{}"}}]}}]})",
    R"({"choices":[{"index":-9223372036854775808,"delta":{"tool_calls":[{"index":99999999999999999999,"function":7},3,null]},"finish_reason":7}]})",
    R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})",
    R"({"choices":[],"usage":{"total_tokens":1}})",
    R"({"choices":[{"message":{"content":")" + call + R"(","tool_calls":7},"finish_reason":null}]})",
    R"({"choices":[{"message":{}},7,null,[],{"delta":null}]})",
    R"({"choices":{}})",
    R"({"error":{"message":"m"}})",
    "null",
    "[]",
    R"({"message":{"content":"x","tool_calls":[{"function":{"name":"ping","arguments":{}}}]},"done":false})",
    R"({"response":")" + call +
        R"(","done":true,"done_reason":7,"eval_count":-1,"prompt_eval_count":9223372036854775807})",
    R"({"created_at":"0000-99-99T99:99:99+99:99","message":{},"done":true})"};

}  // namespace

TEST_CASE("responses made of any parts are the same in any pieces") {
  std::mt19937 random(11);
  for (std::size_t round = 0; round < effort(1500, 60); ++round) {
    std::string body;
    const bool framed = random() % 2 == 0;
    for (std::size_t i = 0; i < random() % 9; ++i) {
      const std::string& part = parts[random() % parts.size()];
      body += framed ? "data: " + part + "\n\n" : part + (random() % 2 == 0 ? "\n" : "");
    }
    INFO(body);
    rewritten_bytes(body, rewriting(round % 3 == 0 ? arguments_as::complete : arguments_as::stream));
  }
}

TEST_CASE("random bytes are the same in any pieces") {
  std::mt19937 random(12);
  for (std::size_t round = 0; round < effort(1000, 40); ++round) {
    std::string body = round % 3 == 0   ? "data: {\"choices\":[{\"delta\":{\"content\":\""
                       : round % 3 == 1 ? "{\"choices\":"
                                        : "";
    for (std::size_t i = 0; i < random() % 60; ++i) body += static_cast<char>(random());
    rewritten_bytes(body);
  }
}

TEST_CASE("chunks that are damaged at each byte are read, or passed") {
  const std::string body =
      stream_of(contents({"So: <tool_call>\n{\"name\": \"ping\", \"arguments\": {}}\n</tool_call>"}));
  std::mt19937 random(13);
  for (std::size_t at = 0; at < body.size(); ++at) {
    std::string damaged = body;
    damaged[at] = static_cast<char>(random());
    response_rewriter rewriter{rewriting()};
    const std::string made = std::string(rewriter.feed(damaged)) + std::string(rewriter.finish());
    CHECK(!made.empty());
  }
}

TEST_CASE("JSON that is nested too deep passes as it is") {
  std::string deep =
      "{\"choices\":[{\"delta\":{\"content\":" + std::string(100000, '[') + std::string(100000, ']') + "}}]}";
  CHECK(rewritten({deep}) == lines{deep});
}

TEST_CASE("a broken line of JSON does not take the lines after it along") {
  const std::string good = R"({"response":"Hi","done":false})", cut_off = R"({"response":"Hel)";
  const std::string made = rewritten_bytes(cut_off + "\n" + good + "\n");
  CHECK(made.find(cut_off + "\n") == 0);
  CHECK(made.find("\"content\":\"Hi\"") != made.npos);
}

TEST_CASE("more choices than any server has pass as they are") {
  lines many;
  for (int i = 0; i < 1100; ++i) many.push_back(chunk_of(choice_of(content("x"), "null", i)));
  const auto out = rewritten(many);
  CHECK(std::count(out.begin(), out.end(), many.back()) == 1);
}

TEST_CASE("a text in many small pieces costs its bytes") {
  // A held value that grows by a byte at a time is neither moved nor read again each time.
  completion_rewriter rewriter(rewriting());
  rewriter.rewrite(
      chunk_of(choice_of(content("<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"days\": ["))));
  std::size_t given = 0;
  for (std::size_t i = 0; i < effort(100000, 5000); ++i)
    for (const std::string& each : rewriter.rewrite(chunk_of(choice_of(content("1,"))))) given += each.size();
  CHECK(given == 0);
}

}  // namespace hostile_test
