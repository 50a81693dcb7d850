// toolcall constrain, as a user or a script meets it. What its grammars allow is asked in tests/constrain.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace constrain_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string tools =
    R"({"tools":[{"name":"shell","parameters":{"type":"object","properties":{"command":{"type":"string","pattern":"^ls"},)"
    R"("timeout":{"type":"integer"}},"required":["command"]}},{"name":"ping","parameters":{"properties":{}}}]})";

outcome constrain(std::vector<std::string> words, const std::string& given = tools) {
  const temporary_file file("tools.json", given);
  words.insert(words.begin(), "constrain");
  words.insert(words.end(), {"--tools", file.path()});
  return run(words);
}

}  // namespace

TEST_CASE("constrain: JSON in GBNF is made of the schema, and what is not said is named") {
  const outcome o = constrain({"--dialect", "hermes", "--format", "gbnf", "--choice", "shell", "--parallel", "false"});
  CHECK(o.code == 0);
  CHECK(o.out ==
        R"(root ::= "<tool_call>\n" call-shell
call-shell ::= "{\"name\": \"shell\", \"arguments\": " shell-value "}\n</tool_call>"
shell-value ::= "{\"command\": " shell-value-2 shell-rest-2 "}"
t-surrogates ::= [89abAB] [0-9a-fA-F]{2} "\\u" [dD] [c-fC-F] [0-9a-fA-F]{2}
t-unit ::= [0-9abcefABCEF] [0-9a-fA-F]{3} | [dD] ( [0-7] [0-9a-fA-F]{2} | t-surrogates )
t-json-character ::= [^"\\\x00-\x1F] | "\\" ( ["\\/bfnrt] | "u" t-unit )
shell-value-2 ::= "\"" t-json-character* "\""
shell-rest-2 ::= ( ", \"timeout\": " shell-value-3 )? shell-rest
t-integer ::= "-"? ( "0" | [1-9] [0-9]* )
shell-value-3 ::= t-integer
shell-rest ::= ""
)");
  CHECK(
      o.err ==
      "toolcall: /tools/0/parameters/properties/command/pattern: a GBNF grammar does not say \"pattern\"; such values "
      "are not excluded\n");
}

TEST_CASE("constrain: in Lark a schema is the engine's own, and raw text runs to its mark") {
  const outcome json_call = constrain({"-d", "mistral", "-f", "lark", "--choice", "shell", "--parallel", "false"});
  CHECK(json_call.err.empty());
  CHECK(json_call.out ==
        R"(start: "[TOOL_CALLS]" call_shell
call_shell: "shell" ( "[CALL_ID]" ID_1 )? "[ARGS]" json_1
ID_1: /[a-zA-Z0-9_.:\-]+/
json_1: %json {"x-guidance":{"whitespace_flexible":false,"item_separator":", ","key_separator":": "},"type":"object","properties":{"command":{"type":"string","pattern":"^ls"},"timeout":{"type":"integer"}},"required":["command"],"additionalProperties":false}
)");
  const outcome raw = constrain({"-d", "glm47", "-f", "lark", "--choice", "shell", "--parallel", "false"});
  CHECK(raw.out ==
        R"(start: "<tool_call>" call_shell
call_shell: "shell<arg_key>command</arg_key><arg_value>" UNTIL_1 ( "<arg_key>timeout</arg_key><arg_value>" json_1 "</arg_value>" )? "</tool_call>"
UNTIL_1: /(?s:.*)(<\/arg_value>)/ & ~/(?s:.*)(<\/arg_value>|<arg_key>command<|<arg_key>timeout<)(?s:.+)/
json_1: %json {"x-guidance":{"whitespace_flexible":false,"item_separator":", ","key_separator":": "},"type":"integer"}
)");
  CHECK(
      raw.err ==
      "toolcall: /tools/0/parameters/properties/command/pattern: a Lark grammar does not say \"pattern\" of text up to "
      "a mark; such values are not excluded\n");
}

TEST_CASE("constrain: a structural tag waits for the mark of a call") {
  const outcome o = constrain({"-d", "qwen3_coder", "-f", "structural-tag"});
  CHECK(o.code == 0);
  const json format = json::parse(o.out)["format"];
  CHECK(format["type"] == "dispatch");
  CHECK(format["rules"][0][0] == "<tool_call>");
  CHECK(format["excludes"] == json{"<think>"});
  const outcome one =
      constrain({"-d", "qwen3_coder", "-f", "structural-tag", "--choice", "ping", "--parallel", "false"});
  CHECK(one.out ==
        R"({"type":"structural_tag","format":{"type":"sequence","elements":[{"type":"const_string","value":)"
        R"("<tool_call>\n<function="},{"type":"const_string","value":"ping>\n</function>"},{"type":"const_string",)"
        R"("value":"\n</tool_call>"}]}})"
        "\n");
}

TEST_CASE("constrain: the tools may come from standard input") {
  CHECK(run({"constrain", "-d", "hermes", "-f", "gbnf", "-t", "-"}, tools).out ==
        constrain({"-d", "hermes", "-f", "gbnf"}).out);
}

TEST_CASE("constrain: what there is no constraint for is named, and nothing is printed") {
  const auto why = [](const std::vector<std::string>& words, const std::string& given = tools) {
    const outcome o = constrain(words, given);
    CHECK(o.code == 1);
    CHECK(o.out.empty());
    return o.err;
  };
  CHECK(why({"-d", "general", "-f", "gbnf"}) ==
        "toolcall: the dialect general cannot be written: its page declares no marks of a call; there are "
        "constraints for all dialects but general\n");
  CHECK(why({"-d", "hermes,glm47", "-f", "gbnf"}) ==
        "toolcall: calls are written as one dialect has them; name one of hermes, glm47\n");
  CHECK(why({"-d", "glm4", "-f", "lark"}) ==
        "toolcall: calls of the dialect glm4 begin like text, so a constraint cannot tell where one begins; it can be "
        "made for the tool choice required, or for a tool's name\n");
  CHECK(why({"-d", "hermes", "-f", "gbnf"}, "[]") ==
        "toolcall: a constraint is made of the tools of a request, and none are given\n");
  CHECK(why({"-d", "gigachat3", "-f", "gbnf", "--reasoning"}) ==
        "toolcall: the dialect gigachat3 has no marks of reasoning\n");
  CHECK(constrain({"-d", "hermes", "-f", "yaml"}).code == 2);
}

TEST_CASE("constrain: a choice that names none of the tools is a wrong use") {
  const outcome o = constrain({"-d", "hermes", "-f", "gbnf", "--choice", "bash"});
  CHECK(o.code == 2);
  CHECK(o.out.empty());
  CHECK(o.err == "toolcall: tool choice: there is no tool \"bash\"; tools are shell, ping\n");
}

}  // namespace constrain_test
