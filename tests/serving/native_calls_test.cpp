// Calls that the server read itself, in the shapes in which servers send them.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace native_calls_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

using lines = std::vector<std::string>;

// Chunks with these entries of tool_calls, one in each.
lines calls(const lines& entries, std::string_view reason = "\"tool_calls\"") {
  lines all = {chunk_of(choice_of(R"({"role":"assistant","content":null})"))};
  for (const std::string& each : entries) all.push_back(chunk_of(choice_of("{\"tool_calls\":[" + each + "]}")));
  all.push_back(chunk_of(choice_of("{}", reason)));
  return all;
}

std::string names(const lines& entries) {
  const client_message made = client(calls(entries));
  CHECK(made.choices.at(0).finish == "tool_calls");
  return made.names;
}

const std::string bern = "get_weather({\"city\":\"Bern\"})", ping = "ping({})";
const std::string call = "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"}}\n</tool_call>";

}  // namespace

TEST_CASE("calls as OpenAI streams them pass as they are") {
  const lines entries = {
      R"({"index":0,"id":"call_a","type":"function","function":{"name":"get_weather","arguments":""}})",
      R"({"index":0,"function":{"arguments":"{\"city\":"}})", R"({"index":0,"function":{"arguments":"\"Bern\"}"}})",
      R"({"index":1,"id":"call_b","type":"function","function":{"name":"ping","arguments":"{}"}})"};
  CHECK(names(entries) == bern + " " + ping);
  const client_message made = client(calls(entries, "\"stop\""));
  CHECK(made.choices[0].calls[0].id == "call_a");
  CHECK(made.choices[0].calls[1].id == "call_b");
  CHECK(made.choices[0].finish == "tool_calls");
  const std::string body = stream_of(calls(entries));
  CHECK(fold(objects_of(rewritten_bytes(body))).names == bern + " " + ping);
}

TEST_CASE("an index that is missing, sparse, or the same for all is made dense") {
  CHECK(names({R"({"id":"a","function":{"name":"get_weather","arguments":"{\"city\":"}})",
               R"({"function":{"arguments":"\"Bern\"}"}})",
               R"({"id":"b","function":{"name":"ping","arguments":"{}"}})"}) == bern + " " + ping);
  CHECK(names({R"({"index":1,"id":"a","function":{"name":"ping","arguments":"{}"}})",
               R"({"index":7,"id":"b","function":{"name":"ping","arguments":"{}"}})"}) == ping + " " + ping);
  CHECK(names({R"({"index":0,"id":"a","function":{"name":"ping","arguments":"{}"}})",
               R"({"index":0,"id":"b","function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}})"}) ==
        ping + " " + bern);
  CHECK(names({R"({"index":0,"function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}})",
               R"({"index":0,"function":{"name":"get_weather","arguments":"{\"city\":\"Ulm\"}"}})"}) ==
        bern + " get_weather({\"city\":\"Ulm\"})");
}

TEST_CASE("interleaved calls keep their own arguments") {
  CHECK(names({R"({"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\":"}})",
               R"({"index":1,"id":"b","function":{"name":"ping","arguments":""}})",
               R"({"index":0,"function":{"arguments":"\"Bern\"}"}})",
               R"({"index":1,"function":{"arguments":"{}"}})"}) == bern + " " + ping);
}

TEST_CASE("an id that is missing, empty or another call's is made") {
  const auto ids = [](const lines& entries) {
    lines all;
    const client_message made = client(calls(entries));
    for (const auto& each : made.choices.at(0).calls) all.push_back(each.id);
    return all;
  };
  const lines none = ids({R"({"index":0,"function":{"name":"ping","arguments":"{}"}})",
                          R"({"index":1,"id":"","function":{"name":"ping","arguments":"{}"}})",
                          R"({"index":2,"id":null,"function":{"name":"ping","arguments":"{}"}})"});
  REQUIRE(none.size() == 3);
  for (const std::string& id : none) CHECK(id.substr(0, 5) == "call_");
  const lines same = ids({R"({"index":0,"id":"x","function":{"name":"ping","arguments":"{}"}})",
                          R"({"index":1,"id":"x","function":{"name":"ping","arguments":"{}"}})"});
  REQUIRE(same.size() == 2);
  CHECK(same[0] == "x");
  CHECK(same[1] != "x");
}

TEST_CASE("a name is whole and written once, also where the server repeats it, splits it, or sends it late") {
  CHECK(names({R"({"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\":"}})",
               R"({"index":0,"id":"a","type":"function","function":{"name":"get_weather","arguments":"\"Bern\"}"}})",
               R"({"index":0,"id":"a","type":"function","function":{"name":"get_weather","arguments":""}})"}) == bern);
  CHECK(names({R"({"index":0,"id":"a","function":{"name":"get_wea"}})",
               R"({"index":0,"function":{"name":"ther","arguments":"{\"city\":\"Bern\"}"}})"}) == bern);
  CHECK(names({R"({"index":0,"id":"a","type":"function","function":{}})",
               R"({"index":0,"function":{"name":"get_weather"}})",
               R"({"index":0,"function":{"name":null,"arguments":"{\"city\":\"Bern\"}"}})"}) == bern);
  CHECK(names({R"({"index":0,"function":{"name":"get_weather","arguments":"{\"city\":"}})",
               R"({"index":0,"function":{"name":"","arguments":"\"Bern\"}"}})"}) == bern);
}

TEST_CASE("arguments are one string of JSON, also where the server sends an object, nothing, or {} first") {
  CHECK(names({R"({"index":0,"function":{"name":"get_weather","arguments":{"city": "Bern"}}})",
               R"({"index":1,"function":{"name":"ping","arguments":{}}})"}) == bern + " " + ping);
  CHECK(names({R"({"index":0,"function":{"name":"ping","arguments":""}})", R"({"index":1,"function":{"name":"ping"}})",
               R"({"index":2,"function":{"name":"ping","arguments":null}})"}) == ping + " " + ping + " " + ping);
  CHECK(names({R"({"index":0,"id":"a","function":{"name":"get_weather","arguments":"{}"}})",
               R"({"index":0,"function":{"arguments":"{\"city\":\"Bern\"}"}})"}) == bern);
}

TEST_CASE("what else stands in a call passes") {
  const lines signed_call =
      calls({R"({"index":0,"id":"a","type":"function","extra_content":{"google":{"thought_signature":"s"}},)"
             R"("function":{"name":"ping","arguments":"{}"}})"});
  for (const arguments_as mode : {arguments_as::stream, arguments_as::complete}) {
    const client_message made = fold(rewritten(signed_call, rewriting(mode)));
    CHECK(made.names == ping);
    CHECK(made.choices[0].calls[0].rest == json{{"extra_content", {{"google", {{"thought_signature", "s"}}}}}});
  }
}

TEST_CASE("a call that was cut off by the length stays open, and is not written where calls are written whole") {
  const lines cut =
      calls({R"({"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"ci"}})"}, "\"length\"");
  const client_message streamed = fold(rewritten(cut));
  CHECK(streamed.names == "get_weather({\"ci)");
  CHECK(streamed.choices[0].finish == "length");
  CHECK(fold(rewritten(cut, rewriting(arguments_as::complete))).names == "");
}

TEST_CASE("a call without a name does not count") {
  CHECK(client(calls({R"({"index":0,"id":"a","function":{"arguments":"{}"}})"}, "\"stop\"")).names == "");
}

TEST_CASE("calls of the server win over the text") {
  // Beside them the text passes as it is.
  lines both = calls({R"({"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}})"});
  both.insert(both.end() - 1, chunk_of(choice_of(content(call))));
  CHECK(client(both).names == bern);
  CHECK(client(both).choices[0].content == call);
  // What is held of the text when they come is text.
  lines held = both;
  held.erase(held.end() - 2);
  held.insert(held.begin() + 1, chunk_of(choice_of(content("Hm <functio"))));
  CHECK(client(held).names == bern);
  CHECK(client(held).choices[0].content == "Hm <functio");
  // What was emitted before they came cannot be taken back: then the server's is not told again, or the tool would run
  // twice.
  lines after = both;
  after.erase(after.end() - 2);
  after.insert(after.begin() + 1, chunk_of(choice_of(content(call))));
  CHECK(client(after).names == bern);
  after.insert(
      after.end() - 1,
      chunk_of(choice_of(R"({"tool_calls":[{"index":1,"id":"b","function":{"name":"ping","arguments":"{}"}}]})")));
  CHECK(client(after).names == bern + " " + ping);
}

TEST_CASE("marks that are held when calls of the server come are read, not written") {
  const lines native =
      calls({R"({"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}})"});
  const auto with = [&](const std::string& text) {
    lines all = native;
    all.insert(all.begin() + 1, chunk_of(choice_of(content(text))));
    return client(all);
  };
  const client_message thought = with("<think>hm</think>\n\n");
  CHECK(thought.names == bern);
  CHECK(thought.choices[0].content == "");
  CHECK(thought.choices[0].reasoning == "hm");
  CHECK(with("Hi<|im_end|>").choices[0].content == "Hi");
}

TEST_CASE("each entry of a whole answer is a call of its own, whatever its id and its index") {
  const auto whole = [](const std::string& entries) {
    const std::string made = rewritten({R"({"id":"x","object":"chat.completion","choices":[{"index":0,"message":
      {"role":"assistant","content":null,"tool_calls":[)" +
                                        entries + R"(]},"finish_reason":"tool_calls"}]})"})
                                 .at(0);
    return json::parse(made)["choices"][0];
  };
  const auto named = [](const json& choice) {
    std::string all;
    for (const json& each : choice["message"].value("tool_calls", json::array()))
      all += (all.empty() ? "" : " ") + std::string(each["function"]["name"]) + "(" +
             std::string(each["function"]["arguments"]) + ")";
    return all;
  };
  const std::string weather = R"({"id":"x","function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}})";
  CHECK(named(whole(R"({"id":"x","function":{"name":"ping","arguments":"null"}},)" + weather)) == ping + " " + bern);
  CHECK(named(whole(weather + R"(,{"id":"x","index":0,"function":{"name":"ping","arguments":""}})")) ==
        bern + " " + ping);
  const json twice = whole(weather + "," + weather)["message"]["tool_calls"];
  CHECK(twice.size() == 2);
  CHECK(twice[0]["id"] != twice[1]["id"]);
  CHECK(named(whole(R"({"id":"x","function":{"name":"ping","arguments":"{\"a"}},)" + weather)) ==
        R"(ping({"a) )" + bern);
}

TEST_CASE("a call without a name is reported in a whole answer, and an empty entry is nothing") {
  const auto noted = [](const std::string& entry) {
    completion_rewriter::settings how = rewriting();
    how.refused = refused_as::note;
    const std::string made = rewritten({R"({"id":"x","object":"chat.completion","choices":[{"index":0,"message":
      {"role":"assistant","content":"Hm.","tool_calls":[)" +
                                        entry + R"(]},"finish_reason":"tool_calls"}]})"},
                                       how)
                                 .at(0);
    return json::parse(made)["choices"][0]["message"]["content"].get<std::string>();
  };
  CHECK(noted(R"({"id":"a","function":{"arguments":"{\"city\":\"Bern\"}"}})").find("without a name") !=
        std::string::npos);
  CHECK(noted(R"({"function":{"name":"","arguments":""}})") == "Hm.");
}

TEST_CASE("the one call of the older interface is a call like any other") {
  const auto read = [](const lines& deltas) {
    lines all = {chunk_of(choice_of(R"({"role":"assistant","content":null})"))};
    for (const std::string& each : deltas) all.push_back(chunk_of(choice_of(R"({"function_call":)" + each + "}")));
    all.push_back(chunk_of(choice_of("{}", "\"function_call\"")));
    return client(all);
  };
  const client_message made = read(
      {R"({"name":"get_weather","arguments":""})", R"({"arguments":"{\"city\":"})", R"({"arguments":"\"Bern\"}"})"});
  CHECK(made.names == bern);
  CHECK(made.choices.at(0).finish == "tool_calls");
  CHECK(made.choices[0].wrong == "");
  CHECK(read({R"({"name":"ping","arguments":"{}"})"}).names == ping);
  CHECK(read({R"({"name":"get_weather"})", R"({"name":"get_weather","arguments":"{\"city\":\"Bern\"}"})"}).names ==
        bern);
  CHECK(read({R"({"name":"pi"})", R"({"name":"ng"})", R"({"arguments":"{}"})"}).names == ping);
  CHECK(
      read({R"({"name":"get_weather","arguments":"{\"city\":"})", R"({"name":"get_weather","arguments":"\"Bern\"}"})"})
          .names == bern);
  CHECK(read({}).choices.at(0).finish == "stop");
  const json whole = json::parse(rewritten({R"({"id":"x","object":"chat.completion","choices":[{"index":0,"message":
      {"role":"assistant","content":null,"tool_calls":[],"function_call":{"name":"ping","arguments":"{}"}},
      "finish_reason":"function_call"}]})"})
                                     .at(0));
  const json& choice = whole["choices"][0];
  CHECK(choice["message"]["tool_calls"][0]["function"]["name"] == "ping");
  CHECK_FALSE(choice["message"].contains("function_call"));
  CHECK(choice["finish_reason"] == "tool_calls");
}

TEST_CASE("a call that the server and the text both have is one, however it is escaped, and once") {
  const auto with = [](const std::string& in_text, const lines& native) {
    lines all = calls(native);
    all.insert(all.begin() + 1, chunk_of(choice_of(content("<tool_call>\n{\"name\": \"get_weather\", \"arguments\": " +
                                                           in_text + "}\n</tool_call>"))));
    return client(all).names;
  };
  const auto native = [](const std::string& index, const std::string& arguments) {
    return R"({"index":)" + index + R"(,"function":{"name":"get_weather","arguments":)" + json(arguments).dump() + "}}";
  };
  const std::string zurich = "get_weather({\"city\":\"Z\xC3\xBCrich\"})";
  const std::string raw = "{\"city\": \"Z\xC3\xBCrich\"}", escaped = "{ \"city\":\"Z\\u00FCrich\" }";
  CHECK(with(raw, {native("0", escaped)}) == zurich);
  CHECK(with(escaped, {native("0", raw)}).find(' ') == std::string::npos);
  CHECK(with(raw, {native("0", raw), native("1", raw)}) == zurich + " get_weather(" + raw + ")");
  // The order of the members, and how a number is written, make no difference; another value does.
  const std::string two = "{\"days\": 2, \"city\": \"Ulm\"}", read = "get_weather({\"days\":2,\"city\":\"Ulm\"})";
  CHECK(with(two, {native("0", "{\"city\":\"Ulm\",\"days\":2.0}")}) == read);
  const std::string three = "{\"city\":\"Ulm\",\"days\":3}";
  CHECK(with(two, {native("0", three)}) == read + " get_weather(" + three + ")");
  // A text's arguments are converted as the schema wants them, and the server's are not.
  const std::string word = "{\"city\":\"Ulm\",\"days\":\"2\"}";
  CHECK(with(word, {native("0", word)}) == "get_weather({\"city\":\"Ulm\",\"days\":2})");
  const std::string quote = "{\"city\":\"\\\"\",\"days\":1}";
  CHECK(with(quote, {native("0", "{\"city\":\"\\u0022\",\"days\":1}")}) == "get_weather(" + quote + ")");
  CHECK(with("{\"city\":\"\\ud83d\\ude00\"}", {native("0", "{\"city\":\"\xF0\x9F\x98\x80\"}")}).find(") ") ==
        std::string::npos);
}

TEST_CASE("arguments that are not an object do not make a complete call") {
  const auto events_of = [](const lines& entries, std::string_view reason) {
    std::string all;
    completion_rewriter::settings how = rewriting();
    how.sink.context = &all;
    how.sink.on_event = [](void* to, std::string_view, std::uint64_t, const event& e) {
      auto& out = *static_cast<std::string*>(to);
      if (e.type == event_type::call_begin) out += std::string(e.name) + "(";
      if (e.type == event_type::arguments) out += e.text;
      if (e.type == event_type::call_end) out += e.status == call_status::complete ? ")" : ") invalid";
      if (e.type == event_type::call_incomplete) out += " incomplete";
      if (e.type == event_type::diagnostic) out += std::string(e.label) + " ";
      if (e.type == event_type::call_refused) out += "refused ";
    };
    rewritten(calls(entries, reason), how);
    return all;
  };
  const auto native = [](const std::string& name, const std::string& arguments, const std::string& index = "0") {
    return R"({"index":)" + index + R"(,"function":{"name":")" + name + R"(","arguments":)" + json(arguments).dump() +
           "}}";
  };
  CHECK(events_of({native("ping", "null")}, "\"stop\"") == "ping({})");
  CHECK(events_of({native("ping", "nu"), native("", "ll")}, "\"stop\"") == "ping({})");
  CHECK(events_of({native("ping", "  ")}, "\"stop\"") == "ping({})");
  CHECK(events_of({native("ping", "[1]")}, "\"stop\"") == "ping([1] incomplete");
  CHECK(events_of({native("ping", "what")}, "\"stop\"") == "ping(what incomplete");
  CHECK(events_of({native("ping", "{} and")}, "\"stop\"") == "ping({} and incomplete");
  CHECK(events_of({native("ping", "{\"a\":")}, "\"stop\"") == "ping({\"a\": incomplete");
  CHECK(events_of({native("nope", "{}")}, "\"stop\"") == "nope(unknown_tool {})");
  CHECK(events_of({native("ping", "{a:1}")}, "\"stop\"") == "ping({a:1} incomplete");
  CHECK(events_of({native("get_weather", "{}")}, "\"stop\"") == "get_weather({}missing_required ) invalid");
  CHECK(events_of({native("get_weather", "{\"city\":\"x\",\"days\":\"1\"}")}, "\"stop\"") ==
        "get_weather({\"city\":\"x\",\"days\":\"1\"}schema_violation ) invalid");
  // One call at a time.
  CHECK(events_of({native("ping", "{}"), native("get_weather", "{\"city\":\"x\"}", "1")}, "\"stop\"") ==
        "ping({})get_weather({\"city\":\"x\"})");
  CHECK(events_of({native("get_weather", "{\"city\":"), native("ping", "{}", "1"), native("", "\"x\"}")}, "\"stop\"") ==
        "get_weather({\"city\":\"x\"})ping({})");
}

TEST_CASE("a second call with the index of the first, or with new ids in each piece, is found") {
  const std::string ulm = "get_weather({\"city\":\"Ulm\"})";
  const auto head = R"({"index":0,"function":{"name":"get_weather","arguments":""}})";
  const auto part = [](const char* city) {
    return R"({"index":0,"function":{"arguments":"{\"city\":\")" + std::string(city) + R"(\"}"}})";
  };
  CHECK(names({head, part("Bern"), head, part("Ulm")}) == bern + " " + ulm);
  CHECK(names({R"({"index":0,"id":"i1","function":{"name":"get_weather"}})",
               R"({"index":0,"id":"i2","function":{"arguments":"{\"city\":"}})",
               R"({"index":0,"id":"i3","function":{"arguments":"\"Bern\"}"}})"}) == bern);
  CHECK(names({R"({"index":0,"function":{"name":"get_weather","arguments":{}}})", part("Bern")}) == bern);
}

TEST_CASE("calls of a whole completion are made well-formed, and what is not certain of its text stays text") {
  const std::string bare = R"({"name": "get_weather", "arguments": {"city": "Bern"}})";
  const std::string whole = R"({"choices":[{"message":{"content":)" + json(bare).dump() +
                            R"(,"tool_calls":[{"function":{"name":"ping","arguments":{}}}]},"finish_reason":"stop"}]})";
  const json made = json::parse(rewritten({whole}).at(0));
  const json& message = made["choices"][0]["message"];
  CHECK(message["content"] == bare);
  CHECK(message["role"] == "assistant");
  REQUIRE(message["tool_calls"].size() == 1);
  CHECK(message["tool_calls"][0]["type"] == "function");
  CHECK(message["tool_calls"][0]["function"] == json{{"name", "ping"}, {"arguments", "{}"}});
  CHECK(made["choices"][0]["finish_reason"] == "tool_calls");
}

TEST_CASE("of a choice there are as many calls as the client takes, of its text and of the server") {
  completion_rewriter::settings one = rewriting();
  one.most_calls = 1;
  const lines native = calls({R"({"index":0,"function":{"name":"ping","arguments":"{}"}})",
                              R"({"index":1,"function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}})"});
  CHECK(fold(rewritten(native)).names == ping + " " + bern);
  CHECK(fold(rewritten(native, one)).names == ping);
  CHECK(fold(rewritten(native, one)).choices[0].finish == "tool_calls");
  const lines leaked = contents({call, " and ", call});
  CHECK(fold(rewritten(leaked)).choices[0].calls.size() == 2);
  const client_message first = fold(rewritten(leaked, one));
  CHECK(first.choices[0].calls.size() == 1);
  CHECK(first.choices[0].content == fold(rewritten(leaked)).choices[0].content);
}

TEST_CASE("a call that the server repeats whole is one") {
  const std::string whole = R"({"index":0,"id":"a","type":"function","function":{"name":"get_weather",)"
                            R"("arguments":"{\"city\":\"Bern\",\"days\":2}"}})";
  const std::string delta = "{\"tool_calls\":[" + whole + "]}";
  const client_message made =
      client({chunk_of(choice_of(delta)), chunk_of(choice_of(delta, "\"tool_calls\"")), chunk_of(choice_of("{}"))});
  CHECK(made.names == "get_weather({\"city\":\"Bern\",\"days\":2})");
}

}  // namespace native_calls_test
