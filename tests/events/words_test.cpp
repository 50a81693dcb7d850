// Each enumeration's words stand in its to_string and nowhere else; flags and options list and read those.

#include "text/words.hpp"

#include <toolcall/correction.hpp>
#include <toolcall/openai.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/response_rewriter.hpp>

#include "catch.hpp"

using namespace toolcall;

namespace {

template <typename Enum>
std::string words_that_come_back() {
  std::string all;
  for (const std::string& word : words_of<Enum>()) {
    const auto value = value_of<Enum>(word);
    if (value && to_string(*value) == word) all += (all.empty() ? "" : "|") + word;
  }
  return all;
}

}  // namespace

TEST_CASE("the words of an enumeration are those of its to_string, and each is read back") {
  CHECK(words_that_come_back<call_ids>() == "openai|mistral|kimi");
  CHECK(words_that_come_back<arguments_as>() == "stream|complete");
  CHECK(words_that_come_back<correct_for>() == "function_calls|text_calls");
  CHECK(words_that_come_back<body_framing>() == "automatic|server-events|json|other");
  CHECK(words_that_come_back<trace_kind>() == "item|part|recovery|conversion|decision");
  CHECK(joined_words<calls_in_reasoning>::text == words_that_come_back<calls_in_reasoning>());
  CHECK(value_of<call_ids>("Kimi") == std::nullopt);
  CHECK(value_of<call_ids>("") == std::nullopt);
}
