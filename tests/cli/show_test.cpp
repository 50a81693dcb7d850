// toolcall show --format response-template: what Transformers is to read a dialect's calls by. Whether its reader does,
// is asked in tests/conformance.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace show_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

outcome show(const std::string& name) {
  return run({"show", name, "--format", "response-template"});
}

json calls_of(const std::string& name) {
  return json::parse(show(name).out)["fields"]["tool_calls"];
}

}  // namespace

TEST_CASE("show: a response template has a region for thoughts, for calls and for text") {
  const outcome o = show("hermes");
  CHECK(o.code == 0);
  CHECK(o.err.empty());
  const json made = json::parse(o.out);
  CHECK(made["version"] == 1);
  CHECK(made["start_anchor_pattern"] == "\\A.*?(?=(?:<think>\\s*)?\\Z)");
  CHECK(made["fields"]["reasoning_content"] == json{{"open", "<think>"}, {"close", "</think>"}, {"content", "text"}});
  CHECK(
      made["fields"]["tool_calls"] ==
      json::parse(
          R"({"open_pattern": "\\s*<tool_call>", "close_pattern": "</tool_call>", "repeats": true, "content": "json",)"
          R"( "transform": {"type": "function", "function": {"name": "{content.name}", "arguments": "{content.arguments}"}}})"));
  CHECK(made["fields"]["content"]["content"] == "text");
}

TEST_CASE("show: names, fields and strings with marks are what a template captures") {
  const json fields = calls_of("qwen3_coder");
  CHECK(fields["content"] == "xml-inline");
  CHECK(fields["content_args"]["tag_pattern"] == "<parameter=(?P<key>[^<>\"]+?)>\\n?(?P<value>.*?)\\n?</parameter>");
  CHECK(fields["transform"]["function"] == json{{"name", "{name}"}, {"arguments", "{content}"}});
  const json marked = calls_of("gemma4");
  CHECK(marked["open_pattern"] == "\\s*<\\|tool_call>call:(?P<name>[\\w.\\-]+)");
  CHECK(marked["content_args"]["string_delims"] == json::parse(R"([["<|\"|>", "<|\"|>"]])"));
  const json listed = calls_of("lfm2");
  CHECK(listed["content"] == "python-call-list");
  CHECK(listed["transform_each"] == true);
}

TEST_CASE("show: what a response template cannot say is named") {
  CHECK(show("qwen3_coder").err.find("toolcall: not said: which values are text") == 0);
  for (const char* const none : {"general", "glm4", "tool_tag", "json", "nonsense"}) {
    CAPTURE(none);
    const outcome o = show(none);
    CHECK(o.code != 0);
    CHECK(o.out.empty());
    CHECK(o.err.find("toolcall: ") == 0);
  }
  CHECK(run({"show", "hermes", "--format", "yaml"}).code == 2);
}

}  // namespace show_test
