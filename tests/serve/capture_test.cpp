// Exchanges that are captured in other words (--capture --redact).

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace capture_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

const std::string called =
    "Dear Gwendolyn.<tool_call>{\"name\": \"ping\", \"arguments\": {\"n\": \"Harpsichord\"}}</tool_call>";

std::string event(const json& delta, const json& reason) {
  return "data: " +
         json{{"model", "m"}, {"choices", {{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}}}}.dump() +
         "\n\n";
}

// The files by their endings.
std::map<std::string, std::string> captured(const std::string& body) {
  char folder[] = "/tmp/toolcall_capture_XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  {
    scripted_upstream upstream([&](connection& at, const std::string&) {
      std::string stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
      for (std::size_t i = 0; i < called.size(); i += 3) stream += event({{"content", called.substr(i, 3)}}, nullptr);
      at.send(stream + event(json::object(), "stop") + "data: [DONE]\n\n");
    });
    settings how = settings_for(upstream.url());
    how.capture = folder;
    how.redact = true;
    const running_server server(how);
    const auto client = server.connect();
    CHECK(client->send(post("/v1/chat/completions", body, "Connection: close\r\n")));
    CHECK(client->rest().find("Harpsichord") != std::string::npos);  // what the client gets is as it is
  }
  std::map<std::string, std::string> files;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(each.path());
    const std::string name = each.path().filename();
    files[name.substr(name.find('.'))] = {std::istreambuf_iterator<char>(in), {}};
  }
  std::filesystem::remove_all(folder);
  return files;
}

}  // namespace

TEST_CASE("capture: with --redact all four files are in the same other words") {
  const std::string body =
      R"({"model":"m","stream":true,"tools":[{"type":"function","function":{"name":"ping","description":"Finds )"
      R"(Gwendolyn","parameters":{"type":"object","properties":{"n":{"type":"string"}}}}}],"messages":[)"
      R"({"role":"user","content":"Where is \"Gwendolyn\"?\nAnd the Harpsichord?"}]})";
  const auto files = captured(body);
  REQUIRE(files.size() == 4);
  for (const auto& [name, content] : files) {
    INFO(name << ' ' << content);
    CHECK(content.find("Gwendolyn") == content.npos);
    CHECK(content.find("Harpsichord") == content.npos);
    if (name != ".request.json") CHECK(content.find("<tool_call>{") != content.npos);
  }
  const std::string& text = files.at(".txt");
  const json request = json::parse(files.at(".request.json")), record = json::parse(files.at(".jsonl")),
             response = json::parse(files.at(".response"));
  CHECK(text.size() == called.size());
  CHECK(record["response"]["choices"][0]["message"]["content"] == text);
  CHECK(response["choices"][0]["message"]["content"] == text);
  CHECK(response["choices"][0]["finish_reason"] == "stop");
  CHECK(record["model"] == "m");
  CHECK(record["tools"] == request["tools"]);
  CHECK(request["messages"][0]["role"] == "user");
  // The same word is the same one in all of them.
  const std::string word = text.substr(text.find(' ') + 1, 9);
  CHECK(request["messages"][0]["content"].get<std::string>().find("\"" + word + "\"?\n") != std::string::npos);
  CHECK(request["tools"][0]["function"]["description"].get<std::string>().find(word) != std::string::npos);
}

}  // namespace capture_test
