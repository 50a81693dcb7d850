// toolcall eval: outputs are rendered, damaged in known ways, and counted; the figures must be what was damaged.

#include <array>
#include <map>
#include <string>
#include <vector>

#include <toolcall/render.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace eval_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string tools_json =
    R"([{"name": "get_weather", "parameters": {"type": "object", "required": ["city"], "properties": {"city": )"
    R"({"type": "string"}, "days": {"type": "integer"}}}}, {"name": "find_city", "parameters": {"type": "object", )"
    R"("properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}}])";

std::string rendered(const std::string& dialect, const std::string& tool, const std::string& city, int days) {
  toolcall::tool_call call;
  call.name = tool;
  call.arguments = json{{"city", city}, {"days", days}}.dump();
  return toolcall::render(std::vector<toolcall::tool_call>{call}, toolcall::dialect::named(dialect),
                          toolcall::tools::from_json(tools_json));
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), with);
}

struct output {
  std::string text, reason = "stop", outcome;
  bool is_asked = true;
};

// In the order of their numbers: one of each kind, then again.
output damaged(std::size_t kind, const std::string& dialect, const std::string& city, int days) {
  const std::string sound = rendered(dialect, "get_weather", city, days);
  switch (kind) {
    case 0:
      return {sound, "stop", "right_as_written"};
    case 1:
      return {dialect == "hermes" ? replaced(sound, "}}", ",}}") : replaced(sound, "</parameter>", "</city>"), "stop",
              "right_after_repair"};
    case 2:
      return {rendered(dialect, "get_weather", city + " West", days), "stop", "wrong_by_model"};
    case 3:
      return {rendered(dialect, "find_city", city, days), "stop", "wrong_by_model"};
    case 4:
      return {"I cannot do that.", "stop", "wrong_by_model"};
    case 5:
      return {sound.substr(0, sound.find(city) + 3), "length", "truncated"};
    case 6:
      return {"For example:\n```\n" + sound + "\n```\nIs that right?", "stop", "lost_by_parser"};
    case 7:
      return {sound, "stop", "called_unasked", false};
    case 8:
      return {"It is sunny.", "stop", "right_as_written", false};
    default:
      return {sound + '\n' + rendered(dialect, "find_city", city, days), "stop", "wrong_by_model"};
  }
}

constexpr std::size_t kinds = 10;

struct corpus {
  std::string outputs, expected, other;  // JSON lines; of another parser, which loses every call of a text it does not
                                         // know
  std::map<std::string, std::map<std::string, int>> models;
  std::map<std::string, int> all, by_other;
};

corpus made_corpus() {
  corpus made;
  int number = 0;
  for (const std::string dialect : {"hermes", "minimax"})
    for (int round = 0; round < 100; ++round)
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        const std::string id = "case_" + std::to_string(number++), city = "Village" + std::to_string(number);
        const int days = number % 7 + 1;
        const output one = damaged(kind, dialect, city, days);
        const std::string model = dialect == "hermes" ? "Qwen3-8B" : "MiniMax-M2";
        made.outputs +=
            json{{"id", id}, {"model", model}, {"text", one.text}, {"finish_reason", one.reason}}.dump() + "\n";
        const json right = {{"name", "get_weather"}, {"arguments", {{"city", city}, {"days", days}}}};
        json line = {{"id", id}};
        if (!one.is_asked)
          line["calls"] = json::array();
        else if (round % 2 == 0)
          line["calls"] = json::array({right});
        else
          line["ground_truth"] =
              json::array({{{"get_weather", {{"city", {"Elsewhere", city}}, {"days", {days}}, {"units", {"C", ""}}}}}});
        made.expected += line.dump() + "\n";
        const bool finds = dialect == "hermes" && one.outcome == "right_as_written" && one.is_asked;
        json calls = json::array();
        if (finds) calls.push_back(right);
        made.other += json{{"id", id}, {"tool_calls", calls}}.dump() + "\n";
        ++made.models[model][one.outcome];
        ++made.all[one.outcome];
        const bool is_lost = one.outcome == "right_after_repair" || one.outcome == "lost_by_parser" ||
                             (one.outcome == "right_as_written" && one.is_asked && !finds);
        const bool is_right = finds || !one.is_asked;
        ++made.by_other[is_right ? "right_as_written" : is_lost ? "lost_by_parser" : one.outcome];
      }
  return made;
}

void check_counts(const json& found, const std::map<std::string, int>& wanted) {
  for (const auto& [outcome, count] : found.items()) {
    const auto known = wanted.find(outcome);
    INFO(outcome);
    CHECK(count.get<int>() == (known == wanted.end() ? 0 : known->second));
  }
}

}  // namespace

TEST_CASE("eval: the figures are what was damaged") {
  const corpus of = made_corpus();
  const temporary_file outputs("outputs.jsonl", of.outputs), expected("expected.jsonl", of.expected),
      tools("tools.json", tools_json), other("other.jsonl", of.other);
  const outcome o = run({"eval", "--expected", expected.path(), "--tools", tools.path(), "--format", "json", "--parser",
                         "other=" + other.path(), outputs.path()});
  INFO(o.err);
  REQUIRE(o.code == 0);
  const json made = json::parse(o.out);
  CHECK(made["outputs"] == 2000);
  for (const json& each : made["not_right"]) INFO(each.dump());
  check_counts(made["parsers"]["toolcall"], of.all);
  check_counts(made["parsers"]["other"], of.by_other);
  REQUIRE(made["models"].size() == 2);
  for (const auto& [model, counts] : of.models) check_counts(made["models"][model], counts);
  CHECK(made["labels"]["loose_json"]["right_after_repair"] == 100);
  CHECK(made["labels"]["close_mismatch"]["right_after_repair"] == 100);
  CHECK(made["dialects"]["minimax"]["called_unasked"] == 100);
  const json& first = made["not_right"][0];
  CHECK(first["id"] == "case_1");
  CHECK(first["line"] == 2);
  CHECK(first["toolcall"] == "right_after_repair");
  CHECK(first["other"] == "lost_by_parser");
}

TEST_CASE("eval: a table and a page") {
  const std::string outputs =
      R"({"id": 1, "model": "<b>&", "text": "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"})"
      "\n";
  const temporary_file expected("expected.jsonl", R"({"id": 1, "calls": [{"name": "ping", "arguments": {}}]})");
  const outcome table = run({"eval", "--expected", expected.path()}, outputs);
  CHECK(table.code == 0);
  CHECK(table.out.find("1 output                           toolcall\nright as written                          1\n") ==
        0);
  CHECK(table.out.find("\ndialect  right  repaired  wrong  lost  truncated  unasked\nhermes       1 ") !=
        std::string::npos);
  const outcome page = run({"eval", "--expected", expected.path(), "-f", "html"}, outputs);
  CHECK(page.code == 0);
  CHECK(page.out.find("<!doctype html>") == 0);
  CHECK(page.out.find("<svg ") != std::string::npos);
  CHECK(page.out.find("<script") == std::string::npos);
  CHECK(page.out.find("<b>") == std::string::npos);
  CHECK(page.out.find("&lt;b>&amp;") != std::string::npos);
}

TEST_CASE("eval: calls in any order, numbers by value, and what BFCL allows") {
  const auto outcome_of = [](const std::string& truth, const json& calls) {
    const temporary_file expected("expected.jsonl", R"({"id": "a", )" + truth + "}");
    const json response = {{"id", "a"}, {"choices", {{{"message", {{"content", nullptr}, {"tool_calls", calls}}}}}}};
    const outcome o = run({"eval", "--expected", expected.path(), "-f", "json"}, response.dump());
    INFO(o.err);
    REQUIRE(o.code == 0);
    const json counts = json::parse(o.out)["parsers"]["toolcall"];
    for (const auto& [word, count] : counts.items())
      if (count == 1) return word;
    return std::string();
  };
  const auto call = [](const std::string& name, const std::string& arguments) {
    return json{{"type", "function"}, {"function", {{"name", name}, {"arguments", arguments}}}};
  };
  const std::string two = R"("calls": [{"name": "a", "arguments": {"x": 1}}, {"name": "b", "arguments": "{}"}])";
  CHECK(outcome_of(two, json::array({call("b", "{}"), call("a", R"({"x": 1.0})")})) == "right_as_written");
  CHECK(outcome_of(two, json::array({call("b", "{}")})) == "wrong_by_model");
  CHECK(outcome_of(two, json::array({call("b", "{}"), call("b", "{}")})) == "wrong_by_model");
  const std::string truth =
      R"("ground_truth": [{"math.add": {"a": [1, 2], "unit": ["New York", ""], "place": [{"x": [1], "y": [2, ""]}]}}])";
  CHECK(outcome_of(truth, json::array({call("math_add", R"({"a": 2, "place": {"x": 1}})")})) == "right_as_written");
  CHECK(outcome_of(truth,
                   json::array({call("math.add", R"({"a": 1, "unit": "new-york", "place": {"x": 1, "y": 2}})")})) ==
        "right_as_written");
  CHECK(outcome_of(truth, json::array({call("math.add", R"({"a": 3, "place": {"x": 1}})")})) == "wrong_by_model");
  CHECK(outcome_of(truth, json::array({call("math.add", R"({"a": 1})")})) == "wrong_by_model");
  CHECK(outcome_of(truth, json::array({call("math.add", R"({"a": 1, "place": {"x": 1}, "b": 0})")})) ==
        "wrong_by_model");
}

TEST_CASE("eval: bad input is one sentence with its file and line, and nothing is printed") {
  const auto refusal = [](const std::string& expected, const std::string& outputs, const std::string& other = "") {
    const temporary_file right("expected.jsonl", expected), parser("other.jsonl", other);
    std::vector<std::string> words = {"eval", "--expected", right.path()};
    if (!other.empty()) words.insert(words.end(), {"--parser", "other=" + parser.path()});
    const outcome o = run(words, outputs);
    CHECK(o.code == 1);
    CHECK(o.out.empty());
    std::string said = o.err;
    for (const std::string& path : {right.path(), parser.path()})
      for (std::size_t at = said.find(path); at != said.npos; at = said.find(path)) said.replace(at, path.size(), "F");
    return said;
  };
  const std::string good = "{\"id\": \"a\", \"calls\": []}\n", text = "{\"id\": \"a\", \"text\": \"Hi\"}\n";
  CHECK(refusal(good, text + "{\"id\": \"b\", \"text\": \"Hi\"}\n") ==
        "toolcall: standard input line 2: the id \"b\" is not in F\n");
  CHECK(refusal(good + "{\"id\": \"b\", \"calls\": []}\n", text) == "toolcall: F line 2: no output has the id \"b\"\n");
  CHECK(refusal(good + good, text) == "toolcall: F line 2: the id \"a\" is there twice\n");
  CHECK(refusal("{\"id\": \"a\", \"calls\": {}}", text) == "toolcall: F line 1: /calls: must be a list of calls\n");
  CHECK(refusal(R"({"id": "a", "calls": [{"name": "edit", "arguments": "{bad"}]})", text) ==
        "toolcall: F line 1: /calls: the arguments of edit are not a JSON object\n");
  CHECK(refusal("[]", text) == "toolcall: F line 1: the line is not an object\n");
  CHECK(refusal("{\"id\": ", text).find("toolcall: F line 1: the line is not JSON: at byte ") == 0);
  CHECK(refusal("{\"calls\": []}", text) == "toolcall: F line 1: the line has no id\n");
  CHECK(refusal("{\"id\": \"a\", \"expected\": null}", text).find("toolcall: F line 1: the line says no calls") == 0);
  CHECK(refusal("{\"id\": \"a\", \"ground_truth\": [\"f(1)\"]}", text)
            .find("toolcall: F line 1: /ground_truth/0: must be an object with one function") == 0);
  CHECK(refusal("", text) == "toolcall: F: there is no line with an id and calls\n");
  CHECK(refusal(good, "nonsense").find("toolcall: standard input line 1: the line is not JSON") == 0);
  CHECK(refusal(good, "{\"id\": \"a\"}").find("toolcall: standard input line 1: there is no text") == 0);
  CHECK(refusal(good, text, "{\"id\": \"c\", \"calls\": []}") ==
        "toolcall: F line 1: the id \"c\" is not among those that are expected\n");
  CHECK(refusal(good, text + text, good) == "toolcall: F has no line for the output of standard input line 2: \"a\"\n");
  CHECK(run({"eval"}, text).err.find("--expected is required") != std::string::npos);
  CHECK(run({"eval", "--expected", "/no/such/file"}, text).code == 5);
  CHECK(run({"eval", "--expected", "x", "--parser", "y"}, text).code == 2);
}

}  // namespace eval_test
