// valijson beside our own evaluation: that it is asked, what it sees, and that the two agree.

#include <random>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "typing/normalise.hpp"
#include "typing/validator.hpp"

namespace cross_check_test {

using namespace toolcall::typing;
using result = cross_check::result;

namespace {

dom read(const std::string& text) {
  json::document doc;
  json::syntax_error why;
  REQUIRE(doc.read(text, why));
  return to_dom(doc, 0);
}

// One schema, as both see it.
struct both {
  explicit both(const std::string& schema)
      : normal(normalise(read(schema), "", graph.patterns(), found).schema),
        root(graph.add(normal)),
        valijson(graph, root, normal, "", found) {}

  fit own(const std::string& value) const {
    json::document doc;
    json::syntax_error why;
    REQUIRE(doc.read(value, why));
    return evaluation(graph, root, doc).run();
  }
  result check(const std::string& value) const {
    json::document doc;
    json::syntax_error why;
    REQUIRE(doc.read(value, why));
    return valijson.check(doc);
  }

  schema_issues found;
  schema_graph graph;
  dom normal;
  int root;
  cross_check valijson;
};

}  // namespace

TEST_CASE("cross check: what our evaluation accepts valijson must accept, and a disagreement has its own code") {
  schema_issues found;
  schema_graph graph;
  const int root = graph.add(read(R"({"type":["object"]})"));
  // Another schema for valijson stands for a mistake in either of the two.
  const validator two(graph, root, read(R"({"type":["object"],"required":["a"]})"), "", found);
  CHECK(two.validate(R"({"a":1})").empty());
  const std::vector<diagnostic> reported = two.validate("{}");
  REQUIRE(reported.size() == 1);
  CHECK(reported[0].label == "schema_violation");
  CHECK(reported[0].code == "cross_check");
  CHECK(reported[0].message ==
        "valijson rejects the arguments, which toolcall's own evaluation accepts: Missing required property 'a'.");
  // What our evaluation refuses it explains itself.
  const std::vector<diagnostic> own = two.validate("[]");
  REQUIRE(own.size() == 1);
  CHECK(own[0].code.empty());
  CHECK(own[0].message == "expected object, got []");
}

TEST_CASE("cross check: valijson sees every keyword that it is not known to get wrong") {
  struct row {
    const char *schema, *good, *bad;
  };
  for (const auto& [schema, good, bad] : std::vector<row>{
           {R"({"type":"integer"})", "5.0", "5.5"},
           {R"({"enum":["a",1,{"k":[null]}]})", R"({"k":[null]})", R"({"k":[]})"},
           {R"({"const":{"a":1.50,"b":"x"}})", R"({"b":"x","a":1.5})", R"({"a":1.5})"},
           {R"({"enum":[]})", "", "1"},
           {R"({"minimum":1,"exclusiveMaximum":2.5})", "2.49", "2.5"},
           {R"({"minLength":2,"maxLength":2})", "\"\xc3\xa9\xc3\xa9\"", "\"abc\""},
           {R"({"prefixItems":[{"type":"string"}],"items":{"type":"null"}})", R"(["a",null])", R"(["a",1])"},
           {R"({"minItems":1,"maxItems":2})", "[1]", "[]"},
           {R"({"uniqueItems":true})", R"([1,"1",[1],{"a":1}])", R"([{"a":1,"b":[2]},0,{"b":[2.0],"a":1}])"},
           {R"({"contains":{"const":"x"}})", R"(["y","x"])", R"(["y"])"},
           {R"({"properties":{"a":{"type":"null"}},"additionalProperties":false})", R"({"a":null})", R"({"b":null})"},
           {R"({"required":["a"],"minProperties":2,"maxProperties":2})", R"({"a":1,"b":2})", R"({"b":2,"c":3})"},
           {R"({"propertyNames":{"maxLength":1}})", R"({"a":1})", R"({"ab":1})"},
           {R"({"propertyNames":{"enum":["a"]}})", R"({"a":1})", R"({"b":1})"},
           {R"({"dependentRequired":{"a":["b"]}})", R"({"a":1,"b":1})", R"({"a":1})"},
           {R"({"dependentSchemas":{"a":{"maxProperties":1},"b":false}})", R"({"a":1})", R"({"b":1})"},
           {R"({"allOf":[{"minimum":1},{"maximum":2}]})", "2", "3"},
           {R"({"oneOf":[{"type":"integer"},{"minimum":2}]})", "1", "2"},
           {R"({"not":{"enum":[1,2]}})", "3", "2"},
           {R"({"if":{"const":1},"then":false,"else":{"type":"integer"}})", "2", "1"},
           {R"({"$defs":{"n":{"enum":[1,{"$ref":"x"}]}},"items":{"$ref":"#/$defs/n"}})", "[1]", "[2]"},
           {R"({"$defs":{"d":{"propertyNames":{"type":"null"}}},"items":{"$ref":"#/$defs/d"}})", "[{}]",
            R"([{"a":1}])"},
           {R"({"$defs":{"d":{"if":{"const":1},"then":false}},"items":{"$ref":"#/$defs/d"}})", "[2]", "[1]"}}) {
    CAPTURE(schema);
    const both of(schema);
    CHECK(of.found.list.empty() == (std::string(schema) != R"({"enum":[]})"));
    CHECK(of.valijson.is_complete());
    if (*good != '\0') CHECK(of.check(good) == result::accepted);
    if (*good != '\0') CHECK(of.own(good) == fit::yes);
    CHECK(of.check(bad) == result::rejected);
    CHECK(of.own(bad) == fit::no);
  }
}

TEST_CASE("cross check: what is withheld from valijson makes it accept more, wherever it stands") {
  for (const auto& [schema, value] : std::vector<std::pair<const char*, const char*>>{
           {R"({"pattern":"^a"})", "\"b\""},
           {R"({"not":{"pattern":"^a"}})", "\"a\""},
           {R"({"oneOf":[{"pattern":"^a"},{"pattern":"^b"}]})", "\"c\""},
           {R"({"if":{"pattern":"^a"},"then":false})", "\"a\""},
           {R"({"format":"date"})", "\"tomorrow\""},
           {R"({"multipleOf":2})", "3"},
           {R"({"minContains":2,"contains":{"type":"null"}})", "[null]"},
           {R"({"maxContains":1,"contains":{"type":"null"}})", "[null,null]"},
           {R"({"patternProperties":{"^a":{"type":"null"}},"additionalProperties":false})", R"({"b":null})"},
           {R"({"unevaluatedItems":false,"allOf":[{"prefixItems":[{}]}]})", "[1,2]"},
           {R"({"unevaluatedProperties":false,"allOf":[{"properties":{"a":{}}}]})", R"({"b":1})"},
           {R"({"maximum":9007199254740993})", "9007199254740994"},
           {R"({"const":0.12345678901234567})", "1"},
           {R"({"$defs":{"s":{"items":{"$ref":"#/$defs/t"}},"t":{"format":"date"}},"not":{"$ref":"#/$defs/s"}})",
            "[\"2024-05-31\"]"}}) {
    CAPTURE(schema);
    const both of(schema);
    CHECK_FALSE(of.valijson.is_complete());
    CHECK(of.own(value) == fit::no);
    CHECK(of.check(value) != result::rejected);
  }
  // Only what refers to it accepts more.
  const both beside(R"({"$defs":{"s":{"pattern":"^a"},"t":{"type":"null"}},"not":{"$ref":"#/$defs/t"},
                        "properties":{"p":{"$ref":"#/$defs/s"}}})");
  CHECK(beside.check("null") == result::rejected);
}

TEST_CASE("cross check: valijson is not asked about numbers that doubles do not tell apart") {
  const both of(R"({"exclusiveMinimum":0})");
  for (const char* value : {"1e-400", "9007199254740993", "0.1234567890123456", "1e30"}) {
    CAPTURE(value);
    CHECK(of.own(value) == fit::yes);
    CHECK(of.check(value) == result::not_asked);
  }
  CHECK(of.check("999999999999999") == result::accepted);
  CHECK(of.check("0.123456789012345000") == result::accepted);
  CHECK(of.check("-1") == result::rejected);
}

TEST_CASE("cross check: valijson is not asked about objects that have a key twice") {
  const both of(R"({"items":{"maxProperties":1}})");
  CHECK(of.own(R"([{"a":1,"\u0061":2}])") == fit::yes);
  CHECK(of.check(R"([{"a":1,"\u0061":2}])") == result::not_asked);
  CHECK(of.check(R"([{"a":1,"b":2}])") == result::rejected);
}

namespace {

using nlohmann::json;

// Random schemas of what both support, and values that have something to do with them.
class random_pairs {
 public:
  explicit random_pairs(std::uint32_t seed) : random_(seed) {}

  json root() {
    json made = schema(3);
    if (!made.is_object()) made = {{"allOf", {made}}};
    made["$defs"] = {{"d", schema(2)},
                     {"tree", {{"type", {"array", "integer"}}, {"items", {{"$ref", "#/$defs/tree"}}}}}};
    return made;
  }

  json value(unsigned depth) {
    json made;
    switch (below(depth == 0 ? 5 : 7)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return static_cast<int>(below(7)) - 2;
      case 3:
        return one<json>({1.5, 2.0, -0.5, 100});
      case 4:
        return text();
      case 5:
        made = json::array();
        for (std::size_t i = below(4); i > 0; --i) made.push_back(value(depth - 1));
        return made;
      default:
        made = json::object();
        for (std::size_t i = below(4); i > 0; --i) made[name()] = value(depth - 1);
        return made;
    }
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  template <typename T>
  T one(const std::vector<T>& of) {
    return of[below(of.size())];
  }
  std::string text() { return one<std::string>({"", "a", "b", "ab", "\xc3\xa9", "a/b~"}); }
  std::string name() { return one<std::string>({"a", "b", "c", "\xc3\xa9"}); }

  json schema(unsigned depth) {
    if (below(12) == 0) return below(2) == 0;
    if (below(10) == 0) return {{"$ref", one<std::string>({"#/$defs/d", "#/$defs/tree"})}};
    json made = json::object();
    for (std::size_t i = below(3) + 1; i > 0; --i) depth > 0 && below(3) != 0 ? nested(made, depth - 1) : plain(made);
    return made;
  }

  void plain(json& to) {
    const json count = below(4);
    switch (below(7)) {
      case 0:
        to["type"] = one<json>({"string", "integer", "number", "object", "array", "null", "boolean",
                                json::array({"integer", "object"}), json::array({"array", "string", "null"})});
        return;
      case 1:
        to["enum"] = {value(1), value(1), value(2)};
        return;
      case 2:
        to["const"] = value(2);
        return;
      case 3:
        to[one<std::string>({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})] =
            one<json>({-1, 0, 1.5, 2, 4});
        return;
      case 4:
        to["required"] = {name(), name()};
        return;
      case 5:
        to["uniqueItems"] = true;
        return;
      default:
        to[one<std::string>({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})] =
            count;
    }
  }

  void nested(json& to, unsigned depth) {
    switch (below(10)) {
      case 0:
        to["properties"] = {{name(), schema(depth)}, {name(), schema(depth)}};
        return;
      case 1:
        to["additionalProperties"] = schema(depth);
        return;
      case 2:
        to["items"] = schema(depth);
        return;
      case 3:
        to["prefixItems"] = {schema(depth), schema(depth)};
        return;
      case 4:
        to["contains"] = schema(depth);
        return;
      case 5:
        to["not"] = schema(depth);
        return;
      case 6:
        to["if"] = schema(depth);
        to["then"] = schema(depth);
        to["else"] = schema(depth);
        return;
      case 7:
        to["propertyNames"] = schema(0);
        return;
      case 8:
        to["dependentSchemas"] = {{name(), schema(depth)}};
        to["dependentRequired"] = {{name(), {name()}}};
        return;
      default:
        to[one<std::string>({"allOf", "anyOf", "oneOf"})] = {schema(depth), schema(depth)};
    }
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("cross check: on random schemas and values both say the same") {
  std::size_t accepted = 0, rejected = 0, asked = 0, all = 0;
  random_pairs pairs(20240531);
  for (std::size_t i = 0; i < toolcall::tests::effort(3000, 300); ++i) {
    const std::string schema = pairs.root().dump();
    CAPTURE(schema);
    const both of(schema);
    if (!of.valijson.is_complete()) continue;  // a circle of references is not enforced
    for (int j = 0; j < 20; ++j, ++all) {
      const std::string value = pairs.value(3).dump();
      const result said = of.check(value);
      if (said == result::not_asked) continue;
      ++asked;
      CAPTURE(value);
      const bool fits = of.own(value) == fit::yes;
      CHECK((said == result::accepted) == fits);
      (fits ? accepted : rejected) += 1;
    }
  }
  CHECK(asked == all);
  CHECK(accepted * 10 > all);
  CHECK(rejected * 10 > all);
}

}  // namespace cross_check_test
