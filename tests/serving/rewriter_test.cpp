// Text of a server that holds calls, and what surrounds it.

#include <toolcall/error.hpp>

#include "catch.hpp"
#include "serving/responses.hpp"

namespace rewriter_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a call that leaked into the content becomes a call, and the rest of the content stays") {
  const client_message made = client(contents({"So: ", "<tool", "_call>\n{\"name\": \"get_weather\", \"argu",
                                               "ments\": {\"city\": \"Bern\", \"days\": 2}}\n</tool_call>", " Done"}));
  REQUIRE(made.choices.size() == 1);
  CHECK(made.choices[0].content == "So:  Done");
  CHECK(made.names == hermes_call_made);
  CHECK(made.choices[0].finish == "tool_calls");
  CHECK(client(contents({"Hello, ", "Z\xC3\xBCrich."})).choices[0].content == "Hello, Z\xC3\xBCrich.");
  CHECK(client(contents({"Hello"})).choices[0].finish == "stop");
  CHECK(client(contents({"Hello"}, "\"content_filter\"")).choices[0].finish == "content_filter");
}

TEST_CASE("content that is a list of texts is read, and another list passes") {
  const std::string leaked = R"([{"type":"text","text":"So: <tool_call>\n{\"name\": \"get_weather\", )"
                             R"(\"arguments\": {\"city\": \"Bern\", \"days\": 2}}\n</tool_call>"}])";
  const client_message made =
      client({chunk_of(choice_of("{\"content\":" + leaked + "}")), chunk_of(choice_of("{}", "\"stop\""))});
  CHECK(made.names == hermes_call_made);
  CHECK(made.choices.at(0).content == "So: ");
  const auto whole = [](const std::string& parts) {
    const std::string message = R"({"role":"assistant","content":)" + parts + "}";
    const std::string response =
        R"({"id":"r","choices":[{"index":0,"message":)" + message + R"(,"finish_reason":"stop"}]})";
    return json::parse(rewritten({response}).at(0))["choices"][0];
  };
  CHECK(whole(leaked)["message"]["content"] == "So: ");
  CHECK(whole(leaked)["message"]["tool_calls"][0]["function"]["name"] == "get_weather");
  CHECK(whole(leaked)["finish_reason"] == "tool_calls");
  for (const char* const parts :
       {R"([{"type":"text","text":"Yes."}])", R"([])", R"([{"type":"thinking","thinking":"x"}])"})
    CHECK(whole(parts)["message"]["content"] == json::parse(parts));
  const std::string other = R"([{"type":"thinking","thinking":"x"}])";
  const std::string body = stream_of({chunk_of(choice_of("{\"content\":" + other + "}"))});
  CHECK(rewritten_bytes(body).find(other) != std::string::npos);
}

TEST_CASE("the bytes of a stream may be cut anywhere") {
  const std::string body = stream_of(contents({"So: " + hermes_call}));
  const std::string made = rewritten_bytes(body);
  CHECK(fold(objects_of(made)).names == hermes_call_made);
  CHECK(made.find("\n\ndata: [DONE]\n\n") == made.size() - 16);
  // Other line ends, a byte-order mark, comments, names of events, no [DONE].
  std::string odd = "\xEF\xBB\xBF: hello\r\n\r\nevent: message\r\nid: 4\r\n" + body;
  for (std::size_t at = 0; (at = odd.find("\n\n", at)) != odd.npos; at += 4) odd.replace(at, 2, "\r\n\r\n");
  const std::string odd_made = rewritten_bytes(odd);
  CHECK(odd_made.substr(0, 34) == ": hello\n\nevent: message\nid: 4\ndata");
  CHECK(fold(objects_of(odd_made)).names == hermes_call_made);
  CHECK(objects_of(odd_made) == objects_of(made));
  CHECK(objects_of(rewritten_bytes(stream_of(contents({"So: " + hermes_call}), false))) == objects_of(made));
  std::string cr;
  for (const char c : body) cr += c == '\n' ? '\r' : c;
  CHECK(rewritten_bytes(cr) == made);
}

TEST_CASE("reasoning has the name that the server gives it") {
  const auto delta = [&](const char* name) { return chunk_of(choice_of(json{{name, "Hm."}}.dump())); };
  for (const char* const name : {"reasoning", "reasoning_content"}) {
    const auto out =
        rewritten({delta(name), chunk_of(choice_of(content("Yes."))), chunk_of(choice_of("{}", "\"stop\""))});
    CHECK(out[1].find("{\"" + std::string(name) + "\":\"Hm.\"}") != std::string::npos);
    CHECK(fold(out).choices[0].content == "Yes.");
  }
  const auto both = rewritten({chunk_of(choice_of(R"({"reasoning":"Hm.","reasoning_content":"Hm."})"))});
  CHECK(both[1].find(R"("delta":{"reasoning_content":"Hm.","reasoning":"Hm."})") != std::string::npos);
  CHECK(client(contents({"<think>\nHm.\n</think>\n\nYes."})).choices[0].reasoning == "Hm.");
}

TEST_CASE("reasoning and content of a server keep every byte, blanks too") {
  const client_message made =
      client({chunk_of(choice_of(R"({"reasoning_content":"\n\nHm.\n"})")),
              chunk_of(choice_of(R"({"reasoning_content":"\n "})")), chunk_of(choice_of(content("\n"))),
              chunk_of(choice_of(content("\n Yes.\n"))), chunk_of(choice_of("{}", "\"stop\""))});
  CHECK(made.choices[0].reasoning == "\n\nHm.\n\n ");
  CHECK(made.choices[0].content == "\n\n Yes.\n");
}

TEST_CASE("a call in the reasoning counts where nothing comes after it") {
  const std::string thought = chunk_of(choice_of(json{{"reasoning", "I call. " + hermes_call}}.dump()));
  const std::string end = chunk_of(choice_of("{}", "\"stop\""));
  const client_message alone = client({thought, end});
  CHECK(alone.names == hermes_call_made);
  CHECK(alone.choices[0].reasoning.substr(0, 7) == "I call.");
  CHECK(alone.choices[0].finish == "tool_calls");
  const client_message followed = client({thought, chunk_of(choice_of(content("No."))), end});
  CHECK(followed.names == "");
  CHECK(followed.choices[0].reasoning == "I call. " + hermes_call);
  CHECK(followed.choices[0].content == "No.");
}

TEST_CASE("the prefill begins the content, unless the server has split the reasoning itself") {
  completion_rewriter::settings how = rewriting();
  how.prefill = "<think>";
  const client_message made = fold(rewritten(contents({"Hm.\n</think>\n\nYes."}), how));
  CHECK(made.choices[0].reasoning == "Hm.");
  CHECK(made.choices[0].content == "Yes.");
  lines split = contents({"Yes."});
  split.insert(split.begin() + 1, chunk_of(choice_of(R"({"reasoning":"Hm."})")));
  CHECK(fold(rewritten(split, how)).choices[0].content == "Yes.");
}

TEST_CASE("each choice is read by itself") {
  const client_message made =
      client({chunk_of(choice_of(content("<tool_call>\n{\"name\": \"ping\", "), "null", 0)),
              chunk_of(choice_of(content("<tool_call>\n{\"name\": \"get_weather\", "), "null", 1)),
              chunk_of(choice_of(content("\"arguments\": {\"city\": \"Ulm\"}}\n</tool_call>"), "\"stop\"", 1) + "," +
                       choice_of(content("\"arguments\": {}}\n</tool_call>"), "\"stop\"", 0))});
  REQUIRE(made.choices.size() == 2);
  CHECK(made.names == "ping({}) get_weather({\"city\":\"Ulm\"})");
  CHECK(made.choices[0].calls[0].id != made.choices[1].calls[0].id);
}

TEST_CASE("what the server writes around a message passes: usage, errors, fields that nobody knows") {
  lines objects = contents({"Hi"});
  objects.push_back(chunk_of("", R"(,"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7})"));
  const client_message made = client(objects);
  REQUIRE(made.usage.size() == 1);
  CHECK(made.usage[0]["total_tokens"] == 7);
  const std::string error = R"({"error": {"message": "slow down", "code": 429}})";
  CHECK(rewritten({error}) == lines{error});
  CHECK(rewritten({"not json"}) == lines{"not json"});
  CHECK(rewritten_bytes("event: error\ndata: " + error + "\n\n") == "event: error\ndata: " + error + "\n\n");
  CHECK(rewritten_bytes("<html>502 Bad Gateway</html>\r\n") == "<html>502 Bad Gateway</html>\r\n");
  const auto out = rewritten(
      {chunk_of(R"({"index":0,"delta":{"content":"Hi","annotations":[1]},"finish_reason":null,"token_ids":[5],)"
                R"("logprobs":{"content":[]}})",
                R"(,"system_fingerprint":"fp","timings":{"n":1})")});
  REQUIRE(out.size() >= 3);
  CHECK(json::parse(out[1])["choices"][0]["delta"] == json{{"annotations", {1}}});
  const json last = json::parse(out[2]);
  CHECK(last["timings"] == json{{"n", 1}});
  CHECK(last["system_fingerprint"] == "fp");
  CHECK(last["choices"][0]["token_ids"] == json{5});
  CHECK(!json::parse(out[1]).contains("timings"));
}

TEST_CASE("fields of a chunk whose text is held are not lost") {
  const auto out = rewritten(
      {chunk_of(choice_of(content("x")), ",\"timings\":1"), chunk_of(choice_of(content("<tool")), ",\"timings\":2")});
  REQUIRE(out.size() >= 3);
  CHECK(json::parse(out[2])["timings"] == 2);
  CHECK(json::parse(out[2])["choices"][0]["delta"] == json::object());
}

TEST_CASE("logprobs stay with the text that they are about, and go where it is held or a call") {
  const auto with = [](const std::string& text) {
    return chunk_of(R"({"index":0,"delta":)" + content(text) + R"(,"logprobs":{"content":[1]},"finish_reason":null})");
  };
  const auto has = [](const std::string& chunk) { return chunk.find("logprobs") != chunk.npos; };
  const auto out = rewritten({chunk_of(choice_of(R"({"role":"assistant"})")), with("plain"), with("a <tool_c")});
  REQUIRE(out.size() >= 3);
  CHECK(has(out[1]));
  CHECK(!has(out[2]));
}

TEST_CASE("what clients need and the server leaves out is filled in") {
  const client_message made = client({R"({"choices":[{"delta":{"content":"Hi"}}]})", R"({"choices":[{"delta":{}}]})"});
  CHECK(made.choices[0].content == "Hi");
  CHECK(made.choices[0].finish == "stop");
}

TEST_CASE("a whole completion stays one, with its fields in their order") {
  const std::string whole =
      R"({"id":"c","object":"chat.completion","created":1,"model":"q","choices":[{"index":0,"message":{"role":"assistant",)"
      R"("content":"So: )" +
      json(hermes_call).dump().substr(1, json(hermes_call).dump().size() - 2) +
      R"(","refusal":null},"logprobs":{"content":[1]},"finish_reason":"stop","matched_stop":7}],"usage":{"total_tokens":9}})";
  const std::string expected =
      R"({"id":"c","object":"chat.completion","created":1,"model":"q","choices":[{"index":0,"message":{"role":"assistant",)"
      R"("content":"So: ","refusal":null,"tool_calls":[{"id":"call_rUyMNAmnOSYXxNfnwaIJg5yO","type":"function",)"
      R"("function":{"name":"get_weather","arguments":"{\"city\":\"Bern\",\"days\":2}"}}]},"logprobs":null,)"
      R"("finish_reason":"tool_calls","matched_stop":7}],"usage":{"total_tokens":9}})";
  CHECK(rewritten({whole}) == lines{expected});
  const std::string laid_out = json::parse(whole).dump(2);
  CHECK(json::parse(rewritten_bytes(laid_out)) == json::parse(expected));
  const std::string plain =
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"Hi","reasoning":"Hm"},"finish_reason":"stop"}]})";
  CHECK(rewritten({plain}) == lines{plain});
  const std::string none =
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"stop"}]})";
  CHECK(rewritten({none}) == lines{none});
  CHECK(rewritten({R"({"choices":[{"message":{"role":"assistant","content":"Hi"}}]})"}) ==
        lines{R"({"choices":[{"message":{"role":"assistant","content":"Hi"},"index":0,"finish_reason":"stop"}]})"});
}

namespace {

// What a sink is emitted, in a line.
struct seen {
  static void on_event(void* context, std::string_view response, std::uint64_t choice, const event& e) {
    if (e.type == event_type::call_begin)
      *static_cast<std::string*>(context) +=
          std::string(response) + " " + std::to_string(choice) + " " + std::string(e.name) + "; ";
  }
  static void end(void* context, std::string_view response, std::uint64_t choice, std::string_view reason) {
    *static_cast<std::string*>(context) +=
        std::string(response) + " " + std::to_string(choice) + " ends: " + std::string(reason) + "; ";
  }
  static void other(void* context, std::string_view object) {
    *static_cast<std::string*>(context) += "other " + std::string(object) + "; ";
  }
};

std::string emitted(const lines& objects, completion_rewriter::ending end = completion_rewriter::ending::done) {
  std::string all;
  completion_rewriter::settings how = rewriting();
  how.sink = {seen::on_event, seen::end, seen::other, &all};
  rewritten(objects, how, end);
  return all;
}

}  // namespace

TEST_CASE("a sink is told what is found in which choice of which response, and how it ended") {
  CHECK(emitted({chunk_of(choice_of(content(hermes_call), "\"stop\"", 3))}) ==
        "chatcmpl-1 3 get_weather; chatcmpl-1 3 ends: tool_calls; ");
  CHECK(emitted({chunk_of(choice_of(content("Hi")))}) == "chatcmpl-1 0 ends: stop; ");
  CHECK(emitted({chunk_of(choice_of(content("Hi")))}, completion_rewriter::ending::cut) == "chatcmpl-1 0 ends: ; ");
  CHECK(emitted({R"({"id":"w","choices":[{"message":{"content":"Hi"},"finish_reason":"length"}]})"}) ==
        "w 0 ends: length; ");
  CHECK(emitted({"{\"error\":1}"}) == "other {\"error\":1}; ");
}

TEST_CASE("server-sent events can be given as JSON, an object a line") {
  response_rewriter rewriter(rewriting(), body_framing::automatic, body_framing::json);
  std::string made(rewriter.feed(": x\n\nevent: e\n" + stream_of({R"({"error":1})"})));
  made += rewriter.finish();
  CHECK(made == "{\"error\":1}\n");
}

TEST_CASE("options that are wrong are refused when the rewriter is made") {
  completion_rewriter::settings how = rewriting();
  how.how.policy.without = {"no_such_label"};
  CHECK_THROWS_AS(completion_rewriter(how), setup_error);
}

TEST_CASE("calls in the content and in the reasoning have ids of their own") {
  const client_message made =
      fold(rewritten({chunk_of(choice_of(content(hermes_call))),
                      chunk_of(choice_of(json{{"reasoning_content", "Also " + hermes_call}}.dump(), "\"stop\""))}));
  REQUIRE(made.choices.at(0).calls.size() == 2);
  CHECK(made.choices[0].calls[0].id != made.choices[0].calls[1].id);
}

TEST_CASE("log probabilities stay where all that the server sent was emitted as it came") {
  const auto kept = [](const std::string& delta, std::string_view reason = "null") {
    std::string choice = choice_of(delta, reason);
    choice.insert(choice.size() - 1, R"(,"logprobs":{"content":[1]})");
    std::string all;
    for (const std::string& each : rewritten({chunk_of(choice)})) all += each;
    return all.find("\"logprobs\":{") != std::string::npos;
  };
  CHECK(kept(content("Hi")));
  CHECK(kept(R"({"role":"assistant","content":"Hi"})"));
  CHECK(kept(R"({"reasoning_content":"Hm"})"));
  CHECK(kept(R"({"content":""})", "\"stop\""));
  CHECK(kept(R"({"refusal":"no"})"));
  CHECK_FALSE(kept(content("Hi <tool_")));
  CHECK_FALSE(kept(content(hermes_call)));
}

TEST_CASE("members of a type that nobody expects pass") {
  std::string all;
  for (const std::string& each : rewritten({chunk_of(choice_of(R"({"reasoning":{"effort":1}})"))})) all += each;
  CHECK(all.find(R"("reasoning":{"effort":1})") != all.npos);
  for (const std::string& each : rewritten({chunk_of(choice_of(R"({"reasoning":"A","reasoning_content":"B"})"))}))
    all += each;
  CHECK(all.find(R"("reasoning":"A")") != all.npos);
  CHECK(all.find(R"("reasoning_content":"B")") != all.npos);
  CHECK(
      rewritten({R"({"choices":[{"index":0,"message":{"content":"a","tool_calls":{"x":1}},"finish_reason":"stop"}]})"})
          .at(0)
          .find(R"("tool_calls":{"x":1})") != std::string::npos);
}

TEST_CASE("a chunk with more choices than there is room for passes once") {
  std::string choices;
  for (int i = 0; i < 1100; ++i) choices += (i == 0 ? "" : ",") + choice_of(content("x"), "null", i);
  const std::string chunk = chunk_of(choices);
  CHECK(rewritten({chunk}) == lines{chunk});
}

TEST_CASE("the mark of reasoning that was not opened stays behind a call's marks, wherever the text is cut") {
  const std::string text =
      "Perhaps <|tool_calls_section_begin|><|tool_call_begin|>functions.ping:0<|tool_call_argument_begin|>{}"
      "<|tool_call_end|><|tool_calls_section_end|></think>Hello.";
  const std::string whole = client(contents({text})).choices.at(0).content;
  CHECK(whole == "Perhaps </think>Hello.");
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    INFO(cut);
    CHECK(client(contents({text.substr(0, cut), text.substr(cut)})).choices.at(0).content == whole);
  }
}

}  // namespace rewriter_test
