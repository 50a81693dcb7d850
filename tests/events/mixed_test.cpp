// One message in which calls of many dialects follow each other: detection asks anew at each of them.

#include "catch.hpp"
#include "emitted.hpp"

namespace mixed_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

const tools& declared() {
  static const tools all = tools::from_json(R"([
    {"name": "ping", "input_schema": {"type": "object", "properties": {}}},
    {"name": "get", "input_schema": {"type": "object", "properties": {"city": {"type": "string"},
                                                                      "days": {"type": "integer"}}}}])");
  return all;
}

struct piece {
  const char* text;
  const char* dialect;    // of its call
  const char* arguments;  // empty: it holds no call
  bool is_last = false;   // with something else behind it, it is text
};

const piece pieces[] = {
    {"<tool_call>{\"name\": \"get\", \"arguments\": {\"city\": \"A\"}}</tool_call>", "hermes", "{\"city\":\"A\"}"},
    {"\ntext ", "", ""},
    {"<tool_call><function=get>\n<parameter=city>\nB\n</parameter>\n</function></tool_call>", "qwen3_coder",
     "{\"city\":\"B\"}"},
    {"<tool_call>get<arg_key>city</arg_key><arg_value>C</arg_value></tool_call>", "glm47", "{\"city\":\"C\"}"},
    {"<minimax:tool_call><invoke name=\"get\"><parameter name=\"city\">D</parameter></invoke></minimax:tool_call>",
     "minimax", "{\"city\":\"D\"}"},
    {" `<tool_call>` ", "", ""},
    {"<|tool_calls_section_begin|><|tool_call_begin|>functions.get:0<|tool_call_argument_begin|>{\"city\": \"E\"}"
     "<|tool_call_end|><|tool_calls_section_end|>",
     "kimi_k2", "{\"city\":\"E\"}"},
    {"<seed:tool_call><function=get><parameter=city>F</parameter></function></seed:tool_call>", "seed_oss",
     "{\"city\":\"F\"}"},
    {"[TOOL_CALLS]get[ARGS]{\"city\": \"G\"}", "mistral", "{\"city\":\"G\"}"},
    {"<get><city>H</city></get>", "tool_tag", "{\"city\":\"H\"}", true},
    {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"get\"><｜DSML｜parameter name=\"city\" string=\"true\">I"
     "</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>",
     "dsml", "{\"city\":\"I\"}"},
    {"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get<｜tool▁sep｜>{\"city\": \"J\"}<｜tool▁call▁end｜>"
     "<｜tool▁calls▁end｜>",
     "deepseek", "{\"city\":\"J\"}"},
    {"<|tool_call>call:get{city:<|\"|>K<|\"|>,days:2}<tool_call|>", "gemma4", "{\"city\":\"K\",\"days\":2}"},
    {"<|tool_call_start|>[get(city='L')]<|tool_call_end|>", "lfm2", "{\"city\":\"L\"}"},
    {"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"get\">]<]minimax[>[<city>M]<]minimax[>[</city>]<]minimax[>["
     "</invoke>]<]minimax[>[</tool_call>",
     "minimax_m3", "{\"city\":\"M\"}"},
};

}  // namespace

TEST_CASE("one message may mix the calls of many dialects, in any order") {
  for (std::size_t first = 0; first < std::size(pieces); ++first) {
    std::string text;
    std::vector<std::string> wanted, found;
    for (std::size_t i = 0; i < std::size(pieces); ++i) {
      const piece& each = pieces[(i * 7 + first) % std::size(pieces)];
      text += each.text;
      if (*each.arguments != '\0' && (!each.is_last || i + 1 == std::size(pieces)))
        wanted.push_back(std::string(each.dialect) + " " + each.arguments);
    }
    INFO(text);
    parser reader(dialect::automatic(), declared());
    reader.feed(text);
    reader.finish();
    for (const tool_call& call : reader.message().calls) found.push_back(call.dialect + " " + call.arguments);
    CHECK(found == wanted);
    CHECK(lost_bytes(reader.message(), text) == "");
    std::vector<std::size_t> cuts;
    for (std::size_t at = 1; at < text.size(); ++at) cuts.push_back(at);
    const auto fresh = [] { return parser(dialect::automatic(), declared(), seeded()); };
    CHECK(read(fresh(), text, cuts) == read(fresh(), text));
  }
}

}  // namespace mixed_test
