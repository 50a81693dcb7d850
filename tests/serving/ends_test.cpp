// How a response ends: with a reason, with an error, in the middle; and where several follow each other.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace ends_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a stream that was cut off gives what is held, and no finish reason") {
  const auto cut = completion_rewriter::ending::cut;
  const client_message held = fold(rewritten({chunk_of(choice_of(content("a <functio")))}, rewriting(), cut));
  CHECK(held.choices[0].content == "a <functio");
  CHECK(held.choices[0].finish == "");
  const client_message open = fold(rewritten(
      {chunk_of(choice_of(content("<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be")))},
      rewriting(), cut));
  CHECK(open.choices[0].finish == "");
  CHECK(open.names.find("}") == std::string::npos);
  const std::string body = stream_of({chunk_of(choice_of(content("Hello")))}, false);
  const std::string cut_off = rewritten_bytes(body + "data: {\"choices\":[{\"del");
  CHECK(cut_off == rewritten_bytes(body));
  // What is held comes all the same, in an event of its own.
  const std::string waits = stream_of({chunk_of(choice_of(content("a <functio")))}, false);
  for (const char* const half :
       {"data: {\"choices\":[{\"del", "event: x\ndata: {\"a", "data: {\n", "data: not JSON\n", "id: 7\nda"})
    CHECK(fold(objects_of(rewritten_bytes(waits + half))).choices.at(0).content == "a <functio");
  // An event that is whole but for the empty line after it is none that was cut off.
  CHECK(rewritten_bytes(body.substr(0, body.size() - 1)) == rewritten_bytes(body));
}

TEST_CASE("length stays length, and an open call does not count") {
  for (const arguments_as mode : {arguments_as::stream, arguments_as::complete}) {
    const auto out =
        rewritten(contents({"<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be"}, "\"length\""),
                  rewriting(mode));
    const client_message made = fold(out);
    CHECK(made.choices[0].finish == "length");
    CHECK((mode == arguments_as::complete ? made.names == "" : made.names.find('}') == std::string::npos));
  }
}

TEST_CASE("several messages one after the other are several messages") {
  std::string body = stream_of(contents({hermes_call}));
  std::string second = body;
  for (std::size_t at = 0; (at = second.find("chatcmpl-1", at)) != second.npos;) second.replace(at, 10, "chatcmpl-2");
  const std::string made = rewritten_bytes(body + second);
  CHECK(made.find("[DONE]") != made.rfind("[DONE]"));
  const auto objects = objects_of(made);
  const std::size_t half = objects.size() / 2;
  const client_message first = fold({objects.begin(), objects.begin() + static_cast<std::ptrdiff_t>(half)});
  const client_message other = fold({objects.begin() + static_cast<std::ptrdiff_t>(half), objects.end()});
  CHECK(first.names == hermes_call_made);
  CHECK(other.names == hermes_call_made);
  CHECK(first.choices[0].calls[0].id != other.choices[0].calls[0].id);
}

TEST_CASE("an empty finish reason does not count") {
  lines body = contents({hermes_call.substr(0, 20), hermes_call.substr(20)});
  for (std::size_t i = 0; i + 1 < body.size(); ++i)
    body[i].replace(body[i].find("\"finish_reason\":null"), 20, "\"finish_reason\":\"\"");
  const client_message made = fold(rewritten(body));
  CHECK(made.names == hermes_call_made);
  CHECK(made.choices.at(0).finish == "tool_calls");
}

TEST_CASE("after an error there is no clean end") {
  for (const char* const error : {R"({"error":{"message":"out of memory"}})", R"({"object":"error","message":"m"})"}) {
    const std::string head = stream_of({chunk_of(choice_of(content("Hi")))}, false);
    const std::string made = rewritten_bytes(head + "data: " + error + "\n\ndata: [DONE]\n\n");
    CHECK(made.find(error) != made.npos);
    CHECK(made.find("[DONE]") != made.npos);
    CHECK(made.find("\"finish_reason\":\"") == made.npos);
  }
}

TEST_CASE("a chunk with a finish reason alone ends the choice") {
  const std::string ends = R"({"id":"c","choices":[{"index":0,"finish_reason":"length"}]})";
  const client_message made = fold(rewritten({R"({"id":"c","choices":[{"index":0,"delta":{"content":"a"}}]})", ends}));
  CHECK(made.choices.at(0).content == "a");
  CHECK(made.choices.at(0).finish == "length");
}

TEST_CASE("errors that a server writes outside of data are passed on") {
  const std::string head = stream_of({chunk_of(choice_of(content("Hi")))}, false);
  CHECK(rewritten_bytes(head + "error: {\"code\":500}\n\n").find("error: {\"code\":500}\n") != std::string::npos);
  CHECK(rewritten_bytes(head + "{\"error\":\"m\"}\n\n").find("data: {\"error\":\"m\"}\n") != std::string::npos);
}

TEST_CASE("a text that begins like the field of an event passes") {
  for (const char* const text : {"identity provider unavailable", "data too large", "retry later", "events"})
    CHECK(rewritten_bytes(text) == text);
}

TEST_CASE("lines that keep a connection open pass") {
  CHECK(rewritten_bytes("\n\n{\"error\":1}") == "\n\n{\"error\":1}\n");
  CHECK(rewritten_bytes("data:\n\ndata: {\"error\":1}\n\n") == "data: \n\ndata: {\"error\":1}\n\n");
}

TEST_CASE("a call of which a piece was lost is not complete, and what follows is read") {
  const lines pieces = contents({"<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Be", "rn",
                                 "n\", \"days\": 2}}\n</tool_call>\nSo: ", hermes_call});
  for (const char* const broken : {R"({"choices":[{"index":0,"delta":{"content":)", R"({"error":{"message":"no"}})"}) {
    lines sent = pieces;
    sent[1] = broken;
    const client_message made = client(sent);
    INFO(broken);
    REQUIRE(made.choices.size() == 1);
    CHECK(made.choices[0].finish == "length");
    CHECK(made.names.find("Ben") == std::string::npos);
    CHECK(made.choices[0].content.find("n\", \"days\": 2}}") != std::string::npos);
  }
}

}  // namespace ends_test
