// The host's policy: what each member changes, and what it leaves.

#include <toolcall/error.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace policy_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

options with(std::string_view name, std::string_view value = "") {
  options how;
  how.policy.set(name, value);
  return how;
}

// Under automatic detection.
message read_all(const std::string& text, const options& how = {}) {
  const message made = parse(text, dialect::automatic(), some_tools(), how);
  CHECK(lost_bytes(made, text) == "");
  return made;
}

bool is_text(const std::string& text, const options& how) {
  const message made = read_all(text, how);
  INFO(made.content);
  return made.content == text && made.calls.empty() && made.incomplete.empty() && made.refused.empty();
}

// The same events, whole and in every two pieces.
void check_split(const std::string& text, const options& how) {
  const auto fresh = [&] { return parser(dialect::automatic(), some_tools(), seeded(how)); };
  const emitted whole = read(fresh(), text);
  CHECK(broken_calls(whole) == "");
  for (std::size_t cut = 0; cut <= text.size(); ++cut) CHECK(read(fresh(), text, {cut}) == whole);
}

const std::string json_call = "{\"name\": \"ping\", \"arguments\": {}}";
const std::string wrapped = "<tool_call>" + json_call + "</tool_call>";
const std::string blockless = "<|tool_call_begin|>functions.ping:0<|tool_call_argument_begin|>{}";
const std::string named_call(const std::string& name, const std::string& arguments) {
  return "<tool_call>{\"name\": \"" + name + "\", \"arguments\": " + arguments + "}</tool_call>";
}

}  // namespace

TEST_CASE("native_only leaves calls as they should be, and makes text of those without their wrapper, byte for byte") {
  const options native = with("native-only");
  CHECK(read_all(wrapped, native).calls.size() == 1);
  for (const std::string& text :
       {blockless + "<|tool_call_end|>", std::string("<function=ping>\n</function>\n</tool_call>")}) {
    INFO(text);
    CHECK(read_all(text).calls.size() == 1);
    CHECK(is_text(text, native));
    check_split(text, native);
  }
}

TEST_CASE("native_only repairs nothing, and leaves the calls that a dialect writes without a wrapper") {
  const options native = with("native-only");
  for (const std::string& text :
       {json_call, "[" + json_call + "]", std::string("[ping()]"), invoke("set", field("n", "1")),
        std::string("<function name=\"ping\"></function>"), std::string("Action: ping\nAction Input: {}")}) {
    INFO(text);
    const message made = read_all(text, native);
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].status == call_status::complete);
    CHECK_FALSE(made.recovered());
    CHECK(is_text(text, with("require-wrapper")));
    check_split(text, native);
  }
  const message headed = read_all("Action:\n```json\n[" + json_call + "]\n```", native);  // in the template's own fence
  CHECK(headed.calls.size() == 1);
  CHECK_FALSE(headed.recovered());
  const std::string damaged = "{\"name\": \"ping\", \"arguments\": {},}", fence = "```json\n" + json_call + "\n```";
  CHECK(read_all(damaged).calls.size() == 1);
  CHECK(read_all(damaged, native).calls.empty());
  check_split(damaged, native);
  CHECK(is_text(fence, native));
  CHECK(is_text("[TOOL_INVOCATION]" + json_call + "[END_TOOL_INVOCATION]", native));
  CHECK(is_text("Tool: ping\nInput: {}", native));
  // What such a call quotes is text with it.
  const std::string quoting = "put(text='Write " + wrapped + " for it.')";
  CHECK(is_text(quoting, native));
  check_split(quoting, native);
}

TEST_CASE("with an empty list of tools damage is not a call either") {
  const message made = parse(json_call + "\n" + blockless, dialect::automatic(), tools::from_json("[]"));
  CHECK(made.calls.empty());
  CHECK(made.content == json_call + "\n" + blockless);
}

TEST_CASE("marks of reasoning are no calls, so neither an empty list of tools nor native_only concerns them") {
  for (const auto& [text, mark] :
       {std::pair("Hi</think>\n\nmore", 8), {"Hi</mm:think>\n\nmore", 11}, {"Hi<channel|>\n\nmore", 10}})
    for (const tools& declared : {tools(), tools::from_json("[]"), some_tools()})
      for (const options& how : {options(), with("native-only")}) {
        INFO(text);
        const message made = parse(text, dialect::automatic(), declared, how);
        CHECK(made.content == "Hi\n\nmore");
        REQUIRE(labels(made) == "unopened_reasoning");
        CHECK(made.diagnostics[0].begin == 2);
        CHECK(made.diagnostics[0].end == 2U + static_cast<unsigned>(mark));
        CHECK(made.diagnostics[0].message.find("--prefill") != std::string::npos);
      }
}

TEST_CASE("require_wrapper wants the opening mark, and repairs what is after it") {
  const options strict = with("require-wrapper");
  for (const std::string& text : {json_call, blockless, invoke("set", field("n", "1"))}) CHECK(is_text(text, strict));
  CHECK(read_all(wrapped, strict).calls.size() == 1);
  CHECK(read_all("<tool_call>" + json_call, strict).calls.size() == 1);
}

// What a call without its wrapper holds is text with it, the marks of other calls included.
TEST_CASE("a call that is text by the policy is text as a whole, and what it quotes is no call") {
  const std::string quoting_json =
      R"({"name": "put", "arguments": {"text": "Write <tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>"}})";
  const std::string quoting = "Write " + open_block + invoke("ping") + close_block + " for it.";
  const std::string damaged =
      open_block + "\n<in\"voke name=\"put\">\n" + field("text", quoting) + "\n</invoke>\n" + close_block;
  const std::string unwrapped[] = {quoting_json, invoke("put", field("text", quoting)),
                                   "<invoke name=\"put\">\n" + field("text", "Write " + wrapped) + "\n</invoke>"};
  const options native = with("native-only"), strict = with("require-wrapper");
  for (const std::string& text : unwrapped) {
    INFO(text);
    CHECK(is_text(text, strict));
    check_split(text, strict);
    const message made = read_all(text, native);
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].name == "put");
  }
  for (const options& how : {native, strict}) {
    CHECK(is_text(damaged, how));
    check_split(damaged, how);
  }
}

TEST_CASE("a call that is text by the policy is explained, and the calls after it are made") {
  const std::string unopened =
      R"(<|tool_call_begin|>functions.put:0<|tool_call_argument_begin|>{"text": "a"}<|tool_call_end|>)";
  const std::pair<options, std::string> unwanted[] = {
      {with("native-only"), unopened + "\n"},
      {with("require-wrapper"), unopened + "\n"},
      {with("require-wrapper"), invoke("put", field("text", "a")) + "\n"}};
  for (const auto& [how, text] : unwanted) {
    const message made = read_all(text + wrapped, how);
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].name == "ping");
    CHECK(made.content == text);
    CHECK(labels(read_all(text, how)) == "resembles_call");
    check_split(text + wrapped, how);
  }
}

TEST_CASE("where several_fences is switched off, the last of several fences is a call") {
  const std::string fence = "```json\n" + json_call + "\n```", text = fence + "\nThen:\n" + fence;
  const message none = read_all(text);
  CHECK(none.calls.empty());
  CHECK(none.content == text);
  CHECK(labels(none) == "several_fences");
  check_split(text, {});
  const options last = with("without", "several_fences");
  CHECK(read_all(text, last).calls.size() == 1);
  check_split(text, last);
}

TEST_CASE("a label that is switched off makes the call incomplete that needs it, and no other") {
  const std::string text = block("<invoke name=\"set\"><parameter name=\"n\">1</n></invoke>" + invoke("ping"));
  const message made = parsed(text, with("without", "open_call,close_mismatch"));
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "close_mismatch");
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "ping");
  CHECK(parsed(text, with("without", "open_call")).calls.size() == 2);
  check_split(text, with("without", "close_mismatch"));
}

TEST_CASE("labels that no grammar has can be switched off as well") {
  const std::string unknown = block(invoke("other")), misfit = block(invoke("set", field("n", "x")));
  CHECK(parsed(unknown, with("without", "unknown_tool")).calls.empty());
  CHECK(parsed(misfit).calls.size() == 1);
  CHECK(parsed(misfit, with("without", "schema_violation,not_converted")).calls.empty());
}

TEST_CASE("calls in reasoning: those that end it, none, or those before its closing mark too") {
  const std::string open = "<think>a\n" + wrapped, closed = open + "\n</think>\n";
  CHECK(read_all(open).calls.size() == 1);
  CHECK(read_all(closed).calls.empty());
  const options never = with("calls-in-reasoning", "never"), always = with("calls-in-reasoning", "always"),
                last = with("calls-in-reasoning", "if_nothing_else");
  CHECK(read_all(open, never).calls.empty());
  CHECK(read_all(open, never).reasoning == "a\n" + wrapped);
  for (const options& how : {last, always}) {
    CHECK(read_all(open, how).calls.size() == 1);
    CHECK(read_all(closed, how).calls.size() == 1);
    CHECK(read_all(closed, how).reasoning == "a\n");
    CHECK(read_all("<think>a\n" + wrapped + "\n" + wrapped + "</think>", how).calls.size() == 2);
  }
  for (const std::string& behind : {std::string("So."), wrapped}) {
    const message made = read_all(closed + behind, last), all = read_all(closed + behind, always);
    CHECK(made.reasoning == "a\n" + wrapped + "\n");
    CHECK(made.calls.size() == (behind == wrapped ? 1 : 0));
    CHECK(all.reasoning == "a\n");
    CHECK(all.content == (behind == wrapped ? "" : behind));
    CHECK(all.calls.size() == (behind == wrapped ? 2 : 1));
  }
  for (const options& how : {never, last, always})
    for (const std::string& behind : {std::string(), std::string("So."), wrapped}) check_split(closed + behind, how);
}

TEST_CASE("where the text was cut off, a call before the mark that closes the reasoning is one only with always") {
  const auto cut_off = [](const char* mode, const char* reason, const std::string& text) {
    parser reader(dialect::automatic(), some_tools(), with("calls-in-reasoning", mode));
    reader.feed(text);
    reader.finish(reason);
    return reader.message();
  };
  const std::string closed = "<think>a\n" + wrapped + "\n</think>";
  for (const char* const reason : {"length", "max_tokens", "content_filter", "error", "cancelled"})
    for (const std::string& text : {closed, closed + "\n", closed + "\n\n<|im_end|>", closed + "So."}) {
      INFO(reason << ": " << text);
      const message usual = cut_off("dialect", reason, text), last = cut_off("if_nothing_else", reason, text);
      CHECK(last.reasoning == "a\n" + wrapped + "\n");
      CHECK(last.reasoning == usual.reasoning);
      CHECK(last.content == usual.content);
      CHECK(last.calls.empty());
      CHECK(last.incomplete.empty());
      CHECK(cut_off("always", reason, text).calls.size() == 1);  // whatever follows
    }
  CHECK(cut_off("if_nothing_else", "stop", closed).calls.size() == 1);
  // A call that was cut off itself is incomplete, as elsewhere.
  for (const std::size_t less : {std::size_t{0}, std::size_t{5}, std::string("}\n</tool_call>").size()}) {
    const message always = cut_off("always", "length", "<think>a\n" + wrapped.substr(0, wrapped.size() - less));
    INFO(less);
    CHECK(always.calls.empty());
    CHECK(always.incomplete.size() == 1);
    CHECK(always.reasoning == "a\n");
  }
}

TEST_CASE("each kind of quotation guards for itself") {
  const std::string fence = "```\n" + wrapped + "\n```\n", code = "`" + wrapped + "` is", quote = "> " + wrapped + "\n";
  const auto calls = [&](const std::string& text, const char* words) {
    check_split(text, with("quotation-guard", words));
    return read_all(text, with("quotation-guard", words)).calls.size();
  };
  for (const std::string& text : {fence, code, quote}) {
    CHECK(is_text(text, {}));
    CHECK(is_text(text, with("quotation-guard", "fences,inline-code,block-quotes")));
    CHECK(calls(text, "none") == 1);
  }
  CHECK(calls(fence, "fences") == 0);
  CHECK(calls(code, "fences") == 1);
  CHECK(calls(quote, "fences") == 1);
  CHECK(calls(fence, "inline-code,block-quotes") == 1);
  CHECK(calls(code, "inline-code,block-quotes") == 0);
  CHECK(calls(quote, "inline-code,block-quotes") == 0);
}

TEST_CASE("invalid calls are surfaced, or refused") {
  const std::string text = block(invoke("set", field("n", "1") + field("mode", "loud")) + invoke("ping"));
  CHECK(parsed(text).calls.size() == 2);
  const options refuse = with("invalid-calls", "refuse");
  const message made = parsed(text, refuse);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "ping");
  REQUIRE(made.refused.size() == 1);
  CHECK(made.refused[0].name == "set");
  CHECK(made.refused[0].label == "schema_violation");
  check_split(text, refuse);
}

TEST_CASE("hold_calls tells a call when it is complete, and nothing of one that fails") {
  const options hold = with("hold-calls");
  const std::string good = block(invoke("put", field("text", "abc"))),
                    cut = open_block + "<invoke name=\"put\"><parameter name=\"text\">ab";
  parser reader(minimax(), some_tools(), hold);
  for (const event& e : reader.feed(good.substr(0, good.size() - close_block.size() - 1)))
    CHECK(e.type == event_type::markup);
  reader.finish();
  CHECK(parsed(good, hold).calls.size() == 1);
  for (const emitted_event& e : read(parser(minimax(), some_tools(), hold), cut)) {
    CHECK(e.type != event_type::call_begin);
    CHECK(e.type != event_type::arguments);
  }
  CHECK(parsed(cut, hold).incomplete.size() == 1);
  check_split(good + cut, hold);
}

TEST_CASE("of bare JSON that is cut off no call is begun") {
  const std::string text = "{\"name\": \"put\", \"arguments\": {\"text\": \"a";
  const emitted all = read(parser(dialect::automatic(), some_tools(), {}), text, {}, "length");
  REQUIRE_FALSE(all.empty());
  for (const emitted_event& e : all) CHECK(e.type != event_type::call_begin);
}

TEST_CASE("a name that evidently means a declared tool is read as that tool, and its call is emitted whole") {
  const std::string text = named_call("Functions.Set", "{\"n\": 1}"),
                    near = named_call("functions.SET:0", "{\"n\": 1}");
  CHECK(labels(read_all(text)) == "unknown_tool");
  const message made = read_all(near);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "set");
  CHECK(made.calls[0].arguments == "{\"n\":1}");
  REQUIRE(made.diagnostics.size() >= 1);
  CHECK(made.diagnostics[0].label == "resolved_name");
  CHECK(made.diagnostics[0].message == "\"functions.SET:0\" is not declared, and was read as \"set\".");
  CHECK(made.diagnostics[0].recovery);
  CHECK(made.recovered());
  CHECK(made.calls[0].repairs == std::vector<std::string>{"resolved_name"});
  check_split(near, {});
}

TEST_CASE("a name that was resolved is refused where the fields are not those of its tool") {
  const std::string text = named_call("Set", "{\"m\": 1}");
  const message made = read_all(text);
  CHECK(made.calls.empty());
  REQUIRE(made.refused.size() == 1);
  CHECK(made.refused[0].label == "missing_required");
  check_split(text, {});
  CHECK(read_all(named_call("Set", "{\"n\": 1}"), with("unknown-tools", "text")).calls.size() == 1);
}

TEST_CASE("names are read as they stand where no recovery is wanted") {
  for (const options& how : {with("native-only"), with("without", "resolved_name")}) {
    const message made = read_all(named_call("Ping", "{}"), how);
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].name == "Ping");
    CHECK(labels(made) == "unknown_tool");
  }
}

TEST_CASE("a call in marks of no dialect needs the evidence that the policy asks for") {
  const std::string in_marks = "[TOOL_INVOCATION]{\"name\": \"ping\", \"arguments\": {}}[END_TOOL_INVOCATION]",
                    under_keys = "{tool => \"ping\", args => {}}", in_a_line = "Tool: ping\nInput: {}";
  const auto is_called = [](const std::string& text, evidence asked) {
    options how;
    how.policy.evidence = asked;
    const message made = parse(text, dialect::automatic(), some_tools(), how);
    CHECK(made.refused.empty());
    CHECK(made.incomplete.empty());
    CHECK((made.calls.empty() ? made.content == text : made.content.empty()));
    return !made.calls.empty();
  };
  for (const evidence asked : {evidence::off, evidence::marks, evidence::keys, evidence::all}) {
    INFO(to_string(asked));
    CHECK(is_called(in_marks, asked) == (asked >= evidence::marks));
    CHECK(is_called(under_keys, asked) == (asked >= evidence::keys));
    CHECK(is_called(in_a_line, asked) == (asked >= evidence::all));
  }
}

}  // namespace policy_test
