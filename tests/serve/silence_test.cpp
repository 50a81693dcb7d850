// What a client is told where the answer has less in it than the model began: a stream that has no end, a call that
// cannot be read.

#include <algorithm>
#include <mutex>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace silence_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

const std::string stream_head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

json choice(const char* place, const std::string& text, const json& reason) {
  const json message = {{"role", "assistant"}, {"content", text}};
  return {{"id", "c"}, {"choices", json::array({{{"index", 0}, {place, message}, {"finish_reason", reason}}})}};
}

std::string event(const std::string& text, const json& reason = nullptr) {
  return "data: " + choice("delta", text, reason).dump() + "\n\n";
}

// A request of the interface at this path.
json asking(const std::string& path, bool streamed) {
  json made = {{"model", "m"}, {"stream", streamed}};
  const json said = json::array({{{"role", "user"}, {"content", "go"}}});
  made[path == "/v1/responses" ? "input" : "messages"] = said;
  const json schema = {{"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}};
  json tool = {{"type", "function"}, {"name", "ping"}, {"parameters", schema}};
  if (path == "/v1/messages") tool = {{"name", "ping"}, {"input_schema", schema}};
  if (path == "/v1/chat/completions") tool = {{"type", "function"}, {"function", tool}};
  made["tools"] = json::array({tool});
  return made;
}

std::mutex log_mutex;
std::string logged;  // by the server that was made last

// A server whose upstream answers with these bytes and closes; and its log.
class logged_server {
 public:
  explicit logged_server(std::string bytes, settings how = settings_for(""))
      : upstream_([made = std::move(bytes)](connection& at, const std::string&) { at.send(made); }), server_([&] {
          how.upstream = upstream_.url();
          return how;
        }()) {
    server_.shared().write_log = [](const std::string& line) {
      const std::lock_guard hold(log_mutex);
      logged += line + "\n";
    };
    const std::lock_guard hold(log_mutex);
    logged.clear();
  }
  std::string ask(const std::string& path, bool streamed, const char* more = "Connection: close\r\n") {
    const auto client = server_.connect();
    CHECK(client->send(post(path, asking(path, streamed).dump(), more)));
    return client->rest();
  }
  static std::string log() {
    const std::lock_guard hold(log_mutex);
    return logged;
  }
  std::string metrics() { return server_.shared().counted.text(); }

 private:
  scripted_upstream upstream_;
  running_server server_;
};

const char* const paths[] = {"/v1/chat/completions", "/v1/messages", "/v1/responses"};

}  // namespace

TEST_CASE("a stream that just ends, without a finish reason or [DONE], ends with an error in each interface") {
  for (const std::string& held : {std::string("So: "), std::string("So: <tool_call>\n{\"na"), std::string()})
    for (const std::string path : paths) {
      CAPTURE(held, path);
      logged_server server(stream_head + (held.empty() ? ": wait\n\n" : event(held)));
      const std::string got =
          server.ask(path, true, "");  // so it is closed, although the client asks for no such thing
      CHECK(got.find("has no message that ends with a finish reason") != got.npos);
      CHECK(got.find("[DONE]") == got.npos);
      CHECK(server.log().find("\"level\":\"warning\"") != std::string::npos);
      CHECK(server.log().find("\"error\":\"upstream_cut\"") != std::string::npos);
      CHECK(server.metrics().find("toolcall_upstream_errors_total{reason=\"upstream_cut\"} 1") != std::string::npos);
    }
}

TEST_CASE("wherever a stream breaks off, what a client reads are whole events, and the last is the error") {
  const std::string bytes = event("So: ") + event("<tool_call>\n{\"name\": \"ping\", \"arg");
  for (const std::string path : paths)
    for (std::size_t size = 1; size < bytes.size(); size += 7) {
      CAPTURE(path, size);
      logged_server server(stream_head + bytes.substr(0, size));
      const std::string got = server.ask(path, true);
      const std::string body = unchunked(got.substr(got.find("\r\n\r\n") + 4));
      json last;
      // As clients read it: the lines of an event's data are joined, and an event ends with an empty line.
      for (std::size_t at = 0, end = 0; (end = body.find("\n\n", at)) != body.npos; at = end + 2) {
        std::string data;
        for (std::size_t line = body.find("data: ", at); line < end; line = body.find("data: ", line + 1))
          if (line == at || body[line - 1] == '\n')
            data += body.substr(line + 6, std::min(body.find('\n', line), end) - line - 6) + "\n";
        if (!data.empty()) last = json::parse(data);
      }
      CHECK((last.contains("error") || last["type"] == "response.failed"));
    }
}

TEST_CASE("a stream that says its end has no error, whichever way it says so") {
  for (const std::string& end :
       {event("", "stop"), event("", "stop") + "data: [DONE]\n\n", std::string("data: [DONE]\n\n")}) {
    CAPTURE(end);
    logged_server server(stream_head + event("So: ") + end);
    const std::string got = server.ask("/v1/chat/completions", true);
    CHECK(got.find("\"error\"") == got.npos);
    CHECK(got.find("\"finish_reason\":\"stop\"") != got.npos);
    CHECK(server.log().find("\"level\":\"info\"") != std::string::npos);
  }
}

TEST_CASE("a whole answer that breaks off where its connection ends is a 502 in each interface") {
  const std::string whole = choice("message", "So.", "stop").dump();
  for (const std::string path : paths) {
    CAPTURE(path);
    logged_server server("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" +
                         whole.substr(0, whole.size() / 2));
    CHECK(server.ask(path, false).substr(9, 3) == "502");
  }
}

TEST_CASE("the text of a call that cannot be read is given as text where that is asked for, and the log warns") {
  const std::string call = "<tool_call>ping; now</tool_call>", text = "Ok.\n" + call;
  const std::string shown = json(call).dump();
  for (const std::string path : paths) {
    CAPTURE(path);
    const std::string streamed = stream_head + event(text) + event("", "stop") + "data: [DONE]\n\n";
    settings showing = settings_for("");
    showing.refused = "text";
    logged_server server(streamed, showing);
    CHECK(server.ask(path, true).find(shown.substr(1, shown.size() - 2)) != std::string::npos);
    CHECK(server.log().find("\"level\":\"warning\"") != std::string::npos);
    logged_server whole(answer(choice("message", text, "stop").dump()), showing);
    const std::string got = whole.ask(path, false);
    CHECK(got.find(shown.substr(1, shown.size() - 2)) != got.npos);
    CHECK(got.find("x-toolcall: profile=generic; calls=refused\r\n") != got.npos);
    settings hiding = settings_for("");
    hiding.refused = "hidden";
    logged_server hidden(streamed, hiding);
    CHECK(hidden.ask(path, true).find("ping(n=3)") == std::string::npos);
    CHECK(hidden.log().find("\"level\":\"warning\"") != std::string::npos);
  }
}

TEST_CASE("the head of a whole answer says that a call broke off") {
  for (const std::string path : paths) {
    CAPTURE(path);
    const std::string text = "<tool_call>{\"name\": \"ping\", \"arguments\": {\"n\": ";
    logged_server server(answer(choice("message", text, "stop").dump()));
    CHECK(server.ask(path, false).find("x-toolcall: profile=generic; calls=incomplete\r\n") != std::string::npos);
  }
}

TEST_CASE("a newline after the last call is in no interface a text of its own") {
  const std::string text = "\n<tool_call>{\"name\": \"ping\", \"arguments\": {\"n\": 3}}</tool_call>\n";
  for (const std::string path : paths) {
    CAPTURE(path);
    logged_server streamed(stream_head + event(text + text) + event("\n") + event("", "stop") + "data: [DONE]\n\n");
    const std::string events = streamed.ask(path, true);
    logged_server whole(answer(choice("message", text + text, "stop").dump()));
    for (const std::string& got : {events, whole.ask(path, false)}) {
      CHECK(got.find("ping") != got.npos);
      for (const char* const blank : {"\"content\":\"\\n", "\"text\":\"\\n", "\"delta\":\"\\n"})
        CHECK(got.find(blank) == got.npos);
    }
  }
}

}  // namespace silence_test
