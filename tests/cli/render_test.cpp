// toolcall render, as a user or a script meets it.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace render_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string tools =
    R"([{"name":"shell","parameters":{"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"integer"}}}}])";
const std::string call = R"([{"name":"shell","arguments":{"command":"ls","timeout":5}}])";
const std::string in_tags =
    "<tool_call>\n<function=shell>\n<parameter=command>\nls\n</parameter>\n<parameter=timeout>\n5\n</parameter>\n"
    "</function>\n</tool_call>";

}  // namespace

TEST_CASE("render: calls as a dialect has them, by its name or a model's") {
  const temporary_file file("tools.json", tools);
  const outcome o = run({"render", "--dialect", "qwen3_coder", "--tools", file.path()}, call);
  CHECK(o.code == 0);
  CHECK(o.out == in_tags);
  CHECK(o.err.empty());
  CHECK(run({"render", "-d", "hermes", "-"}, call).out ==
        "<tool_call>\n{\"name\": \"shell\", \"arguments\": {\"command\": \"ls\", \"timeout\": 5}}\n</tool_call>");
  CHECK(run({"render", "-d", "GLM-4.7", "-t", file.path()}, call).out ==
        "<tool_call>shell<arg_key>command</arg_key><arg_value>ls</arg_value><arg_key>timeout</arg_key><arg_value>5"
        "</arg_value></tool_call>");
}

TEST_CASE("render: a message that parse printed, and one of OpenAI's") {
  const std::string text = "<think>\nFirst.\n</think>\n\nI look.\n" + in_tags;
  const temporary_file file("tools.json", tools);
  const outcome read = run({"parse", "--dialect", "qwen3_coder", "--tools", file.path()}, text);
  const temporary_file message("message.json", read.out);
  CHECK(run({"render", message.path(), "--dialect", "qwen3_coder", "--tools", file.path()}).out == text);
  const std::string given =
      R"({"role":"assistant","content":null,"tool_calls":[{"id":"functions.shell:4","type":"function","function":)"
      R"({"name":"shell","arguments":"{\"command\": \"ls\"}"}}]})";
  CHECK(run({"render", "--dialect", "kimi_k2"}, given).out ==
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.shell:4<|tool_call_argument_begin|>{\"command\": "
        "\"ls\"}"
        "<|tool_call_end|><|tool_calls_section_end|>");
}

TEST_CASE("render: what cannot be written is named, and nothing is printed") {
  const temporary_file file("tools.json", tools);
  const auto why = [&](const std::string& dialect, const std::string& given) {
    const outcome o = run({"render", "--dialect", dialect, "--tools", file.path()}, given);
    CHECK(o.code == 1);
    CHECK(o.out.empty());
    return o.err;
  };
  CHECK(why("qwen3_coder", R"([{"name":"shell","arguments":{"timeout":5,"command":"a\n</parameter>\n</function>\n"}}])")
            .find("/tool_calls/0/function/arguments/command: written as qwen3_coder has it") != std::string::npos);
  CHECK(why("general", call) ==
        "toolcall: the dialect general cannot be written: its page declares no marks of a call\n");
  CHECK(why("hermes,glm47", call) ==
        "toolcall: calls are written as one dialect has them; name one of hermes, glm47\n");
  CHECK(why("hermes", R"([{"name":"shell"}])") == "toolcall: /0: the call has no arguments; without any they are {}\n");
  CHECK(why("hermes", R"([{"name":"shell","arguments":"[1]"}])") ==
        "toolcall: /tool_calls/0/function/arguments: must be a JSON object, the arguments by their names\n");
  CHECK(why("hermes", "nonsense").find("toolcall: the message is not JSON: ") == 0);
}

TEST_CASE("render: without tools raw text has no types") {
  CHECK(run({"render", "-d", "glm47"}, R"([{"name":"f","arguments":{"a":"5"}}])").out ==
        "<tool_call>f<arg_key>a</arg_key><arg_value>5</arg_value></tool_call>");
  const outcome o = run({"render", "-d", "glm47"}, R"([{"name":"f","arguments":{"a":5}}])");
  CHECK(o.code == 1);
  CHECK(o.err ==
        "toolcall: /tool_calls/0/function/arguments/a: written as glm47 has it, the value 5 would be read as \"5\"; "
        "with the "
        "tools of the request its schema says what it is\n");
}

TEST_CASE("render: usage") {
  CHECK(run({"render"}, call).code == 2);
  CHECK(run({"render", "--dialect", "zz"}, call).code == 2);
  CHECK(run({"render", "--dialect", "hermes", "/no/such/file"}).code == 5);
}

}  // namespace render_test
