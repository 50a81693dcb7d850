// What was repaired beside what exact reading gives, calls that the host must confirm, and the text as it was read.

#include <algorithm>

#include <toolcall/correction.hpp>
#include <toolcall/error.hpp>
#include <toolcall/openai.hpp>
#include <toolcall/repairs.hpp>
#include <toolcall/verdict.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace repairs_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::string json_call(const std::string& name, const std::string& arguments) {
  return "<tool_call>{\"name\": \"" + name + "\", \"arguments\": " + arguments + "}</tool_call>";
}

const std::string exact = json_call("ping", "{}"), loose = json_call("put", R"({"text": "a",})");

options confirming(std::string_view words, bool hold = false) {
  options how;
  how.policy.set("confirm", words);
  how.policy.hold_calls = hold;
  return seeded(how);
}

message read_all(const std::string& text, const options& how, std::string_view reason = "stop") {
  message made = parse(text, dialect::automatic(), some_tools(), how, reason);
  CHECK(lost_bytes(made, text) == "");
  return made;
}

std::string statuses(const message& m) {
  std::string all;
  for (const tool_call& each : m.calls) all += (all.empty() ? "" : " ") + std::string(to_string(each.status));
  return all;
}

std::vector<repaired_call> repairs_in(const std::string& text, std::string_view reason = "stop") {
  const message made = read_all(text, seeded(), reason);
  return repairs_of(text, made, dialect::automatic(), some_tools(), seeded());
}

}  // namespace

TEST_CASE("a repaired call stands beside what the model wrote and what exact reading gives") {
  const std::vector<repaired_call> found = repairs_in("Well. " + exact + "\n" + loose);
  REQUIRE(found.size() == 1);
  const repaired_call& call = found[0];
  CHECK(call.call == 1);
  CHECK(call.name == "put");
  CHECK(call.arguments == R"({"text":"a"})");
  CHECK(call.status == call_status::complete);
  CHECK(loose.find(call.written) != loose.npos);
  CHECK(call.written.find("\"a\",}") != call.written.npos);
  REQUIRE(call.repairs.size() == 1);
  CHECK(call.repairs[0].label == "loose_json");
  CHECK_FALSE(call.repairs[0].after);
  CHECK(call.exact.status == call_status::incomplete);
  CHECK(call.exact.name == "put");
  CHECK(call.exact.label == "loose_json");
  CHECK(call.exact.message == "It is no call without the recovery loose_json.");
}

TEST_CASE("of a name that was read as another it is known what was read") {
  const std::string text = json_call("Ping", "{}");
  const std::vector<repaired_call> found = repairs_in(text);
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].repairs.size() == 1);
  const repair& name = found[0].repairs[0];
  CHECK(name.label == "resolved_name");
  CHECK(name.before.find("Ping") != name.before.npos);
  CHECK(name.after == "ping");
  CHECK(found[0].exact.status == call_status::complete);  // of a tool that is not declared
  CHECK(found[0].exact.name == "Ping");
  CHECK(found[0].exact.arguments == "{}");
}

TEST_CASE("what is missing has no bytes, and what is no call without repairs is text") {
  const std::vector<repaired_call> open = repairs_in("<tool_call>{\"name\": \"ping\", \"arguments\": {}</tool_call>");
  REQUIRE(open.size() == 1);
  REQUIRE_FALSE(open[0].repairs.empty());
  for (const repair& each : open[0].repairs)
    if (each.begin == each.end) CHECK(each.before.empty());
  const std::vector<repaired_call> fenced = repairs_in("```json\n{\"name\": \"ping\", \"arguments\": {}}\n```");
  REQUIRE(fenced.size() == 1);
  CHECK_FALSE(fenced[0].exact.status);
  CHECK_FALSE(fenced[0].exact.message.empty());
  CHECK(fenced[0].exact.begin == fenced[0].begin);
  CHECK(to_json(fenced[0]).find(R"("exact":{"status":"text",)") != std::string::npos);
}

TEST_CASE("a call that broke off has its repairs too, and no arguments") {
  const std::string text =
      "<minimax:tool_call><invoke name=\"set\"><parameter name=\"n\">1</paramter><parameter name=\"text\">a";
  const message made = read_all(text, seeded(), "length");
  REQUIRE(made.incomplete.size() == 1);
  const auto found = repairs_of(text, made, dialect::automatic(), some_tools(), seeded());
  REQUIRE(found.size() == 1);
  CHECK(found[0].call == no_call);
  CHECK(found[0].status == call_status::incomplete);
  CHECK(found[0].arguments.empty());
  CHECK(found[0].written == text.substr(static_cast<std::size_t>(made.incomplete[0].begin)));
  CHECK(to_json(found[0]).find("\"arguments\"") == std::string::npos);
}

TEST_CASE("without repairs there is nothing to say, and the text is not read again") {
  CHECK(repairs_in("Hello " + exact).empty());
  CHECK(repairs_in("").empty());
  // The dialect of the second reading would be refused if it were read.
  options wrong;
  wrong.policy.without = {"no_such_label"};
  CHECK(repairs_of(exact, read_all(exact, seeded()), dialect::automatic(), some_tools(), wrong).empty());
  CHECK_THROWS_AS(repairs_of(loose, read_all(loose, seeded()), dialect::automatic(), some_tools(), wrong), setup_error);
}

TEST_CASE("a repair of the marks around calls is a repair of each call that waits because of it") {
  const std::string text = "<TOOL_CALL>{\"name\": \"ping\", \"arguments\": {}}</TOOL_CALL>";
  for (const std::string_view words : {"", "repaired", "damaged_marks", "odd_mark"}) {
    CAPTURE(words);
    const options how = words.empty() ? seeded() : confirming(words);
    const message made = read_all(text, how);
    CHECK(statuses(made) == (words.empty() ? "complete" : "needs_confirmation"));
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].repairs == std::vector<std::string>{"odd_mark"});
    const auto found = repairs_of(text, made, dialect::automatic(), some_tools(), how);
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].repairs.size() == 1);
    CHECK(found[0].repairs[0].before == "TOOL_CALL");
    CHECK(verdict_on(made).kind == verdict_kind::call_with_repairs);
  }
}

TEST_CASE("a repair before several calls of one wrapper is one of each of them, and one in a call of it alone") {
  const std::string call = R"({"name": "put", "arguments": {"text": "a"}})";
  const std::string loose_call = R"({"name": "put", "arguments": {"text": "b",}})";
  const std::string text = "<TOOL_CALL>[" + call + ", " + loose_call + ", " + call + "]</TOOL_CALL> And: " + exact;
  using labels = std::vector<std::string>;
  const message made = read_all(text, confirming("damaged_marks"));
  CHECK(statuses(made) == "needs_confirmation needs_confirmation needs_confirmation complete");
  REQUIRE(made.calls.size() == 4);
  CHECK(made.calls[0].repairs == labels{"odd_mark"});
  CHECK(made.calls[1].repairs == labels{"odd_mark", "loose_json"});
  CHECK(made.calls[2].repairs == labels{"odd_mark"});
  CHECK(made.calls[3].repairs.empty());
  const auto found = repairs_of(text, made, dialect::automatic(), some_tools(), seeded());
  REQUIRE(found.size() == 3);
  for (const repaired_call& each : found) CHECK(each.repairs.front().before == "TOOL_CALL");
}

TEST_CASE("places are counted from the end of the prefill") {
  parser reader(dialect::automatic(), some_tools(), seeded());
  reader.prefill("<think>\n");
  const std::string text = "Hm.</think>" + loose;
  reader.feed(text);
  reader.finish();
  const auto found = repairs_of(text, reader.message(), dialect::automatic(), some_tools(), seeded(), "<think>\n");
  REQUIRE(found.size() == 1);
  CHECK(loose.find(found[0].written) != loose.npos);
  CHECK(found[0].exact.status == call_status::incomplete);
}

TEST_CASE("the message in JSON has the list where it is asked for") {
  const std::string text = exact + loose;
  const message made = read_all(text, seeded());
  using nlohmann::json;
  CHECK_FALSE(json::parse(to_json(made))["toolcall"].contains("repairs"));
  const json list = json::parse(to_json(made, repairs_of(text, made, dialect::automatic(), some_tools(), seeded())));
  const json& call = list["toolcall"]["repairs"].at(0);
  CHECK(call["call"] == 1);
  CHECK(call["id"] == made.calls[1].id);
  CHECK(call["arguments"] == R"({"text":"a"})");
  CHECK(call["exact"]["status"] == "incomplete");
  CHECK(call["repairs"].at(0)["label"] == "loose_json");
  CHECK(call["repairs"][0].contains("before"));
  CHECK_FALSE(call["repairs"][0].contains("after"));
  CHECK(json::parse(to_json(made, std::vector<repaired_call>()))["toolcall"]["repairs"].empty());
}

TEST_CASE(
    "what changes nothing is no repair: of the wrapper of a call that broke off, or where another dialect reads it") {
  const std::string cut = open_block + invoke("put", field("text", "a")) + "<invoke name=\"put\"><parameter name=\"te";
  const auto broken = repairs_in(cut, "length");
  REQUIRE(broken.size() == 1);
  for (const repair& each : broken[0].repairs) CHECK(each.label != "missing_block_close");
  const std::string bare = R"({"name": "ping", "arguments": {}})";
  CHECK(repairs_in(bare + "\n" + exact).empty());
  // Nothing else reads this one.
  CHECK(repairs_in(bare + "</tool_call>").size() == 1);
}

TEST_CASE("confirm: a call that needed one of the labels waits, and no other") {
  CHECK(statuses(read_all(exact + loose, confirming("repaired"))) == "complete needs_confirmation");
  CHECK(statuses(read_all(loose + exact, confirming("repaired"))) == "needs_confirmation complete");
  CHECK(statuses(read_all(exact + loose, confirming("loose_json"))) == "complete needs_confirmation");
  CHECK(statuses(read_all(exact + loose, confirming("missing_brace,resolved_name"))) == "complete complete");
  CHECK(statuses(read_all(exact + loose, confirming("none"))) == "complete complete");
  CHECK(statuses(read_all(json_call("Ping", "{}"), confirming("resolved_name"))) == "needs_confirmation");
  // What does not fit its schema stays invalid.
  CHECK(statuses(read_all(json_call("set", R"({"n": "x",})"), confirming("repaired"))) == "invalid");
  const std::string bare = R"({"name": "ping", "arguments": {}})";
  CHECK(statuses(read_all(bare, confirming("repaired"))) == "complete");
  CHECK(statuses(read_all(bare, confirming("unwrapped"))) == "needs_confirmation");
  CHECK(statuses(read_all(exact, confirming("unwrapped"))) == "complete");
}

TEST_CASE("confirm: labels that there are not are refused") {
  for (const auto& [word, said] :
       {std::pair{"lose_json", "did you mean loose_json"}, {"repaird", "did you mean repaired"}}) {
    try {
      parser(dialect::automatic(), some_tools(), confirming(word));
      FAIL("it was taken");
    } catch (const setup_error& why) {
      CHECK(why.reason().find(said) != std::string::npos);
    }
  }
}

TEST_CASE("confirm: the events are the same however the text is cut, and lack the last brace") {
  for (const std::string& text : {exact + loose, json_call("Ping", "{}"),
                                  block(invoke("put", "<parameter name=\"text\">a</paramter>") + invoke("ping"))})
    for (const bool hold : {false, true}) {
      const auto fresh = [&] { return parser(dialect::automatic(), some_tools(), confirming("repaired", hold)); };
      const emitted whole = read(fresh(), text);
      CHECK(broken_calls(whole) == "");
      for (std::size_t cut = 0; cut <= text.size(); ++cut) CHECK(read(fresh(), text, {cut}) == whole);
      CHECK(std::any_of(whole.begin(), whole.end(), [](const emitted_event& e) {
        return e.type == event_type::call_end && e.status == call_status::needs_confirmation;
      }));
    }
}

TEST_CASE("confirm makes a call complete, and deny refuses it") {
  const message waiting = read_all(loose + exact + loose, confirming("repaired"));
  REQUIRE(statuses(waiting) == "needs_confirmation complete needs_confirmation");
  CHECK(waiting.calls[0].arguments == R"({"text":"a"})");
  CHECK(waiting.finish_reason == "tool_calls");
  const std::string first = waiting.calls[0].id, second = waiting.calls[1].id, third = waiting.calls[2].id;

  message confirmed = waiting;
  CHECK(confirmed.confirm(third));
  CHECK_FALSE(confirmed.confirm(third));
  CHECK_FALSE(confirmed.confirm(second));
  CHECK_FALSE(confirmed.deny("no such id"));
  CHECK(statuses(confirmed) == "needs_confirmation complete complete");

  message denied = waiting;
  CHECK(denied.deny(first));
  CHECK(statuses(denied) == "complete needs_confirmation");
  REQUIRE(denied.refused.size() == 1);
  CHECK(denied.refused[0].label == "denied");
  CHECK(denied.refused[0].name == "put");
  CHECK(lost_bytes(denied, loose + exact + loose) == "");
  REQUIRE(denied.diagnostics.size() == 2);
  CHECK(denied.diagnostics[0].call == no_call);
  CHECK(denied.diagnostics[1].call == 1);
  CHECK(denied.deny(third));
  CHECK(statuses(denied) == "complete");
  CHECK(denied.refused[1].begin == waiting.calls[2].begin);
  CHECK(denied.finish_reason == "tool_calls");

  message alone = read_all(loose, confirming("repaired"));
  CHECK(alone.deny(alone.calls[0].id));
  CHECK(alone.finish_reason == "stop");
  CHECK(verdict_on(alone).message == "The host denied the call of put.");
  CHECK(verdict_on(alone).kind == verdict_kind::without_call);
  CHECK(correction(alone, some_tools(), correct_for::text_calls).empty());
}

TEST_CASE("the verdict says that a call waits, of a message and of its JSON") {
  const message made = read_all(loose, confirming("repaired"));
  const verdict said = verdict_on(made);
  CHECK(said.kind == verdict_kind::call_with_repairs);
  CHECK(said.message == "There is a call of put, read with repairs (loose_json); it waits for the host to confirm it.");
  CHECK(verdict_on_json(to_json(made)).message == said.message);
  CHECK(verdict_on(read_all(loose + exact + loose, confirming("repaired")))
            .message.find("2 of them wait for the host to confirm them") != std::string::npos);
}

TEST_CASE("chunks have no call that waits, whole or in pieces") {
  for (const arguments_as mode : {arguments_as::complete, arguments_as::stream}) {
    const auto chunks_of = [&](const std::string& text) {
      parser reader(dialect::automatic(), some_tools(), confirming("repaired"));
      openai_writer out({"id", "m", 0, mode});
      std::string all;
      for (const char each : text)
        for (const std::string& chunk : out.write(reader.feed(std::string_view(&each, 1)))) all += chunk + "\n";
      for (const std::string& chunk : out.write(reader.finish())) all += chunk + "\n";
      for (const std::string& chunk : out.finish("stop")) all += chunk + "\n";
      return all;
    };
    const std::string made = chunks_of(loose);
    CHECK(made.find(R"("finish_reason":"stop")") != made.npos);
    CHECK((made.find("tool_calls") == made.npos) == (mode == arguments_as::complete));
    const std::string with_another = chunks_of(loose + exact);
    CHECK(with_another.find(R"("finish_reason":"tool_calls")") != with_another.npos);
    CHECK(with_another.find("ping") != with_another.npos);
  }
}

TEST_CASE("the text as it was read is kept where it is asked for, and only there") {
  const std::string text = "Hm \xff " + loose + "\n";
  CHECK_FALSE(parse(text).raw);
  CHECK(to_json(parse(text)).find("\"raw\"") == std::string::npos);
  options how;
  how.keep_raw = true;
  parser reader(dialect::automatic(), {}, how);
  reader.prefill("<think>\n");
  for (const char each : text) reader.feed(std::string_view(&each, 1));
  reader.finish();
  reader.feed("nothing more is read");
  CHECK(reader.message().raw == text);
  const auto json = nlohmann::json::parse(to_json(reader.message()));
  CHECK(json["toolcall"]["raw"] == "Hm \xEF\xBF\xBD " + loose + "\n");
  how.collect = false;
  parser streaming(dialect::automatic(), {}, how);
  streaming.feed(text);
  CHECK_FALSE(streaming.message().raw);
}

}  // namespace repairs_test
