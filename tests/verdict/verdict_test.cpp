// The verdict on a message, one kind after the other, and on texts of which others have said what they are.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <toolcall/parser.hpp>
#include <toolcall/verdict.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"

namespace verdict_test {

namespace {

using namespace toolcall;
using nlohmann::json;
namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const tools& declared() {
  static const tools made = tools::from_json(
      R"([{"name": "ping", "parameters": {"type": "object", "properties": {}}}, {"name": "get_weather", "parameters":)"
      R"( {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}])");
  return made;
}

// As a line of the command has it.
std::string on(std::string_view text, std::string_view reason = "stop", const std::string& dialects = "auto") {
  const verdict found = verdict_on(parse(text, dialect::named(dialects), declared(), {}, reason));
  return std::string(to_string(found.kind)) + ": " + found.message;
}

const char* const ping = R"(<tool_call>{"name": "ping", "arguments": {}}</tool_call>)";

}  // namespace

TEST_CASE("verdict: text, calls, and calls with repairs") {
  CHECK(on("") == "no_call: There is no call in the text.");
  CHECK(on("Hello. a < b") == "no_call: There is no call in the text.");
  CHECK(on(ping) == "call: There is a call of ping.");
  CHECK(on(std::string(ping) + ping) == "call: There are 2 calls, of ping, ping.");
  CHECK(on(R"(<tool_call>{"name": "ping", "arguments": {},}</tool_call>)") ==
        "call_with_repairs: There is a call of ping, read with repairs (loose_json).");
  CHECK(on(R"(<tool_call>{"name": "get_weather", "arguments": {"city": [1]}}</tool_call>)") ==
        "call: There is a call of get_weather; its arguments are not what its schema asks for.");
  CHECK(on(R"(<tool_call>{"name": "look", "arguments": {}}</tool_call>)") ==
        "call: There is a call of look; not declared: look.");
}

TEST_CASE("verdict: calls that were meant and are none") {
  CHECK(on(R"(<tool_call>{"name": "ping", "arguments": 5}</tool_call>)") ==
        "leaked_call: It is not possible to read the call of ping in the text (unreadable_arguments), so it was not "
        "made.");
  CHECK(on(ping, "stop", "minimax").find("leaked_call: ") == 0);
  CHECK(on(R"({"name": "pong", "arguments": {}})").find("leaked_call: ") == 0);
  CHECK(on(R"({"name": "book_flight", "arguments": {}})").find("leaked_call: ") == 0);
  // One call that was made does not hide it.
  CHECK(on(std::string(ping) + R"(<tool_call>{"name": "ping", "arguments": 5}</tool_call>)").find("leaked_call: ") ==
        0);
}

TEST_CASE("verdict: calls that are meant to be text") {
  CHECK(on(std::string("So:\n```\n") + ping + "\n```\nIs that right?") ==
        "mentioned: A call is text here, because it is in a code fence.");
  CHECK(on("{\"name\": \"ping\", \"arguments\": {}}\nThat would be a call.").find("mentioned: ") == 0);
  CHECK(on("<think>I could write <tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>.</think>Hello.")
            .find("mentioned: ") == 0);
}

TEST_CASE("verdict: a plain quotation is reported nowhere, so it is text like any other") {
  const std::string quotations[] = {
      std::string("Use `") + ping + "` for that.",
      std::string("He said \"") + ping + "\".",
      std::string("> ") + ping,
      std::string("So:\n```\nwrite ") + ping + "\n```\nIs that right?",
  };
  for (const std::string& text : quotations) CHECK(on(text) == "no_call: There is no call in the text.");
  CHECK(on(std::string("Use `write ") + ping + "` for that.") ==
        "mentioned: A call is text here, because it is between backticks.");
}

TEST_CASE("verdict: texts that were cut off, and what was made up") {
  const std::string cut = R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Be)";
  CHECK(on(cut) == "truncated: The text ends inside the call of get_weather.");
  CHECK(on(cut, "length") == "truncated: The text ends inside the call of get_weather.");
  CHECK(on(ping + cut, "length") == "truncated: The text ends inside the call of get_weather.");
  CHECK(on("I thi", "length") == "truncated: The text was cut off (length) before there was a call.");
  CHECK(on(ping, "length") == "call: There is a call of ping.");
  CHECK(on(std::string(ping) + "\n<tool_response>\n{}\n</tool_response>") ==
        "made_up_result: A tool's result begins here that the model made up; it and all that follows is neither a call "
        "nor content.");
}

TEST_CASE("verdict: of a message in JSON it is the same") {
  for (const char* const text :
       {"", "<tool_call>{\"name\": \"look\", \"arguments\": {},}</tool_call>",
        "{\"name\": \"pong\", \"arguments\": {}}",
        "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": 1}}</tool_call>",
        "<tool_call>{\"name\": \"ping\", \"arguments\": 5}</tool_call>", "<tool_call>{\"name\": \"ping\", \"argum"}) {
    const message m = parse(text, dialect::automatic(), declared());
    CHECK(to_json(verdict_on_json(to_json(m))) == to_json(verdict_on(m)));
  }
  CHECK_THROWS_WITH(verdict_on_json("[]"),
                    "this is no message as toolcall parse prints it: there is no object under toolcall");
  CHECK_THROWS_WITH(verdict_on_json(R"({"toolcall": {"refused": 1}})"), "/toolcall/refused: must be a list");
  CHECK_THROWS_WITH(verdict_on_json("{"), "the message is not JSON: expected a key in double quotes at byte 1");
}

TEST_CASE("verdict: as JSON") {
  CHECK(to_json(verdict{verdict_kind::mentioned, "\"a\""}) == R"({"verdict":"mentioned","message":"\"a\""})");
  for (int i = 0; i < 7; ++i) CHECK_FALSE(to_string(static_cast<verdict_kind>(i)).empty());
  CHECK(to_string(static_cast<verdict_kind>(7)).empty());
}

// Prose, source code, pages about these dialects: nobody meant a call there. Of 210, two alarm: a list in brackets
// reads as a call of a tool that there is not, and where "add" is a tool, so does the word "and" between two tags.
TEST_CASE("verdict: false alarms in texts that are no calls") {
  const fs::path data(TOOLCALL_TEST_DATA);
  const tools common = tools::from_json(content_of(data / "no_calls_tools.json"));
  std::size_t count = 0;
  std::set<std::string> alarms;
  for (const tools* const given : {&declared(), &common})
    for (const auto& file : fs::directory_iterator(data / "no_calls")) {
      const verdict found = verdict_on(parse(content_of(file.path()), dialect::automatic(), *given));
      if (found.kind != verdict_kind::without_call && found.kind != verdict_kind::mentioned)
        alarms.insert(file.path().filename().string() + ": " + std::string(to_string(found.kind)));
      ++count;
    }
  CHECK(alarms ==
        std::set<std::string>{"near_unquoted_tags_in_sentence.txt: leaked_call", "yaml_compose.yaml: leaked_call"});
  CHECK(count > 300);
}

#ifdef TOOLCALL_EXAMPLES

namespace {

// What the page says that becomes of an example, as far as it decides the verdict.
std::set<std::string> labels_of(const json& example) {
  std::set<std::string> all;
  for (const json& note : example["notes"]) all.insert(note["label"].get<std::string>());
  return all;
}

verdict_kind verdict_of(const json& example) {
  options how;
  const json& chosen = example["options"];
  if (chosen.contains("tool-choice")) how.tool_choice = tool_choice::of(chosen["tool-choice"].get<std::string>());
  const tools given = example["tools"].is_null() ? tools() : tools::from_json(example["tools"].dump());
  const json& named = example["dialect"];
  parser reader(dialect::named(named.is_null() ? "auto" : named.get<std::string>()), given, how);
  if (chosen.contains("prefill")) reader.prefill(chosen["prefill"].get<std::string>());
  reader.feed(example["text"].get<std::string>());
  reader.finish(example["finish_reason"].get<std::string>());
  return verdict_on(reader.message()).kind;
}

// In these examples the pages say that a call was meant, and why it is none.
bool says_call_was_meant(const json& example) {
  static const std::set<std::string> meant = {"similar_name", "undeclared_call", "not_literal", "several_fences",
                                              "other_dialect"};
  const std::set<std::string> labels = labels_of(example);
  return !example["message"]["refused"].empty() || !example["message"]["incomplete"].empty() ||
         std::any_of(labels.begin(), labels.end(), [&](const std::string& each) { return meant.count(each) != 0; });
}

}  // namespace

TEST_CASE("verdict: the examples of the pages, which say themselves what each text is") {
  std::set<std::string> false_alarms;
  std::size_t texts = 0, calls = 0;
  for (const json& each : json::parse(content_of(TOOLCALL_EXAMPLES))) {
    const verdict_kind found = verdict_of(each);
    const bool has_calls = !each["message"]["tool_calls"].empty(), was_meant = says_call_was_meant(each);
    INFO(each["page"] << ':' << each["line"] << ' ' << to_string(found));
    const bool alarms = found == verdict_kind::leaked_call || found == verdict_kind::truncated;
    const std::set<std::string> labels = labels_of(each);
    const bool made_up = labels.count("made_up_result") + labels.count("made_up_turn") > 0;
    CHECK((found == verdict_kind::made_up_result) == made_up);
    if (made_up) continue;
    if (!was_meant && each["finish_reason"] == "stop" && alarms)
      false_alarms.insert(each["page"].get<std::string>() + ": " + each["title"].get<std::string>());
    if (was_meant) CHECK(alarms);
    if (!has_calls) {
      CHECK(found != verdict_kind::call);
      CHECK(found != verdict_kind::call_with_repairs);
      texts += was_meant ? 0 : 1;
    } else if (!was_meant && !alarms) {
      CHECK((found == verdict_kind::call || found == verdict_kind::call_with_repairs));
      ++calls;
    }
  }
  // Calls in sentences: the dialect that is named does not read them, and automatic reading does.
  CHECK(false_alarms == std::set<std::string>{"spec/dialects/invoke_tool_call.md: a bare invoke within a sentence",
                                              "spec/dialects/invoke_tool_call.md: the same in a sentence"});
  CHECK(texts > 300);
  CHECK(calls > 1000);
}

#endif

}  // namespace verdict_test
