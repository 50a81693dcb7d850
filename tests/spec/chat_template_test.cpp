// Which dialect a chat template shows: templates in the shape of those that models have, and each page's own examples,
// from which nobody made the marks by hand.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <toolcall/chat_template.hpp>
#include <toolcall/error.hpp>

#include "catch.hpp"
#include "dialects/template_text.hpp"
#include "grammarc/dialects.hpp"
#include "spec/example.hpp"

namespace chat_template_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::vector<std::string> likely(const std::string& text) {
  std::vector<std::string> names;
  for (const template_dialect& each : dialects_of_template(text))
    if (each.is_likely) names.emplace_back(each.name);
  return names;
}

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_line(const example& of, const std::string& word) {
  return ("\n" + of.expected).find("\n" + word + " ") != std::string::npos;
}

// The turns of a template around what it writes for a call.
std::string turns(const std::string& call) {
  return "{%- for message in messages %}{{- '<turn>' + message.role }}{%- for call in message.tool_calls %}" + call +
         "{%- endfor %}{{- message.content }}{%- endfor %}";
}

}  // namespace

TEST_CASE("what a template writes is found across expressions, variables and conditions") {
  using events::written_text;
  CHECK(written_text("a{{- 'b' ~ \"c\\n\" + '\\'' -}}  d") == "abc\n'd");
  CHECK(written_text("{% set t = '<x>' %}{{ t ~ '/' }}{{ t.y }}") == std::string("\0<x>\0<x>/\0", 10));
  CHECK(written_text("{% set t = '<x>' %}{% set t = other %}{{ t }}") == std::string("\0<x>\0\0", 6));
  CHECK(written_text("{# '{{ no }}' #}<{% if a %}b{% endif %}>") == std::string("<b>"));
  CHECK(written_text("{% set all = all + '<y>' %}") == std::string("\0\0<y>\0", 6));
  CHECK(written_text("{{ 'never closed") == "never closed");
  CHECK(written_text("{{ .Name }}<tool>{{`raw\\n`}}") == std::string("\0<tool>raw\\n", 12));
  CHECK(written_text("{") == "{");
  // The list of tools, and a loop that prints it.
  CHECK(written_text("<a>{% for tool in tools %}<b>{{ tool }}{% for x in y %}c{% endfor %}d{% endfor %}</a>") ==
        "<a>\1</a>");
  CHECK(written_text("<a>{{ tools }}</a>{{ 'x' if tools }}") == std::string("<a>\1</a>x\0\1", 11));
  CHECK(written_text("{{ range .Tools }}{{ if .A }}b{{ end }}c{{ end }}d") == std::string("\1\0d", 3));
  CHECK(written_text("{{ range .Messages }}{{ range .ToolCalls }}b{{ end }}{{ end }}{{ end }}c") ==
        std::string("\2\0\0b\0\2\0\0c", 9));
  CHECK(written_text("a{% for m in messages %}b{% for m in messages %}c{% endfor %}{% endfor %}d") == "a\2bc\2d");
}

TEST_CASE("each loop over the messages may show calls, and the prompt alone where no turn prints them") {
  const std::string before = "{% for m in messages %}{{ m }}{% endfor %}";
  CHECK(likely(turns("[TOOL_CALLS]{{ call.name }}[ARGS]{{ call.arguments }}") + before) ==
        std::vector<std::string>{"mistral"});
  const std::string said = "Respond with <|tool_call|> followed by a JSON list.";
  CHECK(likely(said + before).front() == "granite4");
  CHECK(likely(said + turns("{{ call | tojson }}")).front() == "auto");
}

TEST_CASE("templates in the shape of those that models have show their dialect") {
  const std::vector<std::pair<std::string, std::string>> shapes = {
      {"qwen3_coder",
       turns("{{- '<tool_call>\\n<function=' + call.name + '>\\n' }}{%- for k, v in call.arguments|items %}"
             "{{- '<parameter=' + k + '>\\n' }}{{- v }}{{- '\\n</parameter>\\n' }}{%- endfor %}"
             "{{- '</function>\\n</tool_call>' }}")},
      {"glm47",
       turns("{{ '\\n<tool_call>' + call.name }}{% for k, v in call.arguments.items() %}\n<arg_key>{{ k }}</arg_key>"
             "\n<arg_value>{{ v | tojson }}</arg_value>{% endfor %}\n</tool_call>")},
      {"minimax",
       "{% set opens = '<minimax:tool_call>' %}{% set closes = '</minimax:tool_call>' %}" +
           turns("{{ opens ~ '\\n' }}<invoke name=\"{{ call.name }}\">{% for k, v in call.arguments|items %}"
                 "{{ '<parameter name=\"' + k + '\">' }}{{ v }}</parameter>{% endfor %}</invoke>{{ closes }}")},
      {"dsml",
       "{%- set mark = '｜DSML｜' %}" +
           turns("{{ '<' + mark + 'tool_calls>\\n<' + mark + 'invoke name=\"' + call.name + '\">' }}"
                 "{{ '<' + mark + 'parameter name=\"' + k + '\" string=\"true\">' + v + '</' + mark + 'parameter>' }}"
                 "{{ '</' + mark + 'invoke>\\n</' + mark + 'tool_calls>' }}")},
      {"deepseek",
       turns("{{'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>' + call.name + '<｜tool▁sep｜>' + call.arguments + "
             "'<｜tool▁call▁end｜>'}}{{'<｜tool▁calls▁end｜>'}}")},
      {"kimi_k2", turns("<|tool_calls_section_begin|><|tool_call_begin|>{{ call.id }}<|tool_call_argument_begin|>"
                        "{{ call.arguments | tojson }}<|tool_call_end|><|tool_calls_section_end|>")},
      {"gemma4", turns("{{- '<|tool_call>call:' + call.name + '{' -}}{{ arguments(call) }}{{- '}<tool_call|>' -}}")},
      {"mistral", turns("{{- '[TOOL_CALLS]' + call.name + '[ARGS]' + call.arguments }}")},
      {"llama_json", turns("{{- '<|python_tag|>{\"name\": \"' + call.name + '\", ' }}{{- '\"parameters\": ' }}"
                           "{{- call.arguments | tojson }}{{- '}' }}")},
      // Keys of JSON alone may be of the list of tools, or of results.
      {"auto", turns("{{- '{\"name\": \"' + call.name + '\", ' }}{{- '\"parameters\": ' }}{{- call.arguments | tojson "
                     "}}{{- '}' }}")},
      {"harmony",
       turns("{{- \"<|start|>assistant to=functions.\" + call.name + \"<|channel|>commentary json<|message|>\" }}"
             "{{- call.arguments }}{{- \"<|call|>\" }}")},
      {"seed_oss", turns("{{ '<seed:tool_call>\\n<function=' + call.name + '>\\n' }}{{ '<parameter=' + k + '>' + v + "
                         "'</parameter>' }}\n</function>\n</seed:tool_call>")},
      // The list of calls is printed as it comes, so none of its keys is in the template.
      {"granite4", "{% if message.role == 'assistant_tool_call' %}{{ '<|tool_call|>' + message.content }}{% endif %}"},
      {"hermes",
       "{{- range .Messages }}{{ range .ToolCalls }}<tool_call>\n{\"name\": \"{{ .Function.Name }}\", \"arguments\": "
       "{{ .Function.Arguments }}}\n</tool_call>{{ end }}{{ end }}"},
  };
  for (const auto& [dialect, text] : shapes) {
    INFO(dialect << "\n" << text);
    const std::vector<std::string> found = likely(text);
    CHECK((found.empty() ? "none" : found.front()) == dialect);
  }
}

TEST_CASE("the tags around the list of tools are no calls, and neither is what stands between them") {
  const std::string call =
      turns("<tool_call>\n{\"name\": \"{{ call.name }}\", \"arguments\": {{ call.arguments | tojson }}}\n</tool_call>");
  const std::string lists[] = {
      "The functions stand between <tools></tools>:\n<tools>{% for tool in tools %}\n{{ tool | tojson }}{% endfor "
      "%}\n</tools>",
      "{{- '<tools>' }}{%- for tool in tools %}{{- '\\n<function>\\n<name>' ~ tool.name ~ '</name>\\n</function>' }}"
      "{%- for key in tool.parameters %}{{ key }}{%- endfor %}{%- endfor %}{{- '</tools>' }}",
      "<tools>\n{{ tools | tojson }}\n</tools>",
      "<tools>{{ range .Tools }}{{ if .Function }}{{ .Function }}{{ end }}\n{{ end }}</tools>",
      "<functions>[{{ tools | map(attribute='function') | join(',') }}]</functions>",
  };
  const std::vector<template_dialect> alone = dialects_of_template(call);
  for (const std::string& list : lists) {
    INFO(list);
    CHECK(likely(list + call) == likely(call));
    CHECK(dialects_of_template(list + call).size() == alone.size());
    CHECK(likely(list).empty());
  }
}

TEST_CASE("a template that does not show its dialect for certain is read by all") {
  const std::string prompt = "{{ 'Write <tool_call>{\"name\": NAME, \"arguments\": ARGUMENTS}</tool_call>' }}";
  const std::string call =
      "<tool_call>{\"name\": \"{{ call.name }}\", \"arguments\": {{ call.arguments }}}</tool_call>";
  CHECK(likely(prompt + turns(call)).front() == "hermes");
  for (const std::string& text : {
           prompt + turns("{{ call | tojson }}"),  // the turns have no mark of it
           turns("<function={{ call.name }}><parameter={{ key }}>{{ value }}</parameter></function>"),
           turns("<x_tool_call>" + call + "</x_tool_call>"),
       }) {
    INFO(text);
    const std::vector<template_dialect> found = dialects_of_template(text);
    REQUIRE_FALSE(found.empty());
    CHECK(found.front().name == "auto");
    CHECK(likely_dialects_of_template(text) == "auto");
  }
  CHECK_FALSE(is_among(
      "hy_v3", likely("Between <tool_call></tool_call>: <tool_calls>[{\"name\": N, \"arguments\": A}]</tool_calls>")));
}

TEST_CASE("where a template shows keys alone, it is read by all dialects, and those that have the keys are listed") {
  const std::string text = turns("{\"name\": \"{{ call.name }}\", \"parameters\": {{ call.arguments | tojson }}}");
  const std::vector<template_dialect> found = dialects_of_template(text);
  REQUIRE(found.size() > 1);
  CHECK(found[0].name == "auto");
  CHECK(found[0].is_likely);
  CHECK(found[0].marks.empty());
  CHECK(found[1].name == "llama_json");
  CHECK_FALSE(found[1].is_likely);
  CHECK(likely_dialects_of_template(text) == "auto");
  CHECK(parse("<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>", dialect::from_template(text))
            .calls.size() == 1);
}

TEST_CASE("a template that prints calls as they come shows the dialects that have its tags") {
  const std::vector<std::string> found = likely(turns("{{ '<tool_call>\\n' + call|tojson + '\\n</tool_call>' }}"));
  CHECK(is_among("hermes", found));
  CHECK_FALSE(is_among("qwen3_coder", found));
  CHECK(likely("<|turn|>{{ message.content }}<|turn_over|>").empty());
}

TEST_CASE("a configuration has one template, or several with names") {
  const std::string seed = R"(<seed:tool_call><function={{ name }}></function></seed:tool_call>)";
  const std::string mistral = R"([TOOL_CALLS]{{ name }}[ARGS]{{ arguments }})";
  CHECK(likely(R"({"chat_template": ")" + mistral + "\"}") == std::vector<std::string>{"mistral"});
  const auto named = [](const std::string& name, const std::string& text) {
    return R"({"name": ")" + name + R"(", "template": ")" + text + "\"}";
  };
  CHECK(likely(R"({"chat_template": [)" + named("default", mistral) + "," + named("tool_use", seed) + "]}") ==
        std::vector<std::string>{"seed_oss"});
  CHECK(likely(R"({"chat_template": [)" + named("default", mistral) + "," + named("rag", seed) + ", 1, {}]}").size() ==
        2);
  CHECK_THROWS_AS(dialects_of_template(R"({"chat_template": null})"), setup_error);
  CHECK_THROWS_AS(dialects_of_template(R"([{"name": "ping", "parameters": {}}])"), setup_error);
  CHECK_THROWS_AS(dialect::from_template("Nothing is called here."), setup_error);
}

TEST_CASE("the dialect of a template reads what the template writes") {
  const dialect which = dialect::from_template(turns("[TOOL_CALLS]{{ call.name }}[ARGS]{{ call.arguments }}"));
  CHECK(parse("[TOOL_CALLS]ping[ARGS]{}", which).calls.size() == 1);
  CHECK(parse("<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>", which).calls.empty());
}

// Those that no mark tells are said here, with the page that is taken for each, if one is.
TEST_CASE("the examples of each page show its dialect") {
  const std::map<std::string, std::string> taken_for = {
      {"functionary", ""},       // >>>name and JSON: no letter but those of the name
      {"general", ""},           // no marks of its own
      {"glm4", ""},              // a name above JSON
      {"granite_pythonic", ""},  // name(key=value)
      {"tool_json", "auto"},     // keys of JSON alone
  };
  std::map<std::string, std::string> shown;
  for (const grammarc::page* page : grammarc::dialects_among(pages())) shown[page->name];
  for (const example& of : examples()) {
    if (of.dialect.empty() || has_line(of, "note") || !has_line(of, "call")) continue;
    const std::vector<std::string> found = likely(of.text + "{# a template #}");
    if (is_among(of.dialect, found))
      shown[of.dialect] = of.dialect;
    else if (!found.empty() && shown[of.dialect].empty())
      shown[of.dialect] = found.front();
  }
  for (const auto& [name, found] : shown) {
    INFO(name);
    const auto known = taken_for.find(name);
    CHECK(found == (known == taken_for.end() ? name : known->second));
  }
}

}  // namespace chat_template_test
