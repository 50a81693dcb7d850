// Flags about repairs: what a call was read from, which calls wait, and the text as it was read.

#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace repairs_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string loose = R"(<tool_call>{"name": "ping", "arguments": {"n": 1,}}</tool_call>)";
const std::string exact = R"(<tool_call>{"name": "ping", "arguments": {}}</tool_call>)";

json facts_of(const outcome& of) {
  return json::parse(of.out)["toolcall"];
}

}  // namespace

TEST_CASE("parse --repairs: each repaired call beside what exact reading gives") {
  const json list = facts_of(run({"parse", "--repairs"}, exact + loose))["repairs"];
  REQUIRE(list.size() == 1);
  CHECK(list[0]["call"] == 1);
  CHECK(list[0]["written"] == loose.substr(11, loose.size() - 23));
  CHECK(list[0]["exact"]["status"] == "incomplete");
  CHECK(list[0]["repairs"][0]["label"] == "loose_json");
  CHECK(facts_of(run({"parse", "--repairs"}, exact))["repairs"].empty());
  CHECK_FALSE(facts_of(run({"parse"}, loose)).contains("repairs"));
  CHECK(run({"parse", "--repairs", "--format", "events"}, loose).code == 2);
}

TEST_CASE("parse --raw: the text as it was read") {
  CHECK(facts_of(run({"parse", "--raw"}, loose + "\n"))["raw"] == loose + "\n");
  CHECK_FALSE(facts_of(run({"parse"}, loose)).contains("raw"));
  CHECK(run({"parse", "--raw", "--format", "openai"}, loose).code == 2);
}

TEST_CASE("--confirm: a repaired call waits, and is not valid by itself") {
  const outcome waiting = run({"parse", "--confirm", "repaired", "--require-valid"}, loose);
  CHECK(waiting.code == 4);
  CHECK(facts_of(waiting)["calls"][0]["status"] == "needs_confirmation");
  CHECK(run({"parse", "--confirm", "repaired", "--require-valid"}, exact).code == 0);
  CHECK(run({"stream", "--confirm", "loose_json"}, loose).out.find("\"status\":\"needs_confirmation\"") !=
        std::string::npos);
  CHECK(run({"parse", "--confirm", "loose_json", "--format", "openai"}, loose).out.find("tool_calls") ==
        std::string::npos);
  CHECK(run({"explain", "--confirm", "repaired"}, loose).out.find("\nto confirm  ping {\"n\":1}\n") !=
        std::string::npos);
  const outcome wrong = run({"parse", "--confirm", "lose_json"}, loose);
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("did you mean loose_json") != std::string::npos);
}

TEST_CASE("batch: repairs of texts that stand alone, and calls that wait are counted") {
  const std::string records =
      json{{"text", loose}}.dump() + "\n" + json{{"message", {{"content", loose}, {"reasoning", "Hm."}}}}.dump() + "\n";
  const outcome o = run({"batch", "--repairs", "--confirm", "repaired"}, records);
  const std::size_t end = o.out.find('\n');
  const json first = json::parse(o.out.substr(0, end))["message"]["toolcall"],
             second = json::parse(o.out.substr(end + 1))["message"]["toolcall"];
  CHECK(first["repairs"].size() == 1);
  CHECK(first["calls"][0]["status"] == "needs_confirmation");
  CHECK_FALSE(second.contains("repairs"));
  CHECK(second["calls"][0]["status"] == "needs_confirmation");
  CHECK(run({"batch", "--repairs", "--verdict"}, records).code == 2);
  const temporary_file counts("repairs_stats.json", "");
  CHECK(run({"batch", "--confirm", "repaired", "--stats=" + counts.path()}, records).code == 0);
  std::ifstream in(counts.path());
  CHECK(json::parse(in)["needs_confirmation"] == 2);
}

}  // namespace repairs_test
