// Responses and Messages, which are made from chat completions: what is asked, and what is answered.

#include "serve/interfaces.hpp"

namespace interfaces_test {

TEST_CASE("responses: a stream has all events of each item, in order, and the whole output at its end") {
  const both peers(stream_of(text));
  const std::vector<event> got = peers.events("/v1/responses", responses_asked);
  CHECK(names_of(got).substr(0, 147) ==
        "response.created response.in_progress response.output_item.added response.reasoning_summary_part.added "
        "response.reasoning_summary_text.delta respon");
  std::vector<std::string> done;
  std::size_t sequence = 0;
  for (const event& each : got) {
    CHECK(each.data["sequence_number"] == sequence++);
    if (each.name == "response.output_item.done") done.push_back(each.data["item"]["type"]);
  }
  CHECK(done == std::vector<std::string>{"reasoning", "message", "function_call"});
  REQUIRE(got.back().name == "response.completed");
  const json& response = got.back().data["response"];
  CHECK(response["status"] == "completed");
  CHECK(response["usage"]["input_tokens_details"]["cached_tokens"] == 4);
  CHECK(response["usage"]["total_tokens"] == 14);
  REQUIRE(response["output"].size() == 3);
  CHECK(response["output"][0]["summary"][0]["text"] == "Hm.");
  CHECK(response["output"][1]["content"][0]["text"] == "So:");
  CHECK(response["output"][2]["name"] == "ping");
  CHECK(response["output"][2]["arguments"] == R"({"n":3})");
  CHECK(peers.seen()["stream_options"]["include_usage"] == true);
  CHECK(peers.seen()["tools"].size() == 1);
  CHECK(peers.upstream.requests().back().find("Authorization: Bearer k\r\n") != std::string::npos);
}

TEST_CASE("responses: a whole answer is what the stream says at its end") {
  const both peers(whole_of(text));
  const json got = peers.body("/v1/responses", responses_asked);
  CHECK(got["object"] == "response");
  CHECK(got["status"] == "completed");
  REQUIRE(got["output"].size() == 3);
  CHECK(got["output"][2]["type"] == "function_call");
  CHECK(got["usage"]["output_tokens"] == 5);
}

TEST_CASE("responses: a conversation becomes messages, what is said and called in a row one of them") {
  const both peers(whole_of("Done."));
  json asked = responses_asked;
  asked["instructions"] = "Be brief.";
  asked["max_output_tokens"] = 7;
  asked["reasoning"] = {{"effort", "low"}};
  asked["tool_choice"] = {{"type", "function"}, {"name", "ping"}};
  asked["input"] =
      json::array({{{"role", "developer"}, {"content", "Rules."}},
                   {{"role", "user"}, {"content", json::array({{{"type", "input_text"}, {"text", "go"}}})}},
                   {{"type", "reasoning"}, {"summary", json::array()}, {"encrypted_content", "Hm."}},
                   {{"type", "message"},
                    {"role", "assistant"},
                    {"content", json::array({{{"type", "output_text"}, {"text", "So:"}}})}},
                   {{"type", "function_call"}, {"call_id", "a"}, {"name", "ping"}, {"arguments", "{}"}},
                   {{"type", "function_call"}, {"call_id", "b"}, {"name", "ping"}, {"arguments", ""}},
                   {{"type", "web_search_call"}},
                   {{"type", "function_call_output"}, {"call_id", "a"}, {"output", "1"}},
                   {{"type", "function_call_output"}, {"call_id", "b"}, {"output", "2"}},
                   {{"role", "developer"}, {"content", "Hurry."}},
                   {{"role", "user"}, {"content", "well?"}}});
  CHECK(peers.body("/v1/responses", asked)["output"][0]["content"][0]["text"] == "Done.");
  const json seen = peers.seen();
  CHECK(seen["max_tokens"] == 7);
  CHECK(seen["reasoning_effort"] == "low");
  CHECK(seen["tool_choice"]["function"]["name"] == "ping");
  const json call_a = {{"id", "a"}, {"type", "function"}, {"function", {{"name", "ping"}, {"arguments", "{}"}}}};
  json call_b = call_a;
  call_b["id"] = "b";
  const json expected = json::array({{{"role", "system"}, {"content", "Be brief.\n\nRules."}},
                                     {{"role", "user"}, {"content", "go"}},
                                     {{"role", "assistant"},
                                      {"content", "So:"},
                                      {"reasoning_content", "Hm."},
                                      {"tool_calls", json::array({call_a, call_b})}},
                                     {{"role", "tool"}, {"tool_call_id", "a"}, {"content", "1"}},
                                     {{"role", "tool"}, {"tool_call_id", "b"}, {"content", "2"}},
                                     {{"role", "user"}, {"content", "Hurry.\n\nwell?"}}});
  CHECK(nlohmann::json(seen["messages"]) == nlohmann::json(expected));
}

TEST_CASE("responses: tools of a namespace and tools that take text keep their names and kinds") {
  json asked = responses_asked;
  asked["tools"] = json::array(
      {{{"type", "namespace"},
        {"name", "files"},
        {"tools", json::array({{{"type", "function"}, {"name", "read"}, {"parameters", schema}}})}},
       {{"type", "custom"}, {"name", "patch"}, {"format", {{"type", "grammar"}, {"definition", "start: x"}}}}});
  const both peers(stream_of(R"(<tool_call>{"name": "files__read", "arguments": {"n": 1}}</tool_call>)"
                             R"(<tool_call>{"name": "patch", "arguments": {"input": "a\nb"}}</tool_call>)"));
  const json output = peers.events("/v1/responses", asked).back().data["response"]["output"];
  REQUIRE(output.size() == 2);
  CHECK(output[0]["name"] == "read");
  CHECK(output[0]["namespace"] == "files");
  CHECK(output[1]["type"] == "custom_tool_call");
  CHECK(output[1]["input"] == "a\nb");
  CHECK(peers.seen()["tools"][1]["function"]["description"].get<std::string>().find("start: x") != std::string::npos);
  json again = asked;
  again["input"] = json::array({output[0], output[1]});
  peers.ask("/v1/responses", again);
  const json calls = peers.seen()["messages"][0]["tool_calls"];
  CHECK(calls[0]["function"]["name"] == "files__read");
  CHECK(calls[1]["function"]["arguments"] == R"({"input":"a\nb"})");
}

TEST_CASE("responses: what is kept between requests is refused, and so is what is no request") {
  const both peers(whole_of(""));
  for (const char* const stored : {"previous_response_id", "conversation"}) {
    json asked = responses_asked;
    asked[stored] = "x";
    CHECK(peers.body("/v1/responses", asked)["error"]["message"].get<std::string>().find(stored) == 0);
  }
  CHECK(peers.ask("/v1/responses", json::array()).substr(9, 3) == "400");
  CHECK(peers.upstream.requests().empty());
}

TEST_CASE("messages: a stream has blocks, each of which ends before the next, and the reason and the counts") {
  const both peers(stream_of(text));
  const std::vector<event> got = peers.events("/v1/messages?beta=true", messages_asked);
  std::string shape, partial;
  for (const event& each : got) {
    CHECK(each.data["type"] == each.name);
    if (each.name == "content_block_start")
      shape += each.data["index"].dump() + each.data["content_block"]["type"].get<std::string>() + "(";
    if (each.name == "content_block_stop") shape += ")" + each.data["index"].dump() + " ";
    if (each.name == "content_block_delta" && each.data["delta"]["type"] == "input_json_delta")
      partial += each.data["delta"]["partial_json"];
  }
  CHECK(shape == "0thinking()0 1text()1 2tool_use()2 ");
  CHECK(partial == R"({"n":3})");
  REQUIRE(got.size() > 4);
  CHECK(got[0].name == "message_start");
  CHECK(got[0].data["message"]["content"].empty());
  const json& end = got[got.size() - 2].data;
  CHECK(end["delta"]["stop_reason"] == "tool_use");
  CHECK(end["usage"]["input_tokens"] == 5);
  CHECK(end["usage"]["cache_read_input_tokens"] == 4);
  CHECK(end["usage"]["output_tokens"] == 5);
  CHECK(got.back().name == "message_stop");
}

TEST_CASE("messages: a whole answer, and reasons why one ends") {
  const json got = both(whole_of(text)).body("/v1/messages", messages_asked);
  REQUIRE(got["content"].size() == 3);
  CHECK(got["content"][2]["input"] == json{{"n", 3}});
  CHECK(got["stop_reason"] == "tool_use");
  CHECK(both(whole_of("a")).body("/v1/messages", messages_asked)["stop_reason"] == "end_turn");
  CHECK(both(whole_of("a", "length")).body("/v1/messages", messages_asked)["stop_reason"] == "max_tokens");
  CHECK(both(stream_of("a", "length")).events("/v1/responses", responses_asked).back().name == "response.incomplete");
}

TEST_CASE("messages: a conversation becomes messages, results before the text beside them") {
  const both peers(whole_of("Done."));
  json asked = messages_asked;
  asked["system"] =
      json::array({{{"type", "text"}, {"text", "x-anthropic-billing-header: cch=1"}},
                   {{"type", "text"}, {"text", "Be brief."}, {"cache_control", {{"type", "ephemeral"}}}}});
  asked["tool_choice"] = {{"type", "any"}, {"disable_parallel_tool_use", true}};
  asked["stop_sequences"] = json::array({"END"});
  asked["messages"] = json::array(
      {{{"role", "user"}, {"content", "go"}},
       {{"role", "assistant"},
        {"content", json::array({{{"type", "thinking"}, {"thinking", "Hm."}, {"signature", "s"}},
                                 {{"type", "text"}, {"text", "So:"}},
                                 {{"type", "tool_use"}, {"id", "a"}, {"name", "ping"}, {"input", {{"n", 1}}}}})}},
       {{"role", "user"},
        {"content", json::array({{{"type", "text"}, {"text", "well?"}},
                                 {{"type", "tool_result"},
                                  {"tool_use_id", "a"},
                                  {"is_error", true},
                                  {"content", json::array({{{"type", "text"}, {"text", "no"}}})}}})}},
       {{"role", "system"}, {"content", "Remember."}}});
  peers.ask("/v1/messages", asked);
  const json seen = peers.seen();
  CHECK(seen["tool_choice"] == "required");
  CHECK(seen["parallel_tool_calls"] == false);
  CHECK(seen["stop"] == json::array({"END"}));
  const json call = {{"id", "a"}, {"type", "function"}, {"function", {{"name", "ping"}, {"arguments", R"({"n":1})"}}}};
  const json expected = json::array(
      {{{"role", "system"}, {"content", "Be brief."}},
       {{"role", "user"}, {"content", "go"}},
       {{"role", "assistant"}, {"content", "So:"}, {"reasoning_content", "Hm."}, {"tool_calls", json::array({call})}},
       {{"role", "tool"}, {"tool_call_id", "a"}, {"content", "Error: no"}},
       {{"role", "user"}, {"content", "well?\n\nRemember."}}});
  CHECK(nlohmann::json(seen["messages"]) == nlohmann::json(expected));
}

}  // namespace interfaces_test
