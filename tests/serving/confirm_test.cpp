// Calls that need confirmation, which no client can give; and the content as the server sent it.

#include <algorithm>

#include "catch.hpp"
#include "serving/responses.hpp"

namespace confirm_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string exact = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";
const std::string inner = "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\",}}";
const std::string loose = "<tool_call>" + inner + "</tool_call>";
const std::string not_made =
    "The call of get_weather was not made: it had to be repaired, and nobody was there to confirm it";

completion_rewriter::settings confirming(refused_as what, arguments_as mode = arguments_as::automatic) {
  completion_rewriter::settings how = rewriting(mode);
  how.how.policy.confirm = {"repaired"};
  how.refused = what;
  how.broken_is_length = true;
  return how;
}

client_message streamed(const std::string& text, const completion_rewriter::settings& how) {
  const client_message made = fold(rewritten(contents(bytes_of(text)), how));
  CHECK(made.wrong.empty());
  const client_message in_one = fold(rewritten(contents({text}), how));
  CHECK(in_one.names == made.names);
  CHECK(in_one.choices.at(0).content == made.choices.at(0).content);
  return made;
}

json whole(const std::string& text, const completion_rewriter::settings& how) {
  const json object = {{"choices", {{{"message", {{"content", text}}}, {"finish_reason", "stop"}}}}};
  return json::parse(rewritten({object.dump()}, how).at(0))["choices"][0];
}

// The last chunk of a choice.
json last_of(const std::vector<std::string>& objects) {
  for (auto each = objects.rbegin(); each != objects.rend(); ++each) {
    const json object = json::parse(*each, nullptr, false);
    if (!object.is_discarded() && object.contains("choices") && !object["choices"].empty()) return object["choices"][0];
  }
  return {};
}

}  // namespace

TEST_CASE("only calls that were read as they stand are passed on, in each mode") {
  for (const arguments_as mode : {arguments_as::complete, arguments_as::stream}) {
    const client_message made = streamed(exact + "\n" + loose, confirming(refused_as::hidden, mode));
    CHECK(made.names == "ping({})");
    CHECK(made.choices[0].content.empty());
    CHECK(made.choices[0].finish == "tool_calls");
    const client_message none = streamed(loose, confirming(refused_as::hidden, mode));
    CHECK(none.names.empty());
    CHECK(none.choices[0].finish == "stop");
    CHECK(streamed(loose + exact, confirming(refused_as::hidden, mode)).names == "ping({})");
  }
}

TEST_CASE("what stands in place of the others is what stands for a call that is refused") {
  CHECK(streamed("Ok.\n" + loose, confirming(refused_as::text)).choices[0].content == "Ok.\n" + inner);
  CHECK(streamed(loose, confirming(refused_as::note)).choices[0].content.find(not_made) == 0);
  CHECK(streamed(loose, confirming(refused_as::correction)).choices[0].content.find("get_weather") !=
        std::string::npos);
  const json kept = whole(loose + exact, confirming(refused_as::text));
  CHECK(kept["message"]["content"] == inner);
  CHECK(kept["message"]["tool_calls"].size() == 1);
  CHECK(kept["finish_reason"] == "tool_calls");
  CHECK(whole(loose, confirming(refused_as::note))["message"]["content"].get<std::string>().find(not_made) == 0);
}

TEST_CASE("labels that are not among those named pass") {
  completion_rewriter::settings how = confirming(refused_as::hidden);
  how.how.policy.confirm = {"resolved_name"};
  CHECK(streamed(loose, how).names == "get_weather({\"city\":\"Bern\"})");
}

TEST_CASE("a sink learns of such a call as of one that is refused") {
  completion_rewriter::settings how = confirming(refused_as::hidden);
  std::string seen;
  how.sink.context = &seen;
  how.sink.on_event = [](void* to, std::string_view, std::uint64_t, const event& e) {
    if (e.type == event_type::call_refused)
      static_cast<std::string*>(to)->append(e.name).append(" ").append(e.label).append(" ").append(e.dialect);
    if (e.type == event_type::call_begin) static_cast<std::string*>(to)->append("begun ");
  };
  completion_rewriter rewriter(how);
  for (const std::string& each : contents({loose})) rewriter.rewrite(each);
  rewriter.finish();
  CHECK(seen == "get_weather unconfirmed hermes");
}

TEST_CASE("the content as it came is a member of the choice, of the last chunk in a stream") {
  completion_rewriter::settings how = rewriting();
  const std::string text = "Ok \xC3\xBC.\n" + exact;
  CHECK_FALSE(whole(text, how).contains("toolcall_raw"));
  how.raw = true;
  CHECK(whole(text, how)["toolcall_raw"] == text);
  const std::vector<std::string> objects = rewritten(contents({text.substr(0, 5), text.substr(5)}), how);
  CHECK(last_of(objects)["toolcall_raw"] == text);
  CHECK(last_of(objects)["finish_reason"] == "tool_calls");
  CHECK(std::count_if(objects.begin(), objects.end(),
                      [](const std::string& each) { return each.find("toolcall_raw") != each.npos; }) == 1);
  // Where the server gives no finish reason, the end does.
  CHECK(last_of(rewritten(contents({text}, "null"), how))["toolcall_raw"] == text);
  CHECK_FALSE(
      last_of(rewritten(contents({text}, "null"), how, completion_rewriter::ending::cut)).contains("toolcall_raw"));
  how.how.held_bytes = 8;
  CHECK_FALSE(last_of(rewritten(contents({text}), how)).contains("toolcall_raw"));
}

TEST_CASE("Ollama's lines have it as well") {
  completion_rewriter::settings how = rewriting();
  how.raw = true;
  const std::vector<std::string> made =
      rewritten({json{{"model", "m"}, {"message", {{"role", "assistant"}, {"content", "Hi "}}}, {"done", false}}.dump(),
                 json{{"model", "m"}, {"message", {{"role", "assistant"}, {"content", exact}}}, {"done", true}}.dump()},
                how);
  CHECK(last_of(made)["toolcall_raw"] == "Hi " + exact);
}

}  // namespace confirm_test
