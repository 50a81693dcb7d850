// What has a limit, in bytes, in number or in time, and what becomes of a request or an answer that passes it.

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <unistd.h>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace limits_test {

using namespace toolcall::serve;
using namespace serve_test;
using std::chrono::milliseconds;

namespace {

const std::string tools = R"("tools":[{"type":"function","function":{"name":"ping"}}])";
const std::string streamed = R"({"model":"m","stream":true,)" + tools + R"(,"messages":[]})";
const std::string whole = R"({"model":"m",)" + tools + R"(,"messages":[]})";
const std::string streamed_response = R"({"model":"m","stream":true,"input":"go"})";
const std::string whole_response = R"({"model":"m","input":"go"})";
const std::string stream_head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
const std::string in_chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

std::string text_event(const std::string& json_text, const char* reason = "null") {
  return R"(data: {"choices":[{"index":0,"delta":{"content":")" + json_text + R"("},"finish_reason":)" + reason +
         "}]}\n\n";
}

std::string ask(const running_server& server, const char* path, const std::string& body) {
  const auto client = server.connect();
  CHECK(client->send(post(path, body, "Connection: close\r\n")));
  return client->rest();
}

// A script that sends this, and nothing more.
scripted_upstream::script sends(std::string bytes) {
  return [made = std::move(bytes)](connection& at, const std::string&) {
    at.send(made);
    at.rest();
  };
}

bool has_series(running_server& server, const std::string& line) {
  return server.shared().counted.text().find(line) != std::string::npos;
}

}  // namespace

TEST_CASE("calls beyond those that are allowed are left out of an answer") {
  const std::string call = R"(<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>)";
  const scripted_upstream upstream(
      sends(stream_head + text_event(call + call + call, "\"stop\"") + "data: [DONE]\n\n"));
  settings how = settings_for(upstream.url());
  how.most.idle_time = milliseconds(100);
  how.most.calls = 2;
  const running_server server(how);
  const std::string got = ask(server, "/v1/chat/completions", streamed);
  CHECK(got.find("\"index\":1,\"id\"") != got.npos);
  CHECK(got.find("\"index\":2,\"id\"") == got.npos);
}

TEST_CASE("an answer that does not go on is ended with an error, and is a 504 where nothing of it was sent") {
  const scripted_upstream begun(sends(stream_head + text_event("Hello ")));
  const scripted_upstream relayed(sends(in_chunks + "3\r\nabc\r\n"));
  const auto limited = [](const scripted_upstream& upstream) {
    settings how = settings_for(upstream.url());
    how.most.idle_time = milliseconds(50);
    return how;
  };
  const running_server server(limited(begun)), relay(limited(relayed));
  const std::string chat = ask(server, "/v1/chat/completions", streamed);
  CHECK(chat.find("Hello ") != chat.npos);
  CHECK(chat.find("upstream_timeout") != chat.npos);
  CHECK(chat.find("\r\n0\r\n\r\n") == chat.npos);
  CHECK(ask(server, "/v1/messages", streamed).find("event: error\n") != std::string::npos);
  CHECK(ask(server, "/v1/responses", streamed_response).find("event: response.failed\n") != std::string::npos);
  for (const char* const path : {"/v1/chat/completions", "/v1/messages"})
    CHECK(ask(server, path, whole).substr(9, 3) == "504");
  CHECK(ask(server, "/v1/responses", whole_response).substr(9, 3) == "504");
  const std::string other = ask(relay, "/x", "");
  CHECK(other.find("abc") != other.npos);
  CHECK(other.find("\r\n0\r\n\r\n") == other.npos);
}

TEST_CASE("an upstream that takes the connection and no more is a 504") {
  const scripted_upstream silent([](connection&, const std::string&) {});
  settings how = settings_for("https://127.0.0.1:" + std::to_string(silent.port()));
  how.insecure = true;  // it never shows a certificate
  how.most.connect_time = milliseconds(50);
  const running_server server(how);
  CHECK(ask(server, "/x", "").substr(9, 3) == "504");
}

TEST_CASE("a body that comes byte by byte is refused") {
  const scripted_upstream upstream([](connection&, const std::string&) {});
  settings how = settings_for(upstream.url());
  how.most.body_time = milliseconds(100);
  running_server server(how);
  const auto client = server.connect();
  CHECK(client->send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"));
  while (!has_series(server, "toolcall_refused_total{reason=\"body_timeout\"} 1") && client->send("x"))
    std::this_thread::sleep_for(milliseconds(1));
  CHECK(has_series(server, "toolcall_refused_total{reason=\"body_timeout\"} 1"));
  CHECK(upstream.requests().empty());
}

TEST_CASE("a compressed request is refused where its body would have to be read, and passes elsewhere") {
  const scripted_upstream upstream([](connection& at, const std::string&) { at.send(answer("{}")); });
  const running_server server(settings_for(upstream.url()));
  const auto status = [&](const char* path, const char* coding) {
    const auto client = server.connect();
    CHECK(client->send(
        post(path, "\x1f\x8b bytes", std::string("Connection: close\r\nContent-Encoding: ") + coding + "\r\n")));
    return client->rest().substr(9, 3);
  };
  for (const char* const path : {"/v1/chat/completions", "/v1/messages", "/v1/responses", "/v1/messages/count_tokens"})
    for (const char* const coding : {"gzip", "br", "zstd", "deflate, gzip"}) {
      CAPTURE(path, coding);
      CHECK(status(path, coding) == "415");
    }
  CHECK(upstream.requests().empty());
  CHECK(status("/v1/embeddings", "gzip") == "200");
  CHECK(upstream.requests().at(0).find("\r\n\r\n\x1f\x8b bytes") != std::string::npos);
}

TEST_CASE("a connection that asks nothing more is closed") {
  const scripted_upstream upstream([](connection& at, const std::string&) { at.send(answer("{}")); });
  settings how = settings_for(upstream.url());
  how.most.keep_alive_time = milliseconds(50);
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(client->rest() == answer("{}"));
}

TEST_CASE("SIGTERM drains, and what is not answered in time is cut off") {
  const scripted_upstream upstream(sends(in_chunks + "3\r\nabc\r\n"));
  settings how = settings_for(upstream.url());
  how.most.drain_time = milliseconds(100);
  running_server server(how, true);
  const auto busy = server.connect(), other = server.connect();
  CHECK(other->send("GET /toolcall/health HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(other->message().substr(9, 3) == "200");  // so the signal is waited for
  CHECK(busy->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  busy->until("abc");
  kill(getpid(), SIGTERM);
  CHECK(other->rest().empty());
  CHECK(busy->rest() == "\r\n");
  CHECK_THROWS(server.connect());
  server.wait();
}

}  // namespace limits_test
