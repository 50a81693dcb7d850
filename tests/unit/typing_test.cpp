// Raw text to typed JSON: the cases of the data file, and what a tool set says about its fields.

#include "typing/typing.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"

namespace {

using toolcall::typing::telling;
using toolcall::typing::tool_set;
using toolcall::typing::typed;
using dom = nlohmann::json;

tool_set tool_with(const std::string& parameters) {
  return tool_set(R"([{"name":"f","input_schema":)" + parameters + "}]");
}

// A reference in a schema of the data file means that schema's own root, so its definitions move up.
tool_set tool_with_field(const dom& schema) {
  dom root = {{"type", "object"}, {"properties", {{"v", schema}}}};
  for (const char* k : {"$defs", "definitions"}) {
    if (schema.is_object() && schema.contains(k)) root[k] = schema[k];
  }
  return tool_with(root.dump());
}

bool has_label(const std::vector<toolcall::typing::finding>& findings, const std::string& label) {
  return std::any_of(findings.begin(), findings.end(), [&](const auto& f) { return f.label == label; });
}

dom cases() {
  std::ifstream file(TOOLCALL_TEST_DATA "/coercion_raw.json");
  REQUIRE(file);
  return dom::parse(file);
}

std::string hostile(const char* unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

}  // namespace

TEST_CASE("typing: the cases of the data file") {
  const dom list = cases();
  REQUIRE(list.size() > 100);
  for (const dom& c : list) {
    CAPTURE(c.dump());
    const tool_set tools = tool_with_field(c["schema"]);
    const typed got = tools.convert(0, "v", c["raw"].get<std::string>());
    CAPTURE(got.json);
    const auto verdict = tools.judge(0, "{\"v\":" + got.json + "}");
    for (const auto& f : verdict) UNSCOPED_INFO(f.label << ' ' << f.pointer << ' ' << f.message);
    for (const auto& f : got.findings) UNSCOPED_INFO(f.label << ' ' << f.pointer << ' ' << f.message);
    if (c.contains("error")) {
      CHECK((!got.fits || !verdict.empty()));
    } else {
      CHECK(got.fits);
      CHECK(dom::parse(got.json) == c["expected"]);
      CHECK(has_label(got.findings, "assumed_type") == (c["level"] == "assumed"));
      CHECK(verdict.empty());
    }
  }
}

TEST_CASE("typing: number lexemes are kept") {
  const tool_set tools = tool_with(R"({"properties":{"n":{"type":"number"},"i":{"type":"integer"},"a":{"type":"array"},
      "l":{"type":"array","items":{"type":"integer"}}}})");
  CHECK(tools.convert(0, "n", "1.10").json == "1.10");
  CHECK(tools.convert(0, "n", " -0.50E+2\n").json == "-0.50E+2");
  CHECK(tools.convert(0, "i", "1234567890123456789012345678901234567890").json ==
        "1234567890123456789012345678901234567890");
  CHECK(tools.convert(0, "a", "[ 1.10 , 12345678901234567890123 ]").json == "[1.10,12345678901234567890123]");
  CHECK(tools.convert(0, "l", "[42.0, 1e2]").json == "[42,100]");
}

TEST_CASE("typing: findings name pointer, expected and got") {
  const tool_set tools = tool_with(R"({"properties":{"n":{"type":"integer"},"s":{"enum":["in-progress","done"]},
      "o":{"type":"object","properties":{"a/b":{"type":"array","items":{"type":"integer"}}}}}})");
  const auto only = [&](const char* field, const char* raw) {
    const typed got = tools.convert(0, field, raw);
    REQUIRE(got.findings.size() == 1);
    return got.findings[0].label + ' ' + got.findings[0].pointer + ": " + got.findings[0].message + " -> " + got.json;
  };
  CHECK(only("n", "3.7") == "not_converted /n: expected an integer, got \"3.7\" -> \"3.7\"");
  CHECK(only("n", "1,234") == "assumed_type /n: \"1,234\" was read as an integer -> 1234");
  CHECK(only("s", "finished") ==
        "not_converted /s: expected \"in-progress\" or \"done\", got \"finished\" -> \"finished\"");
  CHECK(only("s", "In_Progress") == "assumed_type /s: \"In_Progress\" was read as \"in-progress\" -> \"in-progress\"");
  CHECK(only("o", R"({"a/b":[1,"x"]})") ==
        R"(not_converted /o/a~1b/1: expected an integer, got ""x"" -> {"a/b":[1,"x"]})");
  CHECK(only("o", R"({"z":1, "z":2})") ==
        "duplicate_field /o/z: given again with another value; the first counts -> {\"z\":1}");
}

TEST_CASE("typing: what may be told at once") {
  const auto telling_of = [](const std::string& schema, const char* field) {
    return tool_with(schema).field_telling(0, field) == telling::at_once;
  };
  const std::string plain = R"({"type":"object","required":["s"],"properties":{"s":{"type":"string","description":"d"},
      "e":{"type":"string","enum":["a"]},"i":{"type":"integer"},"m":{"type":"string","maxLength":3},
      "r":{"$ref":"#/$defs/S"},"u":{"type":["string","null"]}},"$defs":{"S":{"type":"string"}})";
  CHECK(telling_of(plain + "}", "s"));
  CHECK(telling_of(plain + "}", "r"));
  CHECK(telling_of(plain + "}", "undeclared"));
  CHECK(telling_of(plain + R"(,"additionalProperties":false})", "undeclared"));
  CHECK_FALSE(telling_of(plain + R"(,"additionalProperties":{"type":"integer"}})", "undeclared"));
  CHECK(telling_of(plain + R"(,"additionalProperties":{"type":"string"}})", "undeclared"));
  for (const char* field : {"e", "i", "m", "u"}) CHECK_FALSE(telling_of(plain + "}", field));
  for (const char* keyword : {R"("allOf":[{}])", R"("if":{},"then":{})", R"("not":{"required":["q"]})",
                              R"("dependencies":{"s":["i"]})", R"("patternProperties":{"^s":{"maxLength":1}})"}) {
    CAPTURE(keyword);
    CHECK_FALSE(telling_of(plain + "," + keyword + "}", "s"));
  }
  CHECK(tool_with(plain + R"(,"anyOf":[{"required":["i"]},{"required":["e"]}]})").requires_complete(0));
  CHECK_FALSE(tool_with(plain + "}").requires_complete(0));
  const tool_set none("[]");
  CHECK(none.field_telling(-1, "x") == telling::at_once);
  CHECK(none.convert(-1, "x", "5").json == "\"5\"");
  CHECK(none.judge(-1, "{}").empty());
}

TEST_CASE("typing: a field that only a branch of the root declares") {
  const tool_set tools =
      tool_with(R"({"type":"object","anyOf":[{"properties":{"a":{"type":"integer"},"b":{"type":"boolean"}}},
      {"properties":{"a":{"type":"boolean"}}}]})");
  CHECK(tools.names().field(0, "b") != -1);
  CHECK(tools.convert(0, "a", "5").json == "5");
  CHECK(tools.convert(0, "a", "true").json == "true");
  CHECK(tools.convert(0, "a", "x").json == "\"x\"");
}

TEST_CASE("typing: JSON values are changed only where their type is wrong") {
  const tool_set tools =
      tool_with(R"({"properties":{"s":{"type":"string"},"i":{"type":"integer"},"b":{"type":"boolean"},
      "l":{"type":"array","items":{"type":"string"}},"n":{"type":["string","null"]}}})");
  const auto value = [&](const char* field, const char* text) {
    const typed got = tools.convert_value(0, field, text);
    return got.json + (got.fits ? "" : " !") + (has_label(got.findings, "assumed_type") ? " ?" : "");
  };
  CHECK(value("s", R"("a\u0041")") == R"("a\u0041")");
  CHECK(value("s", "-2.50") == "\"-2.50\"");
  CHECK(value("s", "true") == "\"true\" ?");
  CHECK(value("s", R"({"a" : 1})") == R"("{\"a\":1}" ?)");
  CHECK(value("s", "null") == "null !");
  CHECK(value("s", "[1,2]") == "[1,2] !");
  CHECK(value("i", "\"42\"") == "42");
  CHECK(value("i", "42.5") == "42.5 !");
  CHECK(value("i", "[7]") == "7 ?");
  CHECK(value("i", "true") == "true !");
  CHECK(value("b", "1") == "true ?");
  CHECK(value("b", "2") == "2 !");
  CHECK(value("l", "\"[\\\"a\\\"]\"") == "[\"a\"]");
  CHECK(value("l", "\"red\"") == "[\"red\"] ?");
  CHECK(value("n", "\"null\"") == "\"null\"");
  CHECK(value("undeclared", "[ 1 ]") == "[1]");
}

TEST_CASE("typing: every text becomes valid JSON, whatever it is") {
  const char* schemas[] = {R"({"type":"string"})",
                           R"({"type":"integer"})",
                           R"({"type":"array","items":{"type":"integer"}})",
                           R"({"type":"object"})",
                           "{}",
                           R"({"enum":["a",1]})",
                           R"({"type":["array","string"]})",
                           R"({"$defs":{"A":{"type":"array","items":{"$ref":"#/$defs/A"}}},"$ref":"#/$defs/A"})"};
  std::vector<std::string> texts = {hostile("[", 100'000),
                                    hostile("{\"a\":", 100'000),
                                    std::string(10'000'000, 'x'),
                                    "\xff\xfe",
                                    "[\"\xff\"]",
                                    std::string("a\0b", 3),
                                    hostile("1,", 100'000),
                                    std::string(1'000'000, '9'),
                                    "1e99999999999999999999",
                                    "-",
                                    "\"",
                                    "[1,2",
                                    "\"\\ud800\""};
  for (const char* schema : schemas) {
    const tool_set tools = tool_with_field(dom::parse(schema));
    for (const std::string& text : texts) {
      CAPTURE(schema, text.substr(0, 20));
      const typed got = tools.convert(0, "v", text);
      toolcall::typing::json::document doc;
      toolcall::typing::json::fault why;
      CHECK(doc.read(got.json, why));
      CHECK((got.fits || !got.findings.empty()));
      tools.judge(0, "{\"v\":" + got.json + "}");
    }
  }
}

TEST_CASE("typing: relaxed JSON is read where everyone reads it alike") {
  const tool_set tools = tool_with(R"({"properties":{"o":{"type":"object"},"l":{"type":"array"}}})");
  const auto read = [&](const char* field, const char* raw) {
    const typed got = tools.convert(0, field, raw);
    return got.fits ? got.json : "refused";
  };
  CHECK(read("o", "{'a': 'say \"hi\"', b-c: None, // x\n \"d\": [1,],}") == R"({"a":"say \"hi\"","b-c":null,"d":[1]})");
  CHECK(read("o", "{'a': 'it\\'s'}") == R"({"a":"it's"})");
  CHECK(read("o", "{\"a\": \"two\nlines\"}") == R"({"a":"two\nlines"})");
  CHECK(read("l", "[1.10, True, 1e3 /* n */]") == "[1.10,true,1e3]");
  for (const char* raw :
       {"{'a': 'it's'}", "{,}", "{'a':1,,}", "{'a' 1}", "{'a': 1", "{'a': NaN}", "{'a': undefined}", "{'a': 1 2}",
        "{'a': 1/**/2}", "{'a': 01}", "{'a': /* }", "{'a': '\\d'}", "{'a': 'x}", "{...}"}) {
    CAPTURE(raw);
    CHECK(read("o", raw) == "refused");
  }
  CHECK(read("l", "[,]") == "refused");
  CHECK(read("l", "[a, b]") == "refused");
  CHECK(read("l", "[1,...,5]") == "refused");
}
