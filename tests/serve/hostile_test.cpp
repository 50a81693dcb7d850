// Many clients at once, damaged answers, and what must never be in a log.

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace hostile_test {

using namespace toolcall::serve;
using namespace serve_test;

namespace {

// A request of each interface.
const std::string asked =
    R"({"model":"m","stream":true,"tools":[{"type":"function","name":"ping","function":{"name":"ping"}}],)"
    R"("messages":[],"input":"go"})";

std::string stream(const std::string& text) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: "
         "{\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":"
         "{\"content\":\"" +
         text + "\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
}

std::mutex log_mutex;
std::string logged;

}  // namespace

TEST_CASE("many clients are served at once, each with its own answer") {
  scripted_upstream upstream([](connection& at, const std::string& request) {
    at.send(answer(request.substr(request.find("\r\n\r\n") + 4)));
  });
  const running_server server(settings_for(upstream.url()));
  std::atomic<int> good{0};
  std::vector<std::thread> clients;
  for (int client = 0; client < 8; ++client)
    clients.emplace_back([&, client] {
      const auto at = server.connect();
      for (int i = 0; i < 20; ++i) {
        const std::string body = std::to_string(client) + " " + std::to_string(i);
        if (at->send(post("/x", body)) && at->message() == answer(body)) ++good;
      }
    });
  for (std::thread& each : clients) each.join();
  CHECK(good == 160);
}

TEST_CASE("an answer may be damaged in any way, and the server goes on") {
  const std::string whole = stream("So: <tool_call>{\\\"name\\\": \\\"ping\\\", \\\"arguments\\\": {}}</tool_call>");
  std::atomic<std::uint32_t> seed{7};
  scripted_upstream upstream([&](connection& at, const std::string&) {
    std::string bytes = whole;
    std::uint32_t random = seed += 7919;
    for (int i = 0; i < 4; ++i) {
      random = random * 1664525U + 1013904223U;
      bytes[(random >> 8U) % bytes.size()] = static_cast<char>(random >> 24U);
    }
    at.send(bytes.substr(0, (random >> 4U) % (bytes.size() * 2)));
  });
  const running_server server(settings_for(upstream.url()));
  for (int round = 0; round < 300; ++round)
    for (const char* const path : {"/v1/chat/completions", "/v1/responses", "/v1/messages"}) {
      const auto client = server.connect();
      CHECK(client->send(post(path, asked, "Connection: close\r\n")));
      CHECK(client->rest().substr(0, 9) == "HTTP/1.1 ");
    }
  const auto client = server.connect();
  CHECK(client->send("GET /toolcall/health HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(client->message().substr(9, 3) == "200");
}

TEST_CASE("requests of clients may be anything, and the server goes on") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(stream("x")); });
  const running_server server(settings_for(upstream.url()));
  std::vector<std::string> bodies = {
      "",
      "{}",
      "[]",
      "null",
      "{\"messages\":1,\"tools\":[1,{},[]]}",
      std::string(100'000, '['),
      "{\"tools\":[{\"name\":1}],\"messages\":[1,[],null]}",
      R"({"input":[1,[],{"type":"message"},{"type":"function_call"},{"role":"user","content":[1]}]})",
      R"({"input":{"a":1},"tools":[{"type":"namespace","tools":1}],"tool_choice":1})",
      R"({"messages":[{"role":"user","content":[{"type":"image"}]}]})",
      R"({"messages":[{"role":"user","content":1},{"role":"system"}],"system":1,"stream":1})",
      R"({"tools":[{"name":"a","input_schema":1}],"tool_choice":[],"messages":{}})",
      R"({"model":1,"tools":{"a":1},"messages":[{"role":"assistant","tool_calls":[1]}]})",
      "\xff\xfe{\"messages\":[]}",
      "{\"messages\":[{\"role\":\"user\",\"content\":\"\xff\"}]}"};
  std::uint32_t random = 3;
  for (int round = 0; round < 200; ++round) {
    std::string body = asked;
    for (int i = 0; i < 2; ++i) {
      random = random * 1664525U + 1013904223U;
      body[(random >> 8U) % body.size()] = static_cast<char>(random >> 24U);
    }
    bodies.push_back(body);
  }
  for (const std::string& body : bodies)
    for (const char* const path : {"/v1/chat/completions", "/v1/responses", "/v1/messages"}) {
      const auto client = server.connect();
      CHECK(client->send(post(path, body, "Connection: close\r\n")));
      CHECK(client->rest().substr(0, 9) == "HTTP/1.1 ");
    }
}

TEST_CASE("text that is held has an end") {
  scripted_upstream upstream([](connection& at, const std::string&) {
    at.send(stream("<tool_call>{\\\"name\\\": \\\"ping\\\", \\\"arguments\\\": {\\\"a\\\": \\\"" +
                   std::string(100'000, 'x') + "\\\"}}</tool_call>"));
  });
  settings how = settings_for(upstream.url());
  how.most.held = 1000;
  how.arguments = "complete";
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send(post("/v1/responses", asked, "Connection: close\r\n")));
  CHECK(client->rest().find("function_call\"") == std::string::npos);
}

TEST_CASE("no key, no query and no body is in the log") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(stream("secret4")); });
  running_server server(settings_for(upstream.url()));
  server.shared().write_log = [](const std::string& line) {
    const std::lock_guard hold(log_mutex);
    logged += line + "\n";
  };
  const auto client = server.connect();
  CHECK(
      client->send(post("/v1/chat/completions?key=secret1", asked.substr(0, asked.size() - 1) + R"(,"user":"secret2"})",
                        "Authorization: Bearer secret3\r\nConnection: close\r\n")));
  client->rest();
  const auto refused = server.connect();
  CHECK(refused->send("GET /?secret5 HTTP/1.1\r\nX-Key : secret6\r\n\r\n"));
  refused->rest();
  const std::lock_guard hold(log_mutex);
  CHECK(logged.find("\"path\":\"/v1/chat/completions\"") != logged.npos);
  CHECK(logged.find("secret") == logged.npos);
}

TEST_CASE("a folder of captures that cannot be written is said in the log, and the client gets its answer") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(stream("x")); });
  settings how = settings_for(upstream.url());
  how.capture = "/dev/null/folder";
  running_server server(how);
  {
    const std::lock_guard hold(log_mutex);
    logged.clear();
  }
  server.shared().write_log = [](const std::string& line) {
    const std::lock_guard hold(log_mutex);
    logged += line + "\n";
  };
  const auto client = server.connect();
  CHECK(client->send(post("/v1/chat/completions", asked, "Connection: close\r\n")));
  CHECK(client->rest().find("data: [DONE]") != std::string::npos);
  server.drain();
  client->close();
  server.wait();
  const std::lock_guard hold(log_mutex);
  CHECK(logged.find("cannot be written to the folder of --capture") != logged.npos);
}

TEST_CASE("clients that go at any byte of a request or an answer leave nothing after") {
  const std::string answer_bytes =
      stream("So: <tool_call>{\\\"name\\\": \\\"ping\\\", \\\"arguments\\\": {}}</tool_call>");
  scripted_upstream upstream([&](connection& at, const std::string&) { at.send(answer_bytes); });
  running_server server(settings_for(upstream.url()));
  const std::string request = post("/v1/messages", asked) + post("/v1/responses", asked) + post("/x", asked);
  for (std::size_t size = 0; size < request.size(); size += 13)
    for (const bool resets : {false, true}) {
      const auto client = server.connect();
      CHECK(client->send(request.substr(0, size)));
      resets ? client->reset() : client->close();
    }
  for (std::size_t size = 1; size < 1500; size += 97) {
    const auto client = server.connect();
    CHECK(client->send(request));
    client->exactly(size);
    client->reset();
  }
  server.drain();
  server.wait();  // until no connection is left
  CHECK(server.shared().connections == 0);
}

}  // namespace hostile_test
