// What constraints make of schemas that no value fits, and what of a schema they name as unsaid.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <toolcall/constrain.hpp>
#include <toolcall/error.hpp>

#include "catch.hpp"

namespace constrain_schemas_test {

using namespace toolcall;

namespace {

constexpr constraint_format formats[] = {constraint_format::structural_tag, constraint_format::ebnf,
                                         constraint_format::lark, constraint_format::gbnf};

constraint made_of(std::string_view name, const std::string& schema, constraint_format format,
                   const std::string& more = {}) {
  constraint_options how;
  how.choice = tool_choice{tool_choice_kind::required, {}};
  how.parallel = false;
  const tools offered = tools::from_json(R"([{"name":"f","parameters":)" + schema + "}" + more + "]");
  return constrain(dialect::named(name), offered, format, how);
}

// Its rules of one tool, without those of texts and of words.
std::string gbnf(std::string_view name, const std::string& schema, constraint_format format = constraint_format::gbnf) {
  std::string made;
  const std::string text = made_of(name, schema, format).text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("call-f ") || line.starts_with("f-")) made += line;
    at = end;
  }
  return made;
}

std::string refused(std::string_view name, const std::string& schema, constraint_format format) {
  try {
    static_cast<void>(made_of(name, schema, format));
  } catch (const setup_error& why) {
    return why.what();
  }
  return "nothing";
}

std::string limits(std::string_view name, const std::string& schema, constraint_format format) {
  std::string all;
  for (const constraint_limit& each : made_of(name, schema, format).limits)
    all += each.pointer.substr(std::string("/0/parameters").size()) + ": " + each.reason + "\n";
  return all;
}

bool names(std::string_view dialect, const std::string& schema, constraint_format format, const std::string& pointer) {
  const std::vector<constraint_limit> all = made_of(dialect, schema, format).limits;
  return std::any_of(all.begin(), all.end(),
                     [&](const constraint_limit& each) { return each.pointer == "/0/parameters" + pointer; });
}

}  // namespace

TEST_CASE("a tuple has the items of its places") {
  const std::string tuple =
      R"({"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],)"
      R"("items":false,"minItems":2,"maxItems":2}},"required":["a"]})";
  for (const constraint_format each : {constraint_format::gbnf, constraint_format::ebnf}) {
    CHECK(gbnf("hermes", tuple, each) == R"(call-f ::= "{\"name\": \"f\", \"arguments\": " f-value "}\n</tool_call>"
f-value ::= "{\"a\": " f-value-2 f-rest "}"
f-value-2 ::= "[" f-items-2 "]"
f-rest ::= ""
f-items-2 ::= f-value-4 f-items
f-value-4 ::= "\"" t-json-character* "\""
f-items ::= ", " f-value-3
f-value-3 ::= t-integer
)");
    CHECK(limits("hermes", tuple, each).empty());
  }
  // Also in the words of older drafts; what is not counted may be missing from the end.
  CHECK(gbnf("hermes", R"({"properties":{"a":{"items":[{"type":"integer"}],"additionalItems":{"type":"null"}}}})")
            .find("f-value-2 ::= \"[\" f-items \"]\"\n") != std::string::npos);
  CHECK(gbnf("hermes", R"({"properties":{"a":{"items":[{"type":"integer"}],"additionalItems":{"type":"null"}}}})")
            .find("f-items ::= ( f-value-4 ( \", \" f-value-3 )* )?\n") != std::string::npos);
  const std::string elements = gbnf("minimax_m3", tuple);
  CHECK(elements.find("[<item>\" f-value \"]<") != std::string::npos);
  CHECK(elements.find('*') == std::string::npos);
}

TEST_CASE("what no value fits is left out with its member") {
  const std::string impossible[] = {"false",
                                    R"({"enum":[]})",
                                    R"({"type":"integer","enum":["x"]})",
                                    R"({"type":"array","items":false,"minItems":1})",
                                    R"({"type":"array","minItems":3,"maxItems":2})",
                                    R"({"type":"string","minLength":3,"maxLength":2})",
                                    R"({"anyOf":[false,{"enum":[]}]})",
                                    R"({"type":"object","properties":{"n":{"enum":[]}},"required":["n"]})"};
  for (const std::string& each : impossible) {
    CAPTURE(each);
    const std::string without = R"({"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]})";
    const std::string beside =
        R"({"type":"object","properties":{"a":)" + each + R"(,"b":{"type":"integer"}},"required":["b"]})";
    const std::string needed =
        R"({"type":"object","properties":{"a":)" + each + R"(,"b":{"type":"integer"}},"required":["a"]})";
    for (const constraint_format format : formats)
      for (const char* const dialect : {"hermes", "qwen3_coder", "minimax_m3"}) {
        CAPTURE(dialect);
        const std::string text = made_of(dialect, beside, format).text;
        for (const char* const mark : {"\"a\"", "\\\"a\\\"", "parameter=a", "<a>"})
          CHECK(text.find(mark) == std::string::npos);
        const std::string why = refused(dialect, needed, format);
        CHECK(why.find("/0/parameters/properties/a") == 0);
        CHECK(
            why.find(": no value fits this schema, so there is no call of the tool f that a constraint could allow") !=
            std::string::npos);
      }
    CHECK(made_of("qwen3_coder", beside, constraint_format::lark).text ==
          made_of("qwen3_coder", without, constraint_format::lark).text);
  }
}

TEST_CASE("an alternative that no value fits is left out, and so is a schema without an end") {
  CHECK(gbnf("hermes", R"({"properties":{"a":{"anyOf":[{"enum":[]},{"type":"integer"}]}}})")
            .find("f-value-2 ::= f-value-3\n") != std::string::npos);
  const std::string endless =
      R"("$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"required":["n"]}}})";
  CHECK(refused("hermes", R"({"properties":{"a":{"$ref":"#/$defs/n"}},"required":["a"],)" + endless,
                constraint_format::gbnf)
            .find("/0/parameters/$defs/n: no value fits") == 0);
  CHECK(made_of("hermes", R"({"properties":{"q":{"$ref":"#/$defs/n"}},)" + endless, constraint_format::gbnf)
            .text.find("\\\"q\\\"") == std::string::npos);
}

TEST_CASE("a tool without calls is named where others have some") {
  const constraint made =
      made_of("hermes", R"({"properties":{"a":false},"required":["a"]})", constraint_format::gbnf, R"(,{"name":"g"})");
  REQUIRE(made.limits.size() == 1);
  CHECK(made.limits[0].pointer == "/0/parameters/properties/a");
  CHECK(made.limits[0].reason == "a GBNF grammar allows no call of the tool f: no value fits this schema");
  CHECK(made.text.find("call-g ::=") != std::string::npos);
  CHECK(made.text.find("\\\"f\\\"") == std::string::npos);
}

TEST_CASE("fields of a root with alternatives are those of all of them, and that is said") {
  const std::string either =
      R"({"oneOf":[{"type":"object","properties":{"k":{"const":"x"},"a":{"type":"integer"}},"required":["a"]},)"
      R"({"type":"object","properties":{"k":{"const":"y"},"b":{"type":"integer"}},"required":["b"]}]})";
  CHECK(gbnf("qwen3_coder", either) ==
        R"(call-f ::= "f>" ( "\n<parameter=k>\nx\n</parameter>" | "\n<parameter=k>\ny\n</parameter>" )? )"
        R"(( "\n<parameter=a>\n" f-value "\n</parameter>" )? ( "\n<parameter=b>\n" f-value-2 "\n</parameter>" )? )"
        R"("\n</function>")"
        "\nf-value ::= t-integer\nf-value-2 ::= t-integer\n");
  CHECK(limits("qwen3_coder", either, constraint_format::gbnf) ==
        "/oneOf: a GBNF grammar does not say \"oneOf\" of fields: it allows those of all alternatives in one call, "
        "each optional\n");
  CHECK(
      gbnf("pythonic", either)
          .starts_with(
              R"--(call-f ::= ( "k=" ( f-value | f-value-2 ) f-rest-3 | "a=" f-value-3 f-rest-2 | "b=" f-value-4 f-rest )? ")"
)--"));
  // A field of the root keeps its own schema; what all parts ask for is required.
  const std::string both =
      R"({"properties":{"a":{"type":"integer"}},"anyOf":[{"properties":{"a":{"minimum":1}},"required":["a"]}],)"
      R"("allOf":[{"properties":{"b":{"type":"null"}},"required":["b"]}]})";
  CHECK(gbnf("glm47", both)
            .find(R"(call-f ::= "f" ( "<arg_key>a</arg_key><arg_value>" f-value "</arg_value>" )? )"
                  R"("<arg_key>b</arg_key><arg_value>" f-value-2 "</arg_value></tool_call>")") == 0);
  CHECK(names("glm47", both, constraint_format::gbnf, "/allOf"));
  CHECK(names("glm47", both, constraint_format::gbnf, "/anyOf"));
}

TEST_CASE("what the root of a tool's schema says of fields is named where a format does not say it") {
  const std::pair<const char*, const char*> unsaid[] = {{"maxProperties", "1"},
                                                        {"minProperties", "1"},
                                                        {"propertyNames", R"({"pattern":"a"})"},
                                                        {"patternProperties", R"({"a":{}})"},
                                                        {"dependentRequired", R"({"a":["b"]})"},
                                                        {"dependentSchemas", R"({"a":{"required":["b"]}})"},
                                                        {"unevaluatedProperties", "false"},
                                                        {"enum", R"([{"a":1}])"},
                                                        {"const", R"({"a":1})"},
                                                        {"if", R"({"required":["b"]})"},
                                                        {"not", R"({"required":["b"]})"}};
  for (const auto& [keyword, value] : unsaid) {
    const std::string schema =
        R"({"properties":{"a":{"type":"integer"}},")" + std::string(keyword) + "\":" + value + "}";
    for (const constraint_format format : formats)
      for (const char* const dialect : {"qwen3_coder", "glm47", "kimi_k3", "pythonic"}) {
        CAPTURE(dialect, schema);
        CHECK(names(dialect, schema, format, "/" + std::string(keyword)));
      }
  }
  for (const char* const schema :
       {R"({"properties":{"a":{"type":"integer"}},"enum":[{"a":"x"}]})", R"({"properties":{"a":{}},"const":{"b":1}})"})
    CHECK(limits("hermes", schema, constraint_format::gbnf).find("a GBNF grammar allows these values, whatever") !=
          std::string::npos);
}

TEST_CASE("a field that is required and not declared is required, with any value") {
  const std::string more = R"({"properties":{"a":{"type":"integer"}},"required":["a","z"]})";
  CHECK(gbnf("hermes", more).find("f-rest-3 ::= \", \\\"z\\\": \" f-any f-rest-2\n") != std::string::npos);
  for (const char* const dialect : {"qwen3_coder", "glm47"}) {
    const std::string call = gbnf(dialect, more);
    CHECK(call.find(std::string(dialect) == "glm47" ? "<arg_key>z<" : "<parameter=z>") != std::string::npos);
    CHECK(call.find(")?") == std::string::npos);
  }
  CHECK(made_of("hermes", more, constraint_format::lark)
            .text.find(R"("properties":{"a":{"type":"integer"},"z":{}},"required":["a","z"])") != std::string::npos);
  CHECK(gbnf("hermes", R"({"type":"object","required":["a"]})").find("f-value ::= \"{\\\"a\\\": \" f-any f-rest-2") !=
        std::string::npos);
  for (const constraint_format each : formats)
    CHECK(refused("hermes", R"({"properties":{"a":{}},"required":["z"],"additionalProperties":false})", each)
              .find("/0/parameters/required: no value fits") == 0);
}

TEST_CASE("alternatives that are read together, and what stands beside text, are named") {
  const auto field = [](const std::string& schema) { return R"({"properties":{"a":)" + schema + "}}"; };
  CHECK(limits("hermes", field(R"({"oneOf":[{"type":"integer"},{"type":"number"}]})"), constraint_format::gbnf) ==
        "/properties/a/oneOf: a GBNF grammar reads \"oneOf\" as \"anyOf\"\n");
  CHECK(
      limits("hermes", field(R"({"oneOf":[{"type":"integer"},{"type":"string"}]})"), constraint_format::gbnf).empty());
  CHECK(limits("hermes", field(R"({"anyOf":[{"type":"null"},{"oneOf":[{"minimum":1},{"type":"string"}]}]})"),
               constraint_format::gbnf)
            .find("/properties/a/anyOf/1/oneOf: a GBNF grammar reads \"oneOf\" as \"anyOf\"\n") != std::string::npos);
  const std::string text =
      field(R"({"type":"string","allOf":[{"maxLength":3}],"if":{"minLength":1},"then":{"pattern":"x"}})");
  CHECK(
      limits("qwen3_coder", text, constraint_format::lark) ==
      "/properties/a/allOf: a Lark grammar does not say \"allOf\" of text up to a mark; such values are not excluded\n"
      "/properties/a/if: a Lark grammar does not say \"if\" of text up to a mark; such values are not excluded\n");
}

}  // namespace constrain_schemas_test
