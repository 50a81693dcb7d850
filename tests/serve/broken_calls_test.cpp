// A call that broke off: no client takes it for one, each is told of it, and docs/serve.md says how.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

using namespace toolcall::serve;
using namespace serve_test;
using json = nlohmann::ordered_json;

namespace {

const char* const paths[] = {"/v1/chat/completions", "/v1/responses", "/v1/messages"};

json asking(const std::string& path, bool streamed) {
  json made = {{"model", "m"}, {"stream", streamed}};
  made[path == "/v1/responses" ? "input" : "messages"] = json::array({{{"role", "user"}, {"content", "go"}}});
  const json schema = {{"type", "object"},
                       {"properties", {{"path", {{"type", "string"}}}, {"text", {{"type", "string"}}}}}};
  json tool = {{"type", "function"}, {"name", "edit"}, {"parameters", schema}};
  if (path == "/v1/messages") tool = {{"name", "edit"}, {"input_schema", schema}};
  if (path == "/v1/chat/completions") tool = {{"type", "function"}, {"function", tool}};
  made["tools"] = json::array({tool});
  return made;
}

std::string chunk(const json& delta, const json& reason = nullptr) {
  return "data: " +
         json{{"id", "c"}, {"choices", json::array({{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}})}}
             .dump() +
         "\n\n";
}

// What an upstream sends, in pieces of three bytes where it is streamed. Without a reason it just closes.
std::string sends(const std::string& text, bool streamed, const char* reason) {
  if (!streamed)
    return answer(json{{"id", "c"},
                       {"object", "chat.completion"},
                       {"choices", json::array({{{"index", 0},
                                                 {"message", {{"role", "assistant"}, {"content", text}}},
                                                 {"finish_reason", reason}}})}}
                      .dump());
  std::string made = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  for (std::size_t at = 0; at < text.size(); at += 3) made += chunk({{"content", text.substr(at, 3)}});
  return reason == nullptr ? made : made + chunk(json::object(), reason) + "data: [DONE]\n\n";
}

std::mutex log_mutex;
std::string logged;

// The body that a client gets.
std::string asked(const std::string& bytes, const std::string& path, bool streamed, settings how = settings_for("")) {
  scripted_upstream upstream([&](connection& at, const std::string&) { at.send(bytes); });
  how.upstream = upstream.url();
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
  CHECK(client->send(post(path, asking(path, streamed).dump(), "Connection: close\r\n")));
  const std::string all = client->rest();
  return all.substr(all.find("\r\n\r\n") + 4);
}

// The events of a body that is streamed, or its one object. A stream that breaks off has no last chunk.
std::vector<json> objects_of(const std::string& body) {
  std::vector<json> made;
  if (body.find("data: ") == body.npos) return {json::parse(body[0] == '{' ? body : unchunked(body))};
  for (std::size_t at = body.find("data: {"); at != body.npos; at = body.find("data: {", at + 1))
    made.push_back(json::parse(body.substr(at + 6, body.find("\n\n", at) - at - 6)));
  return made;
}

// What a client reads of the call and of the end, in any interface.
struct reading {
  std::string text, arguments, end;
  std::size_t calls = 0, ended = 0;  // begun, and marked as complete
  std::size_t pieces = 0;            // of arguments

  explicit reading(const std::vector<json>& objects) {
    for (const json& each : objects) {
      if (each.contains("choices")) chat(each["choices"][0]);
      if (each.contains("type")) streamed(each);
      if (each.contains("output")) response(each);
      if (each.contains("stop_reason")) message(each);
    }
  }
  void chat(const json& choice) {
    const json& part = choice.contains("delta") ? choice["delta"] : choice["message"];
    if (part.contains("content") && part["content"].is_string()) text += part["content"];
    for (const json& call : part.value("tool_calls", json::array())) {
      ++calls;
      ++ended;
      add(call["function"]["arguments"]);
    }
    if (choice["finish_reason"].is_string()) end = "`finish_reason: " + choice["finish_reason"].dump() + "`";
  }
  void streamed(const json& event) {
    const std::string type = event["type"];
    if (type == "response.output_text.delta") text += event["delta"];
    if (type == "response.function_call_arguments.delta") add(event["delta"]);
    if (type == "response.output_item.added" && event["item"]["type"] == "function_call") ++calls;
    if (type == "response.output_item.done" && event["item"]["type"] == "function_call") ++ended;
    if (type == "response.completed" || type == "response.incomplete") ended_as(type, event["response"]);
    if (type == "content_block_start" && event["content_block"]["type"] == "tool_use") {
      ++calls;
      tool_blocks.push_back(event["index"]);
    }
    if (type == "content_block_stop")
      ended += static_cast<std::size_t>(std::count(tool_blocks.begin(), tool_blocks.end(), event["index"]));
    if (type == "message_delta") end = "`stop_reason: " + event["delta"]["stop_reason"].dump() + "`";
    if (type != "content_block_delta") return;
    const json& delta = event["delta"];
    if (delta["type"] == "text_delta") text += delta["text"];
    if (delta["type"] == "input_json_delta") add(delta["partial_json"]);
  }
  void ended_as(const std::string& word, const json& response) {
    end = "`" + word + "`";
    if (!response["incomplete_details"].is_null())
      end += " with the reason `" + response["incomplete_details"]["reason"].get<std::string>() + "`";
  }
  void response(const json& whole) {
    for (const json& item : whole["output"]) part(item, [&] { return item["content"][0]["text"].get<std::string>(); });
    ended_as("status: " + whole["status"].dump(), whole);
  }
  void message(const json& whole) {
    for (const json& block : whole["content"]) part(block, [&] { return block["text"].get<std::string>(); });
    end = "`stop_reason: " + whole["stop_reason"].dump() + "`";
  }

 private:
  void add(const std::string& piece) {
    arguments += piece;
    ++pieces;
  }
  template <typename Text>
  void part(const json& of, const Text& read) {
    const bool is_call = of["type"] == "function_call" || of["type"] == "tool_use";
    if (!is_call) text += read();
    calls += is_call ? 1 : 0;
    ended += is_call ? 1 : 0;
  }
  json tool_blocks = json::array();
};

const std::string half_a_value =
    "So:\n<tool_call>\n<function=edit>\n<parameter=path>\na.py\n</parameter>\n"
    "<parameter=text>\n    # \"sum\" <b>&amp";
const std::string half_a_string =
    "So:\n<tool_call>\n{\"name\": \"edit\", \"arguments\": {\"path\": \"a.py\", \"text\": \"half";
const std::string complete = "<tool_call>{\"name\": \"edit\", \"arguments\": {\"path\": \"b.py\"}}</tool_call>\n";

std::string docs() {
  std::ifstream in(std::string(TOOLCALL_SOURCE_DIR) + "/docs/serve.md", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// How docs/serve.md says it.
std::string row_of(const std::string& path, bool streamed) {
  const std::string names[] = {"chat completions", "Responses", "Messages"};
  std::string row = "| " +
                    names[path == paths[0]   ? 0
                          : path == paths[1] ? 1
                                             : 2] +
                    (streamed ? ", streamed" : ", whole");
  std::string call;
  for (const char* const reason : {"length", "stop"}) {
    const reading got(objects_of(asked(sends(half_a_value, streamed, reason), path, streamed)));
    const bool noted = got.text.find("The call of edit was not made: ") != got.text.npos;
    CHECK(got.ended == 0);
    const std::string says = noted && got.calls == 0    ? "the line"
                             : got.calls == 1 && !noted ? "begun, without an end"
                                                        : "?";
    CHECK((call.empty() || call == says));
    call = says;
    row += " | " + (reason == std::string("length") ? call + " | " : "") + got.end;
  }
  return row + " |";
}

}  // namespace

TEST_CASE("docs/serve.md says what each interface does with a call that broke off") {
  const std::string page = docs();
  for (const char* const path : paths)
    for (const bool streamed : {true, false}) {
      const std::string row = row_of(path, streamed);
      CAPTURE(row);
      CHECK(page.find("\n" + row + "\n") != page.npos);
    }
  const std::string text = reading(objects_of(asked(sends(half_a_value, false, "stop"), paths[0], false))).text;
  CAPTURE(text);
  CHECK(page.find("`" + text.substr(4, text.size() - 5) + "`") != page.npos);
}

TEST_CASE("nothing is closed that the text left open, and no markup of the call is shown") {
  for (const std::string& text : {half_a_value, half_a_string})
    for (const std::string path : paths)
      for (const bool streamed : {true, false})
        for (const char* const reason : {"stop", "length"}) {
          CAPTURE(text, path, streamed, reason);
          const reading got(objects_of(asked(sends(text, streamed, reason), path, streamed)));
          CHECK(got.text.substr(0, 4) == "So:\n");
          for (const char* const mark : {"<function", "<parameter", "tool_call", "\"name\""})
            CHECK(got.text.find(mark) == got.text.npos);
          CHECK(got.arguments.find('}') == got.arguments.npos);
          CHECK((got.arguments.empty() || got.arguments.back() != '"'));
          CHECK_FALSE(json::accept(got.arguments));
          const std::lock_guard hold(log_mutex);
          CHECK(logged.find("\"level\":\"warning\"") != std::string::npos);
          CHECK(logged.find("\"outcome\":\"incomplete\"") != std::string::npos);
        }
}

TEST_CASE("arguments come as the interface can bear it, or as the flag says") {
  const std::string text =
      "<tool_call>{\"name\": \"edit\", \"arguments\": {\"text\": \"one two three four\"}}</tool_call>";
  for (const std::string path : paths)
    for (const std::string word : {"auto", "stream", "complete"}) {
      CAPTURE(path, word);
      settings how = settings_for("");
      how.arguments = word;
      const reading got(objects_of(asked(sends(text, true, "stop"), path, true, how)));
      CHECK(got.arguments == R"({"text":"one two three four"})");
      CHECK((got.pieces == 1) == (word == "complete" || (word == "auto" && path == paths[0])));
    }
}

TEST_CASE("what stands in place of a call that broke off is chosen") {
  for (const std::string path : paths)
    for (const std::string word : {"note", "text", "hidden", "correction"}) {
      CAPTURE(path, word);
      settings how = settings_for("");
      how.refused = word;
      const std::string text = reading(objects_of(asked(sends(half_a_value, false, "stop"), path, false, how))).text;
      CHECK((text.find("The call of edit was not made: ") != text.npos) == (word == "note"));
      CHECK((text.find("<parameter=path>") != text.npos) == (word == "text"));
      CHECK((text == "So:\n") == (word == "hidden"));
      CHECK((text.find("A tool call could not be executed:\n- edit: ") != text.npos) == (word == "correction"));
    }
}

TEST_CASE("a call that is complete is run, and the line tells of the one that broke off after it") {
  for (const std::string path : {paths[0], paths[1], paths[2]})
    for (const bool streamed : {true, false}) {
      CAPTURE(path, streamed);
      settings how = settings_for("");
      how.arguments = "complete";
      const reading got(objects_of(asked(sends(complete + half_a_string, streamed, "stop"), path, streamed, how)));
      CHECK(got.ended == 1);
      CHECK(got.text.find("The call of edit was not made: ") != got.text.npos);
      const char* const ends[] = {"tool_calls", "completed", "tool_use"};
      CHECK(got.end.find(ends[path == paths[0] ? 0 : path == paths[1] ? 1 : 2]) != got.end.npos);
    }
  // One that was begun is in the answer, which is not whole then.
  for (const std::string path : {paths[1], paths[2]}) {
    const reading got(objects_of(asked(sends(complete + half_a_string, true, "stop"), path, true)));
    CHECK(got.calls == 2);
    CHECK(got.ended == 1);
    CHECK(got.end.find(path == paths[1] ? "response.incomplete" : "max_tokens") != got.end.npos);
  }
}

TEST_CASE("a call of the server itself that broke off is told of as well") {
  const json call = {{"index", 0},
                     {"id", "a"},
                     {"type", "function"},
                     {"function", {{"name", "edit"}, {"arguments", "{\"path\":\"a"}}}};
  const std::string bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" +
                            chunk({{"tool_calls", json::array({call})}}) + chunk(json::object(), "tool_calls") +
                            "data: [DONE]\n\n";
  const reading chat(objects_of(asked(bytes, paths[0], true)));
  CHECK(chat.calls == 0);
  CHECK(chat.text.find("The call of edit was not made: ") == 0);
  CHECK(chat.end == "`finish_reason: \"length\"`");
  const reading messages(objects_of(asked(bytes, paths[2], true)));
  CHECK(messages.arguments == "{\"path\":\"a");
  CHECK(messages.ended == 0);
  CHECK(messages.end == "`stop_reason: \"max_tokens\"`");
}

TEST_CASE("nothing that a client takes for an end stands before an error") {
  const std::string thought = "<think>Hm.</think>",
                    call = "<tool_call>\n{\"name\": \"edit\", \"arguments\": {\"path\": \"a";
  for (const std::string& text :
       {std::string("So"), thought + "So", "So: " + call, thought + "So: " + call, call, complete + "So: " + call}) {
    CAPTURE(text);
    const std::string chat = asked(sends(text, true, nullptr), paths[0], true);
    CHECK(chat.find("\"error\"") != chat.npos);
    for (const char* const end : {"\"finish_reason\":\"", "[DONE]", "was not made"}) CHECK(chat.find(end) == chat.npos);
    const std::string messages = asked(sends(text, true, nullptr), paths[2], true);
    CHECK(messages.find("event: error\n") != messages.npos);
    for (const char* const end : {"content_block_stop", "message_delta", "message_stop", "was not made"})
      CHECK(messages.find(end) == messages.npos);
    // Items of Responses end when the next begins; the one that is open does not.
    const std::vector<json> responses = objects_of(asked(sends(text, true, nullptr), paths[1], true));
    REQUIRE(responses.back()["type"] == "response.failed");
    std::size_t added = 0, done = 0;
    for (const json& each : responses) {
      added += each["type"] == "response.output_item.added" ? 1 : 0;
      done += each["type"] == "response.output_item.done" ? 1 : 0;
    }
    CHECK(done + 1 == added);
  }
}

TEST_CASE("whatever broke the text off, no answer with a call that broke off ends as if it were whole") {
  for (const std::string reason : {"abort", "error", "cancelled", "MAX_TOKENS", "content_filter", "no_word_for_it"})
    for (const std::string path : paths)
      for (const bool streamed : {true, false})
        for (const std::string arguments : {"auto", "complete"}) {
          CAPTURE(reason, path, streamed, arguments);
          settings how = settings_for("");
          how.arguments = arguments;
          const reading got(objects_of(asked(sends(half_a_string, streamed, reason.c_str()), path, streamed, how)));
          CHECK(got.ended == 0);
          const bool filtered = reason == "content_filter";
          const std::string word = filtered ? "content_filter" : "max_output_tokens";
          if (path == paths[0]) CHECK(got.end == "`finish_reason: \"" + (filtered ? reason : "length") + "\"`");
          if (path == paths[1])
            CHECK(got.end == "`" + std::string(streamed ? "response.incomplete" : "status: \"incomplete\"") +
                                 "` with the reason `" + word + "`");
          if (path == paths[2])
            CHECK(got.end == "`stop_reason: \"" + std::string(filtered ? "refusal" : "max_tokens") + "\"`");
        }
}

TEST_CASE("a reason that says that the text was broken off is not an end in Responses and Messages") {
  for (const bool streamed : {true, false}) {
    const auto end = [&](const std::string& text, const char* reason, const std::string& path) {
      return reading(objects_of(asked(sends(text, streamed, reason), path, streamed))).end;
    };
    for (const char* const reason : {"abort", "timeout", "error"}) {
      CAPTURE(reason, streamed);
      CHECK(end("So", reason, paths[0]) == "`finish_reason: \"" + std::string(reason) + "\"`");
      CHECK(end("So", reason, paths[1]).find("incomplete") != std::string::npos);
      CHECK(end("So", reason, paths[2]) == "`stop_reason: \"max_tokens\"`");
    }
    CHECK(end("So", "SAFETY", paths[2]) == "`stop_reason: \"refusal\"`");
    // A word that nobody knows says nothing of it, and the call is run.
    CHECK(end("So", "no_word_for_it", paths[2]) == "`stop_reason: \"end_turn\"`");
    CHECK(end(complete, "no_word_for_it", paths[1]).find("completed") != std::string::npos);
    CHECK(end(complete, "no_word_for_it", paths[2]) == "`stop_reason: \"tool_use\"`");
  }
}

TEST_CASE("a call whose arguments never began is not begun, and a line tells of it") {
  const std::string named = "So:\n<tool_call>{\"name\": \"edit\", \"arguments\": ",
                    field = "So:\n<tool_call>\n<function=edit>\n<para";
  for (const std::string& text : {named, field})
    for (const std::string path : paths)
      for (const std::string reason : {"stop", "length", "abort"}) {
        CAPTURE(text, path, reason);
        settings how = settings_for("");
        how.arguments = "stream";
        const std::string body = asked(sends(text, true, reason.c_str()), path, true, how);
        for (const char* const begun : {"tool_calls\":[", "tool_use\",\"id\"", "\"function_call\""})
          CHECK(body.find(begun) == body.npos);
        const reading got(objects_of(body));
        CHECK(got.text.find("So:\nThe call of edit was not made: ") == 0);
        const char* const ends[] = {"length", "max_output_tokens", "max_tokens"};
        CHECK(got.end.find(ends[path == paths[0] ? 0 : path == paths[1] ? 1 : 2]) != got.end.npos);
      }
}

TEST_CASE("a call that is refused is not begun, and its line stands in an answer that ends as it did") {
  const std::string whole = "So:\n<tool_call>{\"name\": \"edit\", \"arguments\": \"a.py\"}</tool_call>";
  for (const std::string path : paths)
    for (const bool streamed : {true, false})
      for (const std::string arguments : {"stream", "complete"}) {
        CAPTURE(path, streamed, arguments);
        settings how = settings_for("");
        how.arguments = arguments;
        const reading got(objects_of(asked(sends(whole, streamed, "stop"), path, streamed, how)));
        CHECK(got.calls == 0);
        CHECK(got.text.find("So:\nThe call of edit was not made: ") == 0);
        CHECK(got.text.find("a.py") == got.text.npos);
        const char* const ends[] = {"\"stop\"", "completed", "end_turn"};
        CHECK(got.end.find(ends[path == paths[0] ? 0 : path == paths[1] ? 1 : 2]) != got.end.npos);
        how.refused = "text";
        CHECK(reading(objects_of(asked(sends(whole, streamed, "stop"), path, streamed, how))).text ==
              "So:\n{\"name\": \"edit\", \"arguments\": \"a.py\"}");
      }
}

TEST_CASE("the line says what cut the call off") {
  struct said {
    const char* reason;
    const char* line;
  };
  for (const said& each :
       {said{"length", "cut off by the length limit, inside /text; write it again shorter, or in several calls."},
        said{"content_filter", "cut off by a content filter, inside /text; write it again."},
        said{"SAFETY", "cut off by a content filter, inside /text; write it again."},
        said{"abort", "cut off with the finish reason \"abort\", inside /text; write it again."},
        said{"cancelled", "cut off with the finish reason \"cancelled\", inside /text; write it again."},
        said{"stop", "/text: the call is incomplete because the text ended inside this field."}})
    for (const bool streamed : {true, false})
      CHECK(reading(objects_of(asked(sends(half_a_value, streamed, each.reason), paths[0], streamed))).text ==
            std::string("So:\nThe call of edit was not made: ") + each.line + "\n");
  const auto own = [](const std::string& arguments, const std::string& reason, const char* refused = "note") {
    const json call = {
        {"index", 0}, {"id", "a"}, {"type", "function"}, {"function", {{"name", "edit"}, {"arguments", arguments}}}};
    settings how = settings_for("");
    how.refused = refused;
    const std::string bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" +
                              chunk({{"tool_calls", json::array({call})}}) + chunk(json::object(), reason) +
                              "data: [DONE]\n\n";
    return reading(objects_of(asked(bytes, paths[0], true, how)));
  };
  const std::string line = "The call of edit was not made: ";
  CHECK(own("{\"path\":\"a", "tool_calls").text == line + "its arguments have no end; write it again.\n");
  CHECK(own("{\"path\":\"a", "error").text == line + "cut off with the finish reason \"error\"; write it again.\n");
  // Its text is what the server sent of it.
  CHECK(own("{\"path\":\"a", "tool_calls", "text").text == "edit {\"path\":\"a\n");
  CHECK(own("{\"path\":\"a", "tool_calls", "hidden").text.empty());
  // A call that was cut off before its arguments began has not none.
  const reading unbegun = own("", "length");
  CHECK(unbegun.calls == 0);
  CHECK(unbegun.text == line + "cut off by the length limit; write it again shorter, or in several calls.\n");
  CHECK(own("", "length", "text").text == "edit\n");
  CHECK(own("", "tool_calls").arguments == "{}");
}

TEST_CASE("docs/serve.md says which calls broke off where the text ends, and what flags change") {
  const std::string json_call = "<tool_call>{\"name\": \"edit\"", given = ", \"arguments\": {\"path\": \"a.py\"",
                    function = "<tool_call>\n<function=edit>\n";
  const auto called = [](const std::string& text, const char* reason) {
    const reading got(objects_of(asked(sends(text, true, reason), paths[0], true)));
    CHECK((got.text.find("The call of edit was not made: ") == 0) == (got.calls == 0));
    return got.calls == 1;
  };
  for (const std::string& text :
       {json_call, json_call + ", ", json_call + ", \"arguments\": ", json_call + ", \"arguments\": {",
        json_call + ", \"arguments\": {\"pa", json_call + ", \"arguments\": {\"path\":", json_call + given + ",",
        json_call + given + ", \"n\": 3", function + "<parameter=path>\na.py"}) {
    CAPTURE(text);
    CHECK_FALSE(called(text, "length"));
    CHECK_FALSE(called(text, "stop"));
  }
  for (const std::string& text :
       {json_call + given, json_call + given + "}", function, function + "<parameter=path>\na.py\n</parameter>\n"}) {
    CAPTURE(text);
    CHECK_FALSE(called(text, "length"));
    CHECK(called(text, "stop"));
  }
  for (const std::string& text :
       {json_call + given + "}}", function + "<parameter=path>\na.py\n</parameter>\n</function>\n"}) {
    CAPTURE(text);
    CHECK(called(text, "length"));
    CHECK(called(text, "stop"));
  }
  settings how = settings_for("");
  how.arguments = "stream";
  for (const char* const reason : {"stop", "length"}) {
    const reading got(objects_of(asked(sends(half_a_string, true, reason), paths[0], true, how)));
    CHECK(got.arguments == "{\"path\":\"a.py\",\"text\":\"half");
    CHECK(got.end == "`finish_reason: \"length\"`");
  }
  const reading whole(objects_of(asked(sends(half_a_string, false, "length"), paths[0], false, how)));
  CHECK(whole.arguments == "{\"path\":\"a.py\",\"text\":\"half");
  CHECK(whole.end == "`finish_reason: \"length\"`");
  CHECK(reading(objects_of(asked(sends(half_a_string, false, "stop"), paths[0], false, how))).calls == 0);
  for (const std::string path : {paths[1], paths[2]})
    CHECK(reading(objects_of(asked(sends(half_a_string, false, "length"), path, false, how))).calls == 0);
  // Without marks.
  for (const std::string path : paths) {
    const std::string end = "\", \"arguments\": {\"path\": \"a";
    const auto bare = [&](const std::string& text) {
      return reading(objects_of(asked(sends(text, true, "stop"), path, true)));
    };
    CHECK(bare("{\"name\": \"edit" + end).text.find("The call of edit was not made: ") == 0);
    CHECK(bare("{\"name\": \"edit" + end).calls == 0);
    CHECK(bare("{\"name\": \"other" + end).text == "{\"name\": \"other" + end);
    CHECK(bare("{\"name\": \"ed").text == "{\"name\": \"ed");
    const char* const ends[] = {"\"stop\"", "completed", "end_turn"};
    CHECK(bare("{\"name\": \"ed").end.find(ends[path == paths[0] ? 0 : path == paths[1] ? 1 : 2]) != std::string::npos);
  }
}

TEST_CASE(
    "a line of a stream that is not JSON ends an answer of Responses and Messages, and none of chat completions") {
  std::string bytes = sends("So " + half_a_string, true, nullptr);
  bytes += "data: oops{\n\n" + chunk({{"content", " on"}}) + chunk(json::object(), "stop") + "data: [DONE]\n\n";
  const std::string chat = unchunked(asked(bytes, paths[0], true)), responses = unchunked(asked(bytes, paths[1], true)),
                    messages = unchunked(asked(bytes, paths[2], true));
  CHECK(chat.find("data: {\"error\":") != chat.npos);
  CHECK(chat.find("tool_calls") == chat.npos);
  CHECK(chat.find(" on\"") > chat.find("data: {\"error\":"));
  CHECK(chat.find("\"finish_reason\":\"length\"") != chat.npos);
  CHECK(responses.find("\"response.failed\"") != responses.npos);
  CHECK(responses.find(" on\"") == responses.npos);
  CHECK(messages.find("event: error") != messages.npos);
  CHECK(messages.find("message_stop") == messages.npos);
}
