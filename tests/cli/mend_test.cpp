// toolcall mend, as a user or a script meets it.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace mend_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string sound = "[\n  {\"role\": \"user\",   \"content\": \"Hi\"}\n]\n";
const std::string leaked =
    R"({"messages": [{"role": "assistant", "content": "{\"name\": \"ping\", \"arguments\": {}}"}, )"
    R"({"role": "tool", "tool_call_id": "a", "content": "ok"}]})";
const std::string tools = R"([{"name": "ping", "parameters": {"type": "object", "properties": {}}}])";

}  // namespace

TEST_CASE("mend: a sound transcript comes out to the byte") {
  const outcome o = run({"mend"}, sound);
  CHECK(o.code == 0);
  CHECK(o.out == sound);
  CHECK(o.err.empty());
}

TEST_CASE("mend: what concerns the whole document has no pointer") {
  const outcome o = run({"mend"}, "\xEF\xBB\xBF" + sound);
  CHECK(o.out == sound);
  CHECK(o.err == "byte_order_mark: A byte order mark stood before the JSON, which has none; it was taken away.\n");
}

TEST_CASE("mend: the document on standard output, the changes on standard error") {
  const temporary_file file("request.json", leaked), declared("tools.json", tools);
  const outcome o = run({"mend", file.path(), "--tools", declared.path()});
  CHECK(o.code == 0);
  CHECK(json::parse(o.out)["messages"][0]["tool_calls"][0]["id"] == "a");
  CHECK(o.err ==
        "/messages/0/content: leaked_call: The call of ping stood in the text; it became a call.\n"
        "/messages/1: found_call: The result named no call that is there; it was given to the call of ping directly "
        "before it.\n");
  const outcome listed = run({"mend", "-t", declared.path(), "--changes", "json", "-"}, leaked);
  CHECK(listed.out == o.out);
  CHECK(json::parse(listed.err)[1]["code"] == "found_call");
  // Without tools, and in another dialect, the text is text.
  CHECK(run({"mend", file.path()}).err.find("lost_call") != std::string::npos);
  CHECK(run({"mend", file.path(), "-t", declared.path(), "-d", "glm47"}).err.find("leaked_call") == std::string::npos);
}

TEST_CASE("mend: the format that is named is that which is read") {
  const std::string plain =
      R"([{"role": "assistant", "content": "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"}])";
  CHECK(json::parse(run({"mend", "--format", "anthropic"}, plain).out)[0]["content"][0]["type"] == "tool_use");
  CHECK(json::parse(run({"mend", "--format", "responses"}, plain).out)[0]["type"] == "function_call");
  CHECK(json::parse(run({"mend", "--format", "openai"}, plain).out)[0]["tool_calls"].size() == 1);
}

TEST_CASE("mend: what is no transcript is refused, and nothing is printed") {
  const outcome o = run({"mend"}, R"({"messages": [{"content": "a"}]})");
  CHECK(o.code == 1);
  CHECK(o.out.empty());
  CHECK(o.err == "toolcall: /messages/0: the message has no role\n");
  CHECK(run({"mend"}, "nonsense").err.find("toolcall: the transcript is not JSON: ") == 0);
  const outcome broken = run({"mend"}, "[{\"role\": \"user\", \"content\": \"\xC3\"}]");
  CHECK(broken.code == 1);
  CHECK(broken.out.empty());
  CHECK(broken.err.find("toolcall: the transcript is not UTF-8: byte 30 ") == 0);
  CHECK(run({"mend", "--format", "yaml"}, sound).code == 2);
  CHECK(run({"mend", "/no/such/file"}).code == 5);
}

}  // namespace mend_test
