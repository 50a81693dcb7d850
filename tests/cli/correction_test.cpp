// toolcall parse --format correction: a line for the model, or nothing.

#include "catch.hpp"
#include "cli/command.hpp"

namespace correction_test {

using namespace toolcall::tests;

namespace {

const std::string call =
    "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter></invoke></minimax:tool_call>";
const std::string sloppy =
    "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</a></invoke></minimax:tool_call>";
const std::string tools_text =
    R"([{"name":"add","input_schema":{"type":"object"}},{"name":"greet","inputSchema":{"type":"object"}}])";
const std::string advice =
    "You attempted to call a tool by writing the call as text, but that doesn't work. "
    "Use the function calling interface instead.";

}  // namespace

TEST_CASE("a call in the text gives the correction, on one line") {
  const temporary_file tools("correction.json", tools_text);
  const outcome made = run({"parse", "--format", "correction", "--tools", tools.path()}, call);
  CHECK(made.code == 0);
  CHECK(made.err == "");
  CHECK(made.out == advice + " Available tools: add, greet\n");
  CHECK(run({"parse", "--format", "correction"}, call).out == advice + "\n");
  CHECK(run({"parse", "--format", "correction"}, "<minimax:tool_call><invoke name=\"add\">").out == advice + "\n");
}

TEST_CASE("text and reasoning give nothing at all") {
  for (const char* const text : {"", "Answer", "<think>t</think>Answer", "<think>hm"}) {
    const outcome made = run({"parse", "--format", "correction"}, text);
    CHECK(made.code == 0);
    CHECK(made.out == "");
    CHECK(made.err == "");
  }
  CHECK(run({"parse", "--format", "correction", "--tool-choice", "none"}, call).out == "");
}

TEST_CASE("--correct-for text_calls says which calls of the text cannot be executed, and nothing of the others") {
  const temporary_file tools("corrected.json", tools_text);
  const auto corrected = [&](const std::string& text) {
    return run({"parse", "--format", "correction", "--correct-for", "text_calls", "--tools", tools.path()}, text).out;
  };
  CHECK(corrected(call) == "");
  CHECK(corrected("<minimax:tool_call><invoke name=\"Gret\"></invoke></minimax:tool_call>") ==
        "A tool call could not be executed:\n- Gret: unknown tool; nearest: greet\n"
        "Repeat each failed call in full, following its tool's schema. Available tools: add, greet\n");
  CHECK(corrected("<tool_call>\n{\"name\": \"add\", \"arguments\": 5}\n</tool_call>").find(", near `") !=
        std::string::npos);
  CHECK(run({"parse", "--format", "correction", "--correct-for", "everybody"}, call).code == 2);
  CHECK(run({"parse", "--format", "correction", "--correct-for", "function_calls"}, call).out == advice + "\n");
}

TEST_CASE("the correction changes nothing about the exit codes") {
  CHECK(run({"parse", "--format", "correction", "--strict"}, sloppy).code == 3);
  CHECK(run({"parse", "--format", "correction", "--strict"}, call).code == 0);
  CHECK(run({"parse", "--format", "correction", "--require-call"}, "text").code == 1);
  CHECK(run({"parse", "--format", "correction", "--require-call"}, call).code == 0);
  CHECK(run({"parse", "--format", "correction", "--chunk", "1"}, call).out == advice + "\n");
}

}  // namespace correction_test
