// toolcall parse and toolcall stream, as a user or a script meets them.

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace parse_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string clean =
    "Hi <minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter></invoke></minimax:tool_call> there";
const std::string sloppy =
    "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</a></invoke></minimax:tool_call>";
const std::string tools_text = R"([{"type":"function","function":{"name":"add","parameters":{"type":"object",
  "required":["a"],"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}}])";

using words = std::vector<std::string>;

// Lines of events, with neighbouring pieces of one delta as one.
std::string joined(const std::string& lines) {
  std::string all, text;
  json last;
  for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
    json e = json::parse(lines.substr(at, lines.find('\n', at) - at));
    const bool delta =
        e["type"] == "text" || e["type"] == "reasoning" || e["type"] == "arguments" || e["type"] == "markup";
    if (delta && !last.is_null() && last["type"] == e["type"] && last.value("call", -1) == e.value("call", -1)) {
      last["text"] = last.value("text", "") + e.value("text", "");
      last["end"] = e["end"];
      continue;
    }
    if (!last.is_null()) all += last.dump() + "\n";
    last = e;
    if (delta) last["text"] = e.value("text", "");
  }
  return all + last.dump();
}

bool says(const outcome& of, const std::string& what) {
  INFO(of.err);
  return of.err.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("parse prints one message, with the exit code 0") {
  const temporary_file tools("tools.json", tools_text), text("text.txt", clean);
  for (const outcome& made :
       {run({"parse", "--tools", tools.path()}, clean), run({"parse", text.path(), "--tools", tools.path()}),
        run({"parse", "-", "--tools", tools.path()}, clean)}) {
    CHECK(made.code == 0);
    CHECK(made.err == "");
    const json message = json::parse(made.out);
    CHECK(message["role"] == "assistant");
    CHECK(message["content"] == "Hi  there");
    CHECK(message["reasoning_content"].is_null());
    REQUIRE(message["tool_calls"].size() == 1);
    CHECK(message["tool_calls"][0]["type"] == "function");
    CHECK(message["tool_calls"][0]["function"] == json({{"name", "add"}, {"arguments", "{\"a\":2}"}}));
    CHECK(message["finish_reason"] == "tool_calls");
    CHECK(message["toolcall"]["dialects"] == json({"minimax"}));
    CHECK(message["toolcall"]["diagnostics"].empty());
    CHECK(message["toolcall"]["incomplete"].empty());
    CHECK(message["toolcall"]["refused"].empty());
    const json& call = message["toolcall"]["calls"][0];
    CHECK(call["status"] == "complete");
    CHECK(call["dialect"] == "minimax");
    CHECK(clean.substr(call["begin"], 7) == "<invoke");
    CHECK(call["repairs"].empty());
  }
}

TEST_CASE("a recovery is a diagnostic with label, sentence, span, call and pointer") {
  const json message = json::parse(run({"parse"}, sloppy).out);
  REQUIRE(message["toolcall"]["diagnostics"].size() == 1);
  const json& d = message["toolcall"]["diagnostics"][0];
  CHECK(d["label"] == "close_mismatch");
  CHECK(d["message"].get<std::string>().size() > 10);
  CHECK(sloppy.substr(d["begin"], d["end"].get<std::size_t>() - d["begin"].get<std::size_t>()) == "</a>");
  CHECK(d["call"] == 0);
  CHECK(d["pointer"] == "/a");
  CHECK(message["toolcall"]["calls"][0]["repairs"] == json({"close_mismatch"}));
}

TEST_CASE("exit codes: 1 without a required call, 3 for a recovery under --strict") {
  CHECK(run({"parse", "--require-call"}, "text").code == 1);
  CHECK(run({"parse", "--require-call"}, clean).code == 0);
  CHECK(run({"parse", "--strict"}, sloppy).code == 3);
  CHECK(run({"parse", "--strict"}, clean).code == 0);
  CHECK(run({"parse", "--strict", "--require-call"}, sloppy).code == 3);
  CHECK(run({"stream", "--require-call"}, "text").code == 1);
  CHECK(run({"stream", "--strict"}, sloppy).code == 3);
  CHECK(json::parse(run({"parse", "--require-call"}, "text").out)["content"] == "text");
}

TEST_CASE("exit code 2 for usage, with nothing on standard output") {
  for (const words& wrong :
       {words{}, words{"parse", "--no-such-flag"}, words{"no-such-command"}, words{"parse", "--chunk", "many"},
        words{"parse", "--unknown-tools", "perhaps"}, words{"stream", "--chunk", "4"}}) {
    const outcome made = run(wrong);
    CHECK(made.code == 2);
    CHECK(made.out == "");
    CHECK(made.err != "");
  }
  const outcome dialect = run({"parse", "--dialect", "klingon"});
  CHECK(dialect.code == 2);
  CHECK(says(dialect, "klingon"));
  CHECK(says(dialect, "(toolcall dialects lists both)"));
}

TEST_CASE("a value that a flag does not take is refused with those that it takes") {
  for (const words& wrong :
       {words{"parse", "--format", "yaml"}, words{"stream", "--format", "message"}, words{"parse", "--ids", "yaml"},
        words{"parse", "--arguments", "never"}, words{"parse", "--first-call", "-1"}}) {
    const outcome made = run(wrong, "text");
    INFO(wrong[1]);
    CHECK(made.code == 2);
    CHECK(made.out == "");
    CHECK(says(made, "\"" + wrong[2] + "\""));
  }
  CHECK(says(run({"parse", "--format", "yaml"}, "text"), "message, events, openai, correction"));
  CHECK(says(run({"stream", "--format", "message"}, "text"), "events, openai"));
}

TEST_CASE("a tool that is chosen must be one of the tools, where they are given") {
  const temporary_file tools("chosen.json", tools_text);
  const outcome wrong = run({"parse", "--tools", tools.path(), "--tool-choice", "subtract"}, clean);
  CHECK(wrong.code == 2);
  CHECK(wrong.out == "");
  CHECK(says(wrong, "\"subtract\""));
  CHECK(says(wrong, "tools are add"));
  for (const words& right :
       {words{"parse", "--tool-choice", "subtract"}, words{"parse", "--tools", tools.path(), "--tool-choice", "add"},
        words{"parse", "--tool-choice", "required"}, words{"stream", "--tool-choice", "required", "--require-call"}}) {
    const outcome made = run(right, clean);
    INFO(made.err);
    CHECK(made.code == 0);
  }
}

TEST_CASE("a broken file of tools is refused with file, pointer and reason") {
  const temporary_file none("none.json", "{"),
      wrong("wrong.json", R"([{"type":"function","function":{"name":"add","parameters":5}}])"),
      nameless("nameless.json", R"({"tools":[{"name":"a","inputSchema":{"type":"object"}},{"inputSchema":{}}]})");
  const outcome broken = run({"parse", "--tools", none.path()}, clean);
  CHECK(broken.code == 2);
  CHECK(broken.out == "");
  CHECK(says(broken, none.path()));
  const outcome typed = run({"parse", "--strict-tools", "--tools", wrong.path()}, clean);
  CHECK(typed.code == 2);
  CHECK(says(typed, wrong.path()));
  CHECK(says(typed, "/0/function/parameters"));
  CHECK(says(typed, "must be an object"));
  const outcome unnamed = run({"parse", "--tools", nameless.path()}, clean);
  CHECK(unnamed.code == 2);
  CHECK(says(unnamed, "/tools/1"));
}

TEST_CASE("an odd keyword of a schema is a warning with file and pointer, and the tool is used") {
  const temporary_file odd("odd.json",
                           R"([{"name":"add","input_schema":{"type":"object","properties":{"a":{"type":"strin"}}}}])");
  const outcome made = run({"parse", "--tools", odd.path()}, clean);
  CHECK(made.code == 0);
  CHECK(says(made, odd.path() + " at /0/input_schema/properties/a/type"));
  CHECK(json::parse(made.out)["tool_calls"].size() == 1);
}

TEST_CASE("exit code 5 for what cannot be read or written") {
  const outcome text = run({"parse", "/no/such/file"});
  CHECK(text.code == 5);
  CHECK(says(text, "/no/such/file"));
  const outcome tools = run({"parse", "--tools", "/no/such/tools"}, clean);
  CHECK(tools.code == 5);
  CHECK(says(tools, "/no/such/tools"));
  CHECK(run({"parse", "/"}).code == 5);
}

TEST_CASE("the text and the tools cannot both be standard input") {
  CHECK(run({"parse", "--tools", "-"}, tools_text).code == 2);
  const temporary_file text("both.txt", clean);
  CHECK(json::parse(run({"parse", text.path(), "--tools", "-"}, tools_text).out)["tool_calls"].size() == 1);
}

TEST_CASE("the tools of all three shapes are read") {
  for (
      const std::string schema :
      {R"([{"name":"add","input_schema":{"type":"object","properties":{"a":{"type":"integer"}}}}])",
       R"({"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}]})",
       R"({"tools":[{"type":"function","function":{"name":"add","parameters":{"type":"object","properties":{"a":{"type":"integer"}}}}}]})"}) {
    const temporary_file tools("shape.json", schema);
    const json message = json::parse(run({"parse", "--tools", tools.path()}, clean).out);
    CHECK(message["tool_calls"][0]["function"]["arguments"] == "{\"a\":2}");
  }
}

TEST_CASE("--chunk does not change what is printed") {
  const std::string text = clean + "\n" + sloppy + "\n`code`<think>é</think>";
  const std::string message = run({"parse", "--seed", "0"}, text).out;
  const std::string events = joined(run({"parse", "--seed", "0", "--format", "events"}, text).out);
  for (const char* const size : {"1", "2", "3", "7", "64", "100000"}) {
    CHECK(run({"parse", "--seed", "0", "--chunk", size}, text).out == message);
    CHECK(joined(run({"parse", "--seed", "0", "--chunk", size, "--format", "events"}, text).out) == events);
  }
}

TEST_CASE("the flags do what they say") {
  const std::string cut = "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter>";
  CHECK(json::parse(run({"parse", "--finish-reason", "length"}, cut).out)["toolcall"]["incomplete"][0] ==
        json({{"name", "add"},
              {"dialect", "minimax"},
              {"begin", 19},
              {"end", cut.size()},
              {"label", "truncated"},
              {"arguments", R"({"a":"2)"}}));
  CHECK(json::parse(run({"parse", "--finish-reason", "length"}, cut).out)["finish_reason"] == "length");
  CHECK(run({"parse", "--finish-reason", "MAX_TOKENS"}, cut).err.empty());
  const outcome slip = run({"parse", "--finish-reason", "lenght"}, cut);
  CHECK(json::parse(slip.out)["tool_calls"].size() == 1);
  CHECK(slip.err ==
        "toolcall: the finish reason \"lenght\" is not known, so the text is not taken to be cut off; did you mean "
        "length?\n");
  CHECK(json::parse(run({"parse"}, cut).out)["tool_calls"].size() == 1);
  CHECK(json::parse(run({"parse", "--tool-choice", "none"}, clean).out)["tool_calls"].empty());
  const json thought = json::parse(run({"parse", "--prefill", "<think>"}, "why</think>so").out);
  CHECK(thought["reasoning_content"] == "why");
  CHECK(thought["content"] == "so");
  CHECK(json::parse(run({"parse", "--native-only"}, sloppy).out)["toolcall"]["incomplete"].size() == 1);
  const temporary_file tools("other.json", R"([{"name":"other","input_schema":{"type":"object"}}])");
  CHECK(
      json::parse(run({"parse", "--tools", tools.path(), "--unknown-tools", "text"}, clean).out)["tool_calls"].empty());
  CHECK(json::parse(run({"parse", "--tools", tools.path()}, clean).out)["toolcall"]["diagnostics"][0]["label"] ==
        "unknown_tool");
  const auto id = [&](const words& arguments) { return json::parse(run(arguments, clean).out)["tool_calls"][0]["id"]; };
  CHECK(id({"parse"}) != id({"parse"}));
  CHECK(id({"parse", "--seed", "7"}) == id({"parse", "--seed", "7"}));
  CHECK(id({"parse", "--seed", "7"}) != id({"parse", "--seed", "8"}));
}

TEST_CASE("events are one JSON object a line, and stream prints the same ones") {
  const outcome made = run({"parse", "--format", "events", "--seed", "0"}, clean);
  std::string types, arguments;
  for (std::size_t at = 0; at < made.out.size(); at = made.out.find('\n', at) + 1) {
    const json e = json::parse(made.out.substr(at, made.out.find('\n', at) - at));
    types += e["type"].get<std::string>() + " ";
    if (e["type"] == "arguments") arguments += e["text"].get<std::string>();
  }
  CHECK(types == "text markup call_begin arguments call_end markup text ");
  CHECK(arguments == "{\"a\":\"2\"}");
  CHECK(run({"stream", "--seed", "0"}, clean).out == made.out);
}

TEST_CASE("--trace tells on standard error what decided what, and the output is the same") {
  const outcome made = run({"parse", "--trace", "--seed", "0"}, sloppy);
  CHECK(made.code == 0);
  CHECK(made.out == run({"parse", "--seed", "0"}, sloppy).out);
  CHECK(says(made, "59..63      minimax          recovery       "));
  CHECK(says(made, "/a  close_mismatch: "));
  CHECK(says(made, "call 0  add\n"));
  CHECK(run({"parse", "--trace", "--chunk", "1"}, sloppy).err == made.err);
  CHECK(run({"stream", "--trace"}, sloppy).err == made.err);
  CHECK(run({"parse"}, sloppy).err == "");
}

TEST_CASE("stream prints an event as soon as it is certain, before the input ends") {
  command child({"stream"});
  child.write("Hi ");
  CHECK(json::parse(child.line())["text"] == "Hi ");
  child.write("<minimax:tool_call><invoke name=\"add\">");
  child.write("<parameter name=\"a\">some");  // with its first argument the call is begun
  CHECK(json::parse(child.line())["type"] == "markup");
  const json begin = json::parse(child.line());
  CHECK(begin["type"] == "call_begin");
  CHECK(begin["name"] == "add");
  std::string emitted;
  while (emitted != "{\"a\":\"some") emitted += json::parse(child.line())["text"].get<std::string>();
  child.write(" words</parameter></invoke></minimax:tool_call>");
  for (std::string type; type != "call_end";) type = json::parse(child.line())["type"];
  const outcome made = child.finish();
  CHECK(made.code == 0);
  CHECK(made.err == "");
}

TEST_CASE("a byte-order mark before a text is not part of it, however its bytes come") {
  const std::string bare = R"({"name": "add", "arguments": {"a": 2}})", mark = "\xEF\xBB\xBF";
  const temporary_file tools("tools.json", tools_text), text("text.txt", mark + bare);
  const words how = {"--tools", tools.path(), "--seed", "0"};
  const auto with = [&](words arguments) {
    arguments.insert(arguments.end(), how.begin(), how.end());
    return arguments;
  };
  const outcome without = run(with({"parse"}), bare);
  CHECK(json::parse(without.out)["tool_calls"].size() == 1);
  CHECK(run(with({"parse"}), mark + bare).out == without.out);
  CHECK(run(with({"parse", text.path()})).out == without.out);
  CHECK(run(with({"explain"}), mark + bare).out == run(with({"explain"}), bare).out);
  const std::string record = json{{"text", bare}}.dump(), marked = json{{"text", mark + bare}}.dump();
  CHECK(run(with({"batch"}), mark + marked).out == run(with({"batch"}), record).out);
  const outcome events = run(with({"stream"}), bare);
  command child(with({"stream"}));
  for (const char byte : mark) {
    child.write({byte});
    usleep(2000);
  }
  child.write(bare);
  CHECK(child.finish().out == events.out);
  // What only begins like one is text.
  CHECK(json::parse(run({"parse"}, mark.substr(0, 2) + "!").out)["content"] == "\xEF\xBF\xBD!");
  CHECK(run({"parse"}, mark).out == run({"parse"}, "").out);
  CHECK(json::parse(run({"parse"}, mark + mark + "x").out)["content"] == mark + "x");
}

}  // namespace parse_test
