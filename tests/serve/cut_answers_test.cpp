// What breaks an answer off, when a call has broken off by then, and what the line says of it.

#include <string>

#include "serve/broken_calls.hpp"

namespace cut_answers_test {

using namespace toolcall::serve;
using namespace serve_test;
using serve_test::json;

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
       {json_call + given, json_call + given + "}", function + "<parameter=path>\na.py\n</parameter>\n"}) {
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

}  // namespace cut_answers_test
