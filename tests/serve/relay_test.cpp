// What is not rewritten passes, and both sides learn when the other is gone.

#include <atomic>
#include <string>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace relay_test {

using namespace toolcall::serve;
using namespace serve_test;

namespace {

std::string odd_bytes() {
  std::string made;
  for (int i = 0; i < 100'000; ++i) made += static_cast<char>(i * 7 + i / 256);
  return made;
}

}  // namespace

TEST_CASE("a request and its answer pass byte for byte, whatever the method and the path") {
  const std::string body = odd_bytes();
  scripted_upstream upstream([&](connection& at, const std::string&) {
    at.send("HTTP/1.1 207 Multi-Status it is\r\nX-One: 1\r\nConnection: X-Drop\r\nX-Drop: 1\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body);
  });
  const running_server server(settings_for("http://127.0.0.1:" + std::to_string(upstream.port()) + "/api/v1"));
  const auto client = server.connect();
  for (const char* const method : {"PROPFIND", "DELETE", "POST"}) {
    CHECK(client->send(std::string(method) +
                       " /v1/a%20b?c=d&e HTTP/1.1\r\nHost: me\r\nX-Two: 2\r\nConnection: X-Hop\r\n"
                       "X-Hop: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nContent-Length: " +
                       std::to_string(body.size()) + "\r\n\r\n" + body));
    const std::string head = client->until("\r\n\r\n");
    CHECK(head ==
          "HTTP/1.1 207 Multi-Status it is\r\nX-One: 1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n");
    CHECK(client->exactly(body.size()) == body);
    const std::string seen = upstream.requests().back();
    CHECK(seen.substr(0, seen.find("\r\n\r\n") + 4) ==
          std::string(method) + " /api/v1/a%20b?c=d&e HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(upstream.port()) +
              "\r\nX-Two: 2\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n");
    CHECK(seen.substr(seen.find("\r\n\r\n") + 4) == body);
  }
}

TEST_CASE("bodies in chunks, without a length, and without a body") {
  scripted_upstream upstream([](connection& at, const std::string& request) {
    if (request.find("/chunks") != request.npos)
      at.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: 1\r\n\r\n");
    else if (request.find("/close") != request.npos)
      at.send("HTTP/1.1 200 OK\r\n\r\nabcde");
    else if (request.find("/informational") != request.npos)
      at.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + answer("abcde"));
    else if (request.substr(0, 4) == "HEAD")
      at.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
    else
      at.send("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const running_server server(settings_for(upstream.url()));
  const auto client = server.connect();
  for (const char* const path : {"/chunks", "/close"}) {
    CHECK(client->send("POST " + std::string(path) +
                       " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwxyz\r\n0\r\nA: b\r\n\r\n"));
    client->until("Transfer-Encoding: chunked\r\n\r\n");
    CHECK(unchunked(client->until("0\r\n\r\n")) == "abcde");
    CHECK(upstream.requests().back().find("Content-Length: 4\r\n") != std::string::npos);
    CHECK(upstream.requests().back().find("\r\n\r\nwxyz") != std::string::npos);
  }
  CHECK(client->send("GET /informational HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(client->message() == answer("abcde"));
  CHECK(client->send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(client->until("\r\n\r\n") == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
  CHECK(client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.0\r\n\r\n"));  // and one before it is answered
  CHECK(client->until("\r\n\r\n") == "HTTP/1.1 204 No Content\r\n\r\n");
  CHECK(client->rest() == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
  const auto old = server.connect();
  CHECK(old->send("GET /chunks HTTP/1.0\r\n\r\n"));
  CHECK(old->rest() == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcde");
}

TEST_CASE("a client that expects 100-continue is told to go on") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(answer("{}")); });
  const running_server server(settings_for(upstream.url()));
  const auto client = server.connect();
  CHECK(client->send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
  CHECK(client->until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  CHECK(client->send("hi"));
  CHECK(client->message() == answer("{}"));
  CHECK(upstream.requests().at(0).find("Expect") == std::string::npos);
}

TEST_CASE("an upstream that fails is answered for") {
  scripted_upstream upstream([](connection& at, const std::string& request) {
    if (request.find("/junk") != request.npos) at.send("junk\r\n\r\n");
    if (request.find("/two") != request.npos)
      at.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n");
    if (request.find("/gzip") != request.npos)
      at.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n");
    if (request.find("/switch") != request.npos) at.send("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n");
    if (request.find("/long") != request.npos) at.send("HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'a'));
    if (request.find("/slow") != request.npos) at.rest();
    if (request.find("/reset") != request.npos) at.reset();
  });
  settings how = settings_for(upstream.url());
  how.most.first_byte_time = std::chrono::milliseconds(100);
  const running_server server(how);
  const auto status = [&](const running_server& of, const char* path) {
    const auto client = of.connect();
    CHECK(client->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n"));
    return client->message().substr(9, 3);
  };
  for (const char* const path : {"/junk", "/two", "/gzip", "/switch", "/long", "/reset", "/closed"})
    CHECK(status(server, path) == "502");
  CHECK(status(server, "/slow") == "504");
  CHECK(status(server, "/toolcall/ready") == "503");
  unsigned short closed = 0;
  {
    const scripted_upstream gone([](connection&, const std::string&) {});
    closed = gone.port();
  }
  const running_server alone(settings_for("http://127.0.0.1:" + std::to_string(closed)));
  CHECK(status(alone, "/") == "502");
  CHECK(status(alone, "/toolcall/ready") == "503");
  CHECK(status(alone, "/toolcall/health") == "200");
  CHECK(status(alone, "/toolcall/other") == "404");
}

TEST_CASE("an answer that is cut off is cut off for the client too") {
  scripted_upstream upstream([](connection& at, const std::string& request) {
    if (request.find("/length") != request.npos) at.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    if (request.find("/chunks") != request.npos)
      at.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
  });
  const running_server server(settings_for(upstream.url()));
  for (const char* const path : {"/length", "/chunks"}) {
    const auto client = server.connect();
    CHECK(client->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n"));
    const std::string all = client->rest();
    CHECK(all.find("abc") != all.npos);
    CHECK(all.find("\r\n0\r\n\r\n") == all.npos);
  }
}

TEST_CASE("a client that goes away ends the request of the upstream") {
  // The upstream's connection ends, which is all that it waits for.
  std::atomic<int> ended{0};
  scripted_upstream upstream([&](connection& at, const std::string& request) {
    if (request.find("/stream") != request.npos) {
      at.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    }
    at.rest();
    ended = ended + 1;
    ended.notify_all();
  });
  const running_server server(settings_for(upstream.url()));
  int expected = 0;
  for (const char* const how : {"close", "reset", "half-close"})
    for (const char* const path : {"/before", "/stream"}) {
      const auto client = server.connect();
      CHECK(client->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n"));
      if (std::string(path) == "/stream") client->until("abc");
      while (upstream.requests().size() <= static_cast<std::size_t>(expected)) std::this_thread::yield();
      if (std::string(how) == "close") client->close();
      if (std::string(how) == "reset") client->reset();
      if (std::string(how) == "half-close") client->finish_sending();
      ended.wait(expected++);
    }
  CHECK(ended == 6);
}

TEST_CASE("a client that takes nothing slows the upstream down, and is closed in the end") {
  std::atomic<std::size_t> sent{0};
  std::atomic<bool> ended{false};
  scripted_upstream upstream([&](connection& at, const std::string&) {
    at.send("HTTP/1.1 200 OK\r\n\r\n");
    const std::string piece(1U << 16U, 'x');
    while (sent < (std::size_t{1} << 30U) && at.send(piece)) sent += piece.size();
    ended = true;
    ended.notify_all();
  });
  settings how = settings_for(upstream.url());
  how.most.write_time = std::chrono::milliseconds(300);
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  ended.wait(false);
  CHECK(sent < (std::size_t{64} << 20U));  // what fits in the buffers of four sockets
}

TEST_CASE("there are as many connections as are allowed") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(answer("{}")); });
  settings how = settings_for(upstream.url());
  how.most.connections = 1;
  const running_server server(how);
  const auto first = server.connect();
  CHECK(first->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(first->message() == answer("{}"));
  CHECK(server.connect()->rest().substr(9, 3) == "503");
  CHECK(first->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  CHECK(first->message() == answer("{}"));
}

TEST_CASE("draining answers what was asked, closes what is idle, takes nothing new, and ends") {
  std::atomic<bool> go_on{false};
  scripted_upstream upstream([&](connection& at, const std::string&) {
    go_on.wait(false);
    at.send(answer("{}"));
  });
  running_server server(settings_for(upstream.url()));
  const auto idle = server.connect(), busy = server.connect();
  CHECK(idle->send("GET /toolcall/health HTTP/1.1\r\nHost: a\r\n\r\n"));
  idle->message();
  CHECK(busy->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  while (upstream.requests().empty()) std::this_thread::yield();
  server.drain();
  CHECK(idle->rest().empty());
  CHECK_THROWS(server.connect());
  go_on = true;
  go_on.notify_all();
  CHECK(busy->rest() == answer("{}", "application/json", "Connection: close\r\n"));
  busy->close();
  server.wait();
}

TEST_CASE("metrics count what was done") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(answer("{}")); });
  const running_server server(settings_for(upstream.url()));
  const auto client = server.connect();
  for (const char* const path : {"/v1/models", "/toolcall/ready", "/toolcall/metrics"}) {
    CHECK(client->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n"));
    const std::string got = client->message();
    CHECK(got.substr(9, 3) == "200");
    if (std::string(path) == "/toolcall/metrics") {
      CHECK(got.find("toolcall_requests_total{endpoint=\"other\",status=\"200\"} 2\n") != got.npos);
      CHECK(got.find("toolcall_connections 1\n") != got.npos);
    }
  }
}

}  // namespace relay_test
