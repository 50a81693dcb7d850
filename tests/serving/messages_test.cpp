// Where one message of a stream ends and the next begins.

#include <map>

#include "catch.hpp"
#include "serving/responses.hpp"

namespace messages_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

using lines = std::vector<std::string>;

std::string chunk(const std::string& id, const std::string& delta, int index = 0, const char* reason = "null") {
  return R"({"id":")" + id + R"(","choices":[)" + choice_of(delta, reason, index) + "]}";
}

// The content that stands under each id and choice, and "!" for each finish reason.
std::map<std::string, std::string> by_id(const lines& made) {
  std::map<std::string, std::string> all;
  for (const std::string& each : made) {
    const json read = json::parse(each);
    for (const json& choice : read["choices"]) {
      std::string& to = all[read["id"].get<std::string>() + std::to_string(choice["index"].get<int>())];
      const json& delta = choice["delta"];
      if (delta.contains("content") && delta["content"].is_string()) to += delta["content"].get<std::string>();
      if (!choice["finish_reason"].is_null()) to += "!";
    }
  }
  return all;
}

using texts = std::map<std::string, std::string>;
const std::string begun = R"({"content":"<tool_call>{\"na"})";

}  // namespace

TEST_CASE("a message that was cut ends where a chunk with another id has a role") {
  const lines made =
      rewritten({chunk("A", begun), chunk("B", R"({"role":"assistant","content":"b1"})", 0, "\"stop\"")});
  CHECK(by_id(made).at("B0") == "b1!");
  CHECK(by_id(made).at("A0").find("b1") == std::string::npos);
}

TEST_CASE("a message that was cut ends where its id changes that stayed before, with a role or without") {
  const lines made = rewritten({chunk("A", R"({"role":"assistant","content":"a"})"), chunk("A", begun),
                                chunk("B", R"({"content":"b1"})"), chunk("B", R"({"content":" b2"})", 0, "\"stop\"")});
  CHECK(by_id(made).at("B0") == "b1 b2!");
  CHECK(by_id(made).at("A0").substr(0, 1) == "a");
  CHECK(by_id(made).at("A0").find('!') == std::string::npos);
  // The calls of the next message are counted from the start, and what stood in the text before is not theirs.
  const std::string call = R"({"tool_calls":[{"index":0,"function":{"name":"ping","arguments":"{}"}}]})";
  const lines calls =
      rewritten({chunk("A", call), chunk("A", "{}"), chunk("B", call), chunk("B", "{}", 0, "\"stop\"")});
  std::size_t first = 0;
  for (const std::string& each : calls) first += each.find(R"("tool_calls":[{"index":0,"id")") != each.npos ? 1 : 0;
  CHECK(first == 2);
}

TEST_CASE("a chunk without an id, or with an empty one, belongs to the message before") {
  const lines made = rewritten({chunk("A", R"({"content":"a"})"), chunk("A", R"({"content":"b"})"),
                                chunk("", R"({"content":"c"})"), chunk("A", R"({"content":"d"})", 0, "\"stop\"")});
  CHECK(by_id(made) == texts{{"A0", "abcd!"}});
}

TEST_CASE("each chunk may have an id of its own") {
  const client_message one =
      fold(rewritten({R"({"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"}}]})",
                      R"({"id":"2","choices":[{"index":0,"delta":{"content":"b"}}]})",
                      R"({"id":"3","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"}));
  CHECK(one.choices.at(0).content == "ab");
}

TEST_CASE("each choice may have an id of its own") {
  const std::string role = R"({"role":"assistant","content":""})";
  const lines made = rewritten({chunk("A", role), chunk("B", role, 1), chunk("A", R"({"content":"a1"})"),
                                chunk("B", R"({"content":"b1"})", 1), chunk("A", R"({"content":" a2"})"),
                                chunk("B", R"({"content":" b2"})", 1), chunk("A", "{}", 0, "\"stop\""),
                                chunk("B", "{}", 1, "\"stop\"")});
  CHECK(by_id(made) == texts{{"A0", "a1 a2!"}, {"B1", "b1 b2!"}});
}

}  // namespace messages_test
