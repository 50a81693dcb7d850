// What is refused of a request, by its bytes.

#include <string>
#include <vector>

#include "catch.hpp"
#include "serve/http.hpp"
#include "serve/message_reader.hpp"
#include "serve/peers.hpp"
#include "serve/url.hpp"

namespace refusals_test {

using namespace toolcall::serve;
using namespace serve_test;

namespace {

int status_of(const std::string& head) {
  const auto why = check_request_head(head, limits{});
  return why ? why->status : 0;
}

}  // namespace

TEST_CASE("a request that two readers of HTTP could read in two ways is refused") {
  const std::string line = "POST /v1/x HTTP/1.1\r\n", host = "Host: a\r\n", end = "\r\n";
  CHECK(status_of(line + host + end) == 0);
  CHECK(status_of(line + host + "Content-Length: 5\r\n" + end) == 0);
  CHECK(status_of(line + host + "Transfer-Encoding: chunked\r\n" + end) == 0);
  CHECK(status_of(line + host + "Transfer-Encoding: Chunked\r\n" + end) == 0);
  for (const char* const coding : {"gzip", "gzip, chunked", "chunked, chunked", "identity", "xchunked", "chunked, gzip",
                                   "\"chunked\"", "chunked;q=1", ""})
    CHECK(status_of(line + host + "Transfer-Encoding: " + coding + "\r\n" + end) == 501);
  const std::vector<std::string> refused = {
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      "Content-Length: 5\r\nContent-Length: 5\r\n",
      "Content-Length: 5, 5\r\n",
      "Content-Length: +5\r\n",
      "Content-Length: -5\r\n",
      "Content-Length: 0x5\r\n",
      "Content-Length: \r\n",
      "Content-Length: 99999999999999999999\r\n",
      "Content-Length : 5\r\n",
      "X: a\r\n folded\r\n",
      "X: a\r\n\tfolded\r\n",
      " X: a\r\n",
      "X\r\n",
      ": a\r\n",
      "X y: a\r\n",
      "X: a\rb\r\n",
      std::string("X: a\0b\r\n", 8),
      "X: a\x01\r\n",
      "Host: b\r\n",
      "X\x80: a\r\n",
  };
  for (const std::string& fields : refused) {
    CAPTURE(fields);
    CHECK(status_of(line + host + fields + end) == 400);
  }
  CHECK(status_of("POST /v1/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == 400);
  CHECK(status_of(line + end) == 400);
  CHECK(status_of("GET / HTTP/1.0\r\n\r\n") == 0);
  CHECK(status_of(line + "Host: a/b\r\n" + end) == 400);
  CHECK(status_of(line + "Host: user@a\r\n" + end) == 400);
  CHECK(status_of(line + host + "Expect: 100-Continue\r\n" + end) == 0);
  CHECK(status_of(line + host + "Expect: x\r\n" + end) == 417);
}

TEST_CASE("a target that could leave the upstream is refused") {
  const auto status = [](const std::string& target, const std::string& method = "GET") {
    return status_of(method + " " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
  };
  for (const char* const good : {"/", "/v1/models", "/v1/x?a=../b", "/a.b/..c/d..", "/%41", "/a;b", "/v1/models/a%2Fb"})
    CHECK(status(good) == 0);
  for (const char* const bad : {"/../x",     "/v1/../../x",    "/v1/..",        "/.",
                                "/./x",      "/%2e%2e/x",      "/v1/%2E./x",    "/v1/..%2fx",
                                "/v1/..\\x", "/..%5cx",        "/%252e%252e/x", "/..;/x",
                                "//other/x", "http://other/x", "other",         "*",
                                "",          "/a b",           "/a#b",          "/a\x7f",
                                "/\xc3\xa9"})
    CHECK(status(bad) == 400);
  CHECK(status("*", "OPTIONS") == 0);
  CHECK(status("a:443", "CONNECT") == 501);
  CHECK(status("/", "G ET") == 400);
  CHECK(status("/", "G\x01T") == 400);
  CHECK(status_of("GET / HTTP/2.0\r\nHost: a\r\n\r\n") == 505);
  CHECK(status_of("GET /\r\nHost: a\r\n\r\n") == 400);
  CHECK(status_of("GET  / HTTP/1.1\r\nHost: a\r\n\r\n") == 400);
}

TEST_CASE("a head with too many fields, too long, or with bare newlines is refused, and its connection closed") {
  scripted_upstream upstream([](connection&, const std::string&) {});
  const running_server server(settings_for(upstream.url()));
  const auto status = [&](const std::string& bytes) {
    const auto client = server.connect();
    CHECK(client->send(bytes));
    return client->rest().substr(9, 3);
  };
  std::string many = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (int i = 0; i < 300; ++i) many += "X: y\r\n";
  CHECK(status(many + "\r\n") == "431");
  CHECK(status("GET / HTTP/1.1\r\nX: " + std::string(100'000, 'a')) == "431");
  CHECK(status("GET / HTTP/1.1\nHost: a\n\n") == "400");
  CHECK(status("\x16\x03\x01\n") == "400");
  CHECK(status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") == "400");
  CHECK(status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;" + std::string(50'000, 'a')) ==
        "400");
  CHECK(status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n") == "400");
  CHECK(status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999\r\n\r\n") == "413");
  CHECK(status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n") == "413");
  CHECK(upstream.requests().empty());
}

TEST_CASE("a request that does not come to its end is refused") {
  scripted_upstream upstream([](connection&, const std::string&) {});
  settings how = settings_for(upstream.url());
  how.most.head_time = how.most.body_time = std::chrono::milliseconds(50);
  const running_server server(how);
  for (const char* const begun : {"GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe"}) {
    const auto client = server.connect();
    CHECK(client->send(begun));
    CHECK(client->rest().substr(9, 3) == "408");
  }
  CHECK(server.connect()->rest().empty());  // nothing was asked, so nothing is answered
  // A head that goes on, but slowly, is not waited for any longer.
  const auto slow = server.connect();
  while (slow->send("G")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(upstream.requests().empty());
}

TEST_CASE("keys are asked for, and not passed on") {
  scripted_upstream upstream([](connection& at, const std::string&) { at.send(answer("{}")); });
  running_server server([&] {
    settings how = settings_for(upstream.url());
    return how;
  }());
  server.shared().client_keys = {"one", "two"};
  server.shared().upstream_key = "theirs";
  const auto status = [&](const std::string& fields, const std::string& path = "/v1/models") {
    const auto client = server.connect();
    CHECK(client->send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + fields + "\r\n"));
    return client->rest().substr(9, 3);
  };
  CHECK(status("") == "401");
  CHECK(status("Authorization: Bearer three\r\n") == "401");
  CHECK(status("Authorization: Bearer on\r\n") == "401");
  CHECK(status("Authorization: one\r\n") == "401");
  CHECK(status("x-api-key: onetwo\r\n") == "401");
  CHECK(status("", "/toolcall/metrics") == "401");
  CHECK(status("", "/toolcall/health") == "200");
  CHECK(status("Authorization: bearer two\r\n") == "200");
  CHECK(status("x-api-key: one\r\n") == "200");
  REQUIRE(upstream.requests().size() == 2);
  for (const std::string& request : upstream.requests()) {
    CHECK(request.find("Authorization: Bearer theirs\r\n") != request.npos);
    CHECK(request.find("one") == request.npos);
    CHECK(request.find("two") == request.npos);
  }
}

TEST_CASE("the reader of messages gives the same however the bytes are cut, and survives any bytes") {
  const std::string bytes =
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nT: "
      "r\r\n\r\nnext";
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    message_reader reader(http_message::request, 1000, 1000);
    std::string in, body;
    for (std::size_t at = 0; at < bytes.size() && !reader.done(); at += size) {
      in += bytes.substr(at, size);
      REQUIRE_FALSE(reader.feed(in, body));
    }
    CHECK(reader.done());
    CHECK(body == "hello world");
    CHECK(reader.request().fields.get("T").empty());
  }
  std::uint32_t seed = 1;
  for (int round = 0; round < 20'000; ++round) {
    std::string in = bytes, body;
    for (int i = 0; i < 3; ++i) {
      seed = seed * 1664525U + 1013904223U;
      in[(seed >> 8U) % in.size()] = static_cast<char>(seed >> 24U);
    }
    message_reader reader(http_message::request, 1000, 1000);
    reader.feed(in, body);
    CHECK(body.size() <= bytes.size());
    check_request_head(in, limits{});
  }
}

TEST_CASE("URLs of upstreams are read with and without /v1") {
  const auto read = [](const char* text) {
    const auto url = read_upstream_url(text);
    return url ? std::string(url->secure ? "https " : "http ") + url->authority() + " " + url->port + " " + url->prefix
               : "none";
  };
  CHECK(read("http://127.0.0.1:8000") == "http 127.0.0.1:8000 8000 ");
  CHECK(read("http://127.0.0.1:8000/v1/") == "http 127.0.0.1:8000 8000 ");
  CHECK(read("https://host/api/v1") == "https host 443 /api");
  CHECK(read("HTTP://[::1]:80/x/") == "http [::1] 80 /x");
  for (const char* const bad :
       {"", "host:80", "ftp://a", "http://", "http://a:b", "http://a:", "http://a/?q", "http://u@a", "http://a\r\nX: y",
        "http://[::1", "http://a:65536", "http://[::1]:73616", "http://a:80x"})
    CHECK(read(bad) == "none");
  CHECK(read("http://a:65535") == "http a:65535 65535 ");
}

TEST_CASE("a port is at most 65535") {
  CHECK(read_listen_address("127.0.0.1:65535")->port == 65535);
  CHECK(read_listen_address("[::1]:0")->port == 0);
  for (const char* const bad : {"127.0.0.1:65536", "127.0.0.1:73617", "[::1]:99999999999", "127.0.0.1:", "127.0.0.1"})
    CHECK_FALSE(read_listen_address(bad));
  settings how;
  how.upstream = "http://127.0.0.1:73616/v1";
  try {
    const server_state made(how);
    CHECK(false);
  } catch (const std::runtime_error& why) {
    CHECK(std::string(why.what()) ==
          "--upstream \"http://127.0.0.1:73616/v1\" is not a URL such as "
          "http://127.0.0.1:8000/v1, with a port of at most 65535");
  }
}

}  // namespace refusals_test
