// The schema report: every code with a schema that earns it, and the odd schemas that are read without a word.

#include <fstream>
#include <set>
#include <sstream>

#include <toolcall/error.hpp>
#include <toolcall/schema_report.hpp>

#include "catch.hpp"
#include "typing/schema_issues.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace schema_report_test {

namespace {

using toolcall::tools;
using toolcall::typing::code;

std::string tool(const std::string& schema) {
  return R"([{"name":"f","inputSchema":)" + schema + "}]";
}

std::string field(const std::string& schema) {
  return tool(R"({"type":"object","properties":{"p":)" + schema + "}}");
}

// "code pointer" of each issue, joined by ", ".
std::string report(const std::string& text) {
  const tools read = tools::checked(text);
  std::string out;
  for (const tools::schema_issue& each : read.report()) {
    out += (out.empty() ? "" : ", ") + std::string(each.code) + ' ' + each.pointer;
  }
  return out;
}

const std::string at = "/0/inputSchema/properties/p";

std::string twice(const std::string& unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

struct example {
  code what;
  std::string text;
  std::string pointer;
};

const std::vector<example>& examples() {
  static const std::vector<example> all = {
      {code::not_json, "[", ""},
      {code::not_a_list, "5", ""},
      {code::not_a_tool, "[5]", "/0"},
      {code::bad_name, R"([{"name":""}])", "/0/name"},
      {code::repeated_name, R"([{"name":"a"},{"name":"a"}])", "/1/name"},
      {code::not_a_schema, tool("[]"), "/0/inputSchema"},
      {code::schema_too_large, tool(R"({"title":")" + std::string(300'000, 'x') + "\"}"), "/0/inputSchema"},
      {code::schema_too_deep, tool(twice(R"({"not":)", 66) + "{}" + twice("}", 66)),
       "/0/inputSchema" + twice("/not", 65)},
      {code::too_many_subschemas, tool(R"({"anyOf":[{})" + twice(",{}", 4200) + "]}"), "/0/inputSchema/anyOf/4095"},
      {code::too_many_values, field(R"({"enum":[0)" + twice(",1", 1024) + "]}"), at + "/enum"},
      {code::pattern_too_long, field(R"({"pattern":")" + std::string(1001, 'x') + "\"}"), at + "/pattern"},
      {code::reference_not_found, field(R"({"$ref":"#/$defs/none"})"), at + "/$ref"},
      {code::remote_reference, field(R"({"$ref":"http://x/y"})"), at + "/$ref"},
      {code::circular_reference, tool(R"({"$ref":"#"})"), "/0/inputSchema"},
      {code::type_alias, field(R"({"type":"dict"})"), at + "/type"},
      {code::dynamic_reference, field(R"({"$dynamicRef":"#"})"), at + "/$dynamicRef"},
      {code::required_undeclared, tool(R"({"properties":{},"required":["a"],"additionalProperties":false})"),
       "/0/inputSchema/required"},
      {code::required_not_a_list, field(R"({"type":"object","required":"a"})"), at + "/required"},
      {code::keyword_misspelt, tool(R"({"requird":["a"]})"), "/0/inputSchema/requird"},
      {code::schema_misplaced, R"([{"name":"a","inputschema":{"properties":{}},"outputSchema":{"properties":{}}}])",
       "/0/inputschema"},
      {code::unsatisfiable, field(R"({"enum":[]})"), at + "/enum"},
      {code::ill_formed, "[{\"name\":\"a\",\"description\":\"\xFF\"}]", ""},
      {code::schema_not_enforced, field(R"("string")"), at},
      {code::keyword_not_enforced, field(R"({"minLength":-1})"), at + "/minLength"},
      {code::pattern_not_enforced, field(R"({"type":"string","pattern":"(?=a)b"})"), at + "/pattern"},
      {code::format_not_enforced, field(R"({"type":"string","format":"cuid2"})"), at + "/format"},
  };
  return all;
}

}  // namespace

TEST_CASE("schema report: every code is earned by some tool, in its place") {
  std::set<code> earned = {code::marker_name};  // below
  for (const example& each : examples()) {
    INFO(each.text.substr(0, 200));
    const bool error = grade_of(each.what) == tools::schema_issue::grade::error;
    const bool of_schema = error && each.what >= code::not_a_schema;
    const std::string unchecked = of_schema ? ", schema_not_enforced /0/inputSchema" : "";
    CHECK(report(each.text) == std::string(name_of(each.what)) + ' ' + each.pointer + unchecked);
    CHECK(earned.insert(each.what).second);
    if (error) CHECK_THROWS_AS(tools::from_json(each.text, tools::unusable_schema::refused), toolcall::setup_error);
    if (error && !of_schema) {
      CHECK_THROWS_AS(tools::from_json(each.text), toolcall::setup_error);
    } else {
      CHECK(tools::from_json(each.text).size() == 1);
    }
  }
  CHECK(earned.size() == toolcall::typing::codes);
}

TEST_CASE("schema report: the codes are those of the documentation, with their grades") {
  std::ifstream file(TOOLCALL_SOURCE_DIR "/docs/cli.md");
  REQUIRE(file);
  std::set<std::string> documented, known;
  std::string grade;
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string bar, name, other;
    if (!(in >> bar >> name >> other) || bar != "|" || other != "|") continue;
    in >> other;
    if (other == "error" || other == "warning" || other == "not_enforced") documented.insert(name + ' ' + other);
  }
  for (std::size_t i = 0; i < toolcall::typing::codes; ++i) {
    const code c = static_cast<code>(i);
    known.insert('`' + std::string(name_of(c)) + "` " + std::string(to_string(grade_of(c))));
  }
  CHECK(documented == known);
}

TEST_CASE("schema report: a refused tool leaves the others usable") {
  const tools read = tools::checked(R"([{"name":"a"},{"name":"b","parameters":{"$ref":"#/none"}},7,{"name":"c"}])",
                                    tools::unusable_schema::refused);
  REQUIRE(read.size() == 2);
  CHECK(read.name(1) == "c");
  REQUIRE(read.report().size() == 2);
  CHECK(read.report()[0].tool == "b");
  CHECK(read.report()[0].kind == tools::schema_issue::grade::error);
  CHECK(read.report()[1].tool.empty());
  CHECK(internals(read)->find("b") == -1);
}

TEST_CASE("schema report: names of markers are warned of, by the pages in use") {
  const tools read = tools::from_json(R"([{"name":"think"},{"name":"search","parameters":{"type":"object","properties":{
    "parameter":{},"query":{},"tool_call":{}}}},{"name":"function"}])");
  std::string all;
  for (const auto& each : schema_report(read, toolcall::dialect::automatic())) {
    CHECK(each.code == "marker_name");
    CHECK(each.kind == tools::schema_issue::grade::warning);
    all += each.pointer + ' ' + each.message.substr(0, each.message.find(" is named")) + '\n';
  }
  CHECK(all == "/0 the tool\n/1 the field \"parameter\"\n/1 the field \"tool_call\"\n/2 the tool\n");
  CHECK(schema_report(read, toolcall::dialect::named("pythonic")).empty());
  CHECK(schema_report(tools(), toolcall::dialect::automatic()).empty());
}

TEST_CASE("schema report: what is odd but clear is read without a word") {
  for (
      const char* schema :
      {R"({"type":null,"description":null,"title":null,"format":null,"required":null,"properties":[],"enum":null})",
       R"({"minimum":null,"items":null,"pattern":null,"anyOf":[]})",
       R"({"properties":{"a":{"$ref":"#"},"b":{"type":"object","required":true}}})",
       R"({"properties":{"a":{"exclusiveMinimum":true,"minimum":3},"b":{"minLength":1.0},"c":{"type":"any"}}})",
       R"({"properties":{"a":{"type":"string","nullable":true,"discriminator":{"propertyName":"x"}}},"required":["a"]})",
       R"({"$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":{},"required":{}})",
       R"({"$defs":{"broken":{"$ref":"#/none","type":7}},"properties":{"a":{}}})"}) {
    CAPTURE(schema);
    CHECK(report(tool(schema)).empty());
  }
}

TEST_CASE("schema report: a required that is no list is read where it is clear, and spoken of") {
  CHECK(report(tool(R"({"required":true})")) == "required_not_a_list /0/inputSchema/required");
  CHECK(report(field(R"({"items":{"required":true}})")) == "required_not_a_list " + at + "/items/required");
  CHECK(report(tool(R"({"required":false})")).empty());
  CHECK(report(field(R"({"required":true})")).empty());  // draft 3
  CHECK_FALSE(internals(tools::from_json(tool(R"({"required":"a"})")))->validate(0, "{}").empty());
}

TEST_CASE("schema report: a keyword of one's own is nobody's mistake") {
  CHECK(report(field(R"({"x-order":1,"example":1,"enumNames":["a"],"markdownDescription":"b","order":2,"unit":"m"})"))
            .empty());
  CHECK(report(field(R"({"Type":"string","item":{},"propertys":{}})")) ==
        "keyword_misspelt " + at + "/Type, keyword_misspelt " + at + "/item, keyword_misspelt " + at + "/propertys");
  CHECK(report(tool(R"({"properties":{"requird":{"type":"string"}}})")).empty());  // the name of a field
}

TEST_CASE("schema report: what cannot be understood is left out, and the rest holds") {
  for (const auto& [schema, pointer] :
       std::vector<std::pair<std::string, std::string>>{{R"({"pattern":5,"type":"integer"})", "/pattern"},
                                                        {R"({"properties":"none","type":"integer"})", "/properties"},
                                                        {R"({"multipleOf":0,"type":"integer"})", "/multipleOf"},
                                                        {R"({"enum":5,"type":"integer"})", "/enum"},
                                                        {R"({"required":[1],"type":"integer"})", "/required"},
                                                        {R"({"anyOf":7,"type":"integer"})", "/anyOf"}}) {
    const std::string text = field(schema);
    CAPTURE(text);
    CHECK(report(text) == "keyword_not_enforced " + at + pointer);
    const tools read = tools::from_json(text);
    CHECK(internals(read)->validate(0, R"({"p":1})").empty());
    CHECK_FALSE(internals(read)->validate(0, R"({"p":"x"})").empty());
  }
  CHECK(report(field(R"({"type":"wombat"})")) == "keyword_not_enforced " + at + "/type");
  CHECK(report(field(R"_({"type":"varchar(255)"})_")) == "type_alias " + at + "/type");
}

TEST_CASE("schema report: older drafts are read as what they say now") {
  const auto fits = [](const std::string& schema, const std::string& value) {
    const tools read = tools::from_json(field(schema));
    CHECK(read.report().empty());
    return internals(read)->validate(0, R"({"p":)" + value + "}").empty();
  };
  CHECK_FALSE(fits(R"({"properties":{"a":{"required":true}}})", "{}"));
  CHECK_FALSE(fits(R"({"exclusiveMaximum":true,"maximum":3})", "3"));
  CHECK(fits(R"({"exclusiveMaximum":false,"maximum":3})", "3"));
  CHECK_FALSE(fits(R"({"divisibleBy":2})", "3"));
  CHECK_FALSE(fits(R"({"extends":{"type":"integer"}})", "\"x\""));
  CHECK_FALSE(fits(R"({"disallow":"integer"})", "1"));
  CHECK(fits(R"({"disallow":["integer"]})", "\"1\""));
  CHECK(fits(R"({"type":["string",{"properties":{"a":{"type":"integer"}},"type":"object"}]})", R"({"a":1})"));
  CHECK_FALSE(fits(R"({"type":["string",{"properties":{"a":{"type":"integer"}},"type":"object"}]})", R"({"a":"x"})"));
  CHECK_FALSE(fits(R"({"dependencies":{"a":"b"}})", R"({"a":1})"));
  CHECK(fits(R"({"enum":["a"],"nullable":true})", "null"));
  CHECK(fits(R"({"anyOf":[{"type":"string"}],"nullable":true})", "null"));
  CHECK_FALSE(fits(R"({"type":"string","nullable":false})", "null"));
  CHECK_FALSE(fits(R"({"items":[{"type":"string"}],"additionalItems":false})", R"(["a","b"])"));
}

TEST_CASE("schema report: all faults of a schema are reported, not only the first") {
  CHECK(report(tool(R"({"properties":{"a":{"$ref":"#/none"},"b":{"$ref":"http://x/y"},
      "c":{"$ref":"#/properties/c"},"d":{"pattern":")" +
                    std::string(1001, 'x') + R"("}}})")) ==
        "reference_not_found /0/inputSchema/properties/a/$ref, remote_reference /0/inputSchema/properties/b/$ref, "
        "pattern_too_long /0/inputSchema/properties/d/pattern, circular_reference /0/inputSchema/properties/c, "
        "schema_not_enforced /0/inputSchema");
  CHECK(report(tool(R"({"properties":{"a":{"$ref":"#/properties/a"},"b":{"$ref":"#/properties/b"}}})")) ==
        "circular_reference /0/inputSchema/properties/a, circular_reference /0/inputSchema/properties/b, "
        "schema_not_enforced /0/inputSchema");
}

TEST_CASE("schema report: a schema that allows no value is reported") {
  for (const char* schema :
       {R"({"minimum":3,"maximum":2})", R"({"exclusiveMinimum":2,"maximum":2})",
        R"({"minimum":1,"exclusiveMaximum":1.0})", R"({"minimum":3,"exclusiveMaximum":true,"maximum":3})",
        R"({"minLength":2,"maxLength":1})", R"({"minItems":2,"maxItems":1})",
        R"({"minProperties":2,"maxProperties":1})", R"({"contains":{},"minContains":2,"maxContains":1})"}) {
    CAPTURE(schema);
    CHECK(report(field(schema)) == "unsatisfiable " + at);
  }
  CHECK(report(field(R"({"minimum":2,"maximum":2.0})")).empty());
  CHECK(report(field(R"({"type":[]})")) == "keyword_not_enforced " + at + "/type");
}

}  // namespace schema_report_test
