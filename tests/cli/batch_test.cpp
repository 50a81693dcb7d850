// toolcall batch: records in, messages out.

#include <algorithm>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"
#include "effort.hpp"

namespace batch_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string call =
    "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter></invoke></minimax:tool_call>";
const json add_tool = {{"name", "add"},
                       {"input_schema", {{"type", "object"}, {"properties", {{"a", {{"type", "integer"}}}}}}}};

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> all;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    all.push_back(json::parse(text.substr(at, text.find('\n', at) - at)));
  return all;
}

std::string lines(const std::vector<json>& records) {
  std::string all;
  for (const json& each : records) all += each.dump() + "\n";
  return all;
}

// What comes of one record.
json one(const json& record, std::vector<std::string> flags = {}) {
  flags.insert(flags.begin(), "batch");
  const auto made = lines_of(run(flags, record.dump() + "\n").out);
  REQUIRE(made.size() == 1);
  return made[0];
}

std::string arguments_of(const json& line) {
  return line["message"]["tool_calls"][0]["function"]["arguments"];
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Many records, some of them broken, of different lengths.
std::string many(std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 17 == 3) all += "broken {\n";
    if (i % 29 == 5) all += "\n";
    all += json{{"id", i}, {"text", std::string(i % 700, 'x') + (i % 3 == 0 ? call : "")}}.dump() + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("a record's message is what parse prints of its text") {
  const outcome made =
      run({"batch", "--seed", "0"},
          lines({{{"id", "a"}, {"text", "Hi " + call}}, {{"id", 7}, {"text", call}, {"finish_reason", "length"}}}));
  CHECK(made.code == 0);
  CHECK(made.err == "");
  const auto all = lines_of(made.out);
  REQUIRE(all.size() == 2);
  CHECK(all[0]["line"] == 1);
  CHECK(all[0]["id"] == "a");
  CHECK(all[0]["message"] == json::parse(run({"parse", "--seed", "0"}, "Hi " + call).out));
  CHECK(all[1]["id"] == 7);
  CHECK(all[1]["message"]["finish_reason"] == "length");
  CHECK(all[0]["message"]["tool_calls"][0]["id"] != all[1]["message"]["tool_calls"][0]["id"]);
  CHECK(run({"batch"}, "").out == "");
}

TEST_CASE("tools are those of --tools, or the record's own") {
  const json record = {{"text", call}, {"tools", {add_tool}}};
  CHECK(arguments_of(one(record)) == "{\"a\":2}");
  CHECK(arguments_of(one({{"text", call}})) == "{\"a\":\"2\"}");
  CHECK(arguments_of(one({{"text", call}, {"tools", json::array({add_tool}).dump()}})) == "{\"a\":2}");
  const temporary_file tools("batch_tools.json", json::array({add_tool}).dump());
  CHECK(arguments_of(one({{"text", call}}, {"--tools", tools.path()})) == "{\"a\":2}");
  const json wrong = one({{"text", call}, {"tools", 7}});
  CHECK(wrong["error"].get<std::string>().find("the record's tools") == 0);
}

TEST_CASE("a model's name says the dialect, unless --dialect does") {
  const std::string hermes = "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 2}}\n</tool_call>";
  const auto calls = [&](const json& record, const std::vector<std::string>& flags = {}) {
    return one(record, flags)["message"]["tool_calls"].size();
  };
  CHECK(calls({{"text", hermes}, {"model", "Qwen/Qwen3-8B"}}) == 1);
  CHECK(calls({{"text", hermes}, {"model", "MiniMaxAI/MiniMax-M2"}}) == 0);
  CHECK(calls({{"text", hermes}, {"model", "MiniMaxAI/MiniMax-M2"}}, {"--dialect", "auto"}) == 1);
  CHECK(calls({{"text", hermes}, {"model", "nobody knows it"}}) == 1);
}

TEST_CASE("the parts of a record may stand anywhere") {
  const json record = {{"meta", {{"key/1", "x"}, {"model", "Qwen3-8B"}}},
                       {"outputs", {{{"said", call}, {"why", "length"}}}}};
  const json made = one(record, {"--text-field", "/outputs/0/said", "--id-field", "/meta/key~11",
                                 "--finish-reason-field", "/outputs/0/why"});
  CHECK(made["id"] == "x");
  CHECK(made["message"]["finish_reason"] == "length");
  CHECK(one(record, {"--text-field", "/outputs/1/said"})["error"].get<std::string>().find("/outputs/1/said") !=
        std::string::npos);
  CHECK(run({"batch", "--text-field", "text"}, "").code == 2);
}

TEST_CASE("logged responses are read, each choice by itself, with what the server has split already") {
  const json choices = {{{"index", 0},
                         {"message", {{"role", "assistant"}, {"content", call}, {"reasoning_content", "Hm."}}},
                         {"finish_reason", "stop"}}};
  const json body = {{"id", "c1"}, {"model", "m"}, {"choices", choices}};
  for (const json& record :
       {json(body), json{{"response", body}},
        json{{"custom_id", "r1"}, {"response", {{"status_code", 200}, {"body", body}}}, {"error", nullptr}}}) {
    const json made = one(record);
    CHECK(made["id"] == (record.contains("custom_id") ? json("r1") : record.value("id", json())));
    CHECK(made["message"]["reasoning_content"] == "Hm.");
    CHECK(arguments_of(made) == "{\"a\":\"2\"}");
    CHECK(made["message"]["finish_reason"] == "tool_calls");
  }
  json two = body;
  two["choices"].push_back({{"index", 1}, {"message", {{"content", "Hi"}}}, {"finish_reason", "stop"}});
  const auto made = lines_of(run({"batch"}, two.dump()).out);
  REQUIRE(made.size() == 2);
  CHECK(made[1]["choice"] == 1);
  CHECK(made[1]["message"]["content"] == "Hi");
}

TEST_CASE("calls that the server read pass, and are counted as complete") {
  const json message = {{"role", "assistant"},
                        {"content", nullptr},
                        {"tool_calls", {{{"id", "x"}, {"function", {{"name", "add"}, {"arguments", {{"a", 1}}}}}}}}};
  const json made = one({{"messages", {{{"role", "user"}, {"content", "go"}}, message}}});
  CHECK(arguments_of(made) == "{\"a\":1}");
  CHECK(made["message"]["toolcall"]["dialects"] == json::array());
  CHECK(made["message"]["toolcall"]["calls"][0]["status"] == "complete");
}

TEST_CASE("the last message of the assistant in a conversation is read") {
  const json record = {{"messages",
                        {{{"role", "assistant"}, {"content", "old"}},
                         {{"role", "user"}, {"content", "go"}},
                         {{"role", "assistant"}, {"content", {{{"type", "text"}, {"text", call}}}}},
                         {{"role", "tool"}, {"content", "2"}}}}};
  CHECK(arguments_of(one(record)) == "{\"a\":\"2\"}");
  CHECK(one({{"messages", json::array()}})["error"] == "\"messages\" has no message of the assistant");
}

TEST_CASE("a record that cannot be read is an error in its place, and not the end") {
  const outcome made = run(
      {"batch"},
      "{\"text\": \n[]\n{\"id\": 5}\n{\"text\": 7}\n\n" +
          lines({{{"custom_id", "r"}, {"response", nullptr}, {"error", {{"message", "expired"}}}}, {{"text", "ok"}}}));
  CHECK(made.code == 1);
  CHECK(made.err.find("5 of 6 records could not be read") != std::string::npos);
  const auto all = lines_of(made.out);
  REQUIRE(all.size() == 6);
  for (std::size_t i = 0; i < 5; ++i) CHECK(all[i].contains("error"));
  CHECK(all[2]["id"] == 5);
  CHECK(all[4]["line"] == 6);
  CHECK(all[4]["error"].get<std::string>().find("expired") != std::string::npos);
  CHECK(all[5]["message"]["content"] == "ok");
}

TEST_CASE("a record in which no message can be read says so") {
  const auto why = [](const json& record) { return one(record).value("error", ""); };
  const auto response = [](const json& choice) { return json{{"choices", json::array({choice})}}; };
  CHECK(why(response({{"delta", {{"content", "x"}}}})).find("a chunk of a stream") != std::string::npos);
  CHECK(why(response({{"index", 0}})) == "a choice has neither \"message\" nor \"text\"");
  CHECK(why(response({{"message", {{"contents", "x"}}}})) == "the message has neither \"content\" nor \"tool_calls\"");
  const json older = {{"role", "assistant"}, {"function_call", {{"name", "ping"}, {"arguments", "{}"}}}};
  CHECK(one({{"messages", json::array({older})}})["message"]["tool_calls"][0]["function"]["name"] == "ping");
  CHECK(why(response({{"message", {{"content", json::array({"x"})}}}})).find("an item of it") != std::string::npos);
  CHECK(why({{"text", "x"}, {"finish_reason", 7}}) == "the finish reason is not a string");
  CHECK(why({{"text", nullptr}}).find("\"text\" is null: a record has \"text\", ") == 0);
  CHECK(why({{"text", "x"}, {"finish_reason", nullptr}}) == "");
  CHECK(why(response({{"message", {{"content", nullptr}}}})) == "");
}

TEST_CASE("the bytes are the same for any number of threads, in the order of the records") {
  const temporary_file file("batch_many.jsonl", many(effort(5000, 1200)));
  const outcome one_thread = run({"batch", "--seed", "3", "-j", "1", file.path()});
  CHECK(one_thread.code == 1);
  for (const char* const jobs : {"2", "3", "8"})
    CHECK(run({"batch", "--seed", "3", "-j", jobs, file.path()}).out == one_thread.out);
  const temporary_file few("batch_few.jsonl", many(20));
  CHECK(run({"batch", "--seed", "3"}, many(20)).out == run({"batch", "--seed", "3", few.path()}).out);
  std::uint64_t last = 0;
  for (const json& each : lines_of(one_thread.out)) {
    CHECK(each["line"] > last);
    last = each["line"];
  }
}

TEST_CASE("shards divide the records and give them the same bytes") {
  const temporary_file file("batch_shards.jsonl", many(200));
  const auto all = lines_of(run({"batch", "--seed", "3", file.path()}).out);
  std::vector<json> together(all.size());
  std::size_t found = 0;
  for (const char* const shard : {"1/3", "2/3", "3/3"})
    for (const json& each : lines_of(run({"batch", "--seed", "3", "--shard", shard, file.path()}).out)) {
      const auto same = std::find(all.begin(), all.end(), each);
      REQUIRE(same != all.end());
      ++found;
    }
  CHECK(found == all.size());
  for (const char* const wrong : {"0/3", "4/3", "1", "a/b", "1/0", "-1/2"})
    CHECK(run({"batch", "--shard", wrong}, "").code == 2);
}

TEST_CASE("several files are read one after the other, and each line says whose it is") {
  const temporary_file first("batch_a.jsonl", "{\"text\": \"a\"}\n{\"text\": \"b\"}"),
      second("batch_b.jsonl", "{\"text\": \"c\"}\n");
  const auto all = lines_of(run({"batch", first.path(), second.path()}).out);
  REQUIRE(all.size() == 3);
  CHECK(all[2]["message"]["content"] == "c");
  CHECK(all[2]["line"] == 1);
  CHECK(all[2]["file"] == second.path());
  const outcome missing = run({"batch", first.path(), "/no/such/file"});
  CHECK(missing.code == 5);
  CHECK(missing.out == "");
  CHECK(run({"batch", "-", "-"}, "").code == 2);
}

TEST_CASE("--out writes a file, and never one that is read") {
  const temporary_file in("batch_in.jsonl", "{\"text\": \"a\"}\n"), out("batch_out.jsonl", "old");
  CHECK(run({"batch", "-o", out.path(), in.path()}).out == "");
  CHECK(lines_of(content_of(out.path()))[0]["message"]["content"] == "a");
  const outcome same = run({"batch", "--out", in.path(), in.path()});
  CHECK(same.code == 2);
  CHECK(content_of(in.path()) == "{\"text\": \"a\"}\n");
  CHECK(run({"batch", "--out", "/no/such/folder/x", in.path()}).code == 5);
}

TEST_CASE("--stats counts by dialect, model and tool, and does not depend on the threads") {
  const temporary_file file("batch_stats.jsonl",
                            lines({{{"text", call}, {"model", "A"}, {"tools", {add_tool}}},
                                   {{"text",
                                     "<minimax:tool_call><invoke name=\"add\"><parameter "
                                     "name=\"a\">two</parameter></invoke></minimax:tool_call>"},
                                    {"model", "B"},
                                    {"tools", {add_tool}}},
                                   {{"text", call.substr(0, 70)}, {"finish_reason", "length"}},
                                   {{"text", "<minimax:tool_call><invoke name=\"other\"></invoke></minimax:tool_call>"},
                                    {"tools", {add_tool}}},
                                   {{"text", "none"}}}) +
                                "broken\n");
  const temporary_file stats("batch_stats.json", "");
  CHECK(run({"batch", "--stats=" + stats.path(), file.path()}).code == 1);
  const json counted = json::parse(content_of(stats.path()));
  CHECK(counted["records"] == 6);
  CHECK(counted["errors"] == 1);
  CHECK(counted["messages"] == 5);
  CHECK(counted["without_call"] == 2);
  CHECK(counted["complete"] == 2);
  CHECK(counted["invalid"] == 1);
  CHECK(counted["incomplete"] == 1);
  CHECK(counted["unknown_tools"] == 1);
  CHECK(counted["models"]["A"]["complete"] == 1);
  CHECK(counted["models"]["B"]["violations"].size() == 1);
  CHECK(counted["tools"]["add"]["complete"] == 1);
  CHECK(counted["tools"]["other"]["unknown_tools"] == 1);
  CHECK(counted["dialects"]["minimax"]["incomplete"] == 1);
  CHECK(counted["recoveries"].size() >= 1);
  const temporary_file again("batch_stats2.json", "");
  run({"batch", "-j", "3", "--stats=" + again.path(), file.path()});
  CHECK(content_of(again.path()) == content_of(stats.path()));
  const outcome table = run({"batch", "--stats", file.path()});
  CHECK(table.err.find("6 records, 1 error, 5 messages, 2 without a call") == 0);
  CHECK(table.err.find("minimax") != std::string::npos);
}

TEST_CASE("the exit codes of the flags are over all records") {
  const std::string plain = lines({{{"text", "Hi"}}}), called = lines({{{"text", call}}});
  CHECK(run({"batch", "--require-call"}, called).code == 0);
  CHECK(run({"batch", "--require-call"}, called + plain).code == 1);
  CHECK(run({"batch", "--strict"}, lines({{{"text", call.substr(0, call.size() - 8)}}})).code == 3);
  CHECK(run({"batch", "--require-valid"}, called + plain).code == 0);
  CHECK(run({"batch", "--require-valid"}, lines({{{"text", call.substr(0, 70)}}, {{"text", call}}})).code == 4);
  CHECK(run({"batch", "--without", "no_such_label"}, called).code == 2);
  CHECK(run({"batch", "-j", "0"}, called).code == 2);
}

TEST_CASE("results of a slow input come while it is open") {
  command child({"batch", "-j", "2"});
  child.write("{\"text\": \"a\"}\n");
  CHECK(json::parse(child.line())["message"]["content"] == "a");
  child.write("{\"text\": \"b\"}\n");
  CHECK(json::parse(child.line())["message"]["content"] == "b");
}

}  // namespace batch_test
