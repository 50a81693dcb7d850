// The trace, written down by hand: what a person reads who asks why a text became what it did.

#include <toolcall/trace.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace trace_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

void add_line(void* context, const trace_entry& e) {
  *static_cast<std::string*>(context) += "\n" + to_line(e);
}

// Read in one piece and, to the same end, in single bytes.
std::string traced(std::string_view text, options how = {}, std::string_view reason = "stop",
                   std::string_view prompt = {}) {
  std::string whole, bytewise;
  for (std::string* lines : {&whole, &bytewise}) {
    how.trace = {add_line, lines};
    parser reader(minimax(), some_tools(), how);
    if (!prompt.empty()) reader.prefill(prompt);
    const std::size_t size = lines == &whole ? text.size() : 1;
    for (std::size_t at = 0; at < text.size(); at += size) reader.feed(text.substr(at, size));
    reader.finish(reason);
  }
  CHECK(bytewise == whole);
  return whole + "\n";
}

}  // namespace

TEST_CASE("a clean call: its parts, their conversions, and that it is complete") {
  CHECK(traced("Hm `<x>` " + block(invoke("set", field("n", " 3 ") + field("text", "a\nb"))) + "!") == R"(
3..8                         item           message.quoted
42..45      minimax          name           invoke.called               "set"
28..45      minimax          begun          invoke.called               call 0  set
64..65      minimax          key            invoke_field.parameter      "n"
67..70      minimax          value          value_layout.whole          " 3 "
67..70      minimax          lossless       value_layout.whole          /n  " 3 " -> 3
99..103     minimax          key            invoke_field.parameter      "text"
105..108    minimax          value          value_layout.whole          "a\nb"
105..108    minimax          as written     value_layout.whole          /text  "a\nb"
28..129     minimax          complete       invoke.called               call 0  set
9..149      minimax          item           minimax.call
)");
}

TEST_CASE("a sloppy call: its recovery, what was not converted, and what the schema says") {
  CHECK(traced(block(invoke("set", "<parameter name=\"mode\">ON</mode>" + field("n", "x")))) == R"(
33..36      minimax          name           invoke.called               "set"
19..36      minimax          begun          invoke.called               call 0  set
55..59      minimax          key            invoke_field.parameter      "mode"
61..63      minimax          value          value_layout.whole          "ON"
61..63      minimax          assumed        value_layout.whole          /mode  "ON" -> "on"  assumed_type: "ON" was read as "on"
63..70      minimax          recovery       field_closing.closed        /mode  close_mismatch: The tag that closes this field does not belong to it; the field ends there all the same.
87..88      minimax          key            invoke_field.parameter      "n"
90..91      minimax          value          value_layout.whole          "x"
90..91      minimax          not converted  value_layout.whole          /n  "x" -> "x"  not_converted: expected integer, got "x"
19..112     minimax          validated      invoke.called               call 0  /n  schema_violation: expected integer, got "x"
19..112     minimax          invalid        invoke.called               call 0  set
0..132      minimax          item           minimax.call
)");
}

TEST_CASE("a call that is refused: why it was held, and why it is not a call") {
  CHECK(traced(block("<invoke name=\"set\" type=\"x\">" + field("mode", "on") + "</invoke>")) == R"(
33..36      minimax          name           invoke.called               "set"
37..47      minimax          recovery       xml.tag_end                 odd_attribute: A tag has an attribute that its dialect does not have; it was skipped.
19..47      minimax          held           xml.tag_end                 call 0  set  odd_attribute: A tag has an attribute that its dialect does not have; it was skipped.
19..36      minimax          begun          invoke.called               call 0  set
64..68      minimax          key            invoke_field.parameter      "mode"
70..72      minimax          value          value_layout.whole          "on"
70..72      minimax          as written     value_layout.whole          /mode  "on" -> "on"
19..93      minimax          validated      invoke.called               call 0  /n  missing_required: missing required "n"
19..93      minimax          refused        invoke.called               call 0  set  missing_required: A required field is missing; a call that was repaired is not made without it, and any other is invalid.
0..113      minimax          item           minimax.call
)");
}

TEST_CASE("a field that comes again is ignored, whether or not it says the same") {
  CHECK(traced(block(invoke("put", field("text", "a") + field("text", "b") + field("text", "a")))) == R"(
33..36      minimax          name           invoke.called               "put"
19..36      minimax          begun          invoke.called               call 0  put
55..59      minimax          key            invoke_field.parameter      "text"
61..62      minimax          value          value_layout.whole          "a"
61..62      minimax          as written     value_layout.whole          /text  "a"
91..95      minimax          key            invoke_field.parameter      "text"
97..98      minimax          value          value_layout.whole          "b"
97..98      minimax          ignored        value_layout.whole          /text  "b"  duplicate_field: A field is given twice with different values; the first one counts.
127..131    minimax          key            invoke_field.parameter      "text"
133..134    minimax          value          value_layout.whole          "a"
133..134    minimax          ignored        value_layout.whole          /text  "a"
19..155     minimax          invalid        invoke.called               call 0  put
0..175      minimax          item           minimax.call
)");
}

TEST_CASE("a call of an unknown tool is emitted as the host wants it") {
  const std::string text = block(invoke("say", field("n", "3")));
  CHECK(traced(text).find(
            "\n33..36      minimax          unknown        invoke.called               call 0  say  unknown_tool: ") !=
        std::string::npos);
  options how;
  how.policy.unknown_tools = unknown_tools::text;
  CHECK(traced(text, how) == R"(
33..36      minimax          name           invoke.called               "say"
19..36      minimax          as text        invoke.called               call 0  say  unknown_tool: The tool is not declared, so the arguments of its call were not checked.
0..100      minimax          item           minimax.call
)");
}

TEST_CASE("a text that is cut off: what was taken as ended, and that the call is incomplete") {
  CHECK(traced(open_block + "<invoke name=\"put\"><parameter name=\"text\">a", {}, "length") == R"(
33..36      minimax          name           invoke.called               "put"
19..36      minimax          begun          invoke.called               call 0  put
55..59      minimax          key            invoke_field.parameter      "text"
61..62      minimax          value          value_layout.whole          "a"
61..62      minimax          as written     value_layout.whole          /text  "a"
62..62      minimax          recovery       field_closing.closed        /text  open_value: The call is incomplete because the text ended inside this field.
62..62      minimax          recovery       field.ended                 open_call: The text ended inside this call. The text was cut off, so the call is incomplete.
19..62      minimax          incomplete     invoke.called               call 0  put  truncated: The call is incomplete because the text was cut off.
62..62      minimax          recovery       invoke.calls                missing_block_close: The wrapper around the calls was not closed, which changes nothing about them.
0..62       minimax          item           minimax.call
)");
}

TEST_CASE("spans are counted from the first byte fed, and of the prompt only an open call is emitted") {
  const std::string prompt = "<think>a</think>" + open_block + "<invoke name=\"put\"><parameter name=\"text\">";
  CHECK(traced("b</parameter></invoke>" + close_block, {}, "stop", prompt) == R"(
0..0        minimax          begun          invoke_field.parameter      call 0  put
0..1        minimax          value          value_layout.whole          "b"
0..1        minimax          as written     value_layout.whole          /text  "b"
0..22       minimax          complete       invoke.called               call 0  put
0..42       minimax          item           minimax.call
)");
  CHECK(traced("b</think>c", {}, "stop", "<think>") ==
        "\n0..9        minimax          item           minimax.reasoning\n");
  // Whether a newline or another closing mark after the prompt belongs to the reasoning is not the prompt's to say.
  for (const std::string_view closed : {"<think>a</think>", "<think>a</think>\n\n"})
    CHECK(traced("b", {}, "stop", closed) == "\n0..0        minimax          item           minimax.reasoning\n");
  CHECK(traced("b", {}, "stop", "<think>a</think>\n\nc") == "\n");
}

TEST_CASE("long texts are cut short between characters, and nothing moves a terminal's cursor") {
  const std::string odd = "\x1B[2J \x7F \xC2\x9B \xFF \t\r\xC3\xBC";
  const std::string lines = traced(block(invoke("put", field("text", odd + std::string(47, '.') + "\xC3\xBC."))));
  const std::string shown =
      "\"\\x1b[2J \\x7f \\xc2\\x9b \\xff \\t\\r\xC3\xBC" + std::string(47, '.') + "\xE2\x80\xA6\"\n";
  INFO(lines);
  CHECK(lines.find("value_layout.whole          " + shown) != std::string::npos);
  CHECK(lines.find("/text  " + shown) != std::string::npos);
}

}  // namespace trace_test
