// What a client is told of a call that it does not get.

#include <algorithm>

#include "catch.hpp"
#include "serving/responses.hpp"

namespace lost_calls_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string refused = "<tool_call>ping(n=3)</tool_call>";
const std::string call = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";
const std::string half = "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be";
const std::string not_made = "The call of get_weather was not made: ";

completion_rewriter::settings telling(refused_as what, arguments_as mode = arguments_as::automatic) {
  completion_rewriter::settings how = rewriting(mode);
  how.refused = what;
  how.broken_is_length = true;
  return how;
}

client_choice streamed(const std::string& text, const completion_rewriter::settings& how,
                       const std::string& reason = "\"stop\"") {
  const client_message made = fold(rewritten(contents(bytes_of(text), reason), how));
  CHECK(made.wrong.empty());
  const client_choice in_one = fold(rewritten(contents({text}, reason), how)).choices.at(0);
  CHECK(in_one.content == made.choices.at(0).content);
  CHECK(in_one.finish == made.choices[0].finish);
  return made.choices[0];
}

json whole(const json& message, const completion_rewriter::settings& how, const std::string& reason = "stop") {
  const json object = {{"choices", {{{"message", message}, {"finish_reason", reason}}}}};
  return json::parse(rewritten({object.dump()}, how).at(0))["choices"][0];
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a note is a line of its own, and there is one for each call") {
  const completion_rewriter::settings how = telling(refused_as::note);
  const std::string written = "Ok.\n" + refused + "\nWell. " + half, text = streamed(written, how).content;
  CAPTURE(text);
  CHECK(text.find("Ok.\nA call without a name was not made: ") == 0);
  CHECK(text.find(".\n\nWell. \n" + not_made) != text.npos);
  CHECK(text.back() == '\n');
  CHECK(text.find("ping(n=3)") == text.npos);
  CHECK(whole({{"content", written}}, how)["message"]["content"] == text);
}

TEST_CASE("what is told depends on what is asked for, and in no case is it told twice") {
  for (const std::string& text : {half, "Ok.\n" + half}) {
    const std::string before = text.substr(0, text.size() - half.size());
    CHECK(streamed(text, telling(refused_as::hidden)).content == before);
    CHECK(streamed(text, telling(refused_as::text)).content == before + half.substr(11));
    const std::string note = streamed(text, telling(refused_as::note)).content;
    CHECK(note.find(before + not_made) == 0);
    CHECK(lines_of(note) == lines_of(before) + 1);
    const std::string correction = streamed(text, telling(refused_as::correction)).content;
    CHECK(correction.find(before + "A tool call could not be executed:\n- get_weather: ") == 0);
  }
  // A call that was begun is there to be seen.
  const client_choice begun = streamed(half, telling(refused_as::note, arguments_as::stream));
  CHECK(begun.content.empty());
  CHECK(begun.calls.size() == 1);
}

TEST_CASE("an answer of nothing but empty marks is told of, since it would be empty") {
  const std::string empty = "<tool_call></tool_call>", line = "A call without a name was not made: ";
  for (const std::string& before : {std::string(), std::string("<think>Hm.</think>\n")}) {
    CHECK(streamed(before + empty, telling(refused_as::note)).content.find(line) == 0);
    CHECK(streamed(before + empty, telling(refused_as::correction)).content.find(line) == 0);
    CHECK(streamed(before + empty, telling(refused_as::note)).finish == "stop");
    CHECK(streamed(before + empty, telling(refused_as::hidden)).content.empty());
    const json made = whole({{"content", before + empty}}, telling(refused_as::note));
    CHECK(made["message"]["content"].get<std::string>().find(line) == 0);
  }
  // Text, or another call, says enough.
  CHECK(streamed("Ok.\n" + empty, telling(refused_as::note)).content == "Ok.\n");
  CHECK(streamed(empty + call, telling(refused_as::note)).content.empty());
  CHECK(streamed(refused + empty, telling(refused_as::note)).content.rfind(line) == 0);
  CHECK(fold(rewritten(contents({empty}, "null"), telling(refused_as::note), completion_rewriter::ending::cut))
            .choices.at(0)
            .content.empty());
}

TEST_CASE("a call of the server itself is told of where nothing was written of it") {
  const json cut = {{"id", "a"}, {"function", {{"name", "get_weather"}, {"arguments", "{\"city\":\"Be"}}}};
  const json message = {{"content", "Ok."}, {"tool_calls", {cut}}};
  for (const std::string reason : {"stop", "tool_calls", "length"}) {
    const json made = whole(message, telling(refused_as::note), reason);
    CHECK(made["finish_reason"] == "length");
    CHECK_FALSE(made["message"].contains("tool_calls"));
    CHECK(made["message"]["content"].get<std::string>().find(not_made) != std::string::npos);
  }
  CHECK(whole(message, telling(refused_as::note, arguments_as::stream), "length")["message"]["tool_calls"].size() == 1);
  CHECK(whole(message, telling(refused_as::hidden))["message"]["content"] == "Ok.");
}

TEST_CASE("a message whose call broke off does not end as if it were whole, unless another call is to be run") {
  for (const arguments_as mode : {arguments_as::automatic, arguments_as::stream})
    CHECK(streamed(half, telling(refused_as::note, mode)).finish == "length");
  CHECK(streamed(call + half, telling(refused_as::note)).finish == "tool_calls");
  CHECK(streamed(call + half, telling(refused_as::note, arguments_as::stream)).finish == "length");
  CHECK(streamed(call, telling(refused_as::note)).finish == "tool_calls");
  CHECK(streamed(refused, telling(refused_as::note)).finish == "stop");
  CHECK(streamed(half, telling(refused_as::note), "\"content_filter\"").finish == "content_filter");
  CHECK(whole({{"content", half}}, telling(refused_as::note))["finish_reason"] == "length");
  completion_rewriter::settings how = telling(refused_as::note);
  how.broken_is_length = false;
  CHECK(streamed(half, how).finish == "stop");
}

TEST_CASE("where the response itself breaks off, the calls in it are not told of") {
  const std::vector<std::string> cut = {chunk_of(choice_of(content("Ok. " + half)))};
  const client_choice made =
      fold(rewritten(cut, telling(refused_as::note), completion_rewriter::ending::cut)).choices.at(0);
  CHECK(made.content == "Ok. ");
  CHECK(made.finish.empty());
  const std::vector<std::string> erring = {cut[0], R"({"error":{"message":"full"}})"};
  CHECK(fold(rewritten(erring, telling(refused_as::note))).choices.at(0).content == "Ok. ");
  CHECK(fold(rewritten(erring, telling(refused_as::text))).choices.at(0).content == "Ok. " + half.substr(11));
}

}  // namespace lost_calls_test
