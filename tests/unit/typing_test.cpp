// Raw text to typed JSON: the cases of the data file, and what a tool set says about its fields.

#include "typing/typing.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"

namespace typing_test {

namespace {

using toolcall::typing_level;
using toolcall::unknown_keys;
using toolcall::typing::emission;
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

bool has_label(const std::vector<toolcall::typing::diagnostic>& diagnostics, const std::string& label) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const auto& f) { return f.label == label; });
}

std::string hostile(const char* unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

}  // namespace

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
    REQUIRE(got.diagnostics.size() == 1);
    return got.diagnostics[0].label + ' ' + got.diagnostics[0].pointer + ": " + got.diagnostics[0].message + " -> " +
           got.json;
  };
  CHECK(only("n", "3.7") == "not_converted /n: expected integer, got \"3.7\" (not a whole number) -> \"3.7\"");
  CHECK(only("n", "1,234") == "assumed_type /n: \"1,234\" was read as an integer -> 1234");
  CHECK(only("s", "finished") ==
        "not_converted /s: expected one of in-progress, done, got \"finished\" -> \"finished\"");
  CHECK(only("s", "in progres") ==
        "not_converted /s: expected one of in-progress, done, got \"in progres\"; nearest: in-progress -> \"in "
        "progres\"");
  CHECK(only("s", "In_Progress") == "assumed_type /s: \"In_Progress\" was read as \"in-progress\" -> \"in-progress\"");
  CHECK(only("o", R"({"a/b":[1,"x"]})") == R"(not_converted /o/a~1b/1: expected integer, got "x" -> {"a/b":[1,"x"]})");
  CHECK(only("o", R"({"z":1, "z":2})") ==
        "duplicate_field /o/z: given again with another value; the first counts -> {\"z\":1}");
}

TEST_CASE("typing: a conversion and the verdict on it say the same in the same words") {
  for (
      const auto& [schema, raw, words] : std::vector<std::array<const char*, 3>>{
          {R"({"type":["null","integer"]})", "x", "expected integer or null, got \"x\""},
          {R"({"type":["array","boolean"],"items":{"type":"null"}})", "x", "expected boolean or array, got \"x\""},
          {R"({"enum":["celsius","fahrenheit"]})", "fahr",
           "expected one of celsius, fahrenheit, got \"fahr\"; nearest: fahrenheit"},
          {R"({"enum":["celsius","fahrenheit"]})", "celsuis",
           "expected one of celsius, fahrenheit, got \"celsuis\"; nearest: celsius"},
          {R"({"const":5})", "six", "expected 5, got \"six\""},
          {R"({"anyOf":[{"enum":[]},{"allOf":[{"type":["integer","string"]},{"type":["integer","null"]}]},{"const":true}]})",
           "x", "expected integer or true, got \"x\""},
          {R"({"anyOf":[{"type":"integer"},{"anyOf":[{"type":"null"},{"type":"object"}]}]})", "x",
           "expected integer, null or object, got \"x\""},
          {R"({"enum":[1,2,3,4,5,6,7,8,9]})", "0123456789012345678901234567890123456789x",
           "expected one of 1, 2, 3, 4, 5, 6, 7, 8, …, got \"0123456789012345678901234567890123456789…\""}}) {
    CAPTURE(schema);
    const tool_set tools = tool_with(std::string(R"({"properties":{"v":)") + schema + "}}");
    const typed got = tools.convert(0, "v", raw);
    REQUIRE(got.diagnostics.size() == 1);
    CHECK(got.diagnostics[0].message == words);
    const auto verdict = tools.validate(0, "{\"v\":" + got.json + "}");
    REQUIRE(verdict.size() == 1);
    CHECK(verdict[0].message == words);
  }
}

TEST_CASE("typing: what only JavaScript writes is no Python literal") {
  const tool_set none("[]");
  for (const char* text : {"{a: 1}", "[TRUE]", "[1, /* two */ 2]", "[1] // one"}) {
    CAPTURE(text);
    CHECK(none.convert(-1, "x", toolcall::typing::written{text, toolcall::typing::form::python}).diagnostics.size() ==
          1);
  }
  CHECK(none.convert(-1, "x",
                     toolcall::typing::written{"[True, null, {'a': None}]  # ok", toolcall::typing::form::python})
            .json == R"([true,null,{"a":null}])");
}

TEST_CASE("typing: a variable of Python is no value, but where it is one of certain values") {
  const tool_set tools =
      tool_with(R"({"properties":{"s":{"type":"string"},"e":{"enum":["day","night"]},"b":{"type":"boolean"},
      "l":{"type":"array","items":{"type":"string"}}}})");
  const auto made_of = [&](const char* field, const char* text) {
    const auto made = tools.convert(0, field, toolcall::typing::written{text, toolcall::typing::form::python});
    return made.readable ? made.json : "unreadable";
  };
  for (const char* text : {"body", "body.text", "read(path)", "f'{x}'", "a + b", "...", "$x", "größe"}) {
    CAPTURE(text);
    for (const char* field : {"s", "e", "l", "undeclared"}) CHECK(made_of(field, text) == "unreadable");
  }
  CHECK(made_of("e", "day") == R"("day")");
  CHECK(made_of("b", "true") == "true");
  CHECK(made_of("s", "'body'") == R"("body")");
}

TEST_CASE("typing: what may be emitted at once") {
  const auto telling_of = [](const std::string& schema, const char* field) {
    return tool_with(schema).field_emission(0, field) == emission::at_once;
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
  CHECK(none.field_emission(-1, "x") == emission::at_once);
  CHECK(none.convert(-1, "x", "5").json == "\"5\"");
  CHECK(none.validate(-1, "{}").empty());
}

TEST_CASE("typing: a field that only a branch of the root declares") {
  const tool_set tools =
      tool_with(R"({"type":"object","anyOf":[{"properties":{"a":{"type":"integer"},"b":{"type":"boolean"}}},
      {"properties":{"a":{"type":"boolean"}}}]})");
  CHECK(tools.names().fields(0).find("b") != -1);
  CHECK(tools.convert(0, "a", "5").json == "5");
  CHECK(tools.convert(0, "a", "true").json == "true");
  CHECK(tools.convert(0, "a", "x").json == "\"x\"");
}

TEST_CASE("typing: JSON values are changed only where their type is wrong") {
  const tool_set tools =
      tool_with(R"({"required":["s"],"properties":{"s":{"type":"string"},"i":{"type":"integer"},"b":{"type":"boolean"},
      "l":{"type":"array","items":{"type":"string"}},"n":{"type":["string","null"]}}})");
  const auto value = [&](const char* field, const char* text) {
    const typed got = tools.convert_value(0, field, text);
    return got.json + (got.fits ? "" : " !") + (has_label(got.diagnostics, "assumed_type") ? " ?" : "");
  };
  CHECK(value("s", R"("a\u0041")") == R"("a\u0041")");
  CHECK(value("s", "-2.50") == "\"-2.50\"");
  CHECK(value("s", "true") == "\"true\" ?");
  CHECK(value("s", R"({"a" : 1})") == R"("{\"a\" : 1}" ?)");
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

TEST_CASE("typing: a bound that fails changes no type") {
  const auto value = [](const char* schema, const char* text) {
    const typed got = tool_with_field(dom::parse(schema)).convert_value(0, "v", text);
    return got.json + (got.diagnostics.empty() ? "" : " " + got.diagnostics[0].label);
  };
  CHECK(value(R"({"minimum":6})", "5") == "5");
  CHECK(value(R"({"maxLength":3})", R"("12345")") == R"("12345")");
  CHECK(value(R"({"pattern":"^[a-z]+$"})", R"("rm -rf")") == R"("rm -rf")");
  const char* list = R"({"anyOf":[{"type":"integer","maximum":100},{"type":"array","items":{"type":"integer"}}]})";
  const char* flag = R"({"anyOf":[{"type":"integer","minimum":6},{"type":"boolean"}]})";
  CHECK(value(list, "500") == "500");
  CHECK(value(list, R"("50")") == "50");
  CHECK(value(list, R"(["50"])") == "[50]");
  CHECK(value(flag, "1") == "1");
  CHECK(value(R"({"anyOf":[{"enum":[1,2]},{"type":"string"}]})", "5") == "5 not_converted");
  CHECK(value(R"({"anyOf":[{"type":"string","minLength":3},{"enum":[1,"a"]}]})", R"("1")") == R"("1")");
  CHECK(value(R"({"anyOf":[{"type":"string","minLength":3},{"enum":[1,"a"]}]})", R"(" a")") == R"("a")");
  CHECK(value(R"({"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"string"}]})", R"(["x"])") ==
        R"(["x"] not_converted)");
  // What the schema does not admit is still changed.
  CHECK(value(R"({"anyOf":[{"enum":["auto"]},{"type":"integer"}]})", R"("5")") == "5");
  CHECK(value(R"({"type":["integer","string"]})", "3.7") == R"("3.7")");

  const auto raw = [](const char* schema, const char* text) {
    return tool_with_field(dom::parse(schema)).convert(0, "v", text).json;
  };
  CHECK(raw(list, "500") == "500");
  CHECK(raw(list, "1, 2") == "[1,2]");
  CHECK(raw(flag, "1") == "1");
  CHECK(raw(flag, "yes") == "true");
  CHECK(raw(R"({"pattern":"^[a-z]+$"})", "rm -rf") == R"("rm -rf")");
  CHECK(raw(R"({"pattern":"^[a-z]+$"})", " rm ") == R"("rm")");
}

TEST_CASE("typing: a field that a branch of the root does not mention") {
  const auto both = [](const std::string& branches, const char* field) {
    const tool_set tools = tool_with(R"({"type":"object",)" + branches + "}");
    CHECK(tools.field_emission(0, field) != emission::at_once);
    return tools.convert_value(0, field, R"("007")").json + " " + tools.convert(0, field, "007").json;
  };
  const std::string open = R"("007" "007")";
  CHECK(both(R"("anyOf":[{"properties":{"b":{"type":"integer"}},"required":["z"]},{"required":["b"]}])", "b") == open);
  const char* ids = R"("oneOf":[{"properties":{"id":{"type":"integer"}},"required":["id","by"]},
      {"properties":{"name":{}},"required":["name"]}])";
  CHECK(both(ids, "id") == open);
  CHECK(both(R"("anyOf":[{"properties":{"s":{"type":"string"}}},{}])", "s") == open);
  CHECK(both(R"("anyOf":[{"anyOf":[{"properties":{"b":{"type":"integer"}}},{}]}])", "b") == open);
  // It cannot be anything where it is declared around the branch, or where the branch does not let it in.
  CHECK(both(R"("properties":{"b":{"type":"integer"}},"anyOf":[{"required":["b"]},{"required":["z"]}])", "b") == "7 7");
  CHECK(both(R"("anyOf":[{"properties":{"b":{"type":"integer"}}},{"additionalProperties":false}])", "b") == "7 7");
  CHECK(both(R"("anyOf":[{"properties":{"b":{"type":"integer"}}},{"additionalProperties":{"type":"number"}}])", "b") ==
        "7 7");
  CHECK(both(R"("anyOf":[{"properties":{"b":{"type":"integer"}}},false])", "b") == "7 7");
  CHECK(both(R"("anyOf":[{"type":"array","properties":{"b":{"type":"integer"}}}])", "b") == "7 7");
  std::string many = R"("anyOf":[{})";
  for (int i = 0; i < 63; ++i) many += R"(,{"properties":{"b":{"type":"integer"}}})";
  CHECK(both(many + "]", "b") == open);
  CHECK(tool_with("{" + many + "]}").convert_value(0, "b", "[true]").fits);
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
      toolcall::typing::json::syntax_error why;
      CHECK(doc.read(got.json, why));
      CHECK((got.fits || !got.diagnostics.empty()));
      tools.validate(0, "{\"v\":" + got.json + "}");
    }
  }
}

TEST_CASE("typing: loose JSON is read where everyone reads it alike") {
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

TEST_CASE("typing: what the policy does not allow stays as it was written") {
  const tool_set tools = tool_with(R"({"properties":{"n":{"type":"integer"},"u":{"type":["string","integer"]},
      "l":{"type":"array","items":{"type":"integer"}},"o":{"type":"object","required":["user_id"],
      "properties":{"user_id":{"type":"integer"}},"additionalProperties":false}}})");
  const auto read = [&](typing_level most, const char* field, const char* raw) {
    const typed got = tools.convert(0, field, raw, {most});
    return got.json + (got.fits ? "" : " !") + std::string(got.code.empty() ? "" : " ") + std::string(got.code);
  };
  using enum typing_level;
  CHECK(read(assumed, "n", "007") == "7 leading_zero");
  CHECK(read(lossless, "n", "007") == "\"007\" ! max_level");
  CHECK(read(lossless, "n", "7") == "7 raw_integer");
  CHECK(read(exact, "n", "7") == "\"7\" ! max_level");
  CHECK(read(assumed, "u", "7") == "7 union_raw_typed");
  CHECK(read(lossless, "u", "7") == "\"7\"");
  CHECK(read(lossless, "l", "7") == "\"7\" ! max_level");
  CHECK(read(lossless, "l", "[7, \"x\"]") == "[7,\"x\"] ! not_integer");
  CHECK(read(assumed, "o", R"({"userId": 1})") == R"({"user_id":1} key_style)");
  CHECK(read(lossless, "o", R"({"userId": 1})") == R"({"userId":1} raw_object)");
  CHECK(read(lossless, "n", "") == "\"\" ! not_integer");
}

TEST_CASE("typing: keys that the schema forbids") {
  const tool_set tools = tool_with(R"({"properties":{"o":{"type":"object","properties":{"a":{}},
      "additionalProperties":false}},"additionalProperties":false})");
  const auto read = [&](unknown_keys unknown) {
    const typed got = tools.convert_value(0, "o", R"({"zz":1,"a":2})", {}, {typing_level::assumed, unknown});
    return got.json +
           (got.diagnostics.empty() ? "" : " " + got.diagnostics[0].pointer + ": " + got.diagnostics[0].message);
  };
  CHECK(read(unknown_keys::keep) == R"({"zz":1,"a":2})");
  CHECK(read(unknown_keys::drop) == R"({"a":2} /o/zz: unknown field "zz" was left out)");
  CHECK(read(unknown_keys::refuse) == R"({"zz":1,"a":2} /o/zz: unknown field "zz"; known: a)");
  CHECK(tools.forbids(0, "zz"));
  CHECK_FALSE(tools.forbids(0, "o"));
}

TEST_CASE("typing: containers that are written as elements") {
  const tool_set tools = tool_with(R"({"properties":{"l":{"type":"array","items":{"type":"integer"}},
      "s":{"type":"array","items":{"type":"string"}},
      "o":{"type":"object","properties":{"a":{"type":"integer"},"t":{"type":"array","items":{"type":"string"}},
           "o":{"type":"object","properties":{"x":{"type":"boolean"}}}}}}})");
  const auto read = [&](const char* field, const char* raw) {
    const typed got = tools.convert(0, field, raw);
    return got.json + (got.fits ? "" : " !") + " " + std::string(got.code);
  };
  CHECK(read("l", "<item>1</item>\n <item> 2 </item>") == "[1,2] xml_item_list");
  CHECK(read("l", "<n>1</n><n>2</n>") == "[1,2] xml_item_list");
  CHECK(read("l", "<n>1</n><m>2</m>") == R"("<n>1</n><m>2</m>" ! not_integer)");
  CHECK(read("s", "<b>bold</b>") == R"(["<b>bold</b>"] single_to_array)");
  CHECK(read("s", "<item>a</item> and") == R"(["<item>a</item> and"] single_to_array)");
  CHECK(read("o", "<a>1</a><t>x</t><t> y</t><o><x>true</x></o>") ==
        R"({"a":1,"t":["x"," y"],"o":{"x":true}} xml_children)");
  CHECK(read("o", "<a>1</a><a>2</a>") == R"("<a>1</a><a>2</a>" ! not_object)");
  CHECK(read("o", "<a>1") == R"("<a>1" ! not_object)");
  CHECK(read("l", "1\n2\n3") == "[1,2,3] split_list");
}

TEST_CASE("typing: what says nothing is left out where it may be") {
  const tool_set tools = tool_with(R"({"required":["r"],"properties":{"r":{"type":"integer"},"i":{"type":"integer"},
      "e":{"enum":["a"]},"l":{"type":"array"},"s":{"type":"string"},"n":{"type":["integer","null"]}}})");
  CHECK(tools.convert(0, "i", " \n").omitted);
  CHECK(tools.convert(0, "l", "").omitted);
  CHECK(tools.convert_value(0, "s", "null").omitted);
  for (const char* field : {"r", "e", "s"}) CHECK_FALSE(tools.convert(0, field, "").omitted);
  CHECK(tools.convert(0, "i", "null").omitted);
  for (const char* field : {"r", "e", "s", "n"}) CHECK_FALSE(tools.convert(0, field, "null").omitted);
  CHECK_FALSE(tools.convert_value(0, "r", "null").omitted);
  CHECK_FALSE(tools.convert_value(0, "n", "null").omitted);
}

}  // namespace typing_test
