// A call that broke off: no client takes it for one, each is told of it, and docs/serve.md says how.

#include "serve/broken_calls.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace broken_calls_test {

using namespace toolcall::serve;
using namespace serve_test;
using serve_test::json;

namespace {

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

TEST_CASE("a call that turns out to be unreadable is told of where it was begun, and takes no other call's place") {
  for (const std::string path : {paths[0], paths[1], paths[2]})
    for (const bool streamed : {true, false})
      for (const bool parallel : {true, false}) {
        CAPTURE(path, streamed, parallel);
        json more = json::object();
        if (!parallel && path != paths[2]) more["parallel_tool_calls"] = false;
        if (!parallel && path == paths[2])
          more["tool_choice"] = {{"type", "auto"}, {"disable_parallel_tool_use", true}};
        const std::string text = "So:\n" + malformed + complete + complete;
        const reading got(objects_of(asked(sends(text, streamed, "stop"), path, streamed, settings_for(""), more)));
        const std::size_t begun = streamed && path != paths[0] ? 1 : 0, made = parallel ? 2 : 1;
        CHECK(got.calls == begun + made);
        CHECK(got.ended == made);
        CHECK(got.text.find("So:\nThe call of edit was not made: ") == 0);
        CHECK(std::count(got.text.begin(), got.text.end(), '\n') == 2);
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

TEST_CASE("text that comes while a call of the server is open comes after it") {
  const auto piece = [](const json& function) {
    json call = {{"index", 0}, {"function", function}};
    if (function.contains("name")) call.update({{"id", "a"}, {"type", "function"}});
    return chunk({{"tool_calls", json::array({call})}});
  };
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", end = "data: [DONE]\n\n";
  const std::string begun = piece({{"name", "edit"}, {"arguments", "{\"path\":\"a"}});
  for (const char* const text : {"\n", "Then:"})
    for (const char* const path : {paths[1], paths[2]}) {
      CAPTURE(text, path);
      const std::string between = begun + chunk({{"content", text}});
      const std::string rest = piece({{"arguments", ".md\"}"}});
      const reading whole(
          objects_of(asked(head + between + rest + chunk(json::object(), "tool_calls") + end, path, true)));
      CHECK(whole.arguments == "{\"path\":\"a.md\"}");
      CHECK(whole.ended == 1);
      const reading cut(objects_of(asked(head + between + chunk(json::object(), "length") + end, path, true)));
      CHECK(cut.arguments == "{\"path\":\"a");
      CHECK(cut.ended == 0);
    }
}

TEST_CASE("nothing that a client takes for an end stands before an error") {
  const std::string thought = "<think>Hm.</think>",
                    call = "<tool_call>\n{\"name\": \"edit\", \"arguments\": {\"path\": \"a";
  for (const std::string& text : {std::string("So"), thought + "So", "So: " + call, thought + call,
                                  thought + "\n\n" + call, thought + "So: " + call, call, complete + "So: " + call}) {
    CAPTURE(text);
    const std::string chat = asked(sends(text, true, nullptr), paths[0], true);
    // By this word opencode asks again.
    CHECK(chat.find("\"type\":\"server_error\"") != chat.npos);
    for (const char* const end : {"\"finish_reason\":\"", "[DONE]", "was not made"}) CHECK(chat.find(end) == chat.npos);
    const std::string messages = asked(sends(text, true, nullptr), paths[2], true);
    CHECK(messages.find("event: error\n") != messages.npos);
    for (const char* const end : {"message_delta", "message_stop", "was not made"})
      CHECK(messages.find(end) == messages.npos);
    // Nor does the block that is open, and what stands before the first call is open until that call is complete.
    const auto times = [&](const char* type) {
      std::size_t count = 0;
      for (const json& each : objects_of(messages)) count += each["type"] == type ? 1 : 0;
      return count;
    };
    CHECK(times("content_block_stop") + 1 == times("content_block_start"));
    // Only thinking that text follows has its end before that.
    const bool has_end = text.find(complete) == 0 || text.find(thought + "So") == 0;
    CHECK((times("content_block_stop") == 0) != has_end);
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

TEST_CASE("an error within a stream is in the log, also where the stream goes on to an end of its own") {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + chunk({{"content", "So"}});
  const std::string end = chunk(json::object(), "stop") + "data: [DONE]\n\n";
  for (const std::string wrong : {"data: {\"error\":{\"message\":\"full\"}}\n\n", "data: {\"cho\n\n"})
    for (const std::string& bytes : {head + wrong + end, head + wrong, head + end + wrong})
      for (const std::string path : paths) {
        CAPTURE(bytes, path);
        asked(bytes, path, true);
        const std::lock_guard hold(log_mutex);
        CHECK(logged.find("\"level\":\"warning\"") != std::string::npos);
        CHECK(logged.find("\"error\":\"upstream_error\"") != std::string::npos);
      }
}

}  // namespace broken_calls_test
