// Each enumeration's words stand in its to_string and nowhere else; flags and options list and read those.

#include "text/words.hpp"

#include <toolcall/toolcall.hpp>

#include "catch.hpp"

namespace words_test {

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

TEST_CASE("each value of a public enumeration has a word, its to_string says it, and it is read back") {
  CHECK(words_that_come_back<call_ids>() == "openai|mistral|kimi");
  CHECK(words_that_come_back<arguments_as>() == "auto|stream|complete");
  CHECK(words_that_come_back<correct_for>() == "function_calls|text_calls");
  CHECK(words_that_come_back<body_framing>() == "automatic|server-events|json|other");
  CHECK(words_that_come_back<call_status>() == "complete|invalid|incomplete|refused|needs_confirmation");
  CHECK(words_that_come_back<calls_in_reasoning>() == "dialect|if_nothing_else|never|always");
  CHECK(words_that_come_back<completion_rewriter::ending>() == "done|cut");
  CHECK(words_that_come_back<event_type>() ==
        "text|reasoning|markup|call_begin|arguments|call_end|call_incomplete|call_refused|diagnostic");
  CHECK(words_that_come_back<invalid_calls>() == "surface|refuse");
  CHECK(words_that_come_back<made_up>() == "hide|text");
  CHECK(words_that_come_back<evidence>() == "off|marks|keys|all");
  CHECK(words_that_come_back<origin>() == "unknown|special|text");
  CHECK(words_that_come_back<message_part>() == "text|reasoning|markup|call|refused");
  CHECK(words_that_come_back<refused_as>() == "hidden|text|note|correction");
  CHECK(words_that_come_back<server_event_kind>() == "event|comment|retry|too_long|unknown");
  CHECK(words_that_come_back<tool_choice_kind>() == "auto|none|required|named");
  CHECK(words_that_come_back<tools::schema_issue::grade>() == "error|warning|not_enforced");
  CHECK(words_that_come_back<tools::unusable_schema>() == "unchecked|refused");
  CHECK(words_that_come_back<trace_kind>() == "item|part|recovery|conversion|decision");
  CHECK(words_that_come_back<typing_level>() == "exact|lossless|assumed|refused");
  CHECK(words_that_come_back<unknown_keys>() == "keep|drop|refuse");
  CHECK(words_that_come_back<unknown_tools>() == "surface|text");
  CHECK(joined_words<calls_in_reasoning>::text == "dialect|if_nothing_else|never|always");
  CHECK(value_of<call_ids>("Kimi") == std::nullopt);
  CHECK(value_of<call_ids>("") == std::nullopt);
}

}  // namespace words_test
