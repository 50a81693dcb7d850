// Several dialects in one message, found without being named.

#include "catch.hpp"
#include "events/calls.hpp"

namespace dialects_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

struct written {
  std::string dialect, call;
  std::string others;             // dialects that read it too, in the order of dialect::all()
  std::string detected = "";      // as which it is found, where an earlier dialect reads it too
  bool ends_the_message = false;  // it is a call only there
  bool only_named = false;        // it is text under automatic detection
  bool is_whole = false;          // it is a call only as the whole message
};

// put(text: "a"), as each dialect has it.
const written samples[] = {
    {"anthropic", "<function_calls>" + invoke("put", field("text", "a")) + "</function_calls>", "minimax minimax_m3"},
    {"minimax", block(invoke("put", field("text", "a"))), "minimax_m3"},
    {"hermes", R"(<tool_call>{"name": "put", "arguments": {"text": "a"}}</tool_call>)",
     "telechat4 ernie qwen3_coder glm47 laguna hyperclovax_think glm53_flash granite4 json_wrapper generic_json"},
    {"granite4", R"(<tool_call>{"name": "put", "arguments": "{\"text\": \"a\"}"}</tool_call>)",
     "telechat4 hermes ernie qwen3_coder glm47 laguna hyperclovax_think glm53_flash json_wrapper generic_json",
     "hermes"},
    {"json_wrapper", R"(<tools>{"name": "put", "arguments": {"text": "a"}}</tools>)", "hermes ernie granite4",
     "hermes"},
    {"tool_json", R"({"tool": "put", "args": {"text": "a"}})", "llama_json generic_json", "", true},
    {"invoke_tool_call", R"(<invoke_tool_call><tool name="put" args="{\"text\": \"a\"}"/></invoke_tool_call>)", ""},
    {"tool_tag", "<put><text>a</text></put>", "", "", true},
    {"qwen3_coder", "<tool_call>\n<function=put>\n<parameter=text>\na\n</parameter>\n</function>\n</tool_call>",
     "seed_oss glm47 laguna hyperclovax_think glm53_flash granite4 json_wrapper"},
    {"seed_oss", "<seed:tool_call><function=put><parameter=text>a</parameter></function></seed:tool_call>",
     "qwen3_coder"},
    {"glm47", "<tool_call>put<arg_key>text</arg_key><arg_value>a</arg_value></tool_call>",
     "laguna hyperclovax_think glm53_flash granite4 json_wrapper"},
    {"hyperclovax_think", "<tool_call>put\n<arg_key>text</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
     "glm47 laguna glm53_flash granite4 json_wrapper", "glm47"},
    {"dsml",
     "<｜DSML｜tool_calls><｜DSML｜invoke name=\"put\"><｜DSML｜parameter name=\"text\" string=\"true\">a"
     "</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>",
     ""},
    {"kimi_k2",
     "<|tool_calls_section_begin|><|tool_call_begin|>functions.put:0<|tool_call_argument_begin|>{\"text\": \"a\"}"
     "<|tool_call_end|><|tool_calls_section_end|>",
     ""},
    {"kimi_k3",
     "<|open|>tools<|sep|><|open|>call tool=\"put\" index=\"1\"<|sep|><|open|>argument key=\"text\" "
     "type=\"string\"<|sep|>a"
     "<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
     ""},
    {"deepseek",
     "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>put<｜tool▁sep｜>{\"text\": "
     "\"a\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
     ""},
    {"harmony",
     "<|start|>assistant<|channel|>commentary to=functions.put <|constrain|>json<|message|>{\"text\":\"a\"}<|call|>",
     ""},
    {"mistral", "[TOOL_CALLS]put[ARGS]{\"text\": \"a\"}", ""},
    {"gemma4", "<|tool_call>call:put{text:<|\"|>a<|\"|>}<tool_call|>", ""},
    {"minimax_m3",
     "]<]minimax[>[<tool_call>]<]minimax[>[<invoke "
     "name=\"put\">]<]minimax[>[<text>a]<]minimax[>[</text>]<]minimax[>[</invoke>"
     "]<]minimax[>[</tool_call>",
     ""},
    {"lfm2", "<|tool_call_start|>[put(text='a')]<|tool_call_end|>", ""},
    {"llama_json", R"({"name": "put", "parameters": {"text": "a"}})", "generic_json", "", true},
    {"generic_json", R"([{"name": "put", "parameters": {"text": "a"}}])", "mistral sarashina llama_json", "mistral",
     true},
    {"cohere",
     R"(<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "put", "parameters": {"text": "a"}}]<|END_ACTION|>)", ""},
    {"inkling", R"(<|content_invoke_tool_json|>{"name":"put","args":{"text":"a"}}<|end_message|>)", ""},
    {"apertus", R"(<|tools_prefix|>[{"put": {"text": "a"}}]<|tools_suffix|>)", ""},
    {"gigachat3", R"(<|function_call|>{"name": "put", "arguments": {"text": "a"}})", ""},
    {"olmo3", "<function_calls>put(text='a')</function_calls>", ""},
    {"plamo3",
     "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>put"
     "<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:msg|>{\"text\": \"a\"}"
     "<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>",
     ""},
    {"mirothinker",
     "<use_mcp_tool><server_name>s</server_name><tool_name>put</tool_name><arguments>{\"text\": \"a\"}</arguments>"
     "</use_mcp_tool>",
     ""},
    {"step_audio2", "<tool_call>function\nput\n{\"text\": \"a\"}</tool_call>", ""},
    {"sarashina", R"(<|tool_calls|>[{"name": "put", "arguments": {"text": "a"}}])", ""},
    {"apriel", R"(<tool_calls>[{"name": "put", "arguments": {"text": "a"}}]</tool_calls>)",
     "minimax minimax_m3 json_wrapper", "minimax"},
    {"hyperclovax_14b",
     "<|im_start|>assistant -> tool/function_call\n[{\"name\": \"put\", \"arguments\": {\"text\": \"a\"}}]",
     "mistral sarashina llama_json generic_json"},
    {"rwkv", "**Tool Call:**\n```json\n{\"name\": \"put\", \"arguments\": {\"text\": \"a\"}}\n```",
     "mistral lfm2 hermes ernie sarashina json_wrapper command_r llama_json generic_json pythonic", "", true},
    {"command_r", "Action:\n```json\n[{\"tool_name\": \"put\", \"parameters\": {\"text\": \"a\"}}]\n```",
     "mistral lfm2 hermes ernie sarashina json_wrapper rwkv llama_json generic_json pythonic", "", true},
    {"cofl",
     "<cofl:tool_calls><cofl:tool_call id=\"0\" name=\"put\"><cofl:value name=\"text\" type=\"raw\">a</cofl:value>"
     "</cofl:tool_call></cofl:tool_calls>",
     ""},
    {"functionary", ">>>put\n{\"text\": \"a\"}", ""},
    {"react", "Action: put\nAction Input: {\"text\": \"a\"}", "", "", true},
    {"cwm", "<tool: put>\n{\"text\": \"a\"}\n</tool>", "", "", true, true},
    {"granite_pythonic", "put(text='a')", "", "", true, true},
    {"muse",
     "<|start|>assistant to=put<|message|><atem:function_calls><atem:invoke name=\"put\"><atem:parameter "
     "name=\"text\">a</atem:parameter></atem:invoke></atem:function_calls><|eom|>",
     ""},
    {"gigachat35",
     "<｜GCML｜tool_calls><｜GCML｜invoke name=\"put\"><｜GCML｜parameter name=\"text\" "
     "string=\"true\">a</｜GCML｜parameter></｜GCML｜invoke></｜GCML｜tool_calls>",
     ""},
    {"step3",
     "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"put\"><steptml:parameter "
     "name=\"text\">a</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>",
     ""},
    {"dots",
     "<dots_function_call><invoke name=\"put\"><parameter name=\"text\">a</parameter></invoke></dots_function_call>",
     ""},
    {"hy_v3",
     "<tool_calls><tool_call>put<tool_sep><arg_key>text</arg_key><arg_value>a</arg_value></tool_call></tool_calls>",
     ""},
    {"hy_v4",
     "<tool_calls:x1><tool_call:x1>put<arg_key:x1>text</arg_key:x1><arg_value:x1>a</arg_value:x1></tool_call:x1></"
     "tool_calls:x1>",
     ""},
    {"longcat",
     "<longcat_tool_call>put<longcat_arg_key>text</longcat_arg_key><longcat_arg_value>a</longcat_arg_value></"
     "longcat_tool_call>",
     ""},
    {"iquest", "<iquest_tool_call>put<arg_key>text</arg_key><arg_value>a</arg_value></iquest_tool_call>", ""},
    {"k2_horizon",
     "<ifm|tool_calls><ifm|tool_call>put<ifm|arg_key>text</ifm|arg_key><ifm|arg_value>a</ifm|arg_value></"
     "ifm|tool_call></ifm|tool_calls>",
     ""},
    {"ernie", "<tool_call>{\"name\": \"put\", \"arguments\": {\"text\": \"a\"}}</tool_call>",
     "telechat4 hermes qwen3_coder glm47 laguna hyperclovax_think glm53_flash granite4 json_wrapper generic_json",
     "hermes"},
    {"laguna", "<tool_call>put\n<arg_key>text</arg_key>\n<arg_value>a</arg_value></tool_call>",
     "glm47 hyperclovax_think glm53_flash granite4 json_wrapper", "glm47"},
    {"solar_open2",
     "<|tool_call:start|>put\n<|tool_arg:start|>text<|tool_arg:value|>a<|tool_arg:end|>\n<|tool_call:end|>", ""},
    {"solar_open",
     "<|tool_calls|><|tool_call:begin|>x1<|tool_call:name|>put<|tool_call:args|>{\"text\": "
     "\"a\"}<|tool_call:end|><|calls|>",
     ""},
    {"step_audio_r1", "<|CALL_START|>function\nput\n{\"text\": \"a\"}<|CALL_END|>", ""},
    {"minicpm3", "<|tool_call_start|>\n```python\nput(text=\"a\")\n```\n<|tool_call_end|>", ""},
    {"functions_xml",
     "<functions><function name=\"put\"><params><param name=\"text\" value=\"a\" type=\"string\"/></params></function>"
     "</functions>",
     "", "", true},
    {"glm4", "put\n{\"text\": \"a\"}", "functionary", "", true, true, true},
    {"minicpm5", "<function name=\"put\"><param name=\"text\">a</param></function>", ""},
    {"glm53_flash", "<![put>{\"text\": \"a\"}", ""},
    {"telechat4", "<tool_call>put<param_key>text</param_key><param_value>a</param_value></tool_call>", ""},
    {"pythonic", "[put(text='a')]", "lfm2", "lfm2", true},
};

const written& sample_of(const std::string& dialect) {
  for (const written& each : samples)
    if (each.dialect == dialect) return each;
  FAIL("no sample of " << dialect);
  return samples[0];
}

std::string found_as(const written& call) {
  return call.detected.empty() ? call.dialect : call.detected;
}

}  // namespace

TEST_CASE("where a call is required, JSON that a server forced is read beside every dialect that was named") {
  const tools declared = tools::from_json(R"([{"name":"put","parameters":{"properties":{"text":{"type":"string"}}}}])");
  const auto names_read = [&](const std::string& dialect, std::string_view choice, std::string_view text) {
    options how;
    how.tool_choice = tool_choice::of(choice);
    parser reading(dialect::named(dialect), declared, how);
    (void)reading.feed(text);
    (void)reading.finish("stop");
    std::string names;
    for (const auto& call : reading.message().calls) names += call.name + call.arguments + ' ';
    return names;
  };
  for (const dialect_facts& each : dialect::all()) {
    INFO(each.name);
    const std::string name(each.name);
    CHECK(names_read(name, "required", R"([{"name": "put", "arguments": {"text": "a"}}])") == R"(put{"text":"a"} )");
    CHECK(names_read(name, "put", R"({"text": "a"})") == R"(put{"text":"a"} )");
  }
  CHECK(names_read("hermes", "auto", R"([{"name": "put", "arguments": {"text": "a"}}])").empty());
}

TEST_CASE("one call in every dialect is one and the same call") {
  CHECK(std::size(samples) == dialect::all().size() - 1);  // general has no marks of its own
  for (const written& each : samples)
    for (const bool automatic : {true, false}) {
      if (automatic && each.only_named) continue;
      INFO(each.call << " as " << (automatic ? "auto" : each.dialect));
      const message made = parse(each.call, dialect::named(automatic ? "auto" : each.dialect), some_tools());
      REQUIRE(made.calls.size() == 1);
      CHECK(made.calls[0].dialect == (automatic ? found_as(each) : each.dialect));
      CHECK(made.calls[0].name == "put");
      CHECK(made.calls[0].arguments == R"({"text":"a"})");
      CHECK(made.calls[0].status == call_status::complete);
      CHECK(made.content == "");
      CHECK(labels(made) == "");
    }
}

TEST_CASE("calls of several dialects come in the order of the text") {
  // Every dialect before and after every other.
  for (const written& first : samples)
    for (const written& second : samples) {
      if (first.ends_the_message || second.only_named || first.is_whole || second.is_whole) continue;
      const message made = parse("a\n" + first.call + "\nb\n" + second.call, dialect::automatic(), some_tools());
      INFO(first.call << " then " << second.call);
      REQUIRE(made.calls.size() == 2);
      CHECK(made.calls[0].dialect == found_as(first));
      CHECK(made.calls[1].dialect == found_as(second));
      CHECK(made.content == "a\n\nb\n");
    }
}

TEST_CASE("a call is found by its own dialect, and by those that say so") {
  for (const written& each : samples) {
    std::string others;
    for (const dialect_facts& other : dialect::all())
      if (other.name != each.dialect && other.name != "general" &&
          !parse(each.call, dialect::named(other.name), some_tools()).calls.empty())
        others += (others.empty() ? "" : " ") + std::string(other.name);
    INFO(each.call);
    CHECK(others == each.others);
  }
}

TEST_CASE("where only one tool may be called, only that one is found") {
  const tools final_turn =
      tools::from_json(R"([{"name": "report", "input_schema": {"properties": {"text": {"type": "string"}}}}])");
  const std::string text = "<put><text>a</text></put><report><text>done</text></report>";
  const message made = parse(text, dialect::automatic(), final_turn);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "report");
  CHECK(made.content == "<put><text>a</text></put>");
}

TEST_CASE("a call of any dialect may end reasoning that was not closed, and keeps its name") {
  for (const char* const named : {"auto", "minimax,hermes"}) {
    const message made = parse("<think>so\n" + sample_of("hermes").call, dialect::named(named), some_tools());
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].dialect == "hermes");
    CHECK(made.reasoning == "so\n");
  }
  CHECK(parse("<think>so\n" + sample_of("hermes").call, dialect::named("minimax"), some_tools()).calls.empty());
}

}  // namespace dialects_test
