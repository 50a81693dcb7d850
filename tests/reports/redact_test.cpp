// Redaction by itself: which words become others, what stays, and what is refused.

#include <cstdint>
#include <iterator>
#include <string>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/report.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"

namespace redact_test {

namespace {

using namespace toolcall;
using nlohmann::json;

const std::string tools_json =
    R"([{"type": "function", "function": {"name": "send_mail", "description": "Sends a letter to Gwendolyn",)"
    R"( "parameters": {"type": "object", "required": ["to"], "properties": {"to": {"type": "string", "title":)"
    R"( "Receiver"}, "mood": {"enum": ["cheerful", "in_a_hurry"]}, "copies": {"type": "integer", "maximum": 9},)"
    R"( "key": {"type": "string", "format": "uuid"}}}}}])";

std::string call_with(const std::string& arguments) {
  return "<tool_call>\n{\"name\": \"send_mail\", \"arguments\": " + arguments + "}\n</tool_call>";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("redact: words become others of the same length, and all else stays") {
  const std::string text = "<think>Ask Gwendolyn first.</think>To Gwendolyn, 12 May:\n" +
                           call_with(R"({"to": "Gwendolyn Harpsichord", "mood": "cheerful", "copies": 3})");
  const redacted made = redact({text, tools_json});
  CHECK(made.text.size() == text.size());
  for (const char* const word : {"Gwendolyn", "Harpsichord", "cheerful", "first"}) CHECK_FALSE(has(made.text, word));
  for (const char* const kept :
       {"<think>", "</think>", ", 12 ", ":\n<tool_call>\n{\"name\": \"send_mail\", ", "\"to\": \"", "\"copies\": 3"})
    CHECK(has(made.text, kept));
  for (const char* const word : {"Gwendolyn", "letter", "Receiver", "cheerful"}) CHECK_FALSE(has(made.tools, word));
  for (const char* const kept : {"\"send_mail\"", "\"mood\"", "\"integer\"", "\"uuid\""}) CHECK(has(made.tools, kept));
  // The same word is the same one in the text and in the schema, so the call is as it was.
  const message m = parse(made.text, dialect::automatic(), tools::from_json(made.tools));
  REQUIRE(m.calls.size() == 1);
  CHECK(m.calls[0].status == call_status::complete);
  const std::string name = json::parse(m.calls[0].arguments)["to"].get<std::string>();
  const std::string first = name.substr(0, name.find(' '));
  CHECK(has(made.text, "To " + first + ","));  // "to" is a key
  CHECK(has(made.tools, first));
}

TEST_CASE("redact: the same arguments give the same words, another seed gives others") {
  const std::string text = call_with(R"({"to": "Gwendolyn"})");
  CHECK(redact({text, tools_json}).text == redact({text, tools_json}).text);
  CHECK(redact({text, tools_json}).text != redact({text, tools_json}, {false, 7}).text);
}

TEST_CASE("redact: a value that the schema refuses is refused afterwards, and one that it takes is taken") {
  for (const char* const arguments :
       {R"({"to": "x", "mood": "in_a_hurry"})", R"({"to": "x", "mood": "In a Hurry"})", R"({"to": "x", "mood": "sad"})",
        R"({"to": "x", "copies": "three"})", R"({"to": "x", "copies": 12345678})",
        R"({"to": "x", "key": "6ba7b810-9dad-11d1-80b4-00c04fd430c8"})",
        R"({"to": "x", "key": "deadbeef-dead-beef-dead-deadbeefcafe"})", R"({"to": "x", "key": "none of these"})"}) {
    const std::string text = call_with(arguments);
    INFO(text);
    const redacted made = redact({text, tools_json});
    const message was = parse(text, dialect::automatic(), tools::from_json(tools_json));
    const message is = parse(made.text, dialect::automatic(), tools::from_json(made.tools));
    REQUIRE(was.calls.size() == 1);
    REQUIRE(is.calls.size() == 1);
    CHECK(was.calls[0].status == is.calls[0].status);
    CHECK(was.diagnostics.size() == is.diagnostics.size());
  }
}

TEST_CASE("redact: of a schema only bounds stay, and no text in the place of another thing") {
  const std::string tools =
      R"([{"name": "pay", "parameters": {"type": "object", "properties": {"card": {"type": "integer", "const":)"
      R"( 4111111111111111}, "sum": {"type": "integer", "maximum": 123456789, "default": 98765432, "items":)"
      R"( "Gwendolyn"}}}}, {"type": "custom", "custom": {"name": "cc", "format": {"type": "grammar", "grammar":)"
      R"( {"syntax": "lark", "definition": "start: Rosalind"}}}}])";
  const redacted made =
      redact({"<tool_call>{\"name\": \"pay\", \"arguments\": {\"card\": 4111111111111111}}</tool_call>", tools});
  for (const char* const secret : {"4111111111111111", "98765432", "Gwendolyn", "Rosalind"}) {
    INFO(secret);
    CHECK_FALSE(has(made.tools + made.text, secret));
  }
  CHECK(has(made.tools, "123456789"));
}

TEST_CASE("redact: a pattern keeps no word in the text, and where only such words fit it nothing is written") {
  const std::string tools = R"([{"name": "send", "parameters": {"type": "object", "properties": {"to": {"type":)"
                            R"( "string", "pattern": "^(Gwendolyn|Rosalind)$"}}}}])";
  CHECK_FALSE(has(redact({"To Gwendolyn.", tools}).text, "Gwendolyn"));
  CHECK_THROWS_AS(
      redact({"<tool_call>{\"name\": \"send\", \"arguments\": {\"to\": \"Gwendolyn\"}}</tool_call>", tools}),
      setup_error);
}

TEST_CASE("redact: keys, numbers and letters of any script are no longer there") {
  const std::string text =
      "Credential sk-4fK29dQ8zL0x, card 4929123412341234, call 555 1234. Привет, Мария! Grüße, Ζωή. 你好世界。";
  const redacted made = redact({text});
  CHECK(made.text.size() == text.size());
  for (const char* const secret :
       {"4fK29dQ8zL0x", "4929123412341234", "Мария", "Grüße", "Ζωή", "你好世界", "Credential"})
    CHECK_FALSE(has(made.text, secret));
  CHECK(has(made.text, ", call 555 1234. "));
  CHECK(has(made.text, "。"));
}

TEST_CASE("redact: numbers in groups go, dates and short numbers stay") {
  const std::string text =
      "On 2026-11-30 12:45 pay CH93 0076 2011 6238 5295 7 by 4929 1234 1234 1234, +41 79 123 45 67. 10 of 255.255.0.1.";
  const redacted made = redact({text});
  CHECK(made.text.size() == text.size());
  for (const char* const kept : {" 2026-11-30 12:45 ", ". 10 ", " 255.255.0.1."}) CHECK(has(made.text, kept));
  for (const char* const secret : {"2011", "6238", "5295", "4929", "1234", "123 45", "79"})
    CHECK_FALSE(has(made.text, secret));
}

TEST_CASE("redact: numbers with dots, brackets and the digits of other scripts go") {
  const std::string text =
      "Pay 1.234.567 or 7'654'321 to (555) 123-4567, +1 (555) 765.4321, \u0664\u0665\u0666\u0667\u0668, "
      "\uff14\uff15\uff16\uff17\uff18. Version 1.2.3, 12.345 of 24.12.2026, 10.0.0.1.";
  const redacted made = redact({text});
  CHECK(made.text.size() == text.size());
  for (const char* const secret :
       {"234", "567", "654", "321", "555", "123", "765", "4321", "\u0667\u0668", "\uff17\uff18"}) {
    INFO(secret);
    CHECK_FALSE(has(made.text.substr(0, text.find("Version")), secret));
  }
  for (const char* const kept : {" 1.2.3, 12.345 ", " 24.12.2026, 10.0.0.1."}) CHECK(has(made.text, kept));
  CHECK_FALSE(made.numbers_stay);
}

TEST_CASE("redact: where a number cannot be replaced all stay, and the report says so") {
  const std::string tools = R"([{"name": "pay", "parameters": {"type": "object", "properties": {"sum": {"type":)"
                            R"( "integer", "multipleOf": 12345}}}}])";
  const std::string text = "<tool_call>{\"name\": \"pay\", \"arguments\": {\"sum\": 37035}}</tool_call>";
  CHECK(redact({text, tools}).numbers_stay);
  CHECK(json::parse(toolcall::report({text, tools}, redaction{}))["numbers_stay"] == true);
  CHECK(json::parse(toolcall::report({"Pay 37035."}, redaction{}))["numbers_stay"] == false);
  CHECK_FALSE(json::parse(toolcall::report({text, tools})).contains("numbers_stay"));
}

TEST_CASE("redact: a letter that is written as an escape is the same letter") {
  const redacted made =
      redact({call_with(R"({"to": "Zo\u00eb\nGr\u00fc\u00dfe", "mood": "cheerful"})") + "Zoë", tools_json});
  CHECK_FALSE(has(made.text, "\\u00eb"));
  CHECK(has(made.text, "\\n"));
  const message m = parse(made.text, dialect::automatic(), tools::from_json(made.tools));
  REQUIRE(m.calls.size() == 1);
  const std::string to = json::parse(m.calls[0].arguments)["to"].get<std::string>();
  CHECK(made.text.substr(made.text.size() - 4) == to.substr(0, 4));
}

TEST_CASE("redact: names of tools go where that is asked for") {
  const std::string text = call_with(R"({"to": "Gwendolyn"})");
  const redacted made = redact({text, tools_json}, {true, 0});
  CHECK_FALSE(has(made.text, "send_mail"));
  CHECK_FALSE(has(made.tools, "send_mail"));
  const message m = parse(made.text, dialect::automatic(), tools::from_json(made.tools));
  REQUIRE(m.calls.size() == 1);
  CHECK(m.calls[0].status == call_status::complete);
  CHECK(m.diagnostics.empty());
}

TEST_CASE("redact: damage stays damage, with its label") {
  for (const char* const text :
       {"<tool_call>{\"name\": \"send_mail\", \"arguments\": {\"to\": \"Gwendolyn\",}}</tool_call>",
        "<tool_call>{\"name\": \"send_mail\", \"arguments\": {\"to\": \"Gwendo",
        "<tool_call>{\"name\": \"send_mial\", \"arguments\": {\"to\": \"Gwendolyn\"}}</tool_call>",
        "<tol_call>{\"name\": \"send_mail\", \"arguments\": {\"to\": \"Gwendolyn\"}}</tol_call>",
        "<minimax:tool_call><invoke name=\"send_mail\"><parameter name=\"to\">Gwendolyn</to></invoke>"}) {
    INFO(text);
    const redacted made = redact({text, tools_json});
    const message was = parse(text, dialect::automatic(), tools::from_json(tools_json));
    const message is = parse(made.text, dialect::automatic(), tools::from_json(made.tools));
    CHECK_FALSE(has(made.text, "Gwendolyn"));
    CHECK(was.calls.size() == is.calls.size());
    REQUIRE(was.diagnostics.size() == is.diagnostics.size());
    for (std::size_t i = 0; i < was.diagnostics.size(); ++i) CHECK(was.diagnostics[i].label == is.diagnostics[i].label);
  }
}

TEST_CASE("redact: other texts in the same words") {
  redacted made = redact({call_with(R"({"to": "Gwendolyn"})"), tools_json});
  const json request = json::parse(made.json(
      R"({"model": "m", "messages": [{"role": "user", "content": "Write \"Gwendolyn\"\nnow"}], "n": 1, "tools": )" +
      tools_json + "}"));
  const std::string word = made.words("Gwendolyn");
  CHECK(word != "Gwendolyn");
  CHECK(has(made.text, word));
  CHECK(has(request["messages"][0]["content"], "\"" + word + "\"\n"));
  CHECK(request["messages"][0]["role"] == "user");
  CHECK(request["model"] == "m");
  CHECK(request["tools"] == json::parse(made.tools));
  CHECK_THROWS_WITH(made.json("{"), "the document is not JSON: expected a key in double quotes at byte 1");
}

// Whatever a text holds, it has as many bytes afterwards, or is refused.
TEST_CASE("redact: any bytes") {
  const std::string pieces[] = {"<tool_call>", "</tool_call>",
                                "{\"name\": ", "\"send_mail\"",
                                "\\",          "\\u00",
                                "\\u00e9",     "\\ud83d",
                                "\\x4",        "\xC3",
                                "\xFF",        "\xE2\x82",
                                "Ä",           "ß",
                                "ё",           "中文",
                                "Gwendolyn",   "aB3",
                                "1234567",     "e5",
                                "-",           "&quot;",
                                "\n",          std::string(1, '\0'),
                                "```",         "deadbeef",
                                "call",        "I"};
  std::uint32_t state = 1;
  for (int round = 0; round < 400; ++round) {
    std::string text;
    for (int i = 0; i < 30; ++i) {
      state = state * 1664525U + 1013904223U;
      text += pieces[(state >> 8U) % std::size(pieces)];
    }
    try {
      CHECK(redact({text, tools_json}).text.size() == text.size());
    } catch (const setup_error& why) {
      CHECK(std::string(why.what()).find("with other words") == 0);
    }
  }
}

// The work is proportional to the text.
TEST_CASE("redact: long words, and many of them") {
  for (const char* const piece : {"a", "call", "call ", "ab-1:", "Ab", "1a", "\\u00e9", "中"}) {
    std::string text;
    while (text.size() < 200'000) text += piece;
    CHECK(redact({text}).text.size() == text.size());
  }
}

TEST_CASE("report: one line that has all that is needed") {
  const std::string text = call_with(R"({"to": "Gwendolyn",})");
  const std::string line = report({text, tools_json, "hermes", "length"});
  CHECK(line.find('\n') == std::string::npos);
  const json made = json::parse(line);
  CHECK(made["text"] == text);
  CHECK(made["tools"] == json::parse(tools_json));
  CHECK(made["dialect"] == "hermes");
  CHECK(made["finish_reason"] == "length");
  CHECK(made["expected"].is_null());
  CHECK(made["redacted"] == false);
  CHECK(made["message"]["tool_calls"][0]["function"]["name"] == "send_mail");
  CHECK(made["explanation"]["verdict"] == "call_with_repairs");
  CHECK(made["explanation"]["trace"].size() > 3);
  CHECK(line == report({text, tools_json, "hermes", "length"}));
  const json hidden = json::parse(report({text, tools_json}, redaction{}));
  CHECK(hidden["redacted"] == true);
  CHECK_FALSE(has(hidden.dump(), "Gwendolyn"));
  CHECK(hidden["explanation"]["verdict"] == "call_with_repairs");
}

TEST_CASE("report: a list of tools is taken out of a request, and bytes that are no UTF-8 are kept") {
  const json made = json::parse(report({"a\xFF", "{\"messages\": [], \"tools\": " + tools_json + "}"}));
  CHECK(made["tools"] == json::parse(tools_json));
  CHECK(made["text_base64"] == "Yf8=");
  CHECK(json::parse(report({"a"}))["tools"].is_null());
  CHECK_THROWS_AS(report({"a", "5"}), setup_error);
  CHECK_THROWS_AS(report({"a", "", "klingon"}), setup_error);
}

}  // namespace redact_test
