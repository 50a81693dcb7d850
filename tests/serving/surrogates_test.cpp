// Characters that a server cut into two surrogates, each an escape in a JSON string of its own.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace surrogates_test {

using namespace toolcall;
using namespace toolcall::tests;

TEST_CASE("a character that a server cut into surrogates is whole again") {
  const auto piece = [](std::string_view member, std::string_view body) {
    return chunk_of(choice_of("{\"" + std::string(member) + "\":\"" + std::string(body) + "\"}"));
  };
  const auto stopped = chunk_of(choice_of("{}", "\"stop\""));
  for (const std::string_view member : {"content", "reasoning_content"}) {
    const auto read = [&](const std::vector<std::string>& bodies) {
      std::vector<std::string> chunks;
      for (const std::string& body : bodies) chunks.push_back(piece(member, body));
      chunks.push_back(stopped);
      const client_choice made = fold(rewritten(chunks, rewriting())).choices.at(0);
      return made.content + made.reasoning;
    };
    CHECK(read({R"(a \ud83d)", R"(\uDE00 b)"}) == "a \U0001F600 b");
    CHECK(read({R"(\uD83D)", "", R"(\ude00\uD83D)", R"(\ude00)"}) == "\U0001F600\U0001F600");
    CHECK(read({R"(a \ud83d)", "b"}) == "a \uFFFDb");
    CHECK(read({R"(a \ud83d)"}) == "a \uFFFD");
    CHECK(read({R"(a \\ud83d)", R"(\ude00)"}) == "a \\ud83d\uFFFD");
    CHECK(read({R"(\\\ud83d)", R"(\ude00)"}) == "\\\U0001F600");
  }
  const std::string list = R"({"content":[{"type":"text","text":"\ude00 b"},{"type":"text","text":"\ud83d"}]})";
  CHECK(fold(rewritten(
                 {piece("content", R"(a \ud83d)"), chunk_of(choice_of(list)), piece("content", R"(\ude00)"), stopped},
                 rewriting()))
            .choices.at(0)
            .content == "a \U0001F600 b\U0001F600");
  const auto call = [](std::string_view arguments) {
    return chunk_of(choice_of(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":")" +
                              std::string(arguments) + R"("}}]})"));
  };
  CHECK(fold(rewritten({call(R"({\"city\":\"\ud83d)"), call(R"(\ude00\"})"), stopped}, rewriting())).names ==
        "get_weather({\"city\":\"\U0001F600\"})");
  const std::vector<std::string> ollama = {R"({"message":{"content":"\ud83d"},"done":false})",
                                           R"({"message":{"content":"\ude00"},"done":true})"};
  CHECK(fold(rewritten(ollama, rewriting())).choices.at(0).content == "\U0001F600");
}

}  // namespace surrogates_test
