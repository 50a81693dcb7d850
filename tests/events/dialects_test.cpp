// Several dialects in one message, found without being named.

#include "catch.hpp"
#include "events/calls.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

struct written {
  std::string dialect, call;
};

// put(text: "a"), as each dialect has it.
const written samples[] = {
    {"minimax", block(invoke("put", field("text", "a")))},
    {"hermes", R"(<tool_call>{"name": "put", "arguments": {"text": "a"}}</tool_call>)"},
    {"json_wrapper", R"(<tools>{"name": "put", "arguments": {"text": "a"}}</tools>)"},
    {"tool_json", R"({"tool": "put", "args": {"text": "a"}})"},
    {"invoke_tool_call", R"(<invoke_tool_call><tool name="put" args="{\"text\": \"a\"}"/></invoke_tool_call>)"},
    {"tool_tag", "<put><text>a</text></put>"},
};

}  // namespace

TEST_CASE("one call in every dialect is one and the same call") {
  CHECK(std::size(samples) == dialect::all().size());
  for (const written& each : samples)
    for (const char* const named : {"auto", each.dialect.c_str()}) {
      INFO(each.call << " as " << named);
      const message made = parse(each.call, dialect::named(named), some_tools());
      REQUIRE(made.calls.size() == 1);
      CHECK(made.calls[0].dialect == each.dialect);
      CHECK(made.calls[0].name == "put");
      CHECK(made.calls[0].arguments == R"({"text":"a"})");
      CHECK(made.calls[0].status == call_status::complete);
      CHECK(made.content == "");
      CHECK(labels(made) == "");
    }
}

TEST_CASE("calls of several dialects come in the order of the text") {
  // Every dialect before and behind every other.
  for (const written& first : samples)
    for (const written& second : samples) {
      const message made = parse("a\n" + first.call + "\nb\n" + second.call, dialect::automatic(), some_tools());
      INFO(first.call << " then " << second.call);
      REQUIRE(made.calls.size() == 2);
      CHECK(made.calls[0].dialect == first.dialect);
      CHECK(made.calls[1].dialect == second.dialect);
      CHECK(made.content == "a\n\nb\n");
    }
}

TEST_CASE("a dialect that is not named is not found") {
  for (const written& each : samples)
    for (const written& other : samples) {
      const bool hermes = each.dialect == "hermes" && other.dialect == "json_wrapper";  // one of its wrappers
      if (each.dialect == other.dialect || hermes) continue;
      INFO(each.call << " as " << other.dialect);
      CHECK(parse(each.call, dialect::named(other.dialect), some_tools()).calls.empty());
    }
}

TEST_CASE("where only one tool may be called, only that one is found") {
  const tools final_turn =
      tools::from_json(R"([{"name": "report", "input_schema": {"properties": {"text": {"type": "string"}}}}])");
  const std::string text = "<put><text>a</text></put><report><text>done</text></report>";
  const message made = parse(text, dialect::automatic(), final_turn);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].name == "report");
  CHECK(made.content == "<put><text>a</text></put>");
}

TEST_CASE("a call of any dialect may end reasoning that was not closed, and keeps its name") {
  for (const char* const named : {"auto", "minimax,hermes"}) {
    const message made = parse("<think>so\n" + samples[1].call, dialect::named(named), some_tools());
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0].dialect == "hermes");
    CHECK(made.reasoning == "so\n");
  }
  CHECK(parse("<think>so\n" + samples[1].call, dialect::named("minimax"), some_tools()).calls.empty());
}
