// Schemas and instances that are made to hurt. Work is counted, not timed.

#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "typing/dom.hpp"
#include "typing/normalise.hpp"
#include "typing/tools_internals.hpp"
#include "typing/validator.hpp"
#include "unit/schemas.hpp"

namespace hostile_schema_test {

namespace {

using namespace toolcall::typing;
using toolcall::tools;
using toolcall::tests::repeated;
using toolcall::tests::tool;

std::string property(const std::string& schema) {
  return R"({"type":"object","properties":{"p":)" + schema + "}}";
}

std::size_t diagnostics(const std::string& schema, const std::string& arguments) {
  return tool_set(tool(schema)).validate(0, arguments).size();
}

// How often a schema was asked about a part of the instance.
struct work {
  fit said;
  bool exhausted;
  std::uint64_t visits;
};
work measured(const std::string& schema, const std::string& instance) {
  json::document source, doc;
  json::syntax_error why;
  REQUIRE(source.read(schema, why));
  REQUIRE(doc.read(instance, why, 100));
  schema_issues found;
  schema_graph all;
  const int root = all.add(normalise(to_dom(source, 0), "", all.patterns(), found).schema);
  evaluation asked(all, root, doc);
  const fit said = asked.run();
  return {said, asked.is_exhausted(), asked.visits()};
}

}  // namespace

TEST_CASE("hostile: circles of references are reported with their place, whatever their path") {
  for (const auto& [schema, pointer] : std::vector<std::pair<std::string, std::string>>{
           {R"({"$ref":"#"})", ""},
           {R"({"$ref":""})", ""},
           {R"({"$defs":{"A":{"$ref":"#/$defs/A"}},"items":{"$ref":"#/$defs/A"}})", "/$defs/A"},
           {R"({"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}},"items":{"$ref":"#/$defs/A"}})",
            "/$defs/A"},
           {R"({"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"items":{"$ref":"#/$defs/A"}})",
            "/$defs/A"},
           {R"({"$defs":{"A":{"oneOf":[{"allOf":[{"$ref":"#/$defs/A"}]}]}},"items":{"$ref":"#/$defs/A"}})", "/$defs/A"},
           {R"({"$defs":{"A":{"not":{"$ref":"#/$defs/A"}}},"items":{"$ref":"#/$defs/A"}})", "/$defs/A"},
           {R"({"$defs":{"A":{"if":{"$ref":"#/$defs/A"},"then":{}}},"items":{"$ref":"#/$defs/A"}})", "/$defs/A"},
           {R"({"dependentSchemas":{"p":{"$ref":"#"}}})", ""},
           {R"({"dependencies":{"p":{"$ref":"#"}}})", ""},
           {R"({"$defs":{"A":{"$ref":"#/$defs/A","type":"string"}},"items":{"$ref":"#/$defs/A"}})", "/$defs/A"}}) {
    CAPTURE(schema);
    const auto report = tools::checked(tool(schema)).report();
    REQUIRE(report.size() == 2);
    CHECK(report[0].code == "circular_reference");
    CHECK(report[0].pointer == "/0/inputSchema" + pointer);
    CHECK(report[1].code == "schema_not_enforced");
  }
}

TEST_CASE("hostile: recursion through the value is no circle") {
  const std::string tree = R"({"$defs":{"A":{"anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/A"}},
    {"additionalProperties":{"$ref":"#"}}]}},"properties":{"p":{"$ref":"#/$defs/A"},"q":{"$ref":"#"}}})";
  CHECK(diagnostics(tree, R"({"p":[[null],[]],"q":{"p":null}})") == 0);
  CHECK(diagnostics(tree, R"({"p":[[1]]})") == 0);  // what is no object has no properties that could be wrong
}

TEST_CASE("hostile: branches that meet again are evaluated once") {
  // Each level has two ways to the next, in the schema alone, and over the levels of the value.
  std::string defs;
  for (int i = 0; i < 60; ++i) {
    const std::string next = R"({"$ref":"#/$defs/)" + std::to_string(i + 1) + "\"}";
    defs +=
        '"' + std::to_string(i) + R"(":{"allOf":[)" + next + ',' + next + R"(],"anyOf":[)" + next + ',' + next + "]},";
  }
  const std::string diamond =
      R"({"$defs":{)" + defs + R"("60":{"type":"integer"}},"properties":{"p":{"$ref":"#/$defs/0"}}})";
  for (const char* value : {R"({"p":1})", R"({"p":"x"})"}) {
    const work done = measured(diamond, value);
    CHECK_FALSE(done.exhausted);
    CHECK(done.visits < 1000);
    CHECK(diagnostics(diamond, value) == (std::string(value) == R"({"p":1})" ? 0 : 1));
  }
  const std::string lists = R"({"$defs":{"A":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/A"}},
    {"type":"array","minItems":0,"items":{"$ref":"#/$defs/A"}}]}},"items":{"$ref":"#/$defs/A"}})";
  const work deep = measured(lists, repeated("[", 99) + "1" + repeated("]", 99));
  CHECK(deep.said == fit::no);
  CHECK(deep.visits < 2000);
}

TEST_CASE("hostile: branches without anything to offer are not tried for ever") {
  std::string defs;
  for (int i = 0; i < 40; ++i) {
    const std::string next = R"({"$ref":"#/$defs/)" + std::to_string(i + 1) + "\"}";
    defs += '"' + std::to_string(i) + R"(":{"anyOf":[)" + next + ',' + next + "]},";
  }
  for (const char* const last : {"false", R"({"type":"string"})"}) {
    const std::string schema = R"({"$defs":{)" + defs + R"("40":)" + last +
                               R"(},"properties":{"p":{"type":"integer","anyOf":[{"$ref":"#/$defs/0"}]}}})";
    const tool_set tools(tool(schema));
    const auto got = tools.convert_value(0, "p", "5");
    CHECK(got.json == "5");
    CHECK(tools.validate(0, "{\"p\":5}").size() == 1);
  }
}

TEST_CASE("hostile: data that looks like a reference is data") {
  for (const char* const data : {R"({"const":{"$ref":"x"}})", R"({"enum":[{"$ref":"#/definitions/77"}]})",
                                 R"({"enum":[{"$ref":"7"}]})", R"({"const":{"allOf":[{"$ref":"#/x"}]}})"}) {
    INFO(data);
    CHECK(diagnostics(property(data), R"({"p":1})") == 1);
  }
  CHECK(diagnostics(property(R"({"const":{"$ref":"x"}})"), R"({"p":{"$ref":"x"}})") == 0);
}

TEST_CASE("hostile: long chains of references do not need the stack") {
  for (const char* link : {R"({"properties":{"p":{"$ref":"#/$defs/)", R"({"allOf":[{"$ref":"#/$defs/)"}) {
    std::string defs;
    const bool inner = std::string(link).find("properties") != std::string::npos;
    constexpr int length = 1300;
    for (int i = 0; i < length; ++i) {
      defs += '"' + std::to_string(i) + "\":" + link + std::to_string(i + 1) + (inner ? "\"}}}," : "\"}]},");
    }
    const std::string chain = R"({"$defs":{)" + defs + '"' + std::to_string(length) +
                              R"(":{"type":"integer"}},"properties":{"p":{"$ref":"#/$defs/0"}}})";
    const tools read = tools::from_json(tool(chain));
    REQUIRE(read.report().size() == 1);
    CHECK(read.report()[0].code == "schema_not_enforced");
    const auto found = internals(read)->validate(0, R"({"p":"x"})");
    // A chain that stays on one part of the value is too long to be validated, and that is said.
    CHECK(found.size() == (inner ? 0 : 1));
    if (!inner) CHECK(found[0].message.find("cannot be validated") != std::string::npos);
  }
}

TEST_CASE("hostile: the work has an end, and what was not validated is not taken") {
  std::string branches = "{\"type\":\"integer\"}";
  for (int i = 0; i < 2000; ++i) branches += ",{\"maxLength\":" + std::to_string(i) + ",\"type\":\"string\"}";
  const std::string schema = property(R"({"items":{"oneOf":[)" + branches + "]}}");
  const std::string many = R"({"p":[0)" + repeated(",0", 20'000) + "]}";
  const work done = measured(schema, many);
  CHECK(done.exhausted);
  CHECK(done.visits < 8'000'000);
  CHECK(diagnostics(schema, many) == 1);
}

TEST_CASE("hostile: long strings against patterns and formats") {
  const std::string big(10'000'000, 'a');
  for (const char* schema : {R"({"pattern":"^(a+)+$"})", R"({"pattern":"^(a|aa)*$"})", R"({"pattern":"^(.|\\n)*$"})",
                             R"({"pattern":"^.*$","minLength":10000000})"}) {
    CAPTURE(schema);
    CHECK(diagnostics(property(schema), R"({"p":")" + big + "\"}") == 0);
  }
  CHECK(diagnostics(property(R"({"pattern":"^(a+)+$"})"), R"({"p":")" + big + "b\"}") == 1);
  for (const char* name : {"date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid",
                           "json-pointer", "relative-json-pointer"}) {
    CAPTURE(name);
    const std::string schema = property(R"({"format":")" + std::string(name) + "\"}");
    CHECK(diagnostics(schema, R"({"p":")" + big + "\"}") == 1);
    CHECK(diagnostics(schema, R"({"p":")" + std::string(1'000'000, '1') + "\"}") <= 1);
    CHECK(diagnostics(schema, R"({"p":")" + repeated("a.", 500'000) + "\"}") == 1);
    CHECK(diagnostics(schema, R"({"p":"P)" + repeated("1:", 500'000) + "\"}") <= 1);
  }
  CHECK(diagnostics(property(R"({"format":"email"})"), R"({"p":")" + repeated("a@", 1'000'000) + "b\"}") == 1);
}

TEST_CASE("hostile: large lists of values and fields") {
  std::string values = "0", names = "\"n\":{}";
  for (int i = 1; i < 1024; ++i) values += ",\"" + std::string(200, 'v') + std::to_string(i) + '"';
  for (int i = 0; i < 4000; ++i) names += ",\"n" + std::to_string(i) + "\":{}";
  const std::string list = property(R"({"items":{"enum":[)" + values + "]}}");
  const std::string many = R"({"p":[0)" + repeated(",0", 200'000) + "]}";
  CHECK(diagnostics(list, many) == 0);
  CHECK(measured(list, many).visits < 500'000);
  CHECK(diagnostics(list, R"({"p":[1)" + repeated(",1", 200'000) + "]}") == 20);
  const std::string closed = property(R"({"additionalProperties":false,"properties":{)" + names + "}}");
  std::string members;
  for (int i = 0; i < 50'000; ++i) members += (i == 0 ? "\"x" : ",\"x") + std::to_string(i) + "\":1";
  CHECK(diagnostics(closed, R"({"p":{)" + members + "}}") == 20);
}

TEST_CASE("hostile: deep schemas and deep instances") {
  for (const char* open : {"[", R"({"items":)", R"({"a":)"}) {
    CAPTURE(open);
    const std::string close = *open == '[' ? "]" : "}";
    const std::string deep = repeated(open, 100'000) + "1" + repeated(close, 100'000);
    const auto report = tools::checked(tool(R"({"properties":{"p":{"items":)" + deep + "}}}")).report();
    REQUIRE(report.size() == 2);
    CHECK(report[0].kind == tools::schema_issue::grade::error);
    CHECK(diagnostics(property("{}"), R"({"p":)" + deep + "}") == 1);
  }
}

TEST_CASE("hostile: a schema that valijson cannot take is validated all the same") {
  // Such schemas are normalised away one by one; what is left is the length of chains (above).
  for (const char* schema :
       {R"({"properties":{"p":{"type":"dict","description":null,"required":null,"properties":[]}}})",
        R"({"properties":{"p":{"minLength":1.0,"pattern":"(?<=a)b"}}})",
        R"({"properties":{"p":{"$ref":"#/$defs/x"}},"$defs":{"x":{"enum":null,"items":null,"type":[]}}})"}) {
    CAPTURE(schema);
    const tool_set tools(tool(schema));
    for (const auto& each : tools.report()) CHECK(each.code != "schema_not_enforced");
    CHECK(tools.validate(0, R"({"p":{}})").empty());
  }
}

#ifndef __EMSCRIPTEN__  // which has no threads unless it is asked for them
TEST_CASE("tools: one set is read by several threads") {
  const tools made = tools::from_json(tool(property(R"({"type":"string","pattern":"^a+$","format":"hostname"})")));
  std::vector<std::size_t> wrong(4);
  std::vector<std::thread> readers;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    readers.emplace_back([copy = made, &count = wrong[i]] {
      for (int n = 0; n < 200; ++n) {
        if (!internals(copy)->validate(0, R"({"p":"aaa"})").empty()) ++count;
        if (internals(copy)->validate(0, R"({"p":"b"})").size() != 1) ++count;
        if (internals(copy)->convert(0, "p", std::string_view("aaa")).json != "\"aaa\"") ++count;
      }
    });
  }
  for (std::thread& each : readers) each.join();
  for (const std::size_t count : wrong) CHECK(count == 0);
}
#endif

}  // namespace hostile_schema_test
