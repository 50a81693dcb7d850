// Tools as hosts hand them in: the three formats, and the message for each mistake.

#include <string>

#include <toolcall/error.hpp>
#include <toolcall/tools.hpp>

#include "catch.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"
#include "unit/schemas.hpp"

namespace tools_test {

namespace {

using toolcall::tools;
using toolcall::tests::repeated;
using toolcall::tests::tool;

std::string mistake(const std::string& text, tools::unusable_schema schemas = tools::unusable_schema::refused) {
  try {
    static_cast<void>(tools::from_json(text, schemas));
  } catch (const toolcall::setup_error& e) {
    CHECK(std::string(e.what()) == (e.pointer().empty() ? e.reason() : e.pointer() + ": " + e.reason()));
    return e.what();
  }
  return "no mistake";
}

}  // namespace

TEST_CASE("tools: not given is not an empty list") {
  const tools none;
  CHECK_FALSE(none.given());
  CHECK(none.size() == 0);
  CHECK(none.report().empty());
  CHECK(internals(none) == nullptr);
  const tools empty = tools::from_json("[]");
  CHECK(empty.given());
  CHECK(empty.size() == 0);
  CHECK(internals(empty)->names().given);
}

TEST_CASE("tools: three formats, mixed, in an array or an object") {
  const std::string list = R"([
    {"type":"function","function":{"name":"a","description":"d","parameters":{"type":"object","properties":{"x":{"type":"string"}}}}},
    {"name":"b","input_schema":{"type":"object","properties":{"y":{"type":"integer"}}}},
    {"name":"c","inputSchema":{"type":"object"}},
    {"type":"function","name":"d","parameters":{}}, {"name":"e"}, {"name":"g","parameters":null}])";
  for (const std::string& text : {list, R"({"tools":)" + list + "}"}) {
    const tools t = tools::from_json(text);
    const tools copy = t;
    REQUIRE(copy.size() == 6);
    CHECK(copy.name(0) == "a");
    CHECK(copy.name(5) == "g");
    CHECK(copy.report().empty());
    const auto& names = internals(copy)->names();
    CHECK(names.tool("b") == 1);
    CHECK(names.fields(1).find("y") != -1);
    CHECK(names.fields(1).find("x") == -1);
    CHECK(internals(copy)->find("zz") == -1);
  }
}

TEST_CASE("tools: fields that are known before a schema is compiled are those that it has then") {
  const char* const schemas[] = {
      R"({"type":"object","properties":{"x":{"type":"string"},"y":5,"z":null,"\u00e9":true},"required":["w"]})",
      R"({"properties":{"x":{"required":true},"x":{}},"description":"d","title":"t","additionalProperties":{"a":1}})",
      R"({"properties":{"x":{}},"properties":{"y":{}}})",
      R"({"properties":{},"properties":{"y":{}}})",
      R"({"properties":[],"$schema":"http://json-schema.org/draft-04/schema#"})",
      R"({"properties":null})",
      R"({"type":"string","properties":{"x":{"type":"strnig"}},"required":"x"})",
      R"({"properties":{"x":{"$ref":"#/properties/x"}}})",
      R"({"properties":{"x":{}},"anyOf":[{"properties":{"y":{}}},{"properties":{"z":{}}}]})",
      R"({"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{}}}}})",
      R"({"allOf":[{"properties":{"x":{}}}],"extends":{"properties":{"y":{}}}})",
      R"({})"};
  for (const std::string schema : schemas) {
    INFO(schema);
    const tools made = tools::from_json(R"([{"name":"t","parameters":)" + schema + "}]");
    const auto& known = internals(made)->names().fields(0);
    CHECK(known.size() == internals(made)->fields(0).size());
    for (const std::string& field : internals(made)->fields(0)) CHECK(known.find(field) != known.none);
  }
}

TEST_CASE("tools: the report is in the order of the list, whenever it is asked for") {
  const std::string list = R"([{"name":"a","parameters":{"properties":5}},{"name":"b","parameters":7},5,
    {"name":"c","parameters":{"type":"strnig"}},{"name":"a"}])";
  const tools made = tools::checked(list);
  std::string seen;
  for (const tools::schema_issue& each : made.report()) seen += each.tool + each.pointer + " ";
  CHECK(seen == "a/0/parameters/properties b/1/parameters b/1/parameters /2 c/3/parameters/type a/4/name ");
  CHECK(&made.report() == &made.report());
}

TEST_CASE("tools: mistakes are named, with a pointer") {
  CHECK(mistake("[{\"name\": \"a\",\n  }]") ==
        "the tools are not JSON: line 2, column 3: expected a key in double quotes");
  CHECK(mistake("") == "the tools are not JSON: line 1, column 1: expected a value, found the end");
  CHECK(mistake("[\"é\" x]") == "the tools are not JSON: line 1, column 6: expected ',' or ']'");
  CHECK(mistake("{}") == "there is no list of tools; expected an array, or an object with an array \"tools\"");
  CHECK(mistake("5") == "the list of tools must be an array");
  CHECK(mistake("{\"tools\":{}}") == "/tools: the list of tools must be an array");
  CHECK(mistake("[5]") == "/0: a tool must be an object");
  CHECK(mistake(R"({"tools":[{"type":"function","function":{}}]})") == "/tools/0/function: the tool has no \"name\"");
  CHECK(mistake(R"([{"function":[]}])") == "/0/function: must be an object with \"name\"");
  CHECK(mistake(R"([{"name":7}])") == "/0/name: must be a string");
  CHECK(mistake(R"([{"name":""}])") == "/0/name: must not be empty");
  CHECK(mistake(R"([{"name":"a"},{"name":"a"}])") == "/1/name: there are two tools named \"a\"; names must differ");
  CHECK(mistake(tool("[]")) == "/0/inputSchema: the schema must be an object");
  CHECK(mistake(R"([{"name":"f","function":{"name":"g","parameters":"x"}}])") ==
        "/0/function/parameters: the schema must be an object");
}

TEST_CASE("tools: limits, and what stands at them") {
  CHECK(mistake(tool(R"({"title":")" + std::string(300'000, 'x') + "\"}")) ==
        "/0/inputSchema: the schema is longer than 256 KiB");
  CHECK(mistake(repeated("[", 100'000)) ==
        "the tools are not JSON: line 1, column 100001: expected a value, found the end");
  CHECK(mistake(tool(R"({"properties":{"p":{"default":)" + repeated("[", 100'000) + repeated("]", 100'000) + "}}}")) ==
        "/0/inputSchema: the schema is nested more than 64 deep");
  CHECK(mistake(tool(repeated(R"({"items":)", 70) + "{}" + repeated("}", 70)))
            .find("the schema is nested more than 64 deep") != std::string::npos);
  CHECK(mistake(tool(repeated(R"({"properties":{"p":)", 64) + "{}" + repeated("}}", 64))) == "no mistake");
  CHECK(mistake(tool(repeated(R"({"properties":{"p":)", 65) + "{}" + repeated("}}", 65))) ==
        "/0/inputSchema" + repeated("/properties/p", 65) + ": the schema is nested more than 64 deep");
  CHECK(mistake(tool(R"({"enum":[0)" + repeated(",1", 1023) + "]}")) == "no mistake");
  CHECK(mistake(tool(R"({"properties":{"p":{"pattern":")" + std::string(1000, 'x') + "\"}}}")) == "no mistake");
  CHECK(mistake(tool(R"({"anyOf":[{})" + repeated(",{}", 4200) + "]}")) ==
        "/0/inputSchema/anyOf/4095: the schema has more than 4096 subschemas");
  CHECK(mistake(tool(R"({"properties":{"a/b":{"enum":[0)" + repeated(",1", 1100) + "]}}}")) ==
        "/0/inputSchema/properties/a~1b/enum: has more than 1024 values");
  CHECK(mistake(tool(R"({"properties":{"p":{"pattern":")" + std::string(1001, 'x') + "\"}}}")) ==
        "/0/inputSchema/properties/p/pattern: is longer than 1000 bytes");
}

TEST_CASE("tools: a schema that cannot be used refuses neither its tool nor the others") {
  const std::string list = R"([{"name":"loop","parameters":{"type":"object","required":["id"],
      "properties":{"id":{"type":"string"},"n":{"type":"integer"},"next":{"$ref":"#/properties/next"}}}},
    {"name":"none","parameters":"x"},{"name":"fine","parameters":{"properties":{"n":{"type":"integer"}}}}])";
  const tools read = tools::from_json(list);
  REQUIRE(read.size() == 3);
  std::string said;
  for (const tools::schema_issue& each : read.report())
    said += each.tool + ' ' + each.pointer + ' ' + std::string(each.code) + '\n';
  CHECK(said ==
        "loop /0/parameters/properties/next circular_reference\n"
        "loop /0/parameters schema_not_enforced\n"
        "none /1/parameters not_a_schema\n"
        "none /1/parameters schema_not_enforced\n");
  const auto& known = *internals(read);
  // What can be read of the schema types its fields, and nothing is checked.
  CHECK(known.convert(0, "id", std::string_view("7")).json == "\"7\"");
  CHECK(known.convert(0, "n", std::string_view("7")).json == "7");
  CHECK(known.validate(0, R"({"n":"x"})").empty());
  CHECK(known.validate(1, R"({"n":"x"})").empty());
  CHECK_FALSE(known.validate(2, R"({"n":"x"})").empty());
  CHECK(mistake(list).starts_with("/0/parameters/properties/next: the schema refers to itself"));
  const tools strict = tools::checked(list, tools::unusable_schema::refused);
  REQUIRE(strict.size() == 1);
  CHECK(strict.name(0) == "fine");
}

TEST_CASE("tools: what is no tool is refused all the same") {
  constexpr auto kept = tools::unusable_schema::unchecked;
  CHECK(mistake("[5]", kept) == "/0: a tool must be an object");
  CHECK(mistake(R"([{"parameters":{}}])", kept) == "/0: the tool has no \"name\"");
  CHECK(mistake(R"([{"name":"a"},{"name":"a"}])", kept).starts_with("/1/name: there are two tools"));
  CHECK(mistake("{}", kept).starts_with("there is no list of tools"));
}

TEST_CASE("tools: a byte-order mark is skipped, and bytes that are not UTF-8 are reported") {
  const tools marked = tools::from_json("\xEF\xBB\xBF[{\"name\":\"a\"}]");
  CHECK(marked.size() == 1);
  CHECK(marked.report().empty());
  const tools bad = tools::from_json("[{\"name\":\"a\xFF\"}]");
  CHECK(bad.name(0) == "a\xEF\xBF\xBD");
  REQUIRE(bad.report().size() == 1);
  CHECK(bad.report()[0].code == "ill_formed");
}

}  // namespace tools_test
