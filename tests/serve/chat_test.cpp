// Chat completions: calls in the text become calls, streamed and not.

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/chat_request.hpp"
#include "serve/peers.hpp"

namespace chat_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

const std::string tools =
    R"("tools":[{"type":"function","function":{"name":"ping","parameters":{"type":"object","properties":{"n":{"type":"integer"}}}}},{"type":"function","function":{"name":"pong"}}])";

std::string asking(const std::string& more = "") {
  return R"({"model":"m",)" + tools + more + R"(,"messages":[{"role":"user","content":"go"}]})";
}

std::string chunk(const std::string& delta, const std::string& reason = "null") {
  return R"({"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":)" +
         delta + R"(,"finish_reason":)" + reason + "}]}";
}

std::string text_chunk(std::string_view text) {
  return chunk(json{{"content", text}}.dump());
}

std::string event(const std::string& data) {
  return "data: " + data + "\n\n";
}

// A stream of this text in pieces, as a server without a parser sends it.
std::string stream_of(std::string_view text, const std::string& reason = "\"stop\"", std::size_t piece = 3) {
  std::string made;
  for (std::size_t at = 0; at < text.size(); at += piece) made += event(text_chunk(text.substr(at, piece)));
  return made + event(chunk("{}", reason)) + "data: [DONE]\n\n";
}

const std::string stream_head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

// What a client puts together from a stream.
struct put_together {
  std::string content, reason, error;
  std::vector<json> calls;
  bool done = false;

  explicit put_together(std::string_view stream) {
    for (std::size_t at = stream.find("data: "); at != stream.npos; at = stream.find("data: ", at + 1)) {
      const std::string_view data = stream.substr(at + 6, stream.find('\n', at) - at - 6);
      if (data == "[DONE]")
        done = true;
      else
        add(json::parse(data));
    }
  }
  void add(const json& object) {
    if (object.contains("error")) error = object["error"]["code"];
    if (!object.contains("choices") || object["choices"].empty()) return;
    const json& choice = object["choices"][0];
    const json& delta = choice["delta"];
    if (delta.contains("content") && delta["content"].is_string()) content += delta["content"];
    for (const json& call : delta.value("tool_calls", json::array())) {
      if (call.contains("id")) calls.push_back({{"name", call["function"]["name"]}, {"arguments", ""}});
      calls.at(call["index"])["arguments"] =
          calls.at(call["index"])["arguments"].get<std::string>() + call["function"]["arguments"].get<std::string>();
    }
    if (choice["finish_reason"].is_string()) reason = choice["finish_reason"];
  }
};

// A server whose answer to each request is these bytes.
struct both {
  explicit both(std::string bytes, settings how = settings_for(""))
      : upstream([made = std::move(bytes)](connection& at, const std::string&) { at.send(made); }), server([&] {
          how.upstream = upstream.url();
          return how;
        }()) {}
  // The whole connection's answer.
  std::string ask(const std::string& body) const {
    const auto client = server.connect();
    CHECK(client->send(post("/v1/chat/completions", body, "Connection: close\r\n")));
    return client->rest();
  }
  put_together stream(const std::string& body) const {
    const std::string all = ask(body);
    return put_together(unchunked(all.substr(all.find("\r\n\r\n") + 4)));
  }
  scripted_upstream upstream;
  running_server server;
};

const std::string called = R"(So: <tool_call>{"name": "ping", "arguments": {"n": "3"}}</tool_call>)";

}  // namespace

TEST_CASE("a call in a stream's text is a call, in one piece or in many") {
  for (const std::size_t piece : {1u, 3u, 1000u}) {
    const both peers(stream_head + stream_of(called, "\"stop\"", piece));
    const put_together got = peers.stream(asking(R"(,"stream":true)"));
    CHECK(got.content == "So: ");
    REQUIRE(got.calls.size() == 1);
    CHECK(got.calls[0] == json{{"name", "ping"}, {"arguments", R"({"n":3})"}});
    CHECK(got.reason == "tool_calls");
    CHECK(got.done);
  }
}

TEST_CASE("a call in a whole answer is a call") {
  const json message = {
      {"id", "c"},
      {"object", "chat.completion"},
      {"choices",
       {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", called}}}, {"finish_reason", "stop"}}}}};
  const both peers(answer(message.dump()));
  const std::string all = peers.ask(asking());
  CHECK(all.find("x-toolcall: profile=generic\r\n") != all.npos);
  const json got = json::parse(unchunked(all.substr(all.find("\r\n\r\n") + 4)));
  CHECK(got["choices"][0]["finish_reason"] == "tool_calls");
  CHECK(got["choices"][0]["message"]["content"] == "So: ");
  CHECK(got["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] == R"({"n":3})");
}

TEST_CASE("a request without tools, and one that is not JSON, pass, and so do their answers") {
  const std::string bytes = stream_of(called);
  const both peers("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(bytes.size()) + "\r\n\r\n" + bytes);
  for (const std::string body : {R"({"model":"m","messages":[]})", R"({"tools":[]})", "{", "[]", ""}) {
    const std::string all = peers.ask(body);
    CHECK(all.substr(all.find("\r\n\r\n") + 4) == bytes);
    const std::string seen = peers.upstream.requests().back();
    CHECK(seen.substr(seen.find("\r\n\r\n") + 4) == body);
  }
}

TEST_CASE("a request with tools reaches a generic server byte for byte, and asks for an answer that can be read") {
  const both peers(answer("{}"));
  const std::string body = asking(R"( , "temperature" : 1.0, "x":[1e5])");
  peers.ask(body);
  const std::string seen = peers.upstream.requests().back();
  CHECK(seen.substr(seen.find("\r\n\r\n") + 4) == body);
  CHECK(seen.find("Accept-Encoding: identity\r\n") != seen.npos);
}

TEST_CASE("a text that was cut off by its length stays so") {
  const both peers(stream_head + stream_of(R"(<tool_call>{"name": "ping", "arguments": {"n": )", "\"length\""));
  const put_together got = peers.stream(asking(R"(,"stream":true)"));
  CHECK(got.reason == "length");
}

TEST_CASE("tool_choice and parallel_tool_calls are kept") {
  const std::string two = called + R"(<tool_call>{"name": "pong", "arguments": {}}</tool_call>)";
  const both peers(stream_head + stream_of(two));
  CHECK(peers.stream(asking(R"(,"stream":true)")).calls.size() == 2);
  const put_together one = peers.stream(asking(R"(,"stream":true,"parallel_tool_calls":false)"));
  REQUIRE(one.calls.size() == 1);
  CHECK(one.calls[0]["name"] == "ping");
  CHECK(one.reason == "tool_calls");
  const put_together none = peers.stream(asking(R"(,"stream":true,"tool_choice":"none")"));
  CHECK(none.calls.empty());
  CHECK(none.content == two);
  const both bare(stream_head + stream_of(R"({"name": "ping", "arguments": {"n": 1}})"));
  CHECK(bare.stream(asking(R"(,"stream":true,"tool_choice":"required")")).calls.size() == 1);
  const both inside(stream_head + stream_of(R"({"n": 1})"));
  const std::string named = R"(,"stream":true,"tool_choice":{"type":"function","function":{"name":"ping"}})";
  CHECK(inside.stream(asking(named)).calls.size() == 1);
  const std::string unknown = R"(,"tool_choice":{"type":"function","function":{"name":"pang"}})";
  CHECK(inside.ask(asking(unknown)).substr(9, 3) == "400");
}

TEST_CASE("streams as servers write them: CRLF, comments, split characters, no [DONE]") {
  std::string crlf = ": hello\r\n\r\n";
  for (const std::string& data : {text_chunk("Zü"), text_chunk(called), chunk("{}", "\"stop\"")})
    crlf += "data:" + data + "\r\n\r\n";
  scripted_upstream upstream([&](connection& at, const std::string&) {
    at.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (const char c : crlf) at.send("1\r\n" + std::string(1, c) + "\r\n");
    at.send("0\r\n\r\n");
  });
  const running_server server(settings_for(upstream.url()));
  const auto client = server.connect();
  CHECK(client->send(post("/v1/chat/completions", asking(R"(,"stream":true)"))));
  client->until("\r\n\r\n");
  const std::string stream = unchunked(client->until("\r\n0\r\n\r\n"));
  CHECK(stream.substr(0, 8) == ": hello\n");
  const put_together got(stream);
  CHECK(got.content == "ZüSo: ");
  CHECK(got.calls.size() == 1);
  CHECK(got.reason == "tool_calls");
}

TEST_CASE("a stream that is cut off or reset, wherever, runs no call that is not whole, and says so") {
  const std::string whole = stream_of(called);
  for (std::size_t size = 0; size < whole.size() - 14; size += 97)
    for (const bool resets : {false, true}) {
      scripted_upstream upstream([&](connection& at, const std::string&) {
        at.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " +
                std::to_string(whole.size()) + "\r\n\r\n" + whole.substr(0, size));
        if (resets) at.reset();
      });
      const running_server server(settings_for(upstream.url()));
      const auto client = server.connect();
      CHECK(client->send(post("/v1/chat/completions", asking(R"(,"stream":true)"))));
      std::string all = client->rest();
      if (resets && all.substr(9, 3) == "502") continue;  // the reset overtook the head
      CHECK(all.find("\r\n0\r\n\r\n") == all.npos);
      if (all.find("data: ") == all.npos) continue;
      CHECK(all.find("upstream_cut") != all.npos);
      CHECK(all.find("[DONE]") == all.npos);
    }
}

TEST_CASE("errors of the upstream pass as they are, before and within the stream") {
  const std::string error = R"({"error":{"message":"no","code":"x"}})";
  const both before("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: " +
                    std::to_string(error.size()) + "\r\n\r\n" + error);
  const std::string all = before.ask(asking());
  CHECK(all.substr(0, 12) == "HTTP/1.1 429");
  CHECK(all.find("Retry-After: 3\r\n") != all.npos);
  CHECK(all.substr(all.find("\r\n\r\n") + 4) == error);
  const both within(stream_head + event(text_chunk("So: <functio")) + event(error));
  const put_together got = within.stream(asking(R"(,"stream":true)"));
  CHECK(got.error == "x");
  CHECK(got.content == "So: <functio");
  const both broken(stream_head + event(text_chunk("So")) + event("{not JSON") + event(text_chunk(" on")) +
                    "data: [DONE]\n\n");
  const put_together rest = broken.stream(asking(R"(,"stream":true)"));
  CHECK(rest.error == "not_json");
  CHECK(rest.content == "So on");
  const both compressed("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nxyz");
  CHECK(compressed.ask(asking()).substr(9, 3) == "502");
  CHECK(compressed.ask(R"({"messages":[]})").substr(9, 3) == "200");
}

TEST_CASE("text that is held is bridged by comments, and the first certain byte goes out at once") {
  std::atomic<bool> go_on{false};
  scripted_upstream upstream([&](connection& at, const std::string&) {
    at.send(stream_head + event(text_chunk("So: ")));
    go_on.wait(false);
    at.send(event(text_chunk("<tool_call>")));
    at.rest();
  });
  settings how = settings_for(upstream.url());
  how.most.keepalive_after = std::chrono::milliseconds(20);
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send(post("/v1/chat/completions", asking(R"(,"stream":true)"))));
  client->until("\"So: \"");
  go_on = true;
  go_on.notify_all();
  client->until(": toolcall\n\n");
  client->until(": toolcall\n\n");
}

TEST_CASE("a server that refuses tools because it has no parser is asked again without it, once and for all") {
  std::atomic<std::size_t> asked{0};
  scripted_upstream upstream([&](connection& at, const std::string& request) {
    if (request.substr(0, 4) == "GET ") return void(at.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
    ++asked;
    const std::string refused =
        R"({"error":{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}})";
    if (request.find(R"("tool_choice":"none")") != request.npos)
      at.send(stream_head + stream_of(called));
    else
      at.send("HTTP/1.1 400 Bad Request\r\nContent-Length: " + std::to_string(refused.size()) + "\r\n\r\n" + refused);
  });
  settings how = settings_for(upstream.url());
  how.profile = "auto";
  const running_server server(how);
  for (const std::size_t requests : {2u, 3u}) {
    const auto client = server.connect();
    CHECK(client->send(post("/v1/chat/completions", asking(R"(,"stream":true)"))));
    const std::string head = client->until("\r\n\r\n");
    CHECK(head.find("x-toolcall: profile=vllm; muted\r\n") != head.npos);
    CHECK(put_together(unchunked(client->until("\r\n0\r\n\r\n"))).calls.size() == 1);
    CHECK(asked == requests);
  }
  CHECK(upstream.requests().back().find(R"("skip_special_tokens":false)") != std::string::npos);
  // Any other refusal is the client's to see.
  scripted_upstream other(
      [](connection& at, const std::string&) { at.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno"); });
  how.upstream = other.url();
  const running_server refused(how);
  const auto client = refused.connect();
  CHECK(client->send(post("/v1/chat/completions", asking())));
  const std::string got = client->message();
  CHECK(got.substr(0, 12) == "HTTP/1.1 400");
  CHECK(got.substr(got.size() - 2) == "no");
}

TEST_CASE("auto finds out what the upstream is, once, and mends the history for it") {
  scripted_upstream upstream([](connection& at, const std::string& request) {
    if (request.substr(0, 21) == "GET /props HTTP/1.1\r\n")
      at.send(answer(R"({"chat_template":"x"})"));
    else if (request.substr(0, 4) == "GET ")
      at.send(answer(R"({"error":"Unexpected endpoint"})"));
    else
      at.send(stream_head + stream_of(called));
  });
  settings how = settings_for(upstream.url());
  how.profile = "auto";
  const running_server server(how);
  std::size_t probes = 0;
  for (int i = 0; i < 2; ++i) {
    const auto client = server.connect();
    CHECK(client->send(post("/v1/chat/completions",
                            "{" + tools + R"(,"messages":[{"role":"assistant","content":"x","reasoning":"y"}]})")));
    CHECK(client->until("\r\n\r\n").find("x-toolcall: profile=llama-server\r\n") != std::string::npos);
    client->until("\r\n0\r\n\r\n");
    const std::string seen = upstream.requests().back();
    CHECK(json::parse(seen.substr(seen.find("\r\n\r\n") + 4))["messages"][0]["reasoning_content"] == "y");
    if (i == 0) probes = upstream.requests().size();
  }
  CHECK(upstream.requests().size() == probes + 1);
}

TEST_CASE("a profile of one's own says what is changed") {
  profile_file known;
  read_profiles(built_in_profiles(), "built in", known);
  read_profiles(R"([profile.mine]
mutes = true
arguments = "object"
muted_forced = "response_format"
always.set = { a = 1, b = { c = [true] } }
muted.set = { tool_choice = "none" }
muted.unset = ["logprobs"])",
                "mine.toml", known);
  const profile_choice choice(known, "mine");
  CHECK(choice.muted());
  auto request =
      *read_request("{" + tools +
                    R"(,"tool_choice":"required","logprobs":true,"messages":[)"
                    R"({"role":"assistant","tool_calls":[{"function":{"name":"ping","arguments":"{\"n\":1}"}},)"
                    R"({"function":{"name":"ping","arguments":"{\"n\":"}},{"function":{"name":"ping"}}]}]})");
  CHECK(adapt(request, read_facts(request), *choice.current(), choice.muted()).changed);
  const json got = json::parse(to_text(request));
  CHECK(got["a"] == 1);
  CHECK(got["b"]["c"][0] == true);
  CHECK(got["tool_choice"] == "none");
  CHECK_FALSE(got.contains("logprobs"));
  const json& calls = got["messages"][0]["tool_calls"];
  CHECK(calls[0]["function"]["arguments"] == json{{"n", 1}});
  CHECK(calls[1]["function"]["arguments"] == json{{"_raw", R"({"n":)"}});
  CHECK(calls[2]["function"]["arguments"] == json::object());
  const json& schema = got["response_format"]["json_schema"]["schema"];
  CHECK(schema["type"] == "array");
  CHECK(schema["items"]["anyOf"][0]["properties"]["name"]["enum"] == json::array({"ping"}));
  CHECK(schema["items"]["anyOf"][0]["required"] == json::array({"name", "arguments"}));
  for (const char* const wrong :
       {"[profile.x]\nno = 1", "[profile.x]\narguments = \"list\"", "profile = 1\n= 2",
        "[profile.x]\nprobes = [{ path = 1 }]", "[profile.x]\nforced = \"grammar\"",
        "[profile.x]\ncount = { path = \"/x\" }", "[profile.x]\ncount = { path = \"x\", member = \"y\" }",
        "[profile]\nx = 1", "[profile.x]\nchat_template = \"/props\"",
        "[profile.x]\ncalls_in_reasoning = \"sometimes\""}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(read_profiles(wrong, "wrong.toml", known), std::runtime_error);
  }
}

TEST_CASE("captured exchanges hold what was asked, what came, and what the model wrote") {
  char folder[] = "/tmp/toolcall_capture_XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  settings how = settings_for("");
  how.capture = folder;
  {
    const both peers(stream_head + stream_of(called), how);
    CHECK(peers.stream(asking(R"(,"stream":true)")).calls.size() == 1);
  }
  std::map<std::string, std::string> files;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(each.path());
    const std::string name = each.path().filename();
    files[name.substr(name.find('.'))] = {std::istreambuf_iterator<char>(in), {}};
    CHECK((each.status().permissions() & std::filesystem::perms::others_read) == std::filesystem::perms::none);
  }
  std::filesystem::remove_all(folder);
  CHECK(files.size() == 4);
  CHECK(files[".request.json"] == asking(R"(,"stream":true)"));
  CHECK(files[".response"] == stream_of(called));
  CHECK(files[".txt"] == called);
  const json record = json::parse(files[".jsonl"]);
  CHECK(record["model"] == "m");
  CHECK(record["tools"].size() == 2);
  CHECK(record["response"]["choices"][0]["message"]["content"] == called);
  CHECK(record["response"]["choices"][0]["finish_reason"] == "stop");
}

}  // namespace chat_test
