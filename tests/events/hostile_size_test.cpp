// Texts that are large or deep beyond anything a model means: they end, they are not held, and no byte of them is lost.
// What they cost is counted in linear_test.cpp and memory_test.cpp.

#include <string>

#include "catch.hpp"
#include "effort.hpp"
#include "events/calls.hpp"
#include "events/emitted.hpp"

namespace hostile_size_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::size_t ten_megabytes = effort(10U << 20U, 1U << 20U);
constexpr std::size_t deep = 100'000;

std::string times(std::string_view unit, std::size_t n) {
  std::string out;
  out.reserve(unit.size() * n);
  for (std::size_t i = 0; i < n; ++i) out += unit;
  return out;
}

tools declared() {
  return tools::from_json(R"([{"name":"save","input_schema":{"type":"object","properties":{
    "content":{"type":"string"},"data":{},"list":{"type":"array"},"object":{"type":"object"}}}}])");
}

// Read in large pieces, by all dialects; what is held never is more than a limit of the machine, and no byte is lost.
message read_all(const std::string& text) {
  parser reader(dialect::automatic(), declared());
  std::size_t most = 0;
  for (std::size_t at = 0; at < text.size(); at += 100'000) {
    reader.feed(std::string_view(text).substr(at, 100'000));
    most = std::max(most, reader.held_bytes());
  }
  reader.finish();
  CHECK(most < (9U << 20U));
  CHECK(lost_bytes(reader.message(), text).empty());
  return reader.message();
}

}  // namespace

TEST_CASE("megabytes of one mark are text") {
  const auto are_text = [](std::string_view mark, std::size_t bytes) {
    INFO(mark);
    const std::string text = times(mark, bytes / mark.size());
    const message m = read_all(text);
    CHECK(m.calls.empty());
    CHECK(m.content.size() <= text.size());
  };
  for (const char* const mark : {"<", "{", "[", "\"", "`", "'", "\n", "<|"}) are_text(mark, ten_megabytes / every(4));
  // Many dialects try these: what that costs is proportional, and a few megabytes show as much.
  for (const char* const mark : {"<tool_call>", "{\"a\":"}) are_text(mark, ten_megabytes / 8);
}

TEST_CASE("ten megabytes of one mark after the beginning of a call, or in a value, lose nothing") {
  for (const char* const begun :
       {"<tool_call>{\"name\": \"save\", \"arguments\": {\"content\": ",
        "<tool_call>{\"name\": \"save\", \"arguments\": ", "<tool_call><function=save><parameter=content>",
        "<minimax:tool_call><invoke name=\"save\"><parameter name=\"data\">", "<save><content>",
        "[TOOL_CALLS]save[ARGS]{\"data\": ", "[save(data="}) {
    for (const char* const mark : {"<", "{", "[", "\"", "\\"}) {
      INFO(begun << mark);
      read_all(begun + times(mark, ten_megabytes / 4));
    }
  }
}

TEST_CASE("JSON that is a hundred thousand deep ends a call, and does not touch the C++ stack") {
  for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
    const std::string value = times(open, deep) + "1" + times(close, deep);
    for (const auto& [before, behind] :
         {std::pair{"<tool_call>{\"name\": \"save\", \"arguments\": {\"data\": ", "}}</tool_call>"},
          std::pair{"<minimax:tool_call><invoke name=\"save\"><parameter name=\"data\">",
                    "</parameter></invoke></minimax:tool_call>"},
          std::pair{"[TOOL_CALLS]save[ARGS]{\"data\": ", "}"},
          std::pair{"{\"name\": \"save\", \"arguments\": {\"data\": ", "}}"}}) {
      INFO(before << open);
      const message m = read_all(before + value + behind);
      CHECK(m.calls.size() + m.incomplete.size() + m.refused.size() <= 1);
      for (const tool_call& c : m.calls) CHECK(c.arguments.size() > deep);
    }
  }
}

TEST_CASE("tags that are a hundred thousand deep do not touch the C++ stack") {
  const std::string in_value = times("<a>", deep) + "x" + times("</a>", deep);
  read_all(in_value);
  read_all("<save><data>" + in_value + "</data></save>");
  read_all("<tool_call><function=save><parameter=data>" + in_value + "</parameter></function></tool_call>");
  read_all(times("<think>", deep) + "x" + times("</think>", deep));
  read_all("]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"save\">" + times("]<]minimax[>[<data>", deep) + "1" +
           times("]<]minimax[>[</data>", deep));
}

}  // namespace hostile_size_test
