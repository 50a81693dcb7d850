// A server that keeps leaving calls in the text: one line in the log, and /toolcall/health, name the parser that it
// lacks.

#include "serve/parser_advice.hpp"

#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace parser_advice_test {

using namespace toolcall;
using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

answer_report with(const std::string& dialect, call_channel channel, bool repaired = false) {
  answer_report made;
  made.calls[{dialect, "complete", channel, call_evidence::exact}] = 1;
  if (repaired) made.recoveries["loose_json"] = 1;
  return made;
}

std::size_t sentences(parser_advice& of, const answer_report& found, std::size_t answers,
                      const std::string& model = "m", std::string_view profile = "vllm") {
  std::size_t count = 0;
  for (std::size_t i = 0; i < answers; ++i) count += of.note(model, profile, found) ? 1 : 0;
  return count;
}

const answer_report left = with("hermes", call_channel::text), read = with("native", call_channel::upstream);

std::vector<std::string> logged;
std::mutex logged_mutex;

void keep_line(const std::string& line) {
  const std::lock_guard hold(logged_mutex);
  logged.push_back(line);
}

}  // namespace

TEST_CASE("ten answers in a row whose calls are in the text name the parser, once") {
  parser_advice advice;
  CHECK(advice.health() == R"({"status":"ok"})");
  CHECK(sentences(advice, left, parser_advice::answers_in_a_row - 1) == 0);
  CHECK(advice.note("m", "vllm", answer_report{}) == std::nullopt);  // without calls it says nothing
  CHECK(advice.note("m", "vllm", left) ==
        "The last 10 answers of m with calls had them in the text, and it writes hermes: the server's parser does not "
        "know them; start it with --tool-call-parser hermes (vllm).");
  CHECK(sentences(advice, left, 30) == 0);
  const json health = json::parse(advice.health());
  CHECK(health["status"] == "ok");
  REQUIRE(health["parsers"].size() == 1);
  CHECK(health["parsers"][0]["dialect"] == "hermes");
  CHECK(health["parsers"][0]["server_parsers"] == json::array({"vllm=hermes"}));
  CHECK(health["parsers"][0]["answers"] == 40);
  CHECK(health["parsers"][0]["message"].get<std::string>().starts_with("The last 40 answers of m "));
  // The server was started again with its parser.
  CHECK(sentences(advice, read, 1) == 0);
  CHECK(advice.health() == R"({"status":"ok"})");
  CHECK(sentences(advice, left, 10) == 1);
}

TEST_CASE("an answer that the server has read begins the count anew, and each model has its own") {
  parser_advice advice;
  for (int i = 0; i < 5; ++i) {
    CHECK(sentences(advice, left, 9) == 0);
    CHECK(sentences(advice, read, 1) == 0);
  }
  CHECK(sentences(advice, left, 9, "a") + sentences(advice, left, 9, "b") == 0);
  CHECK(sentences(advice, left, 1, "a") == 1);
}

TEST_CASE("the server's own calls that need repairs name the parser of the model's dialect") {
  parser_advice advice;
  const answer_report repaired = with("native", call_channel::upstream, true);
  CHECK(sentences(advice, repaired, 10, "Kimi-K2-Instruct", "generic") == 1);
  const json health = json::parse(advice.health());
  CHECK(health["parsers"].at(0)["server_parsers"] == json::array({"vllm=kimi_k2", "sglang=kimi_k2"}));
  CHECK(health["parsers"][0]["message"].get<std::string>().find(" had them damaged, and it writes kimi_k2: ") !=
        std::string::npos);
  CHECK(sentences(advice, repaired, 10, "nobody's", "vllm") == 1);
}

TEST_CASE("a call that is written as by no dialect says nothing of the dialect that the model writes") {
  parser_advice advice;
  answer_report found;
  found.calls[{"general", "complete", call_channel::text, call_evidence::general_reader}] = 1;
  CHECK(sentences(advice, found, 10, "nobody's") == 1);
  CHECK(sentences(advice, found, 10, "Kimi-K2-Instruct") == 1);
  const json health = json::parse(advice.health());
  CHECK(health.dump().find("general") == std::string::npos);
  CHECK(health["parsers"].at(0)["dialect"] == "kimi_k2");
  CHECK(health["parsers"].at(1)["dialect"] == "");
}

TEST_CASE("health and the log of a server say it") {
  scripted_upstream upstream([](connection& at, const std::string&) {
    at.send(answer(R"({"model":"m","choices":[{"finish_reason":"stop","message":{"role":"assistant","content":)"
                   R"("<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"}}]})"));
  });
  const auto health_after = [&](const char* profile, std::size_t answers) {
    settings how = settings_for(upstream.url());
    how.profile = profile;
    running_server server(how);
    logged.clear();
    server.shared().write_log = keep_line;
    const auto ask = [&](const std::string& request) {
      const auto client = server.connect();
      CHECK(client->send(request));
      return client->rest();
    };
    for (std::size_t i = 0; i < answers; ++i)
      ask(post("/v1/chat/completions",
               R"({"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"ping"}}]})",
               "Connection: close\r\n"));
    const std::string all = ask("GET /toolcall/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return json::parse(all.substr(all.find("\r\n\r\n") + 4));
  };
  CHECK_FALSE(health_after("generic", 9).contains("parsers"));
  const json known = health_after("generic", 10);
  REQUIRE(known.contains("parsers"));
  CHECK(known["parsers"][0]["server_parsers"].size() == 2);
  const std::lock_guard hold(logged_mutex);
  std::size_t said = 0;
  for (const std::string& line : logged) {
    const json entry = json::parse(line);
    if (entry.contains("calls")) CHECK(entry["calls"].at(0)["channel"] == "text");
    if (entry.contains("calls")) CHECK(entry["calls"][0]["evidence"] == "exact");
    if (entry.value("message", "").find("--tool-call-parser hermes (vllm), or hermes (sglang)") != std::string::npos)
      ++said;
  }
  CHECK(said == 1);
}

}  // namespace parser_advice_test
