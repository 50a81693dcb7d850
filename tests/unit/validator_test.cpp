// The verdict on whole arguments: what it says, what is taken away from valijson, and that nothing hostile hurts it.

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "typing/typing.hpp"

namespace validator_test {

namespace {

using toolcall::typing::tool_set;

std::string repeated(const std::string& unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

// "label pointer: message" for each diagnostic, joined by " | ".
std::string verdict(const std::string& schema, const std::string& arguments) {
  const tool_set tools(R"([{"name":"f","input_schema":)" + schema + "}]");
  std::string out;
  for (const auto& f : tools.validate(0, arguments)) {
    if (!out.empty()) out += " | ";
    out += f.label + ' ' + f.pointer + ": " + f.message;
  }
  return out;
}

bool fits(const std::string& schema, const std::string& arguments) {
  const std::string said = verdict(schema, arguments);
  INFO(schema << "  " << arguments << "  " << said);
  return said.empty();
}

std::string property(const std::string& schema) {
  return R"({"type":"object","properties":{"p":)" + schema + "}}";
}

}  // namespace

TEST_CASE("validator: messages name the place, the expected and the received") {
  const std::string schema = R"({"type":"object","required":["path"],"additionalProperties":false,"properties":{
    "path":{"type":"string"},"n":{"type":"integer","maximum":10},"a/b":{"type":"array","items":{"enum":["x","y"]}},
    "u":{"anyOf":[{"type":"integer"},{"type":"null"}]}}})";
  CHECK(verdict(schema, R"({"path":"p","n":3})") == "");
  CHECK(verdict(schema, R"({"n":3})") == "missing_required /path: missing required \"path\"");
  CHECK(verdict(schema, R"({"path":"p","n":"3"})") == "schema_violation /n: expected integer, got \"3\"");
  CHECK(verdict(schema, R"({"path":"p","a/b":["x","z"]})") ==
        "schema_violation /a~1b/1: expected one of x, y, got \"z\"");
  CHECK(verdict(schema, R"({"path":"p","u":"q"})") == "schema_violation /u: expected integer or null, got \"q\"");
  CHECK(verdict(schema, R"({"path":"p","zz":1})") ==
        "schema_violation /zz: unknown field \"zz\"; known: a/b, n, path, u");
  CHECK(verdict(schema, "[]").find("expected object") != std::string::npos);
  CHECK(verdict(schema, "{").find("cannot be validated") != std::string::npos);
}

TEST_CASE("validator: what valijson gets wrong") {
  CHECK(fits(property(R"({"multipleOf":0.01})"), R"({"p":19.99})"));
  CHECK_FALSE(fits(property(R"({"multipleOf":1})"), R"({"p":2.5})"));
  CHECK(fits(property(R"({"multipleOf":5})"), R"({"p":"5"})"));
  CHECK(fits(property(R"({"type":"integer"})"), R"({"p":5.0})"));
  CHECK(fits(property(R"({"type":"integer"})"), R"({"p":123456789012345678901234567890})"));
  CHECK_FALSE(fits(property(R"({"maximum":9007199254740992})"), R"({"p":9007199254740993})"));
  CHECK(fits(property(R"({"maximum":9007199254740992})"), R"({"p":9007199254740992})"));
  CHECK_FALSE(fits(property(R"({"type":"integer","maximum":9007199254740991})"), R"({"p":1e30})"));
  const std::string tuple =
      property(R"({"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false})");
  CHECK(fits(tuple, R"({"p":["a",1]})"));
  CHECK_FALSE(fits(tuple, R"({"p":["a","b"]})"));
  CHECK_FALSE(fits(tuple, R"({"p":["a",1,2]})"));
  CHECK_FALSE(
      fits(R"({"$defs":{"N":{"type":"integer"}},"properties":{"p":{"$ref":"#/$defs/N","minimum":3}}})", R"({"p":2})"));
  CHECK(fits(property(R"({"type":"string","nullable":true})"), R"({"p":null})"));
  CHECK_FALSE(fits(R"({"properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]}})", R"({"a":1})"));
  CHECK(fits(property(R"({"type":"string","pattern":"^.$"})"), "{\"p\":\"\xc3\xa9\"}"));
  CHECK_FALSE(fits(property("false"), R"({"p":1})"));
}

TEST_CASE("validator: numbers are as long as they are written, in constants, enumerations and bounds") {
  const std::string digits = "123456789012345678901234567890", next = "123456789012345678901234567891";
  for (const std::string& schema :
       {R"({"const":)" + digits + "}", R"({"enum":["a",)" + digits + "]}", R"({"const":{"n":[)" + digits + ".0]}}"}) {
    const bool inside = schema.find("\"n\"") != std::string::npos;
    const auto given = [&](const std::string& number) {
      return R"({"p":)" + (inside ? R"({"n":[)" + number + "]}" : number) + "}";
    };
    CHECK(fits(property(schema), given(digits)));
    CHECK_FALSE(fits(property(schema), given(next)));
  }
  CHECK(fits(property(R"({"minimum":)" + digits + "}"), R"({"p":)" + digits + "}"));
  CHECK_FALSE(fits(property(R"({"exclusiveMinimum":)" + digits + "}"), R"({"p":)" + digits + "}"));
  CHECK(fits(property(R"({"allOf":[{"enum":[1,2.0]},{"enum":[2,3]}]})"), R"({"p":2})"));
  const tool_set tools(R"([{"name":"f","input_schema":)" + property(R"({"enum":[)" + digits + ",null]}") + "}]");
  CHECK(tools.convert(0, "p", std::string_view(digits)).json == digits);
}

TEST_CASE("validator: an empty enumeration admits nothing") {
  CHECK_FALSE(fits(property(R"({"enum":[]})"), R"({"p":1})"));
  CHECK_FALSE(fits(property(R"({"type":"string","enum":[]})"), R"({"p":""})"));
  CHECK(fits(property(R"({"enum":[]})"), "{}"));
}

TEST_CASE("validator: patterns, names and unique items are checked by our own means") {
  CHECK(verdict(property(R"({"type":"string","pattern":"^a+$"})"), R"({"p":"b"})") ==
        "schema_violation /p: expected text that matches ^a+$, got \"b\"");
  CHECK(fits(property(R"({"items":{"pattern":"^a+$"}})"), R"({"p":["a","aa"]})"));
  CHECK_FALSE(fits(property(R"({"items":{"pattern":"^a+$"}})"), R"({"p":["a","b"]})"));
  CHECK_FALSE(fits(property(R"({"allOf":[{"type":"string"},{"pattern":"^a+$"}]})"), R"({"p":"b"})"));
  const std::string names =
      property(R"({"propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"integer"}})");
  CHECK(fits(names, R"({"p":{"a":1}})"));
  CHECK_FALSE(fits(names, R"({"p":{"A":1}})"));
  CHECK_FALSE(fits(names, R"({"p":{"a":"x"}})"));
  const std::string patterned = property(
      R"({"properties":{"q":{"type":"string"}},"patternProperties":{"^n":{"type":"integer"}},"additionalProperties":false})");
  CHECK(fits(patterned, R"({"p":{"q":"s","n1":1}})"));
  CHECK_FALSE(fits(patterned, R"({"p":{"n1":"x"}})"));
  CHECK_FALSE(fits(patterned, R"({"p":{"z":1}})"));
  CHECK_FALSE(fits(property(R"({"uniqueItems":true})"), R"({"p":[1,{"a":1,"b":2},{"b":2,"a":1.0}]})"));
  CHECK(fits(property(R"({"uniqueItems":true})"), R"({"p":[1,"1",[1]]})"));
  // What is taken away from valijson is checked in branches, too.
  CHECK(fits(property(R"({"not":{"pattern":"^a"}})"), R"({"p":"b"})"));
  CHECK(fits(property(R"({"oneOf":[{"pattern":"^a"},{"pattern":"^b"}]})"), R"({"p":"b"})"));
  CHECK(fits(property(R"({"if":{"pattern":"^a"},"then":{"maxLength":1}})"), R"({"p":"bbb"})"));
}

TEST_CASE("validator: the messages of each keyword") {
  const auto says = [](const std::string& schema, const std::string& value) {
    const std::string said = verdict(property(schema), R"({"p":)" + value + "}");
    const std::string begin = "schema_violation /p: ";
    return said.starts_with(begin) ? said.substr(begin.size()) : said;
  };
  CHECK(says(R"({"type":"integer"})", "3.7") == "expected integer, got 3.7 (not a whole number)");
  CHECK(says(R"({"type":["integer","null"]})", "true") == "expected integer or null, got true");
  CHECK(says(R"({"enum":["in-progress","completed","blocked"]})", "\"complete\"") ==
        "expected one of in-progress, completed, blocked, got \"complete\"; nearest: completed");
  CHECK(says(R"({"enum":["in-progress","completed"]})", "\"zzz\"") ==
        "expected one of in-progress, completed, got \"zzz\"");
  CHECK(says(R"({"const":"x"})", "\"y\"") == "expected \"x\", got \"y\"");
  CHECK(says(R"({"maximum":10})", "12") == "expected at most 10, got 12");
  CHECK(says(R"({"exclusiveMinimum":0})", "0") == "expected more than 0, got 0");
  CHECK(says(R"({"minLength":3})", "\"ab\"") == "expected at least 3 characters, got \"ab\" (2)");
  CHECK(says(R"({"maxItems":1})", "[1,2]") == "expected at most 1 item, got 2");
  CHECK(says(R"({"minProperties":2})", "{}") == "expected at least 2 fields, got 0");
  CHECK(says(R"({"multipleOf":5})", "7") == "expected a multiple of 5, got 7");
  CHECK(says(R"({"uniqueItems":true})", "[1,2,1]") == "expected unique items, but one occurs twice, got 1");
  CHECK(says(R"({"format":"date"})", "\"tomorrow\"") == "expected date such as 2024-05-31, got \"tomorrow\"");
  CHECK(says(R"({"not":{"enum":["a","b"]}})", "\"a\"") == "expected anything but one of a, b, got \"a\"");
  CHECK(says("false", "1") == "no value is allowed here, got 1");
  CHECK(says(R"({"contains":{"type":"integer"}})", "[]") == "expected at least 1 of the items to be integer, got 0");
  CHECK(says(R"({"oneOf":[{"type":"integer"},{"minimum":1}]})", "2") ==
        "expected one schema of oneOf to fit, but both number 1 and 2 do, got 2");
  CHECK(verdict(property(R"({"dependentRequired":{"a":["b"]}})"), R"({"p":{"a":1}})") ==
        "missing_required /p/b: missing required \"b\" (because of \"a\")");
  CHECK(verdict(property(R"({"propertyNames":{"pattern":"^[a-z]+$"}})"), R"({"p":{"A":1}})") ==
        "schema_violation /p/A: expected text that matches ^[a-z]+$, got \"A\"");
}

TEST_CASE("validator: of a union that fails, one branch is spoken of") {
  const std::string shapes = property(R"({"oneOf":[
    {"type":"object","required":["kind","radius"],"properties":{"kind":{"const":"circle"},"radius":{"type":"number"}}},
    {"type":"object","required":["kind","side"],"properties":{"kind":{"const":"square"},"side":{"type":"number"}}},
    {"type":"null"}]})");
  CHECK(verdict(shapes, R"({"p":{"kind":"square","side":"x"}})") ==
        "schema_violation /p/side: expected number, got \"x\"");
  CHECK(verdict(shapes, R"({"p":{"kind":"circle"}})") == "missing_required /p/radius: missing required \"radius\"");
  CHECK(verdict(shapes, R"({"p":{"kind":"cirle","radius":1}})") ==
        "schema_violation /p/kind: expected one of circle, square, got \"cirle\"; nearest: circle");
  CHECK(verdict(shapes, R"({"p":7})") == "schema_violation /p: expected object or null, got 7");
  const std::string deep = property(R"({"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["b"]},
    {"properties":{"a":{"properties":{"c":{"type":"integer"}}}}}]})");
  CHECK(verdict(deep, R"({"p":{"a":{"c":"x"}}})") == "schema_violation /p/a/c: expected integer, got \"x\"");
}

TEST_CASE("validator: everything that is wrong is reported, each thing once") {
  const std::string schema = R"({"$defs":{"n":{"type":"integer"}},"properties":{"a":{"$ref":"#/$defs/n"}},
    "required":["c"],"allOf":[{"properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/n"}}},{"required":["d"]}]})";
  CHECK(verdict(schema, R"({"a":"x","b":"y"})") ==
        "missing_required /c: missing required \"c\" | schema_violation /a: expected integer, got \"x\" | "
        "schema_violation /b: expected integer, got \"y\" | missing_required /d: missing required \"d\"");
}

TEST_CASE("validator: messages are bounded") {
  std::string names, values;
  for (int i = 0; i < 500; ++i) {
    names += (i == 0 ? "\"" : ",\"") + std::string(100, 'n') + std::to_string(i) + "\":{}";
    values += (i == 0 ? "\"" : ",\"") + std::string(100, 'v') + std::to_string(i) + '"';
  }
  const std::string closed = property(R"({"additionalProperties":false,"properties":{)" + names + "}}");
  CHECK(verdict(closed, R"({"p":{")" + std::string(5000, 'x') + R"(":1}})").size() < 6000);  // the pointer names it
  CHECK(verdict(closed, R"({"p":{"x":1}})").size() < 600);
  CHECK(verdict(property(R"({"enum":[)" + values + "]}"), R"({"p":")" + std::string(5000, 'x') + "\"}").size() < 600);
}

TEST_CASE("validator: what is not enforced is not refused, wherever it stands") {
  for (const char* schema : {R"({"pattern":"(?=a)b"})", R"({"not":{"pattern":"(?=a)b"}})",
                             R"({"oneOf":[{"pattern":"(?=a)b"},{"type":"null"}]})",
                             R"({"oneOf":[{"pattern":"(?=a)b"},{"pattern":"(?=c)d"}]})",
                             R"({"if":{"pattern":"(?=a)b"},"then":false,"else":false})", R"({"not":{"format":"odd"}})",
                             R"({"patternProperties":{"(?=a)b":{}},"additionalProperties":false})"}) {
    CAPTURE(schema);
    CHECK(fits(property(schema), R"({"p":"text"})"));
    CHECK(fits(property(schema), R"({"p":{"x":1}})"));
  }
  CHECK_FALSE(fits(property(R"({"oneOf":[{"pattern":"(?=a)b"},{"type":"string"},{"maxLength":9}]})"), R"({"p":"x"})"));
}

TEST_CASE("validator: references and recursion") {
  const std::string tree = R"({"$defs":{"Node":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},
    "kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}},"properties":{"t":{"$ref":"#/$defs/Node"}}})";
  CHECK(fits(tree, R"({"t":{"v":1,"kids":[{"v":2,"kids":[]}]}})"));
  CHECK(verdict(tree, R"({"t":{"v":1,"kids":[{"v":"x"}]}})") ==
        "schema_violation /t/kids/0/v: expected integer, got \"x\"");
  CHECK(verdict(tree, R"({"t":{"v":1,"kids":[{}]}})") == "missing_required /t/kids/0/v: missing required \"v\"");
  const std::string self = R"({"properties":{"a":{"$ref":"#"},"n":{"type":"integer"}}})";
  CHECK(fits(self, R"({"a":{"a":{"n":1}}})"));
  CHECK_FALSE(fits(self, R"({"a":{"a":{"n":"x"}}})"));
}

TEST_CASE("validator: hostile arguments end quickly and do not throw") {
  const std::string lists = R"({"$defs":{"A":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/A"}},
    {"type":"array","minItems":0,"items":{"$ref":"#/$defs/A"}}]}},"properties":{"p":{"$ref":"#/$defs/A"}}})";
  CHECK(fits(lists, R"({"p":)" + repeated("[", 90) + repeated("]", 90) + "}"));
  CHECK_FALSE(fits(lists, R"({"p":)" + repeated("[", 90) + "1" + repeated("]", 90) + "}"));
  const std::string deep = R"({"p":)" + repeated("[", 100'000) + repeated("]", 100'000) + "}";
  CHECK(verdict(property("{}"), deep).find("nested too deeply") != std::string::npos);
  const std::string big(10'000'000, 'a');
  CHECK(fits(property(R"({"type":"string","pattern":"^(a+)+$"})"), R"({"p":")" + big + "\"}"));
  CHECK_FALSE(fits(property(R"({"type":"string","pattern":"^(a+)+$"})"), R"({"p":")" + big + "b\"}"));
  CHECK_FALSE(fits(property(R"({"type":"string","maxLength":5})"), R"({"p":")" + big + "\"}"));
  CHECK(fits(property(R"({"type":"string"})"), "{\"p\":\"\xff\xfe\xc3\"}"));
  CHECK_FALSE(fits(property(R"({"type":"integer"})"), "{\"p\":\"\xff\xfe\xc3\"}"));
  CHECK(fits(property("{}"), "{\"\xff\":{\"\xff\":1}}"));
  CHECK_FALSE(fits(R"({"additionalProperties":false})", "{\"\xff\":1}"));
  const std::string wrong = "[" + repeated("\"x\",", 50'000) + "1]";
  const tool_set tools(R"([{"name":"f","input_schema":)" + property(R"({"type":"array","items":{"type":"integer"}})") +
                       "}]");
  CHECK(tools.validate(0, R"({"p":)" + wrong + "}").size() == 20);
  const auto typed = tools.convert(0, "p", wrong);
  CHECK(typed.diagnostics.size() == 20);
  CHECK_FALSE(typed.fits);
  CHECK_FALSE(fits(property(R"({"uniqueItems":true})"), R"({"p":)" + wrong + "}"));
}

}  // namespace validator_test
